"""Bytes that a broker, or something else, sends after our client has connected."""

from __future__ import annotations

from announce.mqtt.client import MOST_OWED, WaryClient
from announce.table_api import TableApi

STEPS = 300


class Socket:
    """A connection on which these bytes have come, and no more."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def recv(self, most: int) -> bytes:
        """The next bytes."""
        part, self._data = self._data[:most], self._data[most:]
        if not part:
            raise BlockingIOError
        return part

    def send(self, data: bytes) -> int:
        """All of them are taken."""
        return len(data)

    def fileno(self) -> int:
        return 5

    def close(self) -> None:
        """It is over."""


def run(data: bytes) -> None:
    """Nothing is raised, whatever comes. The connection is kept or given up."""
    api, client = TableApi("salon"), WaryClient("fuzz")
    client.on_message = lambda _client, _data, message: api.ask(
        message.topic.rpartition("/")[2], bytes(message.payload), lambda _answer: None
    )
    client._sock = Socket(data)  # type: ignore[assignment] # all of a socket that is asked for
    for _ in range(STEPS):
        if client._sock is None or client.loop_read() != 0:
            break
    assert len(client._out_packet) <= MOST_OWED + 1
    client._sock = None
