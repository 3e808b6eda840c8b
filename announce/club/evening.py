"""A club's evening: its hall as referees and as spectators see it, and its tournament. No clock, no client.

Who looks on follows a gallery as a table's page follows its feed (`announce.mqtt.feed`).
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final

from announce.club.hall import Hall
from announce.club.tournament import standings
from announce.mqtt.feed import as_json, guarded

if TYPE_CHECKING:
    from collections.abc import Callable

    from announce.club.hall import Table
    from announce.club.tournament import Match, Tournament
    from announce.mqtt.feed import Follower


SHOWN: Final = (
    *("position", "trait", "dice", "phase", "mode", "throw", "tour", "called"),
    *("score", "pavillon"),
    *("game", "match", "pips", "cube"),
)
"""What is shown of a state: of every game's, of trictrac's, and of backgammon's."""


class Gallery:
    """The hall as one kind of people see it. Used under its evening's lock."""

    def __init__(self, hall: Hall, lock: threading.RLock) -> None:
        self.hall = hall
        self._lock = lock
        self._followers: list[Follower] = []
        self._version = 0
        self._tournament: dict[str, Any] | None = None

    def follow(self, follower: Follower) -> str:
        """Call `follower` with the name and JSON text of what changes from now on; what is now, as JSON text."""
        with self._lock:
            self._followers.append(follower)
            tables = [table_payload(table) for table in self.hall.tables.values()]
            return as_json({"tables": tables, "tournament": self._tournament})

    def leave(self, follower: Follower) -> None:
        """Call this follower no more."""
        with self._lock:
            self._followers.remove(follower)

    def advance(self, t: float) -> None:
        """Tell what may be seen at `t` seconds and was not yet."""
        self.hall.advance(t)
        changed = self.hall.since(self._version)
        self._version = self.hall.version
        if changed:
            self._tell("tables", as_json([table_payload(table) for table in changed]))

    def play(self, tournament: Tournament | None) -> None:
        """Tell how the tournament stands."""
        self._tournament = None if tournament is None else tournament_payload(tournament)
        self._tell("tournament", as_json(self._tournament))

    def _tell(self, name: str, text: str) -> None:
        for follower in self._followers:
            guarded(follower, name, text)


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
        self._lock = threading.RLock()
        self._keep = keep
        self.delay = delay
        self.tournament = tournament
        self.referees = Gallery(Hall(), self._lock)
        self.spectators = Gallery(Hall(delay), self._lock) if delay else self.referees
        self._galleries = tuple(dict.fromkeys((self.referees, self.spectators)))
        for gallery in self._galleries:
            gallery.play(tournament)

    def heard(self, t: float, topic: str, payload: bytes) -> None:
        """A message of the broker at `t` seconds."""
        with self._lock:
            for gallery in self._galleries:
                gallery.hall.heard(t, topic, payload)

    def advance(self, t: float) -> None:
        """Tell everybody what he may see at `t` seconds."""
        with self._lock:
            for gallery in self._galleries:
                gallery.advance(t)

    def present(self) -> tuple[str, ...]:
        """The tables that are there now, in order."""
        with self._lock:
            return tuple(table.id for table in self.referees.hall.tables.values() if table.present)

    def change(self, how: Callable[[Tournament | None], Tournament | None]) -> None:
        """Change the tournament, keep it, and tell everybody.

        Raises what `how` raises, and OSError when it cannot be kept; then it stands as before.
        """
        with self._lock:
            changed = how(self.tournament)
            self._keep(changed)
            self.tournament = changed
            for gallery in self._galleries:
                gallery.play(changed)


def table_payload(table: Table) -> dict[str, Any]:
    """A table as the page is told of it."""
    told = [
        {
            "id": one.id,
            "kind": one.kind,
            "severity": one.severity,
            "article": one.article,
            "text": one.text,
            "evidence": one.evidence,
        }
        for one in table.told
    ]
    state = table.state and {name: table.state[name] for name in SHOWN if name in table.state}
    return {"id": table.id, "present": table.present, "wanted": table.wanted, "state": state, "told": told}


def tournament_payload(tournament: Tournament) -> dict[str, Any]:
    """A tournament as the page is told of it: players by name, the standings worked out."""

    def match(one: Match) -> dict[str, Any]:
        noirs = tournament.called(one.noirs) if one.noirs else None
        return {"table": one.table, "blancs": tournament.called(one.blancs), "noirs": noirs, "score": one.score}

    return {
        "name": tournament.name,
        "system": tournament.system.value,
        "length": tournament.length,
        "running": tournament.running,
        "over": tournament.over,
        "rounds": [[match(one) for one in found] for found in tournament.rounds],
        "standings": [
            {
                "rank": row.rank,
                "number": row.player,
                "player": tournament.called(row.player),
                "points": row.points,
                "buchholz": row.buchholz,
                "margin": row.margin,
                "played": row.played,
                "withdrawn": row.player in tournament.withdrawn,
            }
            for row in standings(tournament)
        ],
    }
