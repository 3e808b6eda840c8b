"""The referee of a table, whichever game is played on it: one shape for both."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from referee.acts import Act
from referee.backgammon.acts import BackgammonAct
from referee.backgammon.referee import BackgammonReferee
from referee.backgammon.rulings import BackgammonRuling
from referee.backgammon.settings import BackgammonSettings
from referee.backgammon.state import BackgammonState
from referee.referee import Referee
from referee.rulings import Ruling
from referee.settings import Settings
from referee.state import TableState

if TYPE_CHECKING:
    from collections.abc import Iterable

AnySettings: TypeAlias = Settings | BackgammonSettings
AnyReferee: TypeAlias = Referee | BackgammonReferee
AnyAct: TypeAlias = Act | BackgammonAct
AnyRuling: TypeAlias = Ruling | BackgammonRuling
AnyState: TypeAlias = TableState | BackgammonState


def referee_of(settings: AnySettings) -> AnyReferee:
    """A referee for a new game."""
    return BackgammonReferee(settings) if isinstance(settings, BackgammonSettings) else Referee(settings)


def resumed(settings: AnySettings, acts: Iterable[AnyAct]) -> tuple[AnyReferee, tuple[AnyRuling, ...]]:
    """A referee that knows these acts of a game begun with these settings, and every ruling on them."""
    if isinstance(settings, BackgammonSettings):
        return BackgammonReferee.resumed(settings, acts)  # type: ignore[arg-type] # acts of this game, by its journal
    return Referee.resumed(settings, acts)  # type: ignore[arg-type] # likewise
