"""The settings of a trictrac table, and its pieces, as far as they concern the referee."""

from __future__ import annotations

from dataclasses import dataclass, field

from events.field import Field
from events.state import Mode
from rules.code import LOIS_2013, Code
from rules.marking import TROUS_DU_TOUR
from rules.position import Side
from rules.seating import Seating


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a table is refereed.

    Attributes:
        mode: see the design page, "Modes".
        code: the rule code.
        seating: how the players sit.
        first: the side that throws first in the first tour.
        light: the side whose dames the camera calls light.
        jetons: whether the players mark with jetons. The companion keeps the points otherwise.
        pegs: whether sensors feel the fichets. The companion counts the trous otherwise.
        trous: how many win a tour, None when a tour ends only by leaving (partie à écrire).
        field: the board's measures, for finding hands.
        companion: the side that the companion plays in a solo game.
        costs: the row of `referee/data/costs.toml`. It decides when to ask about a play, and when to rule an illegal
            one before the next throw.
    """

    mode: Mode = Mode.SCORE
    code: Code = LOIS_2013
    seating: Seating = field(default_factory=Seating)
    first: Side = Side.BLANCS
    light: Side = Side.BLANCS
    jetons: bool = False
    pegs: bool = False
    trous: int | None = TROUS_DU_TOUR
    field: Field = field(default_factory=Field)
    companion: Side | None = None
    costs: str = "home"

    @property
    def players_mark(self) -> bool:
        """Whether the marks on the board are the score. The companion keeps the score otherwise."""
        return self.mode is not Mode.SCORE and self.jetons

    @property
    def moved_for(self) -> Side | None:
        """The side whose dames and marks the other player moves for it; None except in a solo game."""
        return self.companion if self.mode is Mode.SOLO else None
