"""The login limiter of the embedded broker: limits guesses at passwords before the server sees them.

NATS checks as many passwords as clients send. The limiter listens on its port and reads the first packet of each
connection (CONNECT, MQTT 3.1.1). It limits the failures of one address at one account as the page does
(`announce.access.auth`). It then passes all bytes on in both directions. The listening socket has the page's limits
(`announce.access.limits`), so a crowd of silent connections keeps no client out.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from announce.access.auth import ATTEMPTS
from announce.access.limits import BACKLOG, Gate, Limits, listening, party, room

LONGEST_CONNECT: Final = 4096
"""Bytes of a first packet. A regular one, with a name, a password and a will, has about 200."""
GREETING_TIME: Final = 5.0
"""Seconds for the client to send its first packet, and again for the server to answer it."""
MOST: Final = 80
"""Connections held at once, with two descriptors each. With the page's they leave `RESERVED` to the rest."""
TIDY: Final = 2.0
"""Seconds between two checks for silent connections."""
CHUNK: Final = 64 * 1024
CONNECT: Final = 0x10
REFUSED: Final = bytes((0x20, 2, 0, 5))
"""CONNACK: not authorized (MQTT 3.1.1, 3.2.2.3)."""
USER_FLAG: Final = 0x80
WILL_FLAG: Final = 0x04

_log = logging.getLogger(__name__)


class NoConnect(ValueError):
    """A first packet that is not a valid CONNECT."""


def user_of(packet: bytes) -> str:
    """Return the name in a CONNECT packet of MQTT 3.1.1 without its fixed header; empty for none.

    Raises NoConnect.
    """
    at = 0

    def text() -> bytes:
        nonlocal at
        length = int.from_bytes(packet[at : at + 2], "big")
        found = packet[at + 2 : at + 2 + length]
        if at + 2 > len(packet) or len(found) != length:
            raise NoConnect("the CONNECT packet is cut short")
        at += 2 + length
        return found

    if text() != b"MQTT":
        raise NoConnect("the protocol is not MQTT")
    if len(packet) < at + 4:
        raise NoConnect("the CONNECT packet is cut short")
    flags = packet[at + 1]
    at += 4
    text()  # the client's id
    if flags & WILL_FLAG:
        text()
        text()
    return text().decode(errors="replace") if flags & USER_FLAG else ""


class LoginLimiter:
    """Listens for clients, and passes on to the server those that are within the limits.

    Args:
        host: the address to listen on.
        port: the port to listen on; 0 takes a free one.
        server: gives the server's port on this machine, None while it is down.

    Raises OSError when it cannot listen. close() is idempotent.
    """

    def __init__(self, host: str, port: int, server: Callable[[], int | None]) -> None:
        self._server = server
        self._failures = Limits(*ATTEMPTS)
        self._listener = listening(host, port, Gate(room(MOST)))
        self.port: int = self._listener.getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="tablier-broker-door", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening and close every connection. Safe to call twice."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(timeout=10)

    def _serve(self) -> None:
        try:
            listening = self._loop.run_until_complete(
                asyncio.start_server(self._serve_connection, sock=self._listener, backlog=BACKLOG)
            )
            tidying = self._loop.create_task(self._tidy())
            self._loop.run_forever()
            listening.close()
            tidying.cancel()
            tasks = asyncio.all_tasks(self._loop)
            for task in tasks:
                task.cancel()
            if tasks:
                self._loop.run_until_complete(asyncio.wait(tasks))
        finally:
            self._loop.close()

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY)
            self._listener.tidy()

    async def _serve_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection from its first packet to its end."""
        try:
            await self._through(reader, writer)
        except (OSError, EOFError, TimeoutError, NoConnect) as error:
            _log.debug("a connection to the broker ended: %s", error)
        finally:
            writer.close()

    async def _through(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with asyncio.timeout(GREETING_TIME):
            greeting, user = await _greeting(reader)
        self._listener.gate.mark_active(writer.get_extra_info("socket").fileno())
        key = f"{party(writer.get_extra_info('peername')[0])} {user.casefold()}"
        if self._failures.wait(key, time.monotonic()):
            writer.write(REFUSED)
            await writer.drain()
            return
        port = self._server()
        if port is None:
            self._failures.give_back(key)
            return
        down, up = await asyncio.open_connection("127.0.0.1", port)
        try:
            up.write(greeting)
            async with asyncio.timeout(GREETING_TIME):
                answer = await down.readexactly(4)
            if answer[3] == 0:
                self._failures.give_back(key)
            writer.write(answer)
            ways = [asyncio.ensure_future(_pass_on(reader, up)), asyncio.ensure_future(_pass_on(down, writer))]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        finally:
            up.close()


async def _greeting(reader: asyncio.StreamReader) -> tuple[bytes, str]:
    """Read a client's first packet; return it and the user's name in it.

    Raises NoConnect and EOFError.
    """
    head = bytearray(await reader.readexactly(2))
    while head[-1] & 0x80 and len(head) < 5:
        head += await reader.readexactly(1)
    length = sum((digit & 0x7F) << 7 * place for place, digit in enumerate(head[1:]))
    if head[0] != CONNECT or length > LONGEST_CONNECT:
        raise NoConnect("the first packet is not a CONNECT")
    body = await reader.readexactly(length)
    return bytes(head) + body, user_of(body)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
