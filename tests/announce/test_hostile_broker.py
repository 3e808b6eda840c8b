"""Whatever a hostile broker sends, the table goes on, holds little, and reconnects to a real broker."""

from __future__ import annotations

import itertools
import json
import socket
import struct
import threading
import tracemalloc
from collections.abc import Callable, Iterable, Iterator

import pytest

from announce.mqtt.client import LONGEST_PACKET, MOST_OWED, BrokerSettings, WaryClient
from announce.mqtt.publisher import MqttPublisher
from announce.table_api.api import MOST_OPEN
from announce.table_api.requests import Request
from tests.announce.samples import table_state
from tests.fuzz.connections import Socket
from tests.waiting import LONG, eventually

CONNACK, SUBACK = bytes.fromhex("20020000"), bytes.fromhex("9003000101")
TOPIC = b"tablier/salon/request/pause"
MEGABYTE = 1 << 20


def length(size: int) -> bytes:
    """A remaining length (MQTT 3.1.1, 2.2.3)."""
    out = b""
    while True:
        size, digit = divmod(size, 128)
        out += bytes([digit | (0x80 if size else 0)])
        if not size:
            return out


def message(payload: bytes, *, qos: int = 1, mid: int = 1, topic: bytes = TOPIC) -> bytes:
    body = struct.pack(">H", len(topic)) + topic + (struct.pack(">H", mid) if qos else b"") + payload
    return bytes([0x30 | qos << 1]) + length(len(body)) + body


def pause(n: int) -> bytes:
    return json.dumps({"transaction": str(n), "paused": True}).encode()


class HostileBroker:
    """Accepts every client as a broker does, then sends it the given bytes; counts the clients.

    leaves: how many clients it leaves if they do not leave it first.
    """

    def __init__(self, sends: Callable[[], Iterable[bytes]], leaves: int = 1) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.listener.getsockname()[1])
        self.sends, self.leaves = sends, leaves
        self.came = 0
        self.sent = 0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.came += 1
            with client:
                client.settimeout(LONG)
                try:
                    client.recv(4096)
                    client.sendall(CONNACK)
                    client.recv(4096)
                    client.sendall(SUBACK)
                    for part in self.sends():
                        client.sendall(part)
                        self.sent += len(part)
                    if self.came <= self.leaves:  # If the table accepts the bytes, the broker goes away afterwards.
                        client.settimeout(0.3)
                    while client.recv(65536):
                        pass
                except OSError:
                    pass

    def __enter__(self) -> HostileBroker:
        return self

    def __exit__(self, *_: object) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self._thread.join(LONG)


@pytest.fixture
def held() -> Iterator[Callable[[], int]]:
    """Bytes that Python's objects take, counted from here on."""
    tracemalloc.start()
    yield lambda: tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()


NOISE = bytes(range(256)) * 40
LEFT_BY_US: dict[str, bytes] = {
    "noise": NOISE,
    "text": b"HTTP/1.1 200 OK\r\n\r\n",
    "a length of five digits": b"\x30\xff\xff\xff\xff\x01",
    "a quarter of a gigabyte": b"\x30\xff\xff\xff\x7f" + b"x" * 1000,
    "a publish without a topic": b"\x32\x01\x00",
    "a topic longer than its packet": b"\x32\x04\xff\xff\x61\x62",
    "a topic that is no text": message(b"{}", topic=b"\xff\xfe"),
    "a topic of nothing": message(b"{}", topic=b""),
    "exactly once": message(pause(1), qos=2),
    "a quality that is none": message(pause(1), qos=3),
    "an acknowledgement of nothing": b"\x40\x02\x12\x34\x40\x00",
    "a grant cut off": b"\x90\x01\x00",
    "a connection twice, cut off": b"\x20\x01\x00",
    "a ping with a body": b"\xd0\x01\x00",
    "an unsubscription cut off": b"\xb0\x00",
    "types that are none": b"\x00\x00\xf0\x00",
}


