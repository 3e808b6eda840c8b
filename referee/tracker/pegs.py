"""The fichets and the pavillon: which trou each side's fichet stands in, and who holds the pavillon."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from firmware_bridge.reading import HoleFault, Peg
from referee.acts import FichetMoved, PavillonMoved
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from firmware_bridge.reading import PegReading
    from rules.seating import Seating

TROUS = 12
PEG_OF: dict[Side, Peg] = {Side.BLANCS: Peg.BLANCS, Side.NOIRS: Peg.NOIRS}


def hole_of(seating: Seating, side: Side, trou: int) -> int:
    """The hole (0..29) that is a side's trou 1..12, or with 0 the one its fichet starts from (Lois III-IV)."""
    if trou:
        row, column = seating.place(side, trou)
        return column - 1 if row == "near" else column + 11
    first = 24 if seating.talons == "left" else 27
    return first + (2 if seating.row_of(side) == "near" else 0)


def pavillon_hole(seating: Seating) -> int:
    """The middle hole of the rail the dames start from."""
    return 25 if seating.talons == "left" else 28


@dataclass(slots=True)
class PegsTracker:
    """Follows fichets and pavillon; a peg in the air, or none that can be told, changes nothing."""

    trous: dict[Side, int] = field(default_factory=dict)
    pavillon: Side | None = None

    def observe(self, reading: PegReading, seating: Seating) -> Iterator[FichetMoved | PavillonMoved]:
        """The acts one snapshot of the holes shows."""
        broken = {hole for hole, fault in reading.faults if fault is not HoleFault.DRIFTING}
        holes = {hole: peg for hole, peg in enumerate(reading.holes) if peg is not None and hole not in broken}
        for side in Side:
            trou = self._trou(holes, side, seating)
            if trou is not None and trou != self.trous.get(side, 0):
                self.trous[side] = trou
                yield FichetMoved(reading.t, side, trou)
            elif trou is not None:
                self.trous[side] = trou
        owners = [None, *Side]
        places = [pavillon_hole(seating), *(hole_of(seating, side, 0) for side in Side)]
        for owner, hole in zip(owners, places, strict=True):
            if holes.get(hole) is Peg.PAVILLON and owner is not self.pavillon:
                self.pavillon = owner
                yield PavillonMoved(reading.t, owner)

    def _trou(self, holes: dict[int, Peg], side: Side, seating: Seating) -> int | None:
        """Where this side's own fichet is, by its magnet, else by a peg that cannot be told standing in its row."""
        for wanted in (PEG_OF[side], Peg.UNKNOWN):
            found = [trou for trou in range(TROUS + 1) if holes.get(hole_of(seating, side, trou)) is wanted]
            if found:
                return found[-1]
        return None
