"""The table on MQTT: one client, whatever the broker, that comes back by itself.

1. The retained messages are the truth; every one is published again on every connect.
2. Announcements are events: QoS 1, kept while the broker is away, each with an id so that a repeat is known as one.
3. A request is answered once: its transaction repeated gets the same answer and is not acted on again.
4. Nothing here waits for the broker.
"""

from __future__ import annotations

import json
import logging
import ssl
import threading
import uuid
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, ParamSpec

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from announce.mqtt.discovery import discovery_messages
from announce.mqtt.lesson import Tutor
from announce.mqtt.payloads import announcement_payload, display_lines, state_payload
from announce.mqtt.requests import InvalidRequest, Request, parse_request
from announce.mqtt.topics import Topics, Verb
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import TracebackType

    from paho.mqtt.client import ConnectFlags, DisconnectFlags, MQTTMessage
    from paho.mqtt.properties import Properties
    from paho.mqtt.reasoncodes import ReasonCode

    from announce.announcement import Announcement
    from announce.mqtt.payloads import Json
    from referee.state import TableState

ONLINE: Final = "online"
OFFLINE: Final = "offline"
KEEPALIVE: Final = 20
"""Seconds between signs of life; a table pulled from the wall is known to be gone after one and a half."""
RECONNECT: Final = (1, 15)
"""Seconds between attempts, from and to."""
KEPT_ANNOUNCEMENTS: Final = 50
KEPT_STATES: Final = 64
"""What a snapshot brings along: the last announcements, and one state for each of the last throws."""
REPEAT: Final = 3.0
"""Seconds after a connect in which what is retained is published once more: to a client that subscribes at that very
moment the NATS server may send the older message last (seen once in 150 tries)."""
WAITING: Final = 1000
"""Announcements kept while the broker is away."""
REMEMBERED: Final = 256
"""Transactions whose answers are remembered."""

P = ParamSpec("P")
_log = logging.getLogger(__name__)


class BrokerSettingsError(ValueError):
    """Broker settings that cannot work; the message names the one that is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokerSettings:
    """How to reach a broker; tls: speak TLS, trusting ca_file or, when None, the system's authorities."""

    host: str = "127.0.0.1"
    port: int = 1883
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    tls: bool = False
    ca_file: Path | None = None


