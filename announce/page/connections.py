"""The page's connections, counted and timed: nobody holds them all, and none is held for ever.

uvicorn bounds neither: without this a guest who opens a thousand connections and says nothing takes every file
descriptor of the process, the journal's among them.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from announce.access.limits import party

if TYPE_CHECKING:
    import asyncio

MOST: Final = 600
MOST_OF_ONE: Final = 60
"""Connections, and those of one address; this machine's own (a proxy's) are only counted together."""
PATIENCE: Final = 15.0
"""Seconds in which a request must get on, and a connection that is being closed must be gone."""
LOOPBACKS: Final = frozenset({"127.0.0.1", "::/64", "::1"})

_log = logging.getLogger(__name__)


class Counted:
    """The connections that are open now."""

    def __init__(self) -> None:
        self._open: dict[asyncio.Transport, str] = {}

    def admit(self, transport: asyncio.Transport, address: str) -> bool:
        """Count one more; false when there are too many."""
        self._prune()
        whose = party(address)
        of_one = sum(other == whose for other in self._open.values())
        if len(self._open) >= MOST or (of_one >= MOST_OF_ONE and whose not in LOOPBACKS):
            return False
        self._open[transport] = whose
        return True

    def __len__(self) -> int:
        self._prune()
        return len(self._open)

    def _prune(self) -> None:
        self._open = {one: whose for one, whose in self._open.items() if not lost(one)}


def lost(transport: asyncio.Transport) -> bool:
    """Whether a connection is gone: its socket is closed."""
    socket = transport.get_extra_info("socket")
    return socket is None or socket.fileno() < 0


def protocol(counted: Counted) -> type[H11Protocol]:
    """The protocol of uvicorn itself, with our limits."""

    class Limited(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # uvicorn narrows it too
            super().connection_made(transport)
            address = self.client[0] if self.client else ""
            if not counted.admit(transport, address):
                _log.info("too many connections, one more of %s is refused", address)
                transport.abort()
                return
            self.loop.call_later(PATIENCE, self._look, self._progress())

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
            """What changes whenever a request gets on; None for what may stay as it is."""
            if self.transport.is_closing():
                return ("closing",)
            if self not in self.connections:
                return None  # It has become a WebSocket, which sees to itself.
            cycle = self.cycle
            return (id(cycle), cycle is not None and cycle.response_complete)

        def _look(self, before: tuple[Any, ...] | None) -> None:
            if lost(self.transport):
                return
            now = self._progress()
            if now is not None and now == before:
                self.transport.abort()
                return
            self.loop.call_later(PATIENCE, self._look, now)

    return Limited
