"""The page's HTTP and WebSocket connections, timed: none is held for ever, and none is owed more than it reads.

uvicorn bounds neither: it waits for ever for the end of a request, and answers each ping of a client that never reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    import asyncio

    from announce.access.connection_limits import Gate

PATIENCE: Final = 15.0
"""Seconds in which a request must get on, and a connection that is being closed must be gone."""
READ_TIME: Final = 10.0
"""Seconds in which a WebSocket's client must read what it is owed."""
OWED: Final = (1008, "reads too slowly")
"""The WebSocket's close code and reason for one that does not (RFC 6455, policy violation)."""


def protocol(gate: Gate) -> type[H11Protocol]:
    """The HTTP protocol of uvicorn with our limits; it reports connections that have sent a request to `gate`."""

    class Limited(H11Protocol):
        gone = False

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # uvicorn narrows it too
            super().connection_made(transport)
            socket = transport.get_extra_info("socket")
            self.number = -1 if socket is None else socket.fileno()
            self.loop.call_later(PATIENCE, self._look, self._progress())

        def connection_lost(self, exc: Exception | None) -> None:
            self.gone = True
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.cycle is not None or self not in self.connections:
                gate.heard(self.number)

        def send_400_response(self, msg: str) -> None:
            # What is no HTTP may come in the middle of a body or of an answer: then nothing more is said.
            if self.cycle is not None:
                self.cycle.disconnected = True
                self.cycle.message_event.set()
            try:
                super().send_400_response(msg)
            except h11.LocalProtocolError:
                self.transport.close()

        def _progress(self) -> tuple[Any, ...] | None:
            """A value that changes whenever a request gets on; None for a connection that may stay as it is."""
            if self.transport.is_closing():
                return ("closing",)
            if self not in self.connections:
                return None  # It has become a WebSocket, which sees to itself.
            cycle = self.cycle
            return (id(cycle), cycle is not None and cycle.response_complete)

        def _look(self, before: tuple[Any, ...] | None) -> None:
            if self.gone:
                return
            now = self._progress()
            if now is not None and now == before:
                self.transport.abort()
                return
            if now is not None:
                self.loop.call_later(PATIENCE, self._look, now)

    return Limited


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket with flow control: a client that does not read is not read either, and is let go in time."""

    _deadline: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """The client is owed a full buffer: take nothing from it that would add to that."""
        super().pause_writing()
        self.transport.pause_reading()
        if self._deadline is None:
            self._deadline = self.loop.call_later(READ_TIME, self._let_go)

    def resume_writing(self) -> None:
        """The client has read."""
        super().resume_writing()
        self._forget_deadline()
        if not self.read_paused:
            self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._forget_deadline()
        super().connection_lost(exc)

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _let_go(self) -> None:
        """Say why, as far as the client still reads, and end the connection whatever it does."""
        self._deadline = None
        if not self.close_sent and self.handshake_complete:
            self.conn.fail(*OWED)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": OWED[0], "reason": OWED[1]})
        self.loop.call_later(1.0, self.transport.abort)
