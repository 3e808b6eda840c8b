"""The destinations of a table's announcements: voice, page and broker, terminal."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from announce.announcement import Announcement
    from announce.table_api.api import TableApi
    from announce.table_api.course import CourseShown
    from announce.voice.speaker import Speaker
    from events.state import GameState
    from tablier.storage.settings import PlayersSettings


_log = logging.getLogger(__name__)


def write_line(words: str, to: TextIO | None = None) -> None:
    """Write a line to the terminal; with a closed terminal or a full disk only this line is lost."""
    try:
        print(words, file=to or sys.stdout, flush=True)
    except OSError as error:
        _log.info("the terminal: %s", error.strerror)


class Voice:
    """Speaks announcements that have words for the voice."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker

    def announce(self, announcement: Announcement) -> None:
        """Hand an announcement to the speaker, which never waits."""
        self._speaker.say(announcement)

    def show(self, state: GameState, *, paused: bool) -> None:
        """Do nothing: a voice shows no state."""


class Shown:
    """Shows everything on the page and the broker, if there is one."""

    def __init__(
        self,
        api: TableApi,
        speaker: Speaker | None,
        guess: Callable[[], str | None] = lambda: None,
        level: Callable[[], str | None] = lambda: None,
        players: Callable[[], PlayersSettings | None] = lambda: None,
        course: Callable[[], CourseShown | None] = lambda: None,
    ) -> None:
        self._level = level
        self._players = players
        self._course = course
        self._api = api
        self._speaker = speaker
        self._guess = guess

    def announce(self, announcement: Announcement) -> None:
        """Show an announcement."""
        self._api.announce(announcement)

    def show(self, state: GameState, *, paused: bool) -> None:
        """Show the state, with the table's own facts (`announce.table_api.view.Shown`)."""
        named = self._players()
        self._api.publish_state(
            state,
            paused=paused,
            muted=self._speaker is None or self._speaker.muted,
            guess=self._guess(),
            level=self._level(),
            players=None if named is None else msgspec.structs.asdict(named),
            course=self._course(),
        )


class Terminal:
    """Writes announcements, one line each."""

    def __init__(self, language: str, to: TextIO | None = None) -> None:
        self._language = language
        self._to = to or sys.stdout

    def announce(self, announcement: Announcement) -> None:
        """Write an announcement with its time."""
        minutes, seconds = divmod(int(announcement.t), 60)
        write_line(f"{minutes:02}:{seconds:02}  {announcement.text[self._language]}", self._to)

    def show(self, state: GameState, *, paused: bool) -> None:
        """Do nothing: a terminal shows no state."""
