"""The referee of a table, whichever game is played on it: one shape for both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from events.a_ecrire.settings import EcrireSettings
from events.a_ecrire.state import EcrireState
from events.backgammon.settings import BackgammonSettings
from events.backgammon.state import BackgammonState
from events.trictrac.settings import Settings
from events.trictrac.state import Phase, TableState
from referee.backgammon.referee import BackgammonReferee
from referee.ecrire.referee import EcrireReferee
from referee.referee import Referee

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from events.acts import Act
    from events.rulings import Ruling

AnySettings: TypeAlias = Settings | BackgammonSettings | EcrireSettings
AnyReferee: TypeAlias = Referee | BackgammonReferee | EcrireReferee
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

    act: Act
    before: AnyState
    after: AnyState
    rulings: tuple[Ruling, ...]


def followed(settings: AnySettings, acts: Iterable[Act]) -> Iterator[Followed]:
    """Follow a game of the past act by act."""
    referee = referee_of(settings)
    before: AnyState = referee.state()
    for act in acts:
        rulings = referee.recall(act)
        after = referee.state()
        yield Followed(act, before, after, rulings)
        before = after


def resumed(settings: AnySettings, acts: Iterable[Act]) -> tuple[AnyReferee, tuple[Ruling, ...]]:
    """A referee that knows these acts of a game begun with these settings, and every ruling on them."""
    if isinstance(settings, BackgammonSettings):
        return BackgammonReferee.resumed(settings, acts)
    if isinstance(settings, EcrireSettings):
        return EcrireReferee.resumed(settings, acts)
    return Referee.resumed(settings, acts)
