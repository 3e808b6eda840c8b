"""The MQTT client of the project: paho's, protected against a faulty or hostile broker.

paho limits what it sends, but not what it receives. A broker could make it hold messages of 256 MB, as many with QoS 2
as there are message ids, and endless acknowledgements. It could also end paho's thread with a topic that is not UTF-8.
"""

from __future__ import annotations

import logging
import ssl
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

KEEPALIVE: Final = 20
"""Seconds between keep-alive messages. The broker reports a disconnected table after one and a half times as long."""
RECONNECT: Final = (1, 15)
"""Seconds between attempts: the shortest and the longest."""
LONGEST_PACKET: Final = 1024 * 1024
"""Bytes. The longest regular packet, a snapshot with its history, has about 100 000."""
MOST_OWED: Final = 5000
"""Packets waiting to be sent. A regular broker takes them as they come."""
CONNACK: Final = 0x20
OTHER_VERSION: Final = b"\x01"
"""A broker's answer to a client whose version of MQTT it does not speak (MQTT 3.1.1, 3.2.2.3)."""
PUBLISH: Final = 0x30
QOS: Final = 0x06
EXACTLY_ONCE: Final = 0x04
"""Bits of a packet's first byte (MQTT 3.1.1, 3.3.1). Nothing here subscribes with QoS 2."""

_log = logging.getLogger(__name__)


class BrokerSettingsError(ValueError):
    """Broker settings that cannot work. The message names the wrong one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokerSettings:
    """How to reach a broker.

    tls: use TLS and trust ca_file or, when that is None, the system's authorities.
    """

    host: str = "127.0.0.1"
    port: int = 1883
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    tls: bool = False
    ca_file: Path | None = None


class WaryClient(paho.Client):
    """A client that disconnects from a broker that violates the protocol, and reconnects as after any loss."""

    def __init__(self, client_id: str) -> None:
        super().__init__(CallbackAPIVersion.VERSION2, client_id, clean_session=True)

    def _sock_recv(self, bufsize: int) -> bytes:
        """Read at most `bufsize` bytes.

        Of a message that is too long only the beginning is kept. So it is acknowledged, and then refused as too long.
        """
        packet = self._in_packet
        room = LONGEST_PACKET - len(packet["packet"])
        if bufsize <= room:
            received: bytes = super()._sock_recv(bufsize)
            return received
        if not packet["packet"]:
            _log.warning("the broker sends a packet of %d bytes, more than the allowed %d", bufsize, LONGEST_PACKET)
        if packet["command"] & 0xF0 != PUBLISH:
            raise OSError("packet too long")
        received = super()._sock_recv(min(bufsize, LONGEST_PACKET))
        kept = received[: max(room, 1)]  # paho takes no bytes for the end of the connection
        packet["to_process"] -= len(received) - len(kept)
        return kept

    def _packet_handle(self) -> MQTTErrorCode:
        command = self._in_packet["command"]
        if command & 0xF0 == PUBLISH and command & QOS == EXACTLY_ONCE:
            _log.warning("the broker sends with QoS 2, which was not asked for")
            return MQTTErrorCode.MQTT_ERR_PROTOCOL
        if command & 0xF0 == CONNACK and self._in_packet["packet"][1:2] == OTHER_VERSION:
            # paho would reconnect at once with an older protocol, and end its thread if no broker is there.
            _log.warning("the broker does not speak MQTT 3.1.1")
            return MQTTErrorCode.MQTT_ERR_PROTOCOL
        if len(self._out_packet) > MOST_OWED:
            _log.warning("the broker sends packets, but reads none")
            return MQTTErrorCode.MQTT_ERR_PROTOCOL
        try:
            return super()._packet_handle()
        except UnicodeDecodeError as error:  # A topic is decoded only when it is read.
            _log.warning("the broker sends a topic that is not UTF-8: %s", error)
            return MQTTErrorCode.MQTT_ERR_PROTOCOL


def client_of(broker: BrokerSettings, name: str) -> WaryClient:
    """Create a client that signs in to a broker and reconnects by itself. It is not connected yet.

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
    """Set where a client connects to, once its callbacks are set. It connects when its loop is started.

    Raises BrokerSettingsError.
    """
    try:
        broker.host.encode("idna")  # The lookup in the client's own thread would fail on a wrong name.
        client.connect_async(broker.host, broker.port, KEEPALIVE)
    except ValueError as error:
        raise BrokerSettingsError(f"broker host {broker.host!r}, port {broker.port}: {error}") from error
