"""The agreement of the players of a backgammon table, as far as it concerns the referee."""

from __future__ import annotations

from dataclasses import dataclass, field

from events.state import Mode
from rules.position import Side
from rules.seating import Seating


@dataclass(frozen=True, slots=True, kw_only=True)
class BackgammonSettings:
    """How a table of backgammon is refereed.

    mode: as for the trictrac; seating: how the players sit, its `talons` being the side both home tables are on; light:
    whose dames the camera calls light; target: the points of a match, None for `basis`; pips: no match and no cube, the
    loser's pip count is scored (BG, fin de la partie); crawford: whether the Crawford rule holds; companion: the side
    that the companion plays in a solo game; costs: the row of `referee/data/costs.toml` by which it is decided what is
    asserted, asked or waited for.
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
        """The side whose dames the other moves; None but in a solo game."""
        return self.companion if self.mode is Mode.SOLO else None
