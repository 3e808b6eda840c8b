"""Compare an exercise with the camera's reading: which dames are too many or missing, and where the jeton lies."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from events.board_reading import BoardReading, CaseReading, Colour, Trouble
from events.field import Field
from events.peg_reading import PegReading
from events.rulings import CaseDifference
from rules.marking import TROUS_DU_TOUR
from rules.position import Case, Position, Side
from rules.seating import Seating
from tablier.runtime.peg_witness import FICHETS

POOR: Final = frozenset({Trouble.TOO_DARK, Trouble.TOO_BRIGHT, Trouble.SMALL, Trouble.SOFT, Trouble.CAMERA_LOW})
"""Troubles that do not stop an exercise: a misreading blames nobody, and the pupil can say that it is set up."""

FULL: Final = int(Field().fleche // Field().dame)
"""Dames that fill a flèche. Further ones lie on them, and a camera above sees no pile in that."""

DOUBTED: Final = 1 / (24 + 1)
"""A position is set up on purpose, with one case of the 24 wrong, say: a reading that gives what is wanted a greater
chance than this is likelier to be wrong than the board."""


def differences(
    reading: BoardReading, position: Position, seating: Seating, light: Side, misread: Container[tuple[Side, Case]] = ()
) -> tuple[CaseDifference, ...] | None:
    """Return where the board differs from a position, the lowest cases first; None while it cannot be read.

    A pile or a full column may hide dames: more of them in the position are no difference. Neither is a case that the
    reading holds to be right with a chance above DOUBTED.
    light: the side with the light dames; misread: cases that the camera is known to misread, by their owner's number
    """
    if not _readable(reading) or not reading.cases:
        return None
    found = []
    for case in reading.cases:
        if _chance(case, position, seating, light) > DOUBTED:
            continue
        for side in Side:
            own = seating.case(side, case.row, case.column)
            expected, seen = position.on(side, own), _dames_seen(case, side, light)
            if expected != seen and not ((case.piled or seen >= FULL) and 0 < seen < expected):
                found.append((side, own, expected, seen))
    return tuple(sorted((one for one in found if one[:2] not in misread), key=lambda one: one[:2]))


def _readable(reading: BoardReading) -> bool:
    return reading.settled and not reading.hands and POOR.issuperset(reading.troubles)


def _chance(case: CaseReading, position: Position, seating: Seating, light: Side) -> float:
    """Return the chance, by the reading, that a case holds the dames of the position."""
    for side in Side:
        count = position.on(side, seating.case(side, case.row, case.column))
        if count:
            return (case.light if side is light else case.dark)[count]
    return case.light[0]


def _dames_seen(case: CaseReading, side: Side, light: Side) -> int:
    if case.colour is Colour.NONE:
        return 0
    return case.count if (case.colour is Colour.LIGHT) == (side is light) else 0


def position_seen(
    reading: BoardReading, known: Position, seating: Seating, light: Side, misread: Container[tuple[Side, Case]] = ()
) -> Position | None:
    """Return the position on the board, with `known`'s count where a pile may hide dames; None if it is unreadable."""
    wrong = differences(reading, known, seating, light, misread)
    if wrong is None:
        return None
    counts = {side: list(known.counts(side)) for side in Side}
    for side, case, _expected, seen in wrong:
        counts[side][case - 1] = seen
    return Position(tuple(counts[Side.BLANCS]), tuple(counts[Side.NOIRS]))


def trous_of(holes: PegReading, side: Side, seating: Seating) -> int | None:
    """Return the trous that a side's one fichet marks; None when it is not found."""
    own = [trou for trou in range(TROUS_DU_TOUR + 1) if holes.holes[seating.hole(side, trou)] is FICHETS[side]]
    return own[0] if len(own) == 1 else None


def jeton_seen(reading: BoardReading, side: Side, seating: Seating) -> int | None:
    """Return the points that the one jeton of a side marks, 0 when none lies in its row; None when it is unclear."""
    if not _readable(reading):
        return None
    row = seating.row_of(side)
    marked = {jeton.points for jeton in reading.jetons if jeton.row == row and jeton.points}
    return next(iter(marked), 0) if len(marked) < 2 else None
