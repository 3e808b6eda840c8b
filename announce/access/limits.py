"""Limits that hold off a crowd: requests a second of each address, and connections of a listening socket."""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import math
import resource
import selectors
import socket
import time
from collections import Counter, OrderedDict
from typing import Any, Final

KEPT: Final = 4096
"""Buckets remembered. The least recently used one is forgotten first."""


class Limits:
    """For each key, `burst` times at once and `rate` times a second on average."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._full: OrderedDict[str, float] = OrderedDict()
        """When each bucket is full again."""

    def wait(self, key: str, t: float) -> float:
        """Count one time and return 0, or return the seconds to wait until it may be done."""
        full = max(self._full.get(key, -math.inf), t)
        earliest = full - (self._burst - 1) / self._rate
        if earliest > t:
            return earliest - t
        self._full[key] = full + 1 / self._rate
        self._full.move_to_end(key)
        while len(self._full) > KEPT:
            self._full.popitem(last=False)
        return 0.0

    def give_back(self, key: str) -> None:
        """Undo the last count, because it was not a failure after all."""
        if key in self._full:
            self._full[key] -= 1 / self._rate


def party(address: str) -> str:
    """Return the key by which an address is limited: an IPv6 address counts as its network of 64 bits."""
    try:
        read = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(read, ipaddress.IPv6Address):
        return str(read.ipv4_mapped or ipaddress.ip_network((read, 64), strict=False))
    return str(read)


MOST: Final = 600
"""Connections open at once, if the process may open enough files."""
MOST_OF_ONE: Final = 60
"""Connections of one address."""
SILENT: Final = 48
"""Connections that have sent no whole request so far."""
PATIENCE: Final = 15.0
"""Seconds a connection may send nothing."""
BACKLOG: Final = 512
"""Connections that the kernel keeps until they are accepted."""
RESERVED: Final = 256
"""Descriptors reserved for the rest of the table: journal, broker, camera, evidence."""
LOG_EVERY: Final = 30.0
"""Seconds between two lines about refused connections."""
AT_ONCE: Final = 16
"""Connections accepted in a row. Then the event loop can close dropped ones before it takes more."""
LOOPBACKS: Final = frozenset({"127.0.0.1", "::/64", "::1"})

_log = logging.getLogger(__name__)


def room(most: int = MOST) -> int:
    """Return how many connections this process can hold: `most`, or what its limit of open files leaves."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return most if files == resource.RLIM_INFINITY else max(8, min(most, files - RESERVED))


