"""The hall: the last messages of all tables of a broker. Messages and times in, values out; no client, no clock."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

import jsonschema
import msgspec
from jsonschema.exceptions import best_match

from announce.mqtt.topics import ROOT, Topics
from announce.table_api.requests import schema, states
from announce.table_api.verbs import InvalidTableId

SUBSCRIBED: Final = tuple(f"{ROOT}/+/{name}" for name in ("availability", "state", "announcement"))
MOST_TABLES: Final = 1000
LONGEST_MESSAGE: Final = 64 * 1024
"""Bytes. A regular state with every play of a lesson has about 20 000."""
MOST_WAITING: Final = 64 * 1024 * 1024
"""Bytes of messages kept for delayed spectators. Beyond it the oldest messages are dropped."""
LOST: Final = ""
"""Replaces the topic to record that the broker was lost."""
LONGEST_WORD: Final = 200
"""Letters of an error in a message that are logged."""
KEPT: Final = 12
"""Announcements remembered for each table."""
REMEMBERED: Final = frozenset({"notice", "warning", "alert"})
"""The severities of announcements that are remembered."""

_log = logging.getLogger(__name__)


SHOWN: Final = (
    *("position", "trait", "dice", "phase", "mode", "throw", "tour", "called", "doubt", "announced"),
    *("score", "pavillon"),
    *("game", "match", "pips", "cube"),
)
"""The fields of a state, of any game, that are read and shown."""


@cache
def _validator(game: str) -> jsonschema.Draft202012Validator:
    """Return a schema for the fields of a state that are shown."""
    whole = schema(game)
    shown = {name: kind for name, kind in whole["properties"].items() if name in SHOWN}
    required = [name for name in whole["required"] if name in shown]
    return jsonschema.Draft202012Validator({"type": "object", "properties": shown, "required": required})


@cache
def _announcement() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema("announcement"))


class NotOfItsSchema(ValueError):
    """A message that does not match its published schema. The error's text names the field."""


def _check(validator: jsonschema.Draft202012Validator, message: object) -> None:
    """Raise NotOfItsSchema for a message with a wrong field."""
    wrong = best_match(validator.iter_errors(message))
    if wrong is not None:
        raise NotOfItsSchema(f"{wrong.json_path}: {str(wrong.message)[:LONGEST_WORD]}")


