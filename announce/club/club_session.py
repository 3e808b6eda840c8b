"""A club's evening: its tables and tournaments as referees and as spectators see them. No clock, no client.

A page follows a gallery as a table's page follows its API (`announce.table_api.api`).
"""

from __future__ import annotations

import re
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from announce.club.table_registry import ClubTable, TableRegistry
from announce.club.tournament import Match, Tournament, standings
from announce.table_api.api import Follower, as_json, call_back


@dataclass(frozen=True, slots=True)
class Programme:
    """The club's tournaments at one time.

    tournament: the current one. past: the closed ones, oldest first.
    """

    tournament: Tournament | None = None
    past: tuple[Tournament, ...] = ()


class Gallery:
    """The evening as one group of people sees it, `delay` seconds late. Used under the session's lock."""

    def __init__(self, delay: float, lock: threading.RLock) -> None:
        self.registry = TableRegistry(delay)
        self.programme = Programme()
        self._delay = delay
        self._lock = lock
        self._followers: list[Follower] = []
        self._version = 0
        self._broker = True
        self._texts = texts_of(self.programme)
        self._coming: deque[tuple[float, Programme, dict[str, str]]] = deque()

    def follow(self, follower: Follower) -> str:
        """Call `follower` with the name and JSON text of every change; return the current state as JSON text."""
        with self._lock:
            self._followers.append(follower)
            tables = as_json([table_payload(table) for table in self.registry.tables.values()])
            texts = {"tables": tables, "broker": as_json(self._broker), **self._texts}
            return "{" + ",".join(f'"{name}":{text}' for name, text in texts.items()) + "}"

    def link(self, t: float, *, up: bool) -> None:
        """Report whether the broker is connected. This is never delayed, because it reveals nothing about the games."""
        if not up:
            self.registry.mark_broker_lost(t)
        if up is not self._broker:
            self._broker = up
            self._tell("broker", as_json(up))

    def leave(self, follower: Follower) -> None:
        """Stop calling this follower."""
        with self._lock:
            self._followers.remove(follower)

    def advance(self, t: float) -> None:
        """Show the followers everything that is due at `t` seconds."""
        self.registry.advance(t)
        changed = self.registry.since(self._version)
        self._version = self.registry.version
        if changed:
            self._tell("tables", as_json([table_payload(table) for table in changed]))
        while self._coming and self._coming[0][0] <= t:
            _, self.programme, texts = self._coming.popleft()
            changes = {name: text for name, text in texts.items() if text != self._texts[name]}
            self._texts = texts
            for name, text in changes.items():
                self._tell(name, text)

    def play(self, t: float, programme: Programme, texts: dict[str, str]) -> None:
        """Take a programme of `t` seconds, with its JSON texts. It is shown after the delay."""
        self._coming.append((t + self._delay, programme, texts))
        if not self._delay:
            self.advance(t)

    def _tell(self, name: str, text: str) -> None:
        for follower in self._followers:
            call_back(follower, name, text)


