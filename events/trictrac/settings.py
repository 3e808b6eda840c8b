"""The settings of a trictrac table, and its pieces, as far as they concern the referee."""

from __future__ import annotations

from dataclasses import dataclass

from events.state import GameSettings, Mode
from rules.code import LOIS_2013, Code
from rules.marking import TROUS_DU_TOUR
from rules.position import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(GameSettings):
    """How a table is refereed.

    Attributes:
        code: the rule code.
        first: the side that throws first in the first tour.
        jetons: whether the players mark with jetons. The companion keeps the points otherwise.
        pegs: whether sensors feel the fichets. The companion counts the trous otherwise.
        trous: how many win a tour, None when a tour ends only by leaving (partie à écrire).
    """

    code: Code = LOIS_2013
    first: Side = Side.BLANCS
    jetons: bool = False
    pegs: bool = False
    trous: int | None = TROUS_DU_TOUR

    @property
    def players_mark(self) -> bool:
        """Whether the marks on the board are the score. The companion keeps the score otherwise."""
        return self.mode is not Mode.SCORE and self.jetons
