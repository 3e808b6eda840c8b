"""A club's evening: its hall as referees and as spectators see it, and its tournament. No clock, no client."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from announce.club.hall import Hall

if TYPE_CHECKING:
    from collections.abc import Callable

    from announce.club.hall import Table
    from announce.club.tournament import Tournament


class Evening:
    """What the club's page shows and changes, shared by the broker's thread and the page's.

    delay: seconds by which spectators are late; tournament: one that goes on; keep: makes a tournament durable, called
    before anybody is shown it, and may raise OSError, with which nothing is changed.
    """

    def __init__(
        self,
        delay: float = 0.0,
        tournament: Tournament | None = None,
        keep: Callable[[Tournament | None], None] = lambda _tournament: None,
    ) -> None:
        self._lock = threading.Lock()
        self._now = Hall()
        self._late = Hall(delay) if delay else self._now
        self._tournament = tournament
        self._keep = keep
        self._edition = 0
        self.delay = delay

    @property
    def tournament(self) -> Tournament | None:
        """The tournament as it stands."""
        return self._tournament

    @property
    def edition(self) -> int:
        """Grows with every change of the tournament."""
        return self._edition

    def heard(self, t: float, topic: str, payload: bytes) -> None:
        """A message of the broker at `t` seconds."""
        with self._lock:
            self._now.heard(t, topic, payload)
            if self._late is not self._now:
                self._late.heard(t, topic, payload)

    def since(self, t: float, version: int, *, late: bool) -> tuple[int, list[Table]]:
        """The version now, and what changed after one, as seen at `t` seconds by a spectator (late) or a referee."""
        with self._lock:
            hall = self._late if late else self._now
            hall.advance(t)
            return hall.version, hall.since(version)

    def present(self) -> tuple[str, ...]:
        """The tables that are there now, in order."""
        with self._lock:
            return tuple(table.id for table in self._now.tables.values() if table.present)

    def change(self, how: Callable[[Tournament | None], Tournament | None]) -> None:
        """Change the tournament, and keep it.

        Raises what `how` raises, and OSError when it cannot be kept; then it stands as before.
        """
        with self._lock:
            changed = how(self._tournament)
            self._keep(changed)
            self._tournament = changed
            self._edition += 1