class ClubSession:
    """The club's tables and tournaments, shared by the broker's thread and the page's.

    Args:
        delay: seconds by which spectators see everything later, also after a start.
        programme: the tournaments at `t` seconds.
        keep: stores a tournament durably before anybody sees it, or archives the current one when given None. It may
            raise OSError; then nothing changes.
    """

    def __init__(
        self,
        delay: float = 0.0,
        programme: Programme = Programme(),
        keep: Callable[[Tournament | None], None] = lambda _tournament: None,
        *,
        t: float = 0.0,
    ) -> None:
        self._lock = threading.RLock()
        self._changing = threading.Lock()
        self._keep = keep
        self.delay = delay
        self.programme = programme
        self.referees = Gallery(0.0, self._lock)
        self.spectators = Gallery(delay, self._lock) if delay else self.referees
        self._galleries = tuple(dict.fromkeys((self.referees, self.spectators)))
        self._show(t)

    @property
    def tournament(self) -> Tournament | None:
        """The current tournament."""
        return self.programme.tournament

    def receive(self, t: float, topic: str, payload: bytes) -> None:
        """Take a message from the broker at `t` seconds."""
        with self._lock:
            for gallery in self._galleries:
                gallery.registry.receive(t, topic, payload)

    def advance(self, t: float) -> None:
        """Show all followers everything that is due at `t` seconds."""
        with self._lock:
            for gallery in self._galleries:
                gallery.advance(t)

    def link(self, t: float, *, up: bool) -> None:
        """Take note that the broker was connected or lost at `t` seconds. When lost, all tables count as absent."""
        with self._lock:
            for gallery in self._galleries:
                gallery.link(t, up=up)

    def tables_with_gaps(self) -> tuple[str, ...]:
        """Return the tables to ask for their last announcements, because some were missed. Each is returned once."""
        with self._lock:
            return self.referees.registry.tables_to_ask()

    def present(self) -> tuple[str, ...]:
        """Return the tables that are present, in the order t1, t2, t10."""
        with self._lock:
            here = [table.id for table in self.referees.registry.tables.values() if table.present]
        return tuple(sorted(here, key=natural))

    def change(self, t: float, how: Callable[[Tournament | None], Tournament | None]) -> None:
        """Change the tournament at `t` seconds, store it, and show it. None archives the current one.

        `how` may be slow: it runs while the page goes on, and runs again when another change came first.
        Raises everything that `how` raises, and OSError when the change cannot be stored. Then nothing changes.
        """
        while True:
            before = self.programme
            changed = how(before.tournament)
            with self._changing:
                if self.programme is not before:
                    continue
                self._keep(changed)
                closed = before.tournament if changed is None else None
                self.programme = Programme(changed, (*before.past, closed) if closed else before.past)
                self._show(t)
                return

    def _show(self, t: float) -> None:
        """Give the programme to all galleries. Its texts are made before the lock is taken."""
        texts = texts_of(self.programme)
        with self._lock:
            for gallery in self._galleries:
                gallery.play(t, self.programme, texts)


def natural(name: str) -> tuple[tuple[str, int], ...]:
    """Return a key that sorts names by the numbers in them: t2 before t10."""
    return tuple((text, int(digits or 0)) for text, digits in re.findall(r"(\D*)(\d*)", name))


def texts_of(programme: Programme) -> dict[str, str]:
    """Return a programme as the page gets it: the JSON texts of its parts by name."""
    past = [
        {"name": one.name, "begun": one.begun and one.begun.isoformat(), "players": len(one.players)}
        for one in programme.past
    ]
    now = None if programme.tournament is None else tournament_payload(programme.tournament)
    return {"tournament": as_json(now), "past": as_json(past)}


def table_payload(table: ClubTable) -> dict[str, Any]:
    """Return a table as the page gets it."""
    announced = [
        {
            "id": one.id,
            "kind": one.kind,
            "severity": one.severity,
            "article": one.article,
            "text": one.text,
            "evidence": one.evidence,
        }
        for one in table.announced
    ]
    return {
        "id": table.id,
        "present": table.present,
        "unreadable": table.unreadable,
        "wanted": table.wanted,
        "state": table.state,
        "told": announced,
    }


def tournament_payload(tournament: Tournament) -> dict[str, Any]:
    """Return a tournament as the page gets it: players by name, with the standings."""

    def match(one: Match) -> dict[str, Any]:
        noirs = tournament.name_of(one.noirs) if one.noirs else None
        names = {"blancs": tournament.name_of(one.blancs), "noirs": noirs}
        return {"table": one.table, **names, "score": one.score, "forfeit": one.forfeit}

    return {
        "name": tournament.name,
        "system": tournament.system.value,
        "game": tournament.game,
        "target": tournament.target,
        "begun": tournament.begun and tournament.begun.isoformat(),
        "length": tournament.length,
        "missing": len(tournament.missing),
        "over": tournament.over,
        "rounds": [[match(one) for one in found] for found in tournament.rounds],
        "standings": [
            {
                "rank": row.rank,
                "number": row.player,
                "player": tournament.name_of(row.player),
                "points": row.points,
                "buchholz": row.buchholz,
                "margin": row.margin,
                "played": row.played,
                "withdrawn": row.player in tournament.withdrawn,
            }
            for row in standings(tournament)
        ],
    }
