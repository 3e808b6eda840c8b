"""The settings of a backgammon table that concern the referee."""

from __future__ import annotations

from dataclasses import dataclass

from events.state import GameSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class BackgammonSettings(GameSettings):
    """How a backgammon table is refereed. The seating's `talons` is the side of both home tables.

    Attributes:
        target: the points of a match, None for `basis`, which goes on until the players stop.
        pips: no match and no cube; the loser's pip count is scored (BG, fin de la partie).
        crawford: whether the Crawford rule holds.
    """

    target: int | None = None
    pips: bool = False
    crawford: bool = True
