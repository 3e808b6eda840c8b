"""Run the club until Ctrl-C: listen to the tables of its broker, and serve its page."""

from __future__ import annotations

import base64
import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
import paho.mqtt.client as paho
from paho.mqtt.client import ConnectFlags, MQTTMessage
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from announce.access.auth import Auth
from announce.closing import Closing
from announce.club.app import create_club
from announce.club.club_session import ClubSession, Programme
from announce.club.match_format import register
from announce.club.table_registry import SUBSCRIBED
from announce.mqtt.client import BrokerSettings, client_of, connect
from announce.mqtt.topics import ROOT, Topics
from announce.table_api.api import as_json, call_back
from announce.table_api.verbs import Verb
from events.codec import InvalidJson, parse_json
from tablier.devices.network import broker_of, serve
from tablier.games import match_formats
from tablier.runtime.logs import write_line
from tablier.storage.accounts_file import AccountsFile
from tablier.storage.paths import Site
from tablier.storage.settings import SettingsError
from tablier.storage.tournament_file import TournamentDamaged, TournamentFile

SILENCE: Final = 10.0
"""Seconds after which a broker without tables is reported."""
BEAT: Final = 0.1
"""Seconds between updates; changes within one are sent together."""
DOOR: Final = "club"
"""The name of a club's page in place of a table's id: an account's role must hold here, or everywhere."""

PICTURES: Final = f"{ROOT}/+/response/{Verb.PICTURE}"
SNAPSHOTS: Final = f"{ROOT}/+/response/{Verb.SNAPSHOT}"
PATIENCE: Final = 5.0
"""Seconds a table may take to send a picture."""

_log = logging.getLogger(__name__)


class _Answer(msgspec.Struct, frozen=True):
    """The fields read of a table's answer."""

    transaction: str
    ok: bool
    data: dict[str, str] = {}


class _Announced(msgspec.Struct, frozen=True):
    announcements: list[msgspec.Raw] = []


class _Snapshot(msgspec.Struct, frozen=True):
    """The fields read of a table's answer with its last announcements."""

    transaction: str
    data: _Announced | None = None


def club(site: Site) -> None:
    """Serve a club's page, for ever.

    Raises SettingsError when the settings name no broker, or a file cannot be used; OSError.
    """
    register(match_formats())
    settings = site.settings
    broker = broker_of(settings)
    if broker is None:
        raise SettingsError("mqtt.host: empty, expected the broker of the club's tables")
    site.kept.mkdir(parents=True, exist_ok=True)
    file = TournamentFile(site.kept)
    try:
        programme = Programme(file.load(), file.past(write_line))
    except TournamentDamaged as error:
        raise SettingsError(str(error)) from None
    session = ClubSession(settings.club.delay, programme, file.keep, t=time.monotonic())
    accounts = AccountsFile(Path(settings.access.accounts)) if settings.access.accounts else None
    with ExitStack() as opened:
        tables = opened.enter_context(Tables(broker, session, write_line))
        create = partial(
            create_club,
            settings.club.name,
            session,
            auth=Auth(DOOR, accounts, guests=settings.access.guests),
            answered=tables.end_call,
            evidence=tables.picture,
            language=settings.table.language,
        )
        serve(opened, settings.page, create, accounts=accounts is not None, say=write_line)
        while True:
            time.sleep(BEAT)
            now = time.monotonic()
            session.advance(now)
            tables.look(now)


