"""Tell the pegs apart on a board without sensors, from the holes in which the camera sees one."""

from __future__ import annotations

from events.board_reading import BoardReading
from events.field import HOLES
from events.peg_reading import Peg, PegReading
from rules.marking import TROUS_DU_TOUR
from rules.position import Side
from rules.seating import Seating

FICHETS = {Side.BLANCS: Peg.BLANCS, Side.NOIRS: Peg.NOIRS}


def pegs_seen(reading: BoardReading, seating: Seating) -> PegReading:
    """Return the holes as the camera sees them; None also for a hole whose peg cannot be identified.

    The camera sees that a peg stands in a hole, not which one. A fichet moves along its own side's holes. The pavillon
    stands between the fichets' first holes or, once won, in its owner's first hole (Lois III-IV). So one peg in a
    side's row is its fichet. A peg in its first hole is the fichet or the pavillon, decided only when the other is seen
    elsewhere. Two pegs in one row are left unknown: at least one of them is something else.
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
