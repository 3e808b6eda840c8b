"""The table on MQTT: one client, for any broker, that reconnects by itself.

1. The retained messages are the truth. All of them are published again on every connect.
2. Announcements are events with QoS 1. They wait while the broker is away, and each has an id, so that a client can
   recognise a repeat.
3. Nothing here waits for the broker.
4. At most one message of LONGEST_PACKET bytes from the broker is held at a time.
"""

from __future__ import annotations

import contextlib
import logging
import re
import threading
from collections.abc import Callable
from typing import Final, Unpack

import paho.mqtt.client as paho
from paho.mqtt.client import ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from announce.closing import Closing
from announce.mqtt.client import BrokerSettings, client_of, connect
from announce.mqtt.topics import HOME_ASSISTANT, Topics
from announce.phrases.catalogue import catalogue
from announce.table_api.api import ANNOUNCEMENT, ApiOptions, TableApi, as_json, call_back
from announce.table_api.payloads import Json
from rules.position import Side

ONLINE: Final = "online"
OFFLINE: Final = "offline"
REPEAT: Final = 3.0
"""Seconds after a connect until the retained messages are published once more.

The NATS server may send the older message last to a client that subscribes at that moment (seen once in 150 tries).
"""
LINE_CUT: Final = "Unspecified error"
"""paho's reason when the connection ends without a message from the broker."""
WORD: Final = re.compile("[a-z_]{1,20}")
"""A valid verb in the topic of an answer. A space there would end our connection (docs/mqtt.md)."""
WAITING: Final = 1000
"""Announcements that wait while the broker is away."""

_log = logging.getLogger(__name__)


