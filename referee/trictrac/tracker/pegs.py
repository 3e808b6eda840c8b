"""The fichets and the pavillon: the trou of each side's fichet, and who holds the pavillon."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from events.peg_reading import HoleFault, Peg, PegReading
from events.trictrac.acts import FichetMoved, PavillonMoved
from firmware_bridge.pegs import PegHistory, Where
from rules.marking import TROUS_DU_TOUR
from rules.position import Side
from rules.seating import Seating

PEG_OF: dict[Side, Peg] = {Side.BLANCS: Peg.BLANCS, Side.NOIRS: Peg.NOIRS}
SIDE_OF: dict[Peg, Side] = {peg: side for side, peg in PEG_OF.items()}


@lru_cache(maxsize=8)
def _trous(seating: Seating) -> dict[int, tuple[Side, int]]:
    """Return the side and trou of each hole; trou 0 is where the fichet starts."""
    return {seating.hole(side, trou): (side, trou) for side in Side for trou in range(TROUS_DU_TOUR + 1)}


def _sound(reading: PegReading) -> PegReading:
    """Return the reading without the holes that are out of order."""
    broken = {hole for hole, fault in reading.faults if fault is not HoleFault.DRIFTING}
    if not broken:
        return reading
    return replace(reading, holes=tuple(None if n in broken else peg for n, peg in enumerate(reading.holes)))


@dataclass(slots=True)
class PegsTracker:
    """Follows fichets and pavillon.

    A peg in the air, next to the board, under a broken hole or in a hole that is not its own changes nothing.
    """

    trous: dict[Side, int] = field(default_factory=dict)
    pavillon: Side | None = None
    history: PegHistory = field(default_factory=PegHistory)

    def observe(self, reading: PegReading, seating: Seating) -> Iterator[FichetMoved | PavillonMoved]:
        """Yield the acts that one snapshot of the holes shows."""
        put = self.history.observe(_sound(reading))
        for peg in PEG_OF.values():
            hole = put.get(peg, self._unidentified(peg, seating))
            if hole is not None:
                yield from self._fichet(SIDE_OF[peg], hole, reading.t, seating)
        if Peg.PAVILLON in put:
            yield from self._pavillon(put[Peg.PAVILLON], reading.t, seating)

    def _unidentified(self, peg: Peg, seating: Seating) -> int | None:
        """Return the hole of the only unidentified magnet in this fichet's row, if the fichet itself is missing."""
        if self.history.where(peg) is not Where.AWAY:
            return None
        own = [hole for hole in self.history.strange if _trous(seating).get(hole, (None, 0))[0] is SIDE_OF[peg]]
        return own[0] if len(own) == 1 else None

    def _fichet(self, side: Side, hole: int, t: float, seating: Seating) -> Iterator[FichetMoved]:
        owner, trou = _trous(seating).get(hole, (None, 0))
        if owner is side and trou != self.trous.get(side, 0):
            self.trous[side] = trou
            yield FichetMoved(t, side, trou)

    def _pavillon(self, hole: int, t: float, seating: Seating) -> Iterator[PavillonMoved]:
        owners = {seating.pavillon_hole: None} | {seating.hole(side, 0): side for side in Side}
        if hole in owners and owners[hole] is not self.pavillon:
            self.pavillon = owners[hole]
            yield PavillonMoved(t, self.pavillon)
