"""A game as a table plays it: everything that differs from one game to another."""

from __future__ import annotations

import datetime
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from announce.announcement import Announcement
from announce.club.match_format import MatchFormat
from announce.phrases.catalogue import Catalogue
from announce.phrases.registry import Manner, Repertoire, announcements
from announce.table_api.view import View
from events.acts import Act, ByHand, Request
from events.rulings import News, Ruling
from referee.games import GameReferee
from rules.position import Side
from tablier.games.requests import Values
from tablier.games.solo import SoloGame
from tablier.storage.pupils import Progress
from tablier.storage.settings import Settings


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game to be recorded.

    number: in the journal
    day: on which it began
    corrections: made by hand, in order
    """

    settings: Settings
    number: int
    rulings: Sequence[Ruling]
    day: datetime.date
    corrections: Sequence[ByHand] = ()


RefereeT = TypeVar("RefereeT", bound="GameReferee")


class Teacher(Protocol):
    """The teacher of one pupil. It introduces a stage when it first matters, and counts its explanations."""

    @property
    def met(self) -> Mapping[str, int]:
        """How often each thing was explained or named."""

    def before(self, news: News) -> tuple[News, ...]:
        """Return what to announce before this."""

    def after(self, news: News) -> tuple[News, ...]:
        """Return what to announce after this."""


class Game(ABC, Generic[RefereeT]):
    """One game, registered once in `tablier.games`.

    Attributes:
        name: in its documents, and in `table.game` of the settings.
        acts: every act it may have, for the journal.
        repertoire: everything it can say.
        view: makes what the page and MQTT show of its states.
        ends: the rulings after which the record is written.
        named: whether its two players are named in `players` of the settings.
        reported: whether a sitting gets a report.
        pegged: whether it is scored with fichets.
        analysed: whether the coach judges its plays afterwards.
        exercises: whether it has a course of exercises.
        matches: the kinds of match that a club plays of it.
    """

    name: ClassVar[str]
    acts: ClassVar[tuple[type[Act], ...]]
    repertoire: ClassVar[Repertoire]
    view: ClassVar[type[View]]
    ends: ClassVar[tuple[type[Ruling], ...]]
    named: ClassVar[bool] = False
    reported: ClassVar[bool] = False
    pegged: ClassVar[bool] = False
    analysed: ClassVar[bool] = False
    exercises: ClassVar[bool] = False
    matches: ClassVar[tuple[MatchFormat, ...]] = ()

    def is_played(self, settings: Settings) -> bool:
        """Return whether this game is played at a table with these settings. Raises SettingsError."""
        return settings.table.game == self.name

    @abstractmethod
    def referee(self, settings: Settings) -> RefereeT:
        """Make a referee for a new game at a table with these settings."""

    @abstractmethod
    def request(self, verb: str, values: Values, t: float, referee: RefereeT) -> Request:
        """Return the referee's request for a verb and its values, asked at `t` seconds.

        Raises RequestError for an unknown verb, a missing or a wrong value.
        """

    def manner(self, settings: Any, manner: Manner) -> Manner:  # noqa: ANN401 - those of this game's referee
        """Return how this game is announced at a table with these settings."""
        return replace(manner, mode=settings.mode)

    def announcements(self, news: News, settings: Any, manner: Manner) -> tuple[Announcement, ...]:  # noqa: ANN401 - those of this game's referee
        """Put a ruling or a notice into words, in each language; empty when nothing may be said."""
        return announcements(news, self.repertoire, self.manner(settings, manner))

    def lesson(self, progress: Progress, keep: Callable[[Progress], None]) -> Teacher | None:  # noqa: ARG002 - for games that do
        """Return the teacher of a pupil at this table; None when the game is not taught."""
        return None

    @abstractmethod
    def where(self, state: Any) -> str:  # noqa: ANN401 - the state of this game
        """Say in a few words how a game stands."""

    def before_play(self, state: Any) -> Mapping[Side, Sequence[int]] | None:  # noqa: ANN401, ARG002 - of this game
        """Return each side's dames on its cases 1..24 before the throw under way; None when there is no such throw.

        A game that always returns None teaches the camera nothing.
        """
        return None

    def solo(self, referee: RefereeT, *, level: str, seed: int) -> SoloGame | None:  # noqa: ARG002 - for games that do
        """Return the companion for a table in its present state; None when it cannot play the game."""
        return None

    @abstractmethod
    def note(self, act: ByHand, words: Catalogue) -> str:
        """Describe a correction by hand in one line."""

    @abstractmethod
    def record(self, played: PlayedGame) -> tuple[str, str]:
        """Return the name and the text of a game's record; "" when nothing was played."""

    def beside(self, played: PlayedGame) -> dict[str, str]:  # noqa: ARG002 - for games that do
        """Return the files written next to a record that is not empty: texts by the file's name."""
        return {}