class Tables(Closing):
    """All tables of a broker: passes their messages to the session, and sends the club's requests to them.

    say: called once when the broker is reached, refuses or is absent; reconnecting is automatic
    Raises BrokerSettingsError.
    """

    def __init__(self, broker: BrokerSettings, session: ClubSession, say: Callable[[str], None]) -> None:
        self._session = session
        self._say = say
        self._where = f"MQTT: {broker.host}:{broker.port}"
        self._reported = ""
        self._waiting: dict[str, Future[bytes]] = {}
        self._reached: float | None = None
        self._name = broker.user or "club"
        self._client = client_of(broker, "club")
        self._client.on_connect = self._on_connect
        self._client.on_connect_fail = self._on_connect_fail
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = lambda _client, _data, message: call_back(self._receive, message)
        connect(self._client, broker)
        self._client.loop_start()

    def close(self) -> None:
        """Leave the broker."""
        self._client.on_disconnect = None  # Disconnecting is intended now.
        self._client.disconnect()
        self._client.loop_stop()

    def end_call(self, table: str) -> None:
        """Tell a table that its call is answered."""
        known = self._session.referees.registry.tables.get(table)
        side = known.state.get("called") if known is not None and known.state is not None else None
        if side is not None:
            self._ask(table, Verb.CALL, {"transaction": secrets.token_hex(8), "side": side, "over": True})

    def picture(self, table: str, name: str) -> bytes | None:
        """Return a picture of evidence (JPEG bytes); None when the table has none or does not answer in time."""
        if table not in self._session.referees.registry.tables:
            return None
        transaction = secrets.token_hex(8)
        self._waiting[transaction] = Future()
        try:
            self._ask(table, Verb.PICTURE, {"transaction": transaction, "name": name})
            answer = parse_json(self._waiting[transaction].result(PATIENCE), _Answer)
            return base64.b64decode(answer.data["jpeg"], validate=True) if answer.ok else None
        except (TimeoutError, KeyError, ValueError):
            return None
        finally:
            del self._waiting[transaction]

    def look(self, now: float) -> None:
        """Request missing announcements; report once when no table is heard. `now` is in seconds."""
        for table in self._session.tables_with_gaps():
            self._ask(table, Verb.SNAPSHOT, {"transaction": f"club-{secrets.token_hex(8)}"})
        if self._reached is not None and now - self._reached > SILENCE:
            self._reached = None
            if not self._session.referees.registry.tables:
                self._say(
                    f"{self._where} has no table. If there should be some, the broker's ACL does not let {self._name} "
                    "read them: tablier account rights --club prints one that does."
                )

    def _ask(self, table: str, verb: Verb, values: dict[str, object]) -> None:
        self._client.publish(Topics(table).request(verb), as_json(values), qos=1)

    def _on_connect(
        self, client: paho.Client, _data: object, _flags: ConnectFlags, reason: ReasonCode, _props: Properties | None
    ) -> None:
        if reason.is_failure:
            self._tell(f"refuses: {reason}; trying again")
            return
        client.subscribe([(topic, 1) for topic in (*SUBSCRIBED, PICTURES, SNAPSHOTS)])
        self._reached = time.monotonic()
        self._session.link(self._reached, up=True)
        self._tell("is reached")

    def _on_disconnect(self, *_: object) -> None:
        self._reached = None
        self._session.link(time.monotonic(), up=False)
        if self._reported == "is reached":
            self._tell("is gone; trying to reconnect")

    def _on_connect_fail(self, *_: object) -> None:
        self._session.link(time.monotonic(), up=False)
        self._tell("cannot be reached; trying again")

    def _tell(self, words: str) -> None:
        """Report the state of the broker, unless that was the last report."""
        if words != self._reported:
            self._reported = words
            self._say(f"{self._where} {words}")

    def _receive(self, message: MQTTMessage) -> None:
        try:
            self._take(message.topic, bytes(message.payload))
        except InvalidJson as error:
            _log.info("the message on %s is not valid: %s", message.topic, error)

    def _take(self, topic: str, payload: bytes) -> None:
        if topic.endswith(f"/response/{Verb.SNAPSHOT}"):
            self._catch_up(topic.split("/")[1], payload)
        elif topic.endswith(f"/response/{Verb.PICTURE}"):
            waiting = self._waiting.get(parse_json(payload, _Answer).transaction)
            if waiting is not None and not waiting.done():
                waiting.set_result(payload)
        else:
            self._session.receive(time.monotonic(), topic, payload)

    def _catch_up(self, table: str, payload: bytes) -> None:
        """Take the announcements of a snapshot that this club requested; those it has already change nothing."""
        answer = parse_json(payload, _Snapshot)
        if not answer.transaction.startswith("club-") or answer.data is None:
            return
        for announcement in answer.data.announcements:
            self._session.receive(time.monotonic(), Topics(table).publication("announcement"), bytes(announcement))
