"""Which peg stands where, for a board without sensors: from the pegs the camera sees, and where each may stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from events.holes import HOLES
from events.peg_reading import Peg, PegReading
from rules.marking import TROUS_DU_TOUR
from rules.position import Side

if TYPE_CHECKING:
    from events.board_reading import BoardReading
    from rules.seating import Seating

FICHETS = {Side.BLANCS: Peg.BLANCS, Side.NOIRS: Peg.NOIRS}


def pegs_seen(reading: BoardReading, seating: Seating) -> PegReading:
    """The holes as read from the camera's picture; None also where it is unclear which peg stands there.

    A camera sees that a peg stands in a hole, not which. A fichet goes along its own side's holes, the pavillon stands
    between the fichets' first holes or, won, in its owner's (Lois III-IV): so one peg in a side's row is its fichet,
    and one in its first hole its fichet or the pavillon, decided only when the other one is seen elsewhere. Two
    pegs in one row are no fichet: one of them, at least, is something else.
    """
    seen = {peg.hole for peg in reading.pegs}
    holes: list[Peg | None] = [None] * HOLES
    first = {side: seating.hole(side, 0) for side in Side}
    rows = {side: [h for h in (seating.hole(side, n + 1) for n in range(TROUS_DU_TOUR)) if h in seen] for side in Side}
    home = seating.pavillon_hole in seen
    won = [side for side in Side if first[side] in seen and len(rows[side]) == 1]
    if home:
        holes[seating.pavillon_hole] = Peg.PAVILLON
    elif len(won) == 1:
        holes[first[won[0]]] = Peg.PAVILLON
    for side, fichet in FICHETS.items():
        if len(rows[side]) == 1:
            holes[rows[side][0]] = fichet
        elif not rows[side] and first[side] in seen and Peg.PAVILLON in holes:
            holes[first[side]] = fichet
    return PegReading(reading.t, tuple(holes))
