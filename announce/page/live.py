"""The live view: a WebSocket on which the server sends and the page only listens.

The first message is `{"name": "snapshot", "value": …}` with everything so far. Then `{"name": "state", "value": …}` and
other publications follow as they happen. After a while without news the server sends `{"name": "here", "value": null}`,
so the page recognises a dead connection by its silence.

The server closes a connection that reads too slowly or sends anything. The page then reconnects and gets a new
snapshot.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Final, Protocol

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from announce.access.auth import Auth, Person
from announce.page.request_guard import NO_ROLE
from announce.table_api.api import Follower

MOST: Final = 400
"""Pages connected at once."""
WAITING: Final = 256
"""Messages kept for a page that reads slowly."""
SEND_TIME: Final = 10.0
"""Seconds within which a page must read a message."""
LOOK: Final = 5.0
"""Seconds without news after which "here" is sent, if the viewer may still watch."""
TOO_MANY: Final = 1013
"""Try again later (RFC 6455's register of close codes)."""
UNASKED: Final = 1008


class Followable(Protocol):
    """An object that a page can follow."""

    def follow(self, follower: Follower) -> str:
        """Call `follower` with the name and JSON text of every change; return what was before, as JSON text."""

    def leave(self, follower: Follower) -> None:
        """Stop calling this follower."""


def live(shown_to: Callable[[Person], Followable], auth: Auth) -> WebSocketRoute:
    """Return the route `/live`. shown_to: gives what a person may follow."""
    open_now: set[WebSocket] = set()

    async def follow(socket: WebSocket) -> None:
        await socket.accept()
        if len(open_now) >= MOST:
            await socket.close(TOO_MANY)
            return
        open_now.add(socket)
        waiting: asyncio.Queue[str] = asyncio.Queue(WAITING)
        slow = asyncio.Event()
        loop = asyncio.get_running_loop()

        def put(text: str) -> None:
            if waiting.full():
                slow.set()
            else:
                waiting.put_nowait(text)

        def send(name: str, text: str) -> None:
            loop.call_soon_threadsafe(put, _message(name, text))

        shown = shown_to(socket.state.person)
        waiting.put_nowait(_message("snapshot", shown.follow(send)))
        telling = asyncio.create_task(_tell(socket, waiting, auth))
        others = [asyncio.create_task(_hear(socket)), asyncio.create_task(slow.wait())]
        try:
            await asyncio.wait([telling, *others], return_when=asyncio.FIRST_COMPLETED)
        finally:
            shown.leave(send)
            open_now.discard(socket)
            for task in (telling, *others):
                task.cancel()
            await asyncio.gather(telling, *others, return_exceptions=True)
        if socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
                async with asyncio.timeout(SEND_TIME):
                    await socket.close(TOO_MANY if slow.is_set() else UNASKED)

    return WebSocketRoute("/live", follow)


async def _tell(socket: WebSocket, waiting: asyncio.Queue[str], auth: Auth) -> None:
    """Send the waiting messages, and "here" now and then, while the viewer may still watch.

    asyncio.wait_for is no substitute. In Python 3.11 it loses its cancellation when the awaited item arrives with it.
    """
    while True:
        text = _message("here", "null")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOK):
                text = await waiting.get()
        async with asyncio.timeout(SEND_TIME):
            if auth.who(socket.state.token, time.monotonic()).role is None:
                await socket.close(NO_ROLE)
                return
            await socket.send_text(text)


async def _hear(socket: WebSocket) -> None:
    """Wait until the page disconnects or sends anything."""
    await socket.receive()


def _message(name: str, text: str) -> str:
    return f'{{"name":"{name}","value":{text}}}'