class Gate:
    """Counts the open connections. One thread at a time.

    most: connections altogether.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._open: OrderedDict[int, Admitted] = OrderedDict()
        self._silent: OrderedDict[int, Admitted] = OrderedDict()
        self._of: Counter[str] = Counter()
        self._refused = 0
        self._logged: float | None = None

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, one: Admitted) -> bool:
        """Count a connection; return False when there is no room for it."""
        if one.whose not in LOOPBACKS and self._of[one.whose] >= MOST_OF_ONE:
            self._refuse(one)
            return False
        if len(self._silent) >= SILENT or len(self._open) >= self._most:
            if not self._silent:
                self._refuse(one)
                return False
            _, oldest = self._silent.popitem(last=False)
            self._refuse(oldest)
            oldest.drop()
        self._open[one.number] = self._silent[one.number] = one
        self._of[one.whose] += 1
        return True

    def mark_active(self, number: int) -> None:
        """Record that a connection, by its descriptor, has sent a whole request and is no longer silent."""
        self._silent.pop(number, None)

    def remove(self, one: Admitted) -> None:
        """Record that a connection was closed."""
        if self._open.get(one.number) is not one:
            return
        del self._open[one.number]
        self._silent.pop(one.number, None)
        self._of[one.whose] -= 1
        if not self._of[one.whose]:
            del self._of[one.whose]

    def _refuse(self, one: Admitted) -> None:
        self._refused += 1
        now = time.monotonic()
        if self._logged is None or now - self._logged >= LOG_EVERY:
            _log.info("too many connections: %d refused or dropped, the last from %s", self._refused, one.whose)
            self._logged, self._refused = now, 0


class Admitted(socket.socket):
    """An accepted connection that reports to the gate when it is closed.

    waits_in: the selector that waits for its first byte; None once the event loop has the connection.
    """

    def __init__(self, accepted: socket.socket, address: tuple[Any, ...], gate: Gate, t: float) -> None:
        super().__init__(accepted.family, accepted.type, accepted.proto, fileno=accepted.detach())
        self.number = self.fileno()
        self.address = address
        self.whose = party(str(address[0]))
        self.since = t
        self.waits_in: selectors.EpollSelector | None = None
        self._gate = gate

    def close(self) -> None:
        """Close the connection and make room for another. Safe to call twice."""
        self._gate.remove(self)
        self.serve()
        super().close()

    def serve(self) -> None:
        """Hand the connection over to the event loop."""
        if self.waits_in is not None:
            self.waits_in.unregister(self)
            self.waits_in = None

    def drop(self) -> None:
        """Shut the connection down. If the event loop serves it, the loop then closes it."""
        if self.waits_in is not None:
            self.close()
            return
        with contextlib.suppress(OSError):  # The client closed it first.
            self.shutdown(socket.SHUT_RDWR)


class Listener(socket.socket):
    """A listening socket whose `accept` returns only connections that have sent something and have room.

    Its descriptor, for an event loop, is that of its selector.
    """

    def __init__(self, family: int, gate: Gate) -> None:
        self._selector: selectors.EpollSelector | None = None
        super().__init__(family, socket.SOCK_STREAM)
        self.gate = gate
        self._taken = 0
        self._selector = selectors.EpollSelector()
        self._selector.register(super().fileno(), selectors.EVENT_READ)

    def fileno(self) -> int:
        """Return the descriptor that is readable when `accept` may have a connection."""
        return super().fileno() if self._selector is None else self._selector.fileno()

    def close(self) -> None:
        """Stop listening. Safe to call twice."""
        if self._selector is not None:
            for key in [*self._selector.get_map().values()]:
                if isinstance(key.fileobj, Admitted):
                    key.fileobj.close()
            self._selector.close()
            self._selector = None
        super().close()

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection that has sent something.

        Raises BlockingIOError when there is none, and after AT_ONCE of them.
        """
        selector = self._selector
        if selector is None:
            raise OSError("the listener is closed")
        if self._taken < AT_ONCE:
            self._welcome(selector)
            for key, _ in selector.select(0):
                if isinstance(key.fileobj, Admitted):
                    self._taken += 1
                    key.fileobj.serve()
                    return key.fileobj, key.fileobj.address
        self._taken = 0
        raise BlockingIOError

    def tidy(self) -> None:
        """Close the connections that have sent nothing for PATIENCE seconds."""
        before = time.monotonic() - PATIENCE
        selector = self._selector
        for key in [] if selector is None else [*selector.get_map().values()]:
            if isinstance(key.fileobj, Admitted) and key.fileobj.since < before:
                key.fileobj.close()

    def _welcome(self, selector: selectors.EpollSelector) -> None:
        """Accept new connections, which then wait for their first byte."""
        for _ in range(AT_ONCE):
            try:
                accepted, address = super().accept()
            except BlockingIOError:
                return
            accepted.setblocking(False)
            one = Admitted(accepted, address, self.gate, time.monotonic())
            if self.gate.admit(one):
                selector.register(one, selectors.EVENT_READ)
                one.waits_in = selector
            else:
                one.close()


def listening(host: str, port: int, gate: Gate) -> Listener:
    """Open a socket that listens on a host's address. Port 0 takes a free one.

    Raises OSError.
    """
    listener = Listener(socket.AF_INET6 if ":" in host else socket.AF_INET, gate)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
        listener.setblocking(False)
    except OSError:
        listener.close()
        raise
    return listener
