"""The referee of a table, whichever game is played on it: one shape for both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from referee.acts import Act, Request
from referee.backgammon.acts import BackgammonAct, BackgammonRequest
from referee.backgammon.referee import BackgammonReferee
from referee.backgammon.rulings import BackgammonRuling
from referee.backgammon.settings import BackgammonSettings
from referee.backgammon.state import BackgammonState
from referee.ecrire.acts import PlayersSeated
from referee.ecrire.referee import EcrireReferee
from referee.ecrire.rulings import MarqueRuled
from referee.ecrire.settings import EcrireSettings
from referee.ecrire.state import EcrireState
from referee.referee import Observed, Referee
from referee.rulings import Ruling
from referee.settings import Settings
from referee.state import Phase, TableState

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

AnySettings: TypeAlias = Settings | BackgammonSettings | EcrireSettings
AnyReferee: TypeAlias = Referee | BackgammonReferee | EcrireReferee
AnyAct: TypeAlias = Act | BackgammonAct | PlayersSeated
AnyRequest: TypeAlias = Request | BackgammonRequest | PlayersSeated
AnyRuling: TypeAlias = Ruling | BackgammonRuling | MarqueRuled
AnyObserved: TypeAlias = Observed[AnyAct, AnyRuling]
AnyState: TypeAlias = TableState | BackgammonState | EcrireState


def referee_of(settings: AnySettings) -> AnyReferee:
    """A referee for a new game."""
    match settings:
        case BackgammonSettings():
            return BackgammonReferee(settings)
        case EcrireSettings():
            return EcrireReferee(settings)
        case Settings():
            return Referee(settings)


def is_over(referee: AnyReferee) -> bool:
    """Whether there is nothing to go on with: the tour, the match or every marqué is won."""
    if isinstance(referee, BackgammonReferee | EcrireReferee):
        return referee.over
    return referee.judge.situation.phase is Phase.OVER


@dataclass(frozen=True, slots=True)
class Followed:
    """One act of a game of the past.

    Attributes:
        act: what happened.
        before: the table before it.
        after: the table after it.
        rulings: what was ruled on it.
    """

    act: AnyAct
    before: AnyState
    after: AnyState
    rulings: tuple[AnyRuling, ...]


def followed(settings: AnySettings, acts: Iterable[AnyAct]) -> Iterator[Followed]:
    """Follow a game of the past act by act."""
    referee = referee_of(settings)
    before: AnyState = referee.state()
    for act in acts:
        rulings = referee.recall(act)  # type: ignore[arg-type] # acts of this game, by its journal
        after = referee.state()
        yield Followed(act, before, after, rulings)
        before = after


def resumed(settings: AnySettings, acts: Iterable[AnyAct]) -> tuple[AnyReferee, tuple[AnyRuling, ...]]:
    """A referee that knows these acts of a game begun with these settings, and every ruling on them."""
    if isinstance(settings, BackgammonSettings):
        return BackgammonReferee.resumed(settings, acts)  # type: ignore[arg-type] # acts of this game, by its journal
    if isinstance(settings, EcrireSettings):
        return EcrireReferee.resumed(settings, acts)  # type: ignore[arg-type] # likewise
    return Referee.resumed(settings, acts)  # type: ignore[arg-type] # likewise
