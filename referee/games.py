"""The interface that the referees of all games share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from events.acts import Act
from events.observation import Observation, Observed
from events.rulings import Ruling
from events.state import GameSettings, GameState


class GameReferee(Protocol):
    """A referee that follows one table. The same observations always give the same acts and rulings."""

    @property
    def settings(self) -> GameSettings:
        """The settings that the players agreed on, as they are now."""

    @property
    def over(self) -> bool:
        """Whether the tour, the match or every marqué is won, so that no game can follow."""

    def observe(self, observation: Observation) -> Observed:
        """Take one observation in."""

    def recall(self, act: Act) -> tuple[Ruling, ...]:
        """Take in an act of the past and return every ruling on it."""

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


def follow(referee: GameReferee, acts: Iterable[Act]) -> Iterator[Followed]:
    """Follow a game of the past act by act, from a referee that knows none of them."""
    before = referee.state()
    for act in acts:
        rulings = referee.recall(act)
        after = referee.state()
        yield Followed(act, before, after, rulings)
        before = after


def take_in(referee: GameReferee, acts: Iterable[Act]) -> tuple[Ruling, ...]:
    """Take in these acts of the past and return every ruling on them.

    The referee then reports no dice, marks or dames that still stand as these acts left them.
    """
    return tuple(ruling for act in acts for ruling in referee.recall(act))
