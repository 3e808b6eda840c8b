"""A table without a camera, and an outlet that keeps its announcements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from announce.announcement import Announcement
from announce.table_api.view import TableFacts
from events.state import GameState
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Inbox
from tablier.runtime.table import Table, TableConfig, TableServices
from tablier.storage.journal import Journal
from tablier.storage.session_flags import SessionFlags


class Listener:
    """Keeps every announcement, and how many rulings were on disk at that moment."""

    def __init__(self, journal: Journal | None = None) -> None:
        self.announced: list[Announcement] = []
        self.shown: list[tuple[GameState, bool]] = []
        self.on_disk: list[int] = []
        self._journal = journal

    def announce(self, announcement: Announcement) -> None:
        self.announced.append(announcement)
        if self._journal is not None and self._journal.game is not None:
            self.on_disk.append(len(list(self._journal.entries(self._journal.game, "ruling"))))

    def show(self, state: GameState, shown: TableFacts) -> None:
        self.shown.append((state, shown.paused))

    @property
    def words(self) -> list[str]:
        """Return the announcements in English."""
        return [announcement.text["en"] for announcement in self.announced]


def table_without_camera(
    engine: Engine,
    services: TableServices | None = None,
    *,
    clock: Callable[[], float] = lambda: 0.0,
    flags: SessionFlags = SessionFlags(),  # noqa: B008 - a frozen value
    **parts: Any,  # noqa: ANN401 - further services
) -> Table:
    return Table(
        engine,
        Inbox(),
        clock=clock,
        config=TableConfig(camera=False, flags=flags),
        services=replace(services or TableServices(), **parts),
    )