class MqttPublisher(TableApi, Closing):
    """A table API that is also published on MQTT, and takes requests from there.

    Args:
        on_link: called from the client's thread with True when the broker is reached, and with False and the reason
            when it is lost or refuses.
        discovery: publish the table to Home Assistant.

    The other options are those of `TableApi`.
    Raises InvalidTableId and BrokerSettingsError. A context manager; close() publishes "offline" and is idempotent.
    """

    def __init__(
        self,
        table: str,
        broker: BrokerSettings,
        *,
        on_link: Callable[[bool, str], None] = lambda _up, _why: None,
        discovery: bool = False,
        **options: Unpack[ApiOptions],
    ) -> None:
        super().__init__(table, **options)
        self._broker = broker
        self._on_link = on_link
        self.topics = Topics(table)
        self._retained: dict[str, str] = {self.topics.availability: ONLINE}
        self._repeat = threading.Timer(REPEAT, self._publish_retained)
        self._link: bool | None = None
        self._closed = False
        self._listening = False
        if discovery:
            for topic, message in discovery_messages(self.topics, self.language).items():
                self._retained[topic] = as_json(message)
        self._client = self._new_client()
        self._client.loop_start()

    def __repr__(self) -> str:
        state = "closed" if self._closed else "up" if self.connected else "down"
        return f"<MqttPublisher {self.topics.table} {self._broker.host}:{self._broker.port} {state}>"

    @property
    def connected(self) -> bool:
        """Whether the broker is connected and has confirmed the subscription to requests."""
        return self._listening and self._client.is_connected()

    def close(self) -> None:
        """Publish "offline" and disconnect. Safe to call twice."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        self._repeat.cancel()
        if self._client.is_connected():
            # A broker that no longer reads does not take this message either.
            with contextlib.suppress(ValueError, RuntimeError):
                self._client.publish(self.topics.availability, OFFLINE, qos=1, retain=True).wait_for_publish(2)
        self._client.disconnect()
        self._client.loop_stop()

    def _new_client(self) -> paho.Client:
        client = client_of(self._broker, f"tablier-{self.topics.table}")
        client.max_queued_messages_set(WAITING)
        client.will_set(self.topics.availability, OFFLINE, qos=1, retain=True)
        client.on_connect = self._on_connect
        client.on_connect_fail = self._unreachable
        client.on_disconnect = self._on_disconnect
        client.on_message = lambda *asked: call_back(self._on_message, *asked)
        client.on_subscribe = self._on_subscribe
        connect(client, self._broker)
        return client

    def _tell(self, name: str, text: str) -> None:
        """Publish on MQTT too. Announcements wait while the broker is away; the rest follows at the next connect."""
        super()._tell(name, text)
        topic = self.topics.publication(name)
        if name == ANNOUNCEMENT:
            self._client.publish(topic, text, qos=1)
            return
        self._retained[topic] = text
        if self._client.is_connected():
            self._client.publish(topic, text, qos=1, retain=True)

    def _on_connect(
        self,
        client: paho.Client,
        _data: object,
        _flags: ConnectFlags,
        reason: ReasonCode,
        _props: Properties | None,
    ) -> None:
        if reason.is_failure:
            self._tell_link(up=False, why=f"refused at {self._broker.host}:{self._broker.port} ({reason})")
            return
        client.subscribe(self.topics.requests, qos=1)
        self._publish_retained()
        self._repeat.cancel()
        self._repeat = threading.Timer(REPEAT, self._publish_retained)
        self._repeat.daemon = True
        self._repeat.start()
        self._tell_link(up=True, why="connected")

    def _on_subscribe(
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
        self._tell_link(up=False, why=f"no broker at {self._broker.host}:{self._broker.port}")

    def _on_disconnect(
        self,
        _client: paho.Client,
        _data: object,
        _flags: DisconnectFlags,
        reason: ReasonCode,
        _props: Properties | None,
    ) -> None:
        self._listening = False
        if not self._closed:
            why = "" if reason == LINE_CUT else f" ({reason})"
            self._tell_link(up=False, why=f"lost at {self._broker.host}:{self._broker.port}{why}")

    def _tell_link(self, *, up: bool, why: str) -> None:
        """Report a change of the link once."""
        if up != self._link:
            self._link = up
            _log.log(logging.INFO if up else logging.WARNING, "broker: %s", why)
            call_back(self._on_link, up, why)

    def _on_message(self, _client: paho.Client, _data: object, message: MQTTMessage) -> None:
        if message.retain:
            # A retained request would be repeated at every connect.
            return
        verb = message.topic.rpartition("/")[2]
        if not WORD.fullmatch(verb):
            # Anyone may send these for ever; a warning each would fill the log.
            _log.info("request refused: unknown verb %r", verb[:20])
            return
        topic = self.topics.response(verb)

        def answered(text: str) -> None:
            self._client.publish(topic, text, qos=1)

        self.ask(verb, bytes(message.payload), answered)


def discovery_messages(topics: Topics, language: str) -> dict[str, dict[str, Json]]:
    """Return a table's retained discovery messages by topic: both scores, whose turn it is, the last announcement."""
    words = catalogue(language)
    device: dict[str, Json] = {"identifiers": [f"tablier_{topics.table}"], "name": topics.table, "model": "tablier"}

    def sensor(object_id: str, title: str, topic: str, template: str, icon: str) -> tuple[str, dict[str, Json]]:
        unique = f"tablier_{topics.table}_{object_id}"
        return f"{HOME_ASSISTANT}/sensor/tablier_{topics.table}/{object_id}/config", {
            "unique_id": unique,
            "object_id": unique,
            "name": title,
            "state_topic": topic,
            "value_template": template,
            "availability_topic": topics.availability,
            "device": device,
            "icon": icon,
        }

    last = f"{{{{ value_json.text.{language}[:250] }}}}"
    found = [
        sensor(
            "turn", words.text("page.turn.title"), topics.publication("state"), "{{ value_json.trait }}", "mdi:account"
        ),
        sensor("last", words.text("page.rulings"), topics.publication("announcement"), last, "mdi:bullhorn"),
    ]
    for side in Side:
        who = words.text(f"side.{side}", "name")
        for what, icon in (("trous", "mdi:flag"), ("points", "mdi:circle-outline")):
            title = f"{who} {words.text(f'page.{what}.other')}"
            found.append(
                sensor(
                    f"{side}_{what}",
                    title,
                    topics.publication("state"),
                    f"{{{{ value_json.score.{side}.{what} }}}}",
                    icon,
                )
            )
    return dict(found)
