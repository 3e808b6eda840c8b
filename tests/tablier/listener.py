"""An outlet of a table that keeps announcements."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from announce.announcement import Announcement
    from announce.table_api.view import Shown
    from events.state import GameState
    from tablier.storage.journal import Journal


class Listener:
    """Keeps every announcement, and how much was on disk at that moment."""

    def __init__(self, journal: Journal | None = None) -> None:
        self.announced: list[Announcement] = []
        self.shown: list[tuple[GameState, bool]] = []
        self.on_disk: list[int] = []
        self._journal = journal

    def announce(self, announcement: Announcement) -> None:
        self.announced.append(announcement)

    def show(self, state: GameState, shown: Shown) -> None:
        self.shown.append((state, shown.paused))
        if self._journal is not None and self._journal.game is not None:
            self.on_disk.append(len(list(self._journal.entries(self._journal.game))))

    @property
    def words(self) -> list[str]:
        """Return the announcements in English."""
        return [announcement.text["en"] for announcement in self.announced]
