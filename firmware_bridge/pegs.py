"""The holes' reports, put together: which hole each of the three pegs came to rest in, and where it is.

Sans I/O. A reading says what each hole holds at one moment; this says what became of the Blancs' fichet, the Noirs'
fichet and the pavillon, whose absence is as telling as their presence. Whose trou a hole is is not known here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from events.peg_reading import Peg

if TYPE_CHECKING:
    from events.peg_reading import PegReading

PEGS: Final = (Peg.BLANCS, Peg.NOIRS, Peg.PAVILLON)


class Where(StrEnum):
    """Where a peg is."""

    HOLE = "hole"
    AWAY = "away"
    """In a hand, or next to the board."""
    HIDDEN = "hidden"
    """The hole it stood in is out of order: it may well still be there."""


@dataclass(slots=True)
class _Track:
    """What is known of one peg: the hole it stands in or stood in last, None before it was seen in any."""

    hole: int | None = None
    where: Where = Where.AWAY


class PegHistory:
    """Fed every reading in order; tells which pegs came to rest, and where each of them is.

    strange: the holes in which the last reading felt a magnet that is none of the three, or a peg not pushed down.
    """

    def __init__(self) -> None:
        self.strange: tuple[int, ...] = ()
        self._tracks = {peg: _Track() for peg in PEGS}

    def observe(self, reading: PegReading) -> dict[Peg, int]:
        """The pegs that came to rest since the reading before, each with its hole; one put back where it was too."""
        seen = {peg: [hole for hole, found in enumerate(reading.holes) if found is peg] for peg in (*PEGS, Peg.UNKNOWN)}
        broken = {hole for hole, _ in reading.faults}
        self._not_pushed_down(seen)
        self.strange = tuple(seen[Peg.UNKNOWN])
        placed: dict[Peg, int] = {}
        for peg, track in self._tracks.items():
            # Of several, the one it stood in, else the first that is new: another magnet is on the board.
            hole = track.hole if track.hole in seen[peg] else next(iter(seen[peg]), None)
            if hole is None:
                track.where = Where.HIDDEN if track.hole in broken else Where.AWAY
                continue
            if hole != track.hole or track.where is Where.AWAY:
                placed[peg] = hole
            track.hole, track.where = hole, Where.HOLE
        return placed

    def where(self, peg: Peg) -> Where:
        """Where a peg was at the last reading."""
        return self._tracks[peg].where

    def _not_pushed_down(self, seen: dict[Peg, list[int]]) -> None:
        """Two pavillons and no Blancs' fichet: the one that is new is that fichet, whose field is weaker half out."""
        stood = self._tracks[Peg.PAVILLON].hole
        if seen[Peg.BLANCS] or len(seen[Peg.PAVILLON]) != 2 or stood not in seen[Peg.PAVILLON]:
            return
        (hole,) = (hole for hole in seen[Peg.PAVILLON] if hole != stood)
        seen[Peg.PAVILLON].remove(hole)
        seen[Peg.BLANCS].append(hole)
