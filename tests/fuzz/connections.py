"""What comes over connections from outside, one function for each kind; it raises only if we have a bug."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Any, TypeVarTuple, Unpack

import h11
import uvicorn
from uvicorn.server import ServerState

from announce.access.accounts import Accounts, Role
from announce.access.auth import Auth, Person
from announce.access.limits import Gate
from announce.mqtt.client import MOST_OWED, WaryClient
from announce.page.app import create_page
from announce.page.connections import LimitedWebSocket, protocol
from announce.table_api.api import TableApi
from announce.table_api.requests import Request

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


def broker(data: bytes) -> None:
    """Bytes that a broker, or something else, sends after our client has connected.

    Nothing is raised, whatever comes. The connection is kept or given up.
    """
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


Ts = TypeVarTuple("Ts")
MOST = 1 << 20
"""Bytes of one answer, the largest file of the page apart."""


ENOUGH = 0.9
"""Seconds for an answer that waits for no other."""


class Quick(asyncio.SelectorEventLoop):
    """A loop that never waits and never runs delayed calls."""

    def call_later(
        self, delay: float, callback: Callable[[Unpack[Ts]], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """A handle, as of a timer."""
        if delay < 1:
            return super().call_later(delay, callback, *args, context=context)
        return super().call_later(0, lambda: None)


class Line(asyncio.Transport):
    """A connection that remembers how much was written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = 0
        self.closed = False

    def fileno(self) -> int:
        return -1 if self.closed else 5

    def getsockname(self) -> tuple[str, int]:
        return ("127.0.0.1", 80)

    def getpeername(self) -> tuple[str, int]:
        return ("127.0.0.1", 5)

    def get_extra_info(self, name: str, default: Any = None) -> Any:  # noqa: ANN401 - asyncio's own
        return {"socket": self, "peername": ("127.0.0.1", 5), "sockname": ("127.0.0.1", 80)}.get(name, default)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += len(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol


class Open(Auth):
    """Rights by which any token is a referee's."""

    def who(self, token: str | None, t: float) -> Person:
        """The holder of an account."""
        del t
        return Person("lea", Role.REFEREE) if token else Person("", None)


def _asked(request: Request) -> None:
    api.answer(request)


api = TableApi("salon", on_request=_asked)
loop = Quick()
page = create_page(api, auth=Open("salon", Accounts))
gate = Gate()
config = uvicorn.Config(page, log_config=None, lifespan="off", http=protocol(gate), ws=LimitedWebSocket)
config.load()


def http(data: bytes) -> None:
    """Bytes that anybody sends to the page's port: through the server's protocol, the guard and every route.

    Nothing is raised, no task is left, and no answer is longer than a page's.
    """
    loop.run_until_complete(_served(data))


async def _served(data: bytes) -> None:
    state, line = ServerState(), Line()
    talk: Any = protocol(gate)(config=config, server_state=state, app_state={}, _loop=loop)
    line.protocol, conn = talk, talk.conn
    talk.connection_made(line)
    for part in (data[: len(data) // 2], data[len(data) // 2 :]):
        if not line.closed and part:
            line.protocol.data_received(part)  # type: ignore[attr-defined] # asyncio leaves it open which kind it is
        await asyncio.sleep(0)
    for _ in range(5):
        await asyncio.sleep(0)
    if state.tasks and line.protocol is talk and conn.their_state is not h11.SEND_BODY:
        await asyncio.wait(state.tasks, timeout=ENOUGH)
    if not line.closed:
        line.protocol.connection_lost(None)
    line.closed = True
    for task in list(state.tasks):
        task.cancel()
    for outcome in await asyncio.gather(*state.tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome
    assert line.written < MOST
    assert not api._followers