class TableAnnouncement(msgspec.Struct, frozen=True):
    """An announcement of a table. number: 0 where a table does not count them."""

    id: str
    t: float
    kind: str
    severity: str
    article: str | None
    text: dict[str, str]
    evidence: tuple[str, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class ClubTable:
    """One table as the hall knows it.

    Attributes:
        present: whether it is present now.
        unreadable: whether its last state did not match its schema. Then it is not shown.
        state: the shown fields of its last state, None before any.
        wanted: why a referee is needed ("called", "doubt", "disorder"), None when not.
        announced: the last announcements, oldest first.
        received: how many announcements were received.
        number: of the last announcement that the table is known to have made; 0 before any.
        missed: whether some of its announcements were not received.
        version: of the hall when this table last changed.
    """

    id: str
    present: bool = False
    unreadable: bool = False
    state: dict[str, Any] | None = None
    wanted: str | None = None
    announced: tuple[TableAnnouncement, ...] = ()
    received: int = 0
    number: int = 0
    missed: bool = False
    version: int = 0


class TableRegistry:
    """All tables, as a spectator sees them `delay` seconds late. One thread.

    Messages that are not a table's, or not valid JSON of the expected kind, change nothing. `advance` applies the
    messages up to a time; times never go back.
    """

    def __init__(self, delay: float = 0.0) -> None:
        self._delay = delay
        self._tables: dict[str, ClubTable] = {}
        self._waiting: deque[tuple[float, str, bytes]] = deque()
        self._bytes = 0
        self.version = 0
        """Grows with every change."""

    @property
    def tables(self) -> dict[str, ClubTable]:
        """Every table by its id, sorted by id."""
        return dict(sorted(self._tables.items()))

    def tables_to_ask(self) -> tuple[str, ...]:
        """Return the tables with missed announcements. They count as asked from now on."""
        missed = tuple(table.id for table in self._tables.values() if table.missed and table.present)
        for name in missed:
            self._tables[name] = replace(self._tables[name], missed=False)
        return missed

    def since(self, version: int) -> list[ClubTable]:
        """Return the tables that changed after a version."""
        return [table for table in self._tables.values() if table.version > version]

    def receive(self, t: float, topic: str, payload: bytes) -> None:
        """Take a message from the broker at `t` seconds."""
        if len(payload) > LONGEST_MESSAGE:
            return
        if not self._delay:
            self._fold(topic, payload)
            return
        self._waiting.append((t + self._delay, topic, payload))
        self._bytes += len(payload)
        while self._bytes > MOST_WAITING:
            self._bytes -= len(self._waiting.popleft()[2])

    def mark_broker_lost(self, t: float) -> None:
        """Take note that the broker was lost at `t` seconds. All tables count as absent until they report."""
        self.receive(t, LOST, b"")

    def advance(self, t: float) -> None:
        """Apply everything that may be seen at `t` seconds."""
        while self._waiting and self._waiting[0][0] <= t:
            _, topic, payload = self._waiting.popleft()
            self._bytes -= len(payload)
            self._fold(topic, payload)

    def _fold(self, topic: str, payload: bytes) -> None:
        if topic == LOST:
            for each in [one for one in self._tables.values() if one.present]:
                self.version += 1
                self._tables[each.id] = replace(each, present=False, version=self.version)
            return
        root, _, rest = topic.partition("/")
        name, _, what = rest.partition("/")
        table = self._tables.get(name)
        if table is None:
            table = self._new(name) if root == ROOT else None
        if table is None:
            return
        try:
            changed = _with_message(table, what, payload)
        except (msgspec.MsgspecError, NotOfItsSchema, UnicodeError, RecursionError) as error:
            _log.info("the message on %s is not valid: %s", topic, error)
            changed = replace(table, unreadable=True, state=None) if what == "state" else table
        if changed is not table:
            self.version += 1
            self._tables[name] = replace(changed, version=self.version)

    def _new(self, name: str) -> ClubTable | None:
        if len(self._tables) >= MOST_TABLES:
            return None
        try:
            return ClubTable(Topics(name).table)
        except InvalidTableId:
            return None


def _with_message(table: ClubTable, what: str, payload: bytes) -> ClubTable:
    """Return the table after one of its messages; the same object when nothing changed.

    Raises msgspec.MsgspecError, NotOfItsSchema, UnicodeError or RecursionError for a message that is not valid for its
    topic.
    """
    match what:
        case "availability":
            present = payload == b"online"
            return table if table.present is present else replace(table, present=present)
        case "state":
            return _at(table, payload)
        case "announcement":
            read = msgspec.json.decode(payload)
            _check(_announcement(), read)
            return _with_announcement(table, msgspec.convert(read, type=TableAnnouncement))
    return table


def _at(table: ClubTable, payload: bytes) -> ClubTable:
    read = msgspec.json.decode(payload, type=dict[str, Any])
    named = "state" if "game" not in read else f"state-{read['game']}"
    if named not in states():
        raise NotOfItsSchema(f"$.game: {named[:LONGEST_WORD]!r}, expected one of {', '.join(states())}")
    _check(_validator(named), read)
    state: dict[str, Any] = {name: read[name] for name in SHOWN if name in read}
    if state == table.state and not table.unreadable:
        return table
    known = table.state
    disorder = table.wanted == "disorder" and known is not None and state["throw"] == known["throw"]
    wanted = "called" if state.get("called") else "doubt" if state.get("doubt") else "disorder" if disorder else None
    made = state.get("announced", 0)
    # If the count is below the known one, the table's program was restarted.
    missed = table.missed or made > table.number > 0
    return replace(table, state=state, wanted=wanted, unreadable=False, number=made or table.number, missed=missed)


def _with_announcement(table: ClubTable, one: TableAnnouncement) -> ClubTable:
    """Add an announcement. QoS 1 may deliver it twice: the same id, time and kind are the same announcement."""
    if any((one.id, one.t, one.kind) == (other.id, other.t, other.kind) for other in table.announced):
        return table
    wanted = table.wanted
    if one.kind in ("disorder", "order_restored") and wanted in ("disorder", None):
        wanted = "disorder" if one.kind == "disorder" else None
    announced = table.announced
    if one.severity in REMEMBERED:
        # A missed announcement that was asked for arrives after later ones.
        later = (at for at, other in enumerate(announced) if 0 < one.number < other.number and one.t <= other.t)
        at = next(later, len(announced))
        announced = (*announced[:at], one, *announced[at:])[-KEPT:]
    missed = table.missed or 0 < table.number < one.number - 1
    number = max(one.number, table.number) if one.number > 1 else one.number
    return replace(table, announced=announced, received=table.received + 1, wanted=wanted, number=number, missed=missed)
