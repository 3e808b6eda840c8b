"""Examine the thirty holes live, and have each touched in turn (docs/building.md, "Bring it up")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from events.field import place_of, rail_of
from firmware_bridge.checkup import Examined, HoleCheck, TouchCheck, TouchRound, picture
from firmware_bridge.checkup import Finding as HoleFinding

DEAD: Final = frozenset({HoleFinding.STUCK, HoleFinding.MISSING, HoleFinding.ADC})
"""Findings that mean a hole cannot feel a touch."""
FOUND: Final = {
    HoleFinding.MISSING: ("nothing is connected", "look for a broken wire or an unsoldered pin"),
    HoleFinding.STUCK: ("stuck, never a change", "look for a short to the supply; else the sensor is dead"),
    HoleFinding.DRIFTING: (
        "the reading without a peg drifts",
        "take iron and loudspeakers away, then: tablier doctor --sensors --learn-empty",
    ),
    HoleFinding.ADC: (
        "the converter (the chip that reads the sensors) reads wrong",
        "look at the converter's supply, its select wires, its two resistors (docs/building.md)",
    ),
    HoleFinding.UNCALIBRATED: (
        "its empty value was never learnt",
        "all pegs out, then: tablier doctor --sensors --learn-empty",
    ),
    HoleFinding.REST_MOVED: (
        "not as empty as when it was learnt",
        "all pegs out, then: tablier doctor --sensors --learn-empty",
    ),
    HoleFinding.WEAK: ("the peg is hardly felt", "push it down; else the hole is too shallow or the sensor too low"),
    HoleFinding.STRANGE: ("a magnet that is none of the pegs", "look for one that is the wrong way round"),
}
"""The words for each finding about a hole, and its remedy."""
NAMED: Final = 4
"""How many holes one line names; the picture shows the others."""
FROM: Final = {"near": "the left", "far": "the left", "left": "the far end", "right": "the far end"}
"""From which end the holes of each rail are counted."""


def where(hole: int) -> str:
    """Name hole 0..29 by its rail and place.

    >>> where(14), where(29)
    ('far rail 3', 'right rail 3')
    """
    return f"{rail_of(hole)} rail {place_of(hole)}"


class TouchWalk:
    """The round of touches over all holes that can feel one; sans I/O. Feed it the results of `examine`.

    All pegs must be out for the first one.
    """

    def __init__(self, first: Examined) -> None:
        self.dead = tuple(check.hole for check in first.holes if check.finding in DEAD)
        order = [check.hole for check in first.holes if check.hole not in self.dead]
        self._round = TouchRound(first.levels, order=order)
        self._now = first

    def observe(self, now: Examined) -> TouchCheck | None:
        """Take the next result; return the touch that it completes, if any."""
        self._now = now
        return self._round.observe(now.levels)

    @property
    def over(self) -> bool:
        """Whether every hole that can feel a touch was touched."""
        return self._round.next_hole is None

    @property
    def crossed(self) -> tuple[TouchCheck, ...]:
        """Touches felt by another hole: the wires of the two are exchanged."""
        return tuple(check for check in self._round.checks if check.crossed)

    @property
    def reversed(self) -> tuple[TouchCheck, ...]:
        """Touches that lowered a field that Blancs' fichet should raise."""
        return tuple(check for check in self._round.checks if not check.crossed and not check.rising)

    @property
    def well(self) -> bool:
        """Whether every hole felt its own touch."""
        return self.over and not self.dead and not self.crossed and not self.reversed

    def screen(self) -> str:
        """Show all thirty holes as they are now, what is wrong with each, and which to touch."""
        lines = [
            picture(self._now.holes),
            "",
            *_troubles(self._now.holes),
            *_say_crossed(self.crossed),
            *_say_reversed(self.reversed),
        ]
        for number, alive in enumerate(self._now.references, 1):
            if not alive:
                lines.append(f"converter {number} reads its reference wrong: supply, select wires, resistors")
        asked = self._round.next_hole
        if asked is not None:
            count = f"{len(self._round.checks)} of {len(self._now.holes) - len(self.dead)} touched"
            lines.append(f"Touch with Blancs' fichet: {where(asked)} (from {FROM[rail_of(asked)]}). {count}.")
        elif self.well:
            lines.append("All thirty holes feel what they should.")
        else:
            lines.append("The round is over; what is wrong stands above.")
        return "\n".join(lines)


def _troubles(checks: Sequence[HoleCheck]) -> list[str]:
    """Return one line for each kind of trouble, with the first holes that have it."""
    lines: list[str] = []
    for finding, (said, mend) in FOUND.items():
        holes = [where(check.hole) for check in checks if check.finding is finding]
        if holes:
            more = f" and {len(holes) - NAMED} more" if len(holes) > NAMED else ""
            lines.append(f"{', '.join(holes[:NAMED])}{more}: {said}; {mend}")
    return lines


def _say_reversed(touches: Sequence[TouchCheck]) -> list[str]:
    if not touches:
        return []
    holes = ", ".join(where(touch.felt) for touch in touches[:NAMED])
    more = f" and {len(touches) - NAMED} more" if len(touches) > NAMED else ""
    said = f"{holes}{more}: Blancs' fichet lowers the field; the sensor lies face down, or, if it is so everywhere, "
    return [f'{said}the magnets are turned round: set sensors.polarity = "north"']


def _say_crossed(touches: Sequence[TouchCheck]) -> list[str]:
    return [f"{where(touch.asked)} was touched, {where(touch.felt)} felt it: exchange their wires" for touch in touches]
