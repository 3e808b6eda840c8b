"""What people tell of who sits where in a partie à écrire. Times are seconds on the readings' clock."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayersSeated:
    """From now on the two who play sit so: their names, by the side whose dames they play."""

    t: float
    blancs: str
    noirs: str
    by: str = ""
