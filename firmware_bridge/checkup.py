"""Check a board when it is first set up: the state of each of its thirty sensors, from the board's answers.

`tablier doctor --sensors` prints the findings. All but `examine`, which asks a link five times a second, is sans I/O.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from events.field import HOLES, LONG, SIDE
from events.peg_reading import HoleFault, Peg, PegReading
from firmware_bridge.link import BoardSilent, Link
from firmware_bridge.messages import AskLevels, Levels, Rests
from hardware.firmware import layout, sensing

REST_MOVED: Final = 1.5
"""Millitesla by which an empty hole may differ from its resting value before it should be calibrated again."""
MARGIN: Final = 1.0
"""Millitesla by which a peg should stay inside the range of its kind."""
TOUCH: Final = 6.0
"""Millitesla by which a hole must change to count as touched."""


class Finding(StrEnum):
    """The state of one hole's sensor."""

    WELL = "well"
    STUCK = "stuck"
    MISSING = "missing"
    DRIFTING = "drifting"
    ADC = "adc"
    UNCALIBRATED = "uncalibrated"
    REST_MOVED = "rest_moved"
    """Empty, but no longer at its resting value. Calibrate again, or look for iron or a magnet nearby."""
    WEAK = "weak"
    """A peg is detected with little margin: its magnet is too far from the sensor, or the peg is not pushed down."""
    STRANGE = "strange"
    """A magnet that is not one of the three pegs."""


@dataclass(frozen=True, slots=True)
class HoleCheck:
    """One hole: its peg, its field (mT, Blancs' pole positive; None without levels) and the finding."""

    hole: int
    peg: Peg | None
    field: float | None
    finding: Finding


@dataclass(frozen=True, slots=True)
class TouchCheck:
    """One touch of a hole with Blancs' fichet: the requested hole, the hole that felt it, and whether the field rose.

    If another hole felt it, two wires are crossed. If the field fell, the sensor lies face down or the magnet is
    reversed.
    """

    asked: int
    felt: int
    rising: bool = True

    @property
    def crossed(self) -> bool:
        """Whether another hole felt the touch."""
        return self.asked != self.felt

    @property
    def right(self) -> bool:
        """Whether the touched hole felt Blancs' fichet."""
        return not self.crossed and self.rising


def check_holes(reading: PegReading, levels: Levels | None = None, rests: Rests | None = None) -> tuple[HoleCheck, ...]:
    """Return the finding for each of the thirty holes, in order.

    Without levels and rests, only the faults that the board reports are found.
    """
    faults = dict(reading.faults)
    checks: list[HoleCheck] = []
    for hole in range(HOLES):
        rest = rests.rests[hole] if rests is not None else None
        field = None
        if levels is not None:
            field = (levels.levels[hole] - (rest or sensing.MIDDLE)) / layout.COUNTS_PER_MT
        peg = reading.holes[hole]
        calibrated = rests is None or rest is not None
        checks.append(HoleCheck(hole, peg, field, _finding(peg, faults.get(hole), field, calibrated=calibrated)))
    return tuple(checks)


def check_references(levels: Levels) -> tuple[bool, bool]:
    """Whether each of the two converters reads its reference channel right."""
    first, second = (abs(reading - layout.REFERENCE) <= layout.REFERENCE_TOLERANCE for reading in levels.references)
    return first, second


def touched_hole(before: Levels, after: Levels) -> int | None:
    """Return the hole whose field changed most between the two, if the change is more than TOUCH millitesla."""
    changes = [abs(new - old) for old, new in zip(before.levels, after.levels, strict=True)]
    hole = max(range(HOLES), key=changes.__getitem__)
    return hole if changes[hole] > TOUCH * layout.COUNTS_PER_MT else None


