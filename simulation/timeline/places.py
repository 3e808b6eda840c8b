"""The places of jetons and pegs on the board."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rules.position import Side
from simulation.players.marks import JETONS
from simulation.scene import PegPlaced, jeton_place

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from events.field import Field, Point
    from rules.seating import Seating
    from simulation.players.gesture import Mark
    from simulation.players.marks import Marks
    from simulation.scene import Jeton, PegKind


def jeton_goal(
    jeton: int, to: Mark | None, others: Iterable[Jeton], seating: Seating, field: Field, random: Random
) -> Point:
    """Return where a jeton (0..2) is let go: at a mark, beside one already there, or home (`to` None)."""
    if to is None:
        x, y = _home(jeton, seating, field)
    else:
        side, points = to
        x, y = jeton_place(side, points, seating, field)
        if any(math.dist((x, y), (other.x, other.y)) < field.jeton for other in others):
            # Put it on the side with room.
            along = (-1.1 if points in (6, 10) else 1.1) * field.jeton
            x += along if seating.talons == "left" else -along
    return x + random.gauss(0, 0.6), y + random.gauss(0, 1.5)


def _home(jeton: int, seating: Seating, field: Field) -> Point:
    """Return a place between the talons: the first two jetons at their players' sides, the third in the middle."""
    x = jeton_place(Side.BLANCS, 0, seating, field)[0]
    middle, apart = field.height / 2, 1.2 * field.jeton
    if jeton == JETONS - 1:
        return x, middle
    near = seating.row_of(Side.BLANCS if jeton == 0 else Side.NOIRS) == "near"
    return x, middle + apart if near else middle - apart


def kind_of(side: Side) -> PegKind:
    """Return the kind of a side's fichet."""
    return "blancs" if side is Side.BLANCS else "noirs"


def hole_of(whose: Side | None, trou: int, seating: Seating) -> int:
    """Return the hole of a side's trou, 0 for its fichet's start; None is the pavillon in the middle."""
    return seating.pavillon_hole if whose is None else seating.hole(whose, trou)


def pegs_of(marks: Marks, seating: Seating) -> list[PegPlaced]:
    """Return both fichets and the pavillon as the marks have them."""
    fichets = [PegPlaced(hole_of(side, marks.trou(side), seating), kind_of(side)) for side in Side]
    return [*fichets, PegPlaced(hole_of(marks.pavillon, 0, seating), "pavillon")]
