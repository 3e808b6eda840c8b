"""The hall: what all tables of a broker last said. Messages and times in, values out; no client, no clock."""

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
"""Bytes; an honest state with every play of a lesson has some 20 000."""
MOST_WAITING: Final = 64 * 1024 * 1024
"""Bytes of messages kept for those who see them later; beyond it the oldest are left out."""
LOST: Final = ""
"""In the place of a topic: the broker is gone."""
LONGEST_WORD: Final = 200
"""Letters of what was wrong with a message that are logged."""
KEPT: Final = 12
"""Announcements remembered of each table."""
TOLD: Final = frozenset({"notice", "warning", "alert"})
"""How grave an announcement must be to be remembered."""

_log = logging.getLogger(__name__)


class _Heard(msgspec.Struct, frozen=True):
    """An announcement as far as the hall reads it; number: 0 where a table does not count them."""

    id: str
    t: float
    kind: str
    severity: str
    article: str | None
    text: dict[str, str]
    evidence: tuple[str, ...] = ()
    number: int = 0


SHOWN: Final = (
    *("position", "trait", "dice", "phase", "mode", "throw", "tour", "called", "doubt", "announced"),
    *("score", "pavillon"),
    *("game", "match", "pips", "cube"),
)
"""The part of a state of any game that is read and shown."""


@cache
def _validator(game: str) -> jsonschema.Draft202012Validator:
    """The schema of the part of a state that is shown."""
    whole = schema(game)
    shown = {name: kind for name, kind in whole["properties"].items() if name in SHOWN}
    required = [name for name in whole["required"] if name in shown]
    return jsonschema.Draft202012Validator({"type": "object", "properties": shown, "required": required})


@cache
def _announcement() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema("announcement"))


class NotOfItsSchema(ValueError):
    """A message that is not what its published schema says; the message names the field."""


def _check(validator: jsonschema.Draft202012Validator, message: object) -> None:
    """Raise NotOfItsSchema for a message with a wrong field."""
    wrong = best_match(validator.iter_errors(message))
    if wrong is not None:
        raise NotOfItsSchema(f"{wrong.json_path}: {str(wrong.message)[:LONGEST_WORD]}")


@dataclass(frozen=True, slots=True)
class Told:
    """Something a table announced."""

    id: str
    t: float
    kind: str
    severity: str
    article: str | None
    text: dict[str, str]
    evidence: tuple[str, ...]
    number: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """One table as the hall knows it.

    present: whether it is there now.
    unreadable: whether its last state was not of its schema; it is not shown then.
    state: its last, as far as it is shown, None before any.
    wanted: why a referee is wanted ("called", "doubt", "disorder"), None when he is not.
    announced: the last announcements, oldest first.
    heard: how many announcements came.
    number: of the last announcement the table has made, as far as is known; 0 before any.
    missed: whether some of its announcements did not come.
    version: of the hall when this table changed last.
    """

    id: str
    present: bool = False
    unreadable: bool = False
    state: dict[str, Any] | None = None
    wanted: str | None = None
    announced: tuple[Told, ...] = ()
    heard: int = 0
    number: int = 0
    missed: bool = False
    version: int = 0


class TableRegistry:
    """All tables, as a spectator sees them `delay` seconds late.

    Messages that are no table's, or no JSON of the kind expected, change nothing. `advance` brings what was heard up to
    a time; times never go back. One thread.
    """

    def __init__(self, delay: float = 0.0) -> None:
        self._delay = delay
        self._tables: dict[str, Table] = {}
        self._waiting: deque[tuple[float, str, bytes]] = deque()
        self._bytes = 0
        self.version = 0
        """Grows with every change."""

    @property
    def tables(self) -> dict[str, Table]:
        """Every table, by its id, in the order of ids."""
        return dict(sorted(self._tables.items()))

    def asked_again(self) -> tuple[str, ...]:
        """The tables whose announcements were missed; from now on they count as asked."""
        missed = tuple(table.id for table in self._tables.values() if table.missed and table.present)
        for name in missed:
            self._tables[name] = replace(self._tables[name], missed=False)
        return missed

    def since(self, version: int) -> list[Table]:
        """The tables that changed after a version."""
        return [table for table in self._tables.values() if table.version > version]

    def heard(self, t: float, topic: str, payload: bytes) -> None:
        """A message of the broker, at `t` seconds."""
        if len(payload) > LONGEST_MESSAGE:
            return
        if not self._delay:
            self._fold(topic, payload)
            return
        self._waiting.append((t + self._delay, topic, payload))
        self._bytes += len(payload)
        while self._bytes > MOST_WAITING:
            self._bytes -= len(self._waiting.popleft()[2])

    def lost(self, t: float) -> None:
        """The broker is gone at `t` seconds: no table is known to be there until it says so again."""
        self.heard(t, LOST, b"")

    def advance(self, t: float) -> None:
        """Bring the hall to what may be seen at `t` seconds."""
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
            changed = _heard(table, what, payload)
        except (msgspec.MsgspecError, NotOfItsSchema, UnicodeError, RecursionError) as error:
            _log.info("%s: not understood: %s", topic, error)
            changed = replace(table, unreadable=True, state=None) if what == "state" else table
        if changed is not table:
            self.version += 1
            self._tables[name] = replace(changed, version=self.version)

    def _new(self, name: str) -> Table | None:
        if len(self._tables) >= MOST_TABLES:
            return None
        try:
            return Table(Topics(name).table)
        except InvalidTableId:
            return None


def _heard(table: Table, what: str, payload: bytes) -> Table:
    """The table after one of its messages; itself when that says nothing new.

    Raises msgspec.MsgspecError, NotOfItsSchema, UnicodeError or RecursionError for what its topic does not promise.
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
            return _told(table, msgspec.convert(read, type=_Heard))
    return table


def _at(table: Table, payload: bytes) -> Table:
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
    # A count below the known one is that of a program that was restarted.
    missed = table.missed or made > table.number > 0
    return replace(table, state=state, wanted=wanted, unreadable=False, number=made or table.number, missed=missed)


def _told(table: Table, one: _Heard) -> Table:
    """QoS 1 may bring an announcement twice: the same id and time is the same one."""
    if any((one.id, one.t, one.kind) == (other.id, other.t, other.kind) for other in table.announced):
        return table
    wanted = table.wanted
    if one.kind in ("disorder", "order_restored") and wanted in ("disorder", None):
        wanted = "disorder" if one.kind == "disorder" else None
    announced = table.announced
    if one.severity in TOLD:
        added = Told(one.id, one.t, one.kind, one.severity, one.article, one.text, one.evidence, one.number)
        # One that was missed and asked for comes after later ones.
        later = (at for at, other in enumerate(announced) if 0 < one.number < other.number and one.t <= other.t)
        at = next(later, len(announced))
        announced = (*announced[:at], added, *announced[at:])[-KEPT:]
    missed = table.missed or 0 < table.number < one.number - 1
    number = max(one.number, table.number) if one.number > 1 else one.number
    return replace(table, announced=announced, heard=table.heard + 1, wanted=wanted, number=number, missed=missed)
