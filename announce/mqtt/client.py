"""The MQTT client of everything here: paho's, that no broker can fill, stop or surprise.

paho bounds what it sends, not what it is sent: a broker that is none could have it hold messages of 256 MB, as many
of QoS 2 as there are numbers, and acknowledgements without end, or end its thread with a topic that is no text.
"""

from __future__ import annotations

import logging
import ssl
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

if TYPE_CHECKING:
    from pathlib import Path

KEEPALIVE: Final = 20
"""Seconds between signs of life; a table pulled from the wall is known to be gone after one and a half."""
RECONNECT: Final = (1, 15)
"""Seconds between attempts, from and to."""
LONGEST_PACKET: Final = 1024 * 1024
"""Bytes; the longest honest one, a snapshot with its history, has about 100 000."""
MOST_OWED: Final = 5000
"""Packets waiting to be written; an honest broker takes them as they come."""
CONNACK: Final = 0x20
OTHER_VERSION: Final = b"\x01"
"""A broker's answer to one whose version of MQTT it does not speak (MQTT 3.1.1, 3.2.2.3)."""
PUBLISH: Final = 0x30
QOS: Final = 0x06
EXACTLY_ONCE: Final = 0x04
"""Of a packet's first byte (MQTT 3.1.1, 3.3.1); nothing here subscribes with QoS 2."""

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


class WaryClient(paho.Client):
    """A client that leaves a broker which does not keep to the protocol, and comes back as after any loss."""

    def __init__(self, client_id: str, *, clean_session: bool = True) -> None:
        super().__init__(CallbackAPIVersion.VERSION2, client_id, clean_session=clean_session)

    def _sock_recv(self, bufsize: int) -> bytes:
        if bufsize > LONGEST_PACKET:
            _log.warning("the broker sends %d bytes at once, at most %d are taken", bufsize, LONGEST_PACKET)
            raise OSError("packet too long")
        received: bytes = super()._sock_recv(bufsize)
        return received

    def _packet_handle(self) -> MQTTErrorCode:
        command = self._in_packet["command"]
        if command & 0xF0 == PUBLISH and command & QOS == EXACTLY_ONCE:
            _log.warning("the broker sends with QoS 2, which was not asked for")
            return MQTTErrorCode.MQTT_ERR_PROTOCOL
        if command & 0xF0 == CONNACK and self._in_packet["packet"][1:2] == OTHER_VERSION:
            # paho would go there again at once, with an older protocol, and end its thread when no broker is there.
            _log.warning("the broker does not speak MQTT 3.1.1")
            return MQTTErrorCode.MQTT_ERR_PROTOCOL
        if len(self._out_packet) > MOST_OWED:
            _log.warning("the broker sends, but takes nothing")
            return MQTTErrorCode.MQTT_ERR_PROTOCOL
        try:
            return super()._packet_handle()
        except UnicodeDecodeError as error:  # Of a topic, when somebody asks for it.
            _log.warning("the broker sends what is no text: %s", error)
            return MQTTErrorCode.MQTT_ERR_PROTOCOL


def client_of(broker: BrokerSettings, name: str) -> WaryClient:
    """A client that says who it is to a broker, and comes back by itself; it has not been sent off.

    name: the beginning of its id. Raises BrokerSettingsError.
    """
    client = WaryClient(f"{name}-{uuid.uuid4().hex[:8]}")
    client.reconnect_delay_set(*RECONNECT)
    if broker.user is not None:
        client.username_pw_set(broker.user, broker.password)
    if broker.tls:
        try:
            client.tls_set_context(ssl.create_default_context(cafile=broker.ca_file))
        except OSError as error:
            raise BrokerSettingsError(
                f"broker ca_file {str(broker.ca_file)!r} cannot be used: {error.strerror}"
            ) from error
    return client


def connect(client: WaryClient, broker: BrokerSettings) -> None:
    """Send a client on its way, once its callbacks are set; it goes when its loop is started.

    Raises BrokerSettingsError.
    """
    try:
        broker.host.encode("idna")  # As the system does when it looks the host up, in the client's own thread.
        client.connect_async(broker.host, broker.port, KEEPALIVE)
    except ValueError as error:
        raise BrokerSettingsError(f"broker host {broker.host!r}, port {broker.port}: {error}") from error