class MqttPublisher:
    """Publishes one table and takes requests to it.

    on_request: called from the client's thread with every valid request but snapshots and calls, to be answered by
    answer();
    on_link: called there with True when the broker is reached and False, and why, when it is lost or refuses;
    language: the display's; prompting: in referee mode, publish what players must
    see for themselves; discovery: tell Home Assistant, under `name`.
    Raises InvalidTableId and BrokerSettingsError. A context manager; close() says "offline" and is idempotent.
    """

    def __init__(
        self,
        table: str,
        broker: BrokerSettings,
        *,
        on_request: Callable[[Request], None] = lambda _request: None,
        on_link: Callable[[bool, str], None] = lambda _up, _why: None,
        language: str = "fr",
        prompting: bool = False,
        discovery: bool = False,
        name: str | None = None,
    ) -> None:
        self.topics = Topics(table)
        self._broker = broker
        self._on_request = on_request
        self._on_link = on_link
        self._language = language
        self._prompting = prompting
        self._lock = threading.RLock()
        self._retained: dict[str, str] = {self.topics.availability: ONLINE}
        self._announced: deque[dict[str, Json]] = deque(maxlen=KEPT_ANNOUNCEMENTS)
        self._states: OrderedDict[tuple[int, int], dict[str, Json]] = OrderedDict()
        self._answers: OrderedDict[tuple[Verb, str], str | None] = OrderedDict()
        self._called: Side | None = None
        self._tutor = Tutor()
        self._repeat = threading.Timer(REPEAT, self._publish_retained)
        self._link: bool | None = None
        self._closed = False
        self._listening = False
        if discovery:
            for topic, message in discovery_messages(self.topics, name or table, language).items():
                self._retained[topic] = _json(message)
        self._client = self._new_client()
        self._client.loop_start()

    def __enter__(self) -> MqttPublisher:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "closed" if self._closed else "up" if self.connected else "down"
        return f"<MqttPublisher {self.topics.table} {self._broker.host}:{self._broker.port} {state}>"

    @property
    def connected(self) -> bool:
        """Whether the broker is reached at this moment, and has taken note of the requests we listen for."""
        return self._listening and self._client.is_connected()

    def publish_state(self, state: TableState, *, paused: bool = False, muted: bool = False) -> None:
        """Publish the table's state and its four display lines, retained."""
        payload = state_payload(
            state,
            self.topics.table,
            prompting=self._prompting,
            paused=paused,
            muted=muted,
            called=self._called,
            lesson=self._tutor.lesson(state),
        )
        lines = display_lines(state, self._language, prompting=self._prompting)
        with self._lock:
            self._states[state.tour, state.throw] = payload
            self._states.move_to_end((state.tour, state.throw))
            while len(self._states) > KEPT_STATES:
                self._states.popitem(last=False)
            self._retain(self.topics.state, _json(payload))
            self._retain(self.topics.display, _json({"lines": list(lines)}))

    def announce(self, announcement: Announcement) -> None:
        """Publish an announcement; while the broker is away it waits."""
        payload = announcement_payload(announcement)
        with self._lock:
            self._announced.append(payload)
            self._client.publish(self.topics.announcement, _json(payload), qos=1)

    def answer(self, request: Request, *, error: str | None = None, data: Json = None) -> None:
        """Answer a request: done, or why not; data is what it brings back, if anything."""
        answer: dict[str, Json] = {"transaction": request.transaction, "ok": error is None}
        if error is not None:
            answer["error"] = error
        if data is not None:
            answer["data"] = data
        text = _json(answer)
        with self._lock:
            # A snapshot is fresh each time it is asked for.
            if request.verb is not Verb.SNAPSHOT:
                self._answers[request.verb, request.transaction] = text
        self._client.publish(self.topics.response(request.verb), text, qos=1)

    def close(self) -> None:
        """Say "offline" and leave; safe to call twice."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        self._repeat.cancel()
        if self._client.is_connected():
            self._client.publish(self.topics.availability, OFFLINE, qos=1, retain=True).wait_for_publish(2)
        self._client.disconnect()
        self._client.loop_stop()

    def _new_client(self) -> paho.Client:
        broker = self._broker
        client = paho.Client(CallbackAPIVersion.VERSION2, f"tablier-{self.topics.table}-{uuid.uuid4().hex[:8]}")
        client.max_queued_messages_set(WAITING)
        client.reconnect_delay_set(*RECONNECT)
        client.will_set(self.topics.availability, OFFLINE, qos=1, retain=True)
        if broker.user is not None:
            client.username_pw_set(broker.user, broker.password)
        if broker.tls:
            try:
                client.tls_set_context(ssl.create_default_context(cafile=broker.ca_file))
            except (OSError, ssl.SSLError) as error:
                raise BrokerSettingsError(f"broker ca_file {str(broker.ca_file)!r} cannot be used: {error}") from error
        client.on_connect = self._connected
        client.on_connect_fail = self._unreachable
        client.on_disconnect = self._disconnected
        client.on_message = self._asked
        client.on_subscribe = self._subscribed
        try:
            broker.host.encode("idna")  # As the system does when it looks the host up, in the client's own thread.
            client.connect_async(broker.host, broker.port, KEEPALIVE)
        except ValueError as error:
            raise BrokerSettingsError(f"broker host {broker.host!r}, port {broker.port}: {error}") from error
        return client

    def _retain(self, topic: str, payload: str) -> None:
        """Publish a retained message now, or with the next connect."""
        self._retained[topic] = payload
        if self._client.is_connected():
            self._client.publish(topic, payload, qos=1, retain=True)

    def _connected(
        self,
        client: paho.Client,
        _data: object,
        _flags: ConnectFlags,
        reason: ReasonCode,
        _props: Properties | None,
    ) -> None:
        if reason.is_failure:
            self._tell(up=False, why=str(reason))
            return
        client.subscribe(self.topics.requests, qos=1)
        self._publish_retained()
        self._repeat.cancel()
        self._repeat = threading.Timer(REPEAT, self._publish_retained)
        self._repeat.daemon = True
        self._repeat.start()
        self._tell(up=True, why="connected")

    def _subscribed(
        self, _client: paho.Client, _data: object, _mid: int, _reasons: list[ReasonCode], _props: Properties | None
    ) -> None:
        self._listening = True

    def _publish_retained(self) -> None:
        with self._lock:
            if self._closed or not self._client.is_connected():
                return
            for topic, payload in self._retained.items():
                self._client.publish(topic, payload, qos=1, retain=True)

    def _unreachable(self, _client: paho.Client, _data: object) -> None:
        self._tell(up=False, why=f"no broker at {self._broker.host}:{self._broker.port}")

    def _disconnected(
        self,
        _client: paho.Client,
        _data: object,
        _flags: DisconnectFlags,
        reason: ReasonCode,
        _props: Properties | None,
    ) -> None:
        self._listening = False
        if not self._closed:
            self._tell(up=False, why=str(reason))

    def _tell(self, *, up: bool, why: str) -> None:
        """Tell a change of the link once."""
        if up != self._link:
            self._link = up
            _log.log(logging.INFO if up else logging.WARNING, "broker: %s", why)
            _guarded(self._on_link, up, why)

    def _asked(self, client: paho.Client, _data: object, message: MQTTMessage) -> None:
        if message.retain:
            # A retained request would be made again at every connect.
            return
        verb = message.topic.rpartition("/")[2]
        try:
            request = parse_request(verb, bytes(message.payload))
        except InvalidRequest as error:
            if verb in set(Verb):
                answer = {"transaction": error.transaction, "ok": False, "error": str(error)}
                client.publish(self.topics.response(verb), _json(answer), qos=1)
            _log.warning("request %s refused: %s", verb, error)
            return
        if request.verb is Verb.SNAPSHOT:
            # Together with its answer: no newer state may overtake the snapshot that lacks it.
            with self._lock:
                self.answer(request, data=self._snapshot())
        elif self._first_time(request):
            if request.verb is Verb.CALL:
                self._call(request)
            else:
                _guarded(self._on_request, request)

    def _call(self, request: Request) -> None:
        """A referee is called, or has come: the state says so to whoever looks after the tables; the game goes on."""
        with self._lock:
            self._called = None if request.arguments.get("over") else Side(request.arguments["side"])
            if self._states:
                at = next(reversed(self._states))
                self._states[at] = self._states[at] | {"called": str(self._called) if self._called else None}
                self._retain(self.topics.state, _json(self._states[at]))
        self.answer(request)

    def _first_time(self, request: Request) -> bool:
        """Remember a request's transaction; a repeated one is answered as before, if it was answered."""
        key = (request.verb, request.transaction)
        with self._lock:
            if key not in self._answers:
                self._answers[key] = None
                while len(self._answers) > REMEMBERED:
                    self._answers.popitem(last=False)
                return True
            before = self._answers[key]
        if before is not None:
            self._client.publish(self.topics.response(request.verb), before, qos=1)
        return False

    def _snapshot(self) -> Json:
        with self._lock:
            states: list[Json] = list(self._states.values())
            announced: list[Json] = list(self._announced)
        return {"state": states[-1] if states else None, "history": states, "announcements": announced}


def _guarded(callback: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call back the table; its failure must not end the client's thread."""
    try:
        callback(*args, **kwargs)
    except Exception:
        _log.exception("a callback of the table failed")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
