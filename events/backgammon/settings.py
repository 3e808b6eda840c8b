"""The settings of a backgammon table that concern the referee."""

from __future__ import annotations

from dataclasses import dataclass, field

from events.state import Mode
from rules.position import Side
from rules.seating import Seating


@dataclass(frozen=True, slots=True, kw_only=True)
class BackgammonSettings:
    """How a backgammon table is refereed.

    Attributes:
        mode: as in trictrac.
        seating: how the players sit; its `talons` is the side of both home tables.
        light: the side whose dames the camera calls light.
        target: the points of a match, None for `basis`, which goes on until the players stop.
        pips: no match and no cube; the loser's pip count is scored (BG, fin de la partie).
        crawford: whether the Crawford rule holds.
        companion: the side that the companion plays in a solo game.
        costs: the row of `referee/data/costs.toml` that decides what is ruled, asked or waited for.
    """

    mode: Mode = Mode.SCORE
    seating: Seating = field(default_factory=Seating)
    light: Side = Side.BLANCS
    target: int | None = None
    pips: bool = False
    crawford: bool = True
    companion: Side | None = None
    costs: str = "home"

    @property
    def moved_for(self) -> Side | None:
        """The side whose dames the other player moves; None except in a solo game."""
        return self.companion if self.mode is Mode.SOLO else None
