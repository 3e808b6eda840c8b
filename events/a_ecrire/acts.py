"""Reports of who sits where in a partie à écrire. Times are seconds on the readings' clock."""

from __future__ import annotations

from dataclasses import dataclass

from events.acts import Act, Request
from events.trictrac.acts import ACTS as TRICTRAC


@dataclass(frozen=True, slots=True)
class PlayersSeated(Request):
    """The names of the two players from now on, by the side they play."""

    blancs: str
    noirs: str
    by: str = ""


ACTS: tuple[type[Act], ...] = (*TRICTRAC, PlayersSeated)
"""Every act of a partie à écrire."""