class TouchRound:
    """A round of touching each hole in turn with Blancs' fichet: names the next hole and checks each touch.

    A touch counts when a field differs from the empty board's and the hole touched before has been left.
    """

    def __init__(self, empty: Levels, *, order: Sequence[int] = tuple(range(HOLES))) -> None:
        self._empty = empty
        self._order = tuple(order)
        self._checks: list[TouchCheck] = []
        self._held: int | None = None

    @property
    def checks(self) -> tuple[TouchCheck, ...]:
        """All touches so far."""
        return tuple(self._checks)

    @property
    def next_hole(self) -> int | None:
        """The hole to touch now; None when the round is over."""
        return self._order[len(self._checks)] if len(self._checks) < len(self._order) else None

    def observe(self, levels: Levels) -> TouchCheck | None:
        """Take one more set of levels; return the check if they complete one."""
        felt = touched_hole(self._empty, levels)
        asked = self.next_hole
        fresh = felt is not None and felt != self._held
        self._held = felt
        if asked is None or felt is None or not fresh:
            return None
        check = TouchCheck(asked, felt, levels.levels[felt] > self._empty.levels[felt])
        self._checks.append(check)
        return check


def picture(checks: Sequence[HoleCheck]) -> str:
    """Draw all thirty holes as five lines of text, laid out as on the board.

    One letter a hole: `.` empty and well, `B` `N` `P` a peg and well, `?` a strange magnet, `!` a fault, `~` a rest
    that has moved, `-` a weak peg, `o` never calibrated.
    """
    marks = [_mark(check) for check in checks]
    near, far = marks[:LONG], marks[LONG : 2 * LONG]
    left, right = marks[2 * LONG : 2 * LONG + SIDE], marks[2 * LONG + SIDE :]

    def row(holes: list[str]) -> str:
        return "   " + " ".join(holes[: LONG // 2]) + " | " + " ".join(holes[LONG // 2 :])

    middle = [f" {west} {' ' * (2 * LONG + 1)} {east}" for west, east in zip(left, right, strict=True)]
    return "\n".join([row(far), *middle, row(near)])


def _finding(peg: Peg | None, fault: HoleFault | None, field: float | None, *, calibrated: bool) -> Finding:
    if fault is not None:
        return Finding(fault.value)
    if peg is Peg.UNKNOWN:
        return Finding.STRANGE
    if not calibrated:
        return Finding.UNCALIBRATED
    if field is None:
        return Finding.WELL
    if peg is None:
        return Finding.REST_MOVED if abs(field) > REST_MOVED else Finding.WELL
    if peg is Peg.PAVILLON:
        inside = sensing.PAVILLON_FROM + MARGIN <= field <= sensing.PAVILLON_TO - MARGIN
    else:
        inside = abs(field) >= sensing.FICHET_FROM + MARGIN
    return Finding.WELL if inside else Finding.WEAK


_PEG_MARKS: Final = {Peg.BLANCS: "B", Peg.NOIRS: "N", Peg.PAVILLON: "P", Peg.UNKNOWN: "?", None: "."}
_FINDING_MARKS: Final = {
    Finding.STRANGE: "?",
    Finding.REST_MOVED: "~",
    Finding.WEAK: "-",
    Finding.UNCALIBRATED: "o",
}


def _mark(check: HoleCheck) -> str:
    return _PEG_MARKS[check.peg] if check.finding is Finding.WELL else _FINDING_MARKS.get(check.finding, "!")


AGAIN: Final = 30
"""Seconds of levels requested at a time. The board stops sending them soon after a program dies."""


@dataclass(frozen=True, slots=True)
class Examined:
    """One examination of a board: every hole in order, whether each converter works, and the levels."""

    holes: tuple[HoleCheck, ...]
    references: tuple[bool, bool]
    levels: Levels


def examine(link: Link, *, timeout: float = 5.0) -> Iterator[Examined]:
    """Examine a board five times a second until the caller stops.

    Raises BoardSilent when the board sends no levels for `timeout` seconds.
    """
    rests: Rests | None = None
    while True:
        link.send(AskLevels(AGAIN), timeout=timeout)
        until = time.monotonic() + AGAIN - timeout
        for answer in link.answers(timeout=timeout):
            if isinstance(answer, Rests):
                rests = answer
            elif isinstance(answer, Levels) and rests is not None and link.reading is not None:
                yield Examined(check_holes(link.reading, answer, rests), check_references(answer), answer)
            if time.monotonic() > until:
                break
        else:
            raise BoardSilent(f"the board sent no levels for {timeout:g} s")
