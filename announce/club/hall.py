"""The hall: what all tables of a broker last said. Messages and times in, values out; no client, no clock."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from announce.mqtt.topics import ROOT, InvalidTableId, Topics

SUBSCRIBED: Final = tuple(f"{ROOT}/+/{name}" for name in ("availability", "state", "announcement"))
MOST_TABLES: Final = 1000
LONGEST_MESSAGE: Final = 64 * 1024
"""Bytes; an honest state with every play of a lesson has some 20 000."""
MOST_WAITING: Final = 64 * 1024 * 1024
"""Bytes of messages kept for those who see them later; beyond it the oldest are left out."""
KEPT: Final = 12
"""Announcements remembered of each table."""
TOLD: Final = frozenset({"notice", "warning", "alert"})
"""How grave an announcement must be to be remembered."""

_log = logging.getLogger(__name__)


class _Heard(msgspec.Struct, frozen=True):
    """An announcement as far as the hall reads it."""

    id: str
    t: float
    kind: str
    severity: str
    article: str | None
    text: dict[str, str]
    evidence: tuple[str, ...] = ()


class _Dames(msgspec.Struct, frozen=True):
    blancs: list[int]
    noirs: list[int]


class _State(msgspec.Struct, frozen=True, kw_only=True):
    """A state as far as the hall reads it, and the page needs it: what lacks that is not shown."""

    phase: str
    position: _Dames
    throw: int
    doubt: str | None = None
    called: str | None = None


class _Held(msgspec.Struct, frozen=True):
    points: int
    trous: int


class _Score(msgspec.Struct, frozen=True):
    blancs: _Held
    noirs: _Held


class _Trictrac(_State, frozen=True, kw_only=True):
    trait: str
    score: _Score


class _Points(msgspec.Struct, frozen=True):
    blancs: int
    noirs: int


class _Backgammon(_State, frozen=True, kw_only=True):
    trait: str | None
    match: _Points
    pips: _Points
    cube: dict[str, Any]


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


@dataclass(frozen=True, slots=True)
class Table:
    """One table as the hall knows it.

    present: whether it is there now; state: its last, as it was published, None before any; wanted: why a referee is
    wanted ("called", "doubt", "disorder"), None when he is not; told: the last announcements, oldest first; heard: how
    many announcements came; version: of the hall when this table changed last.
    """

    id: str
    present: bool = False
    state: dict[str, Any] | None = None
    wanted: str | None = None
    told: tuple[Told, ...] = ()
    heard: int = 0
    version: int = 0


class Hall:
    """All tables, as one sees them who is told everything `delay` seconds late.

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

    def advance(self, t: float) -> None:
        """Bring the hall to what may be seen at `t` seconds."""
        while self._waiting and self._waiting[0][0] <= t:
            _, topic, payload = self._waiting.popleft()
            self._bytes -= len(payload)
            self._fold(topic, payload)

    def _fold(self, topic: str, payload: bytes) -> None:
        root, _, rest = topic.partition("/")
        name, _, what = rest.partition("/")
        table = self._tables.get(name)
        if table is None:
            table = self._new(name) if root == ROOT else None
        if table is None:
            return
        try:
            changed = _heard(table, what, payload)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            _log.info("%s: not understood: %s", topic, error)
            return
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

    Raises msgspec.MsgspecError, UnicodeError or RecursionError for a message that is not what its topic promises.
    """
    match what:
        case "availability":
            present = payload == b"online"
            return table if table.present is present else replace(table, present=present)
        case "state":
            return _at(table, payload)
        case "announcement":
            return _told(table, msgspec.json.decode(payload, type=_Heard))
    return table


def _at(table: Table, payload: bytes) -> Table:
    state = msgspec.json.decode(payload, type=dict[str, Any])
    seen: _State = msgspec.convert(state, _Backgammon if state.get("game") == "backgammon" else _Trictrac)
    if state == table.state:
        return table
    disorder = table.wanted == "disorder" and table.state is not None and seen.throw == table.state["throw"]
    wanted = "called" if seen.called else "doubt" if seen.doubt else "disorder" if disorder else None
    return replace(table, state=state, wanted=wanted)


def _told(table: Table, one: _Heard) -> Table:
    """QoS 1 may bring an announcement twice: the same id and time is the same one."""
    if any((one.id, one.t, one.kind) == (other.id, other.t, other.kind) for other in table.told):
        return table
    wanted = table.wanted
    if one.kind in ("disorder", "order_restored") and wanted in ("disorder", None):
        wanted = "disorder" if one.kind == "disorder" else None
    told = table.told
    if one.severity in TOLD:
        told = (*told, Told(one.id, one.t, one.kind, one.severity, one.article, one.text, one.evidence))[-KEPT:]
    return replace(table, told=told, heard=table.heard + 1, wanted=wanted)
