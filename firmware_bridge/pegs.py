"""The history of the three pegs, from the readings: the hole in which each came to rest, and where it is now.

Sans I/O. A reading shows the holes at one moment. This module follows Blancs' fichet, Noirs' fichet and the pavillon,
also while they are out of their holes. It does not know whose trou a hole is.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from events.peg_reading import Peg, PegReading

PEGS: Final = (Peg.BLANCS, Peg.NOIRS, Peg.PAVILLON)


class Where(StrEnum):
    """Where a peg is."""

    HOLE = "hole"
    AWAY = "away"
    """In a hand, or beside the board."""
    HIDDEN = "hidden"
    """The hole it stood in is out of order, so it may still be there."""


@dataclass(slots=True)
class _Track:
    """The last known state of one peg: the hole it stands or last stood in, None before it was seen in any."""

    hole: int | None = None
    where: Where = Where.AWAY


class PegHistory:
    """The state of each peg after all readings in order: the pegs that came to rest, and where each peg is.

    strange: holes where the last reading found an unknown magnet or a peg that is not pushed down.
    """

    def __init__(self) -> None:
        self.strange: tuple[int, ...] = ()
        self._tracks = {peg: _Track() for peg in PEGS}

    def observe(self, reading: PegReading) -> dict[Peg, int]:
        """Return the pegs that came to rest since the last reading, with their holes; a peg may return to its hole."""
        seen = {peg: [hole for hole, found in enumerate(reading.holes) if found is peg] for peg in (*PEGS, Peg.UNKNOWN)}
        broken = {hole for hole, _ in reading.faults}
        self._correct_second_pavillon(seen)
        self.strange = tuple(seen[Peg.UNKNOWN])
        placed: dict[Peg, int] = {}
        for peg, track in self._tracks.items():
            # If several holes show this peg, another magnet is on the board: take the peg's old hole, else the first.
            hole = track.hole if track.hole in seen[peg] else next(iter(seen[peg]), None)
            if hole is None:
                track.where = Where.HIDDEN if track.hole in broken else Where.AWAY
                continue
            if hole != track.hole or track.where is Where.AWAY:
                placed[peg] = hole
            track.hole, track.where = hole, Where.HOLE
        return placed

    def where(self, peg: Peg) -> Where:
        """Return where a peg was at the last reading."""
        return self._tracks[peg].where

    def _correct_second_pavillon(self, seen: dict[Peg, list[int]]) -> None:
        """Correct a second pavillon into the missing Blancs' fichet: half out of its hole, its field is weaker."""
        stood = self._tracks[Peg.PAVILLON].hole
        if seen[Peg.BLANCS] or len(seen[Peg.PAVILLON]) != 2 or stood not in seen[Peg.PAVILLON]:
            return
        (hole,) = (hole for hole in seen[Peg.PAVILLON] if hole != stood)
        seen[Peg.PAVILLON].remove(hole)
        seen[Peg.BLANCS].append(hole)
