"""The referee of a table, whichever game is played on it: one shape for all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from events.acts import Act
    from events.observation import Observation, Observed
    from events.rulings import Ruling
    from events.state import GameSettings, GameState


class GameReferee(Protocol):
    """Follows one table; the same observations give the same acts and rulings."""

    @property
    def settings(self) -> GameSettings:
        """The players' agreement, as it is now."""

    @property
    def over(self) -> bool:
        """Whether there is nothing to go on with: the tour, the match or every marqué is won."""

    def observe(self, observation: Observation) -> Observed:
        """Take one observation in."""

    def recall(self, act: Act) -> tuple[Ruling, ...]:
        """Know an act of the past; every ruling on it."""

    def state(self) -> GameState:
        """Everything a display shows."""


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
    before: GameState
    after: GameState
    rulings: tuple[Ruling, ...]


def followed(referee: GameReferee, acts: Iterable[Act]) -> Iterator[Followed]:
    """Follow a game of the past act by act, from a referee that knows none of them."""
    before = referee.state()
    for act in acts:
        rulings = referee.recall(act)
        after = referee.state()
        yield Followed(act, before, after, rulings)
        before = after


def resumed(referee: GameReferee, acts: Iterable[Act]) -> tuple[Ruling, ...]:
    """Every ruling on these acts, which the referee then knows.

    Dice, marks and dames that still stand as they were left are then no news.
    """
    return tuple(ruling for act in acts for ruling in referee.recall(act))
