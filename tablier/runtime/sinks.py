"""The destinations of a table's announcements: voice, page and broker, terminal."""

from __future__ import annotations

from dataclasses import replace

from announce.announcement import Announcement
from announce.table_api.api import TableApi
from announce.table_api.view import TableFacts
from announce.voice.speaker import Speaker
from events.state import GameState
from tablier.runtime.logs import write_line


class Voice:
    """Speaks announcements that have words for the voice."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker

    def announce(self, announcement: Announcement) -> None:
        """Hand an announcement to the speaker, which never waits."""
        self._speaker.say(announcement)

    def show(self, state: GameState, shown: TableFacts) -> None:
        """Do nothing: a voice shows no state."""


class Displays:
    """Shows everything on the page and the broker, if there is one."""

    def __init__(self, api: TableApi, speaker: Speaker | None) -> None:
        self._api = api
        self._speaker = speaker

    def announce(self, announcement: Announcement) -> None:
        """Show an announcement."""
        self._api.announce(announcement)

    def show(self, state: GameState, shown: TableFacts) -> None:
        """Show the state, and whether the voice is silent."""
        self._api.publish_state(state, replace(shown, muted=self._speaker is None or self._speaker.muted))


class Terminal:
    """Writes announcements, one line each."""

    def __init__(self, language: str) -> None:
        self._language = language

    def announce(self, announcement: Announcement) -> None:
        """Write an announcement with its time."""
        minutes, seconds = divmod(int(announcement.t), 60)
        write_line(f"{minutes:02}:{seconds:02}  {announcement.text[self._language]}")

    def show(self, state: GameState, shown: TableFacts) -> None:
        """Do nothing: a terminal shows no state."""