def test_whatever_it_sends_the_table_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread survives each: it connects again, and after all of them hears a request at the same address."""
    monkeypatch.setattr("announce.mqtt.client.RECONNECT", (0.1, 0.1))
    asked: list[Request] = []
    sendings = itertools.chain(LEFT_BY_US.values(), itertools.repeat(message(pause(7))))

    def sends() -> list[bytes]:
        return [next(sendings)]

    with (
        HostileBroker(sends, leaves=len(LEFT_BY_US)) as broker,
        MqttPublisher("salon", BrokerSettings(port=broker.port), on_request=asked.append) as table,
    ):
        table.publish_state(table_state())
        eventually(lambda: any(request.transaction == "7" for request in asked))
        assert broker.came == len(LEFT_BY_US) + 1


class ReplaySocket(Socket):
    """A connection that has received these bytes and accepts none."""

    def send(self, data: bytes) -> int:
        raise BlockingIOError(f"{len(data)} bytes, none taken")


@pytest.mark.parametrize(
    "came",
    [
        b"".join(message(pause(n), mid=n % 65535 + 1) for n in range(2 * MOST_OWED)),
        message(b"x" * 1000, qos=2),
        message(b"{}", topic=b"\xff\xfe"),
        b"\x90" + length(LONGEST_PACKET + 1) + b"x",
        b"\x20\x02\x00\x01",
    ],
    ids=["it takes no acknowledgement", "exactly once", "a topic that is no text", "too long", "another version"],
)
def test_a_client_leaves_one_that_would_fill_or_end_it(came: bytes) -> None:
    """Asking a message for its topic does not end the thread; nothing of the message is kept."""
    client = WaryClient("wary")
    topics: list[str] = []
    client.on_message = lambda _client, _data, message: topics.append(message.topic)
    client._sock = ReplaySocket(came)  # type: ignore[assignment] # all of a socket that is asked for
    assert any(client.loop_read() for _ in range(4 * MOST_OWED))
    assert len(client._out_packet) <= MOST_OWED + 1
    assert len(client._in_messages) == 0
    client._sock = None


@pytest.mark.parametrize("size", [LONGEST_PACKET, LONGEST_PACKET + LONGEST_PACKET // 2, 5 * LONGEST_PACKET])
def test_a_message_that_is_too_long_is_acknowledged_and_the_next_one_heard(size: int) -> None:
    """Only its beginning is kept, so the table refuses it, and the connection stays."""
    client = WaryClient("wary")
    heard: list[bytes | bytearray] = []
    client.on_message = lambda _client, _data, message: heard.append(message.payload)
    client._sock = ReplaySocket(message(b"x" * size, mid=7) + message(pause(1), mid=8))  # type: ignore[assignment]
    for _ in range(100):
        client.loop_read()
    assert heard[1:] == [pause(1)]
    assert LONGEST_PACKET - MEGABYTE // 16 < len(heard[0]) <= LONGEST_PACKET + 100
    assert [bytes(each["packet"]) for each in client._out_packet] == [b"\x40\x02\x00\x07", b"\x40\x02\x00\x08"]
    client._sock = None


@pytest.mark.parametrize(
    ("name", "flood"),
    [
        ("requests", lambda: (message(pause(n), mid=n % 65535 + 1) for n in range(20_000))),
        ("the same request", lambda: (message(pause(1), mid=n % 65535 + 1) for n in range(20_000))),
        ("no requests", lambda: (message(b"x" * 1000, mid=n % 65535 + 1) for n in range(10_000))),
        ("long ones", lambda: (message(b"x" * 900_000, qos=0) for _ in range(100))),
        ("one too long, for ever", lambda: itertools.chain([b"\x30\xff\xff\xff\x7f"], itertools.repeat(NOISE, 25_000))),
    ],
)
def test_a_flood_fills_nothing(name: str, flood: Callable[[], Iterable[bytes]], held: Callable[[], int]) -> None:
    """Of twenty thousand messages, or of a hundred megabytes, at most forty messages are held for long."""
    asked: list[Request] = []
    over = threading.Event()

    def sends() -> Iterable[bytes]:
        if not over.is_set():
            yield from flood()
            over.set()

    with (
        HostileBroker(sends) as broker,
        MqttPublisher("salon", BrokerSettings(port=broker.port), on_request=asked.append) as table,
    ):
        eventually(lambda: broker.came >= 1)
        before = held()
        eventually(lambda: over.is_set() or broker.came >= 2)
        table.publish_state(table_state())
        assert len(asked) <= MOST_OPEN, name
        assert held() - before < 40 * MEGABYTE
