"""The agreement of a table's players, and its pieces, as far as they concern the referee."""

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

    mode: design page, "Modes"; code: the rule code; seating: how the players sit; first: who throws first in the
    first tour; light: whose dames the camera calls light; jetons, pegs: whether the players mark with jetons and
    whether fichets are felt; without them the companion counts what it cannot see; trous: how many win a tour, None
    when it ends only by somebody leaving (partie à écrire); field: the board's measures, as hands are seen in;
    companion: the side that the companion plays in a solo game; costs: the row of `referee/data/costs.toml` by
    which it is decided when a play is asked about, and when an illegal one is ruled before the next throw.
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
        """Whether the marks on the board are the score; otherwise the companion keeps it."""
        return self.mode is not Mode.SCORE and self.jetons

    @property
    def moved_for(self) -> Side | None:
        """The side that plays by its word, its dames and marks being moved by the other; None but in a solo game."""
        return self.companion if self.mode is Mode.SOLO else None
