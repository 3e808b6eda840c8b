"""The page's HTTP and WebSocket connections with time limits.

uvicorn has none. It waits forever for the end of a request, and it answers each ping of a client that never reads.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from announce.access.limits import Gate

PATIENCE: Final = 15.0
"""Seconds within which a request must make progress, and a closing connection must be closed."""
READ_TIME: Final = 10.0
"""Seconds within which a WebSocket's client must read what was sent to it."""
OWED: Final = (1008, "reads too slowly")
"""The close code and reason for a client that does not read in time (RFC 6455, policy violation)."""


def protocol(gate: Gate) -> type[H11Protocol]:
    """Return uvicorn's HTTP protocol with our limits. It reports to `gate` the connections that have sent a request."""

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
                gate.mark_active(self.number)

        def send_400_response(self, msg: str) -> None:
            # Invalid HTTP may come in the middle of a body or an answer. Then no 400 can be sent.
            if self.cycle is not None:
                self.cycle.disconnected = True
                self.cycle.message_event.set()
            try:
                super().send_400_response(msg)
            except h11.LocalProtocolError:
                self.transport.close()

        def _progress(self) -> tuple[Any, ...] | None:
            """Return a value that changes whenever a request makes progress; None if the connection needs no limit."""
            if self.transport.is_closing():
                return ("closing",)
            if self not in self.connections:
                return None  # It has become a WebSocket, which has its own limits.
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
    """uvicorn's WebSocket with flow control: it stops reading from a client that does not read, and then closes it."""

    _deadline: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Stop reading while the send buffer is full, so that the client cannot make it grow."""
        super().pause_writing()
        self.transport.pause_reading()
        if self._deadline is None:
            self._deadline = self.loop.call_later(READ_TIME, self._let_go)

    def resume_writing(self) -> None:
        """Read again, because the client has read the send buffer."""
        super().resume_writing()
        self._forget_deadline()
        if not self.read_paused:
            self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the deadline of a closed connection."""
        self._forget_deadline()
        super().connection_lost(exc)

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _let_go(self) -> None:
        """Tell the client why, if it still reads, and end the connection in any case."""
        self._deadline = None
        if not self.close_sent and self.handshake_complete:
            self.conn.fail(*OWED)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": OWED[0], "reason": OWED[1]})
        self.loop.call_later(1.0, self.transport.abort)
