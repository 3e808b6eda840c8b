"""Tell the service manager, if there is one, that the table is ready, alive, and ending (sd_notify(3)).

Only the table's own loop reports that it is alive. When a step of it never ends, the manager ends the program and
starts it again, and the game goes on from the journal.
"""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import Callable, Mapping
from typing import Final

MICROSECONDS: Final = 1e6
SHARE: Final = 4
"""Signs of life sent in the time that is allowed for one."""


class ServiceManager:
    """The service manager that started this program. Nothing is raised, and nothing waits.

    environment: says where it listens (NOTIFY_SOCKET) and how long it waits for a sign of life (WATCHDOG_USEC)
    clock: seconds
    """

    def __init__(
        self, environment: Mapping[str, str] = os.environ, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        # An abstract address is written with an @ in place of its zero byte.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._clock = clock
        self._every = _seconds(environment.get("WATCHDOG_USEC", "")) / SHARE
        self._alive = float("-inf")

    def ready(self) -> None:
        """Report that everything is open that can be."""
        self._send("READY=1")

    def alive(self) -> None:
        """Report that the loop runs; may be called in every round."""
        now = self._clock()
        if self._every and now - self._alive >= self._every:
            self._alive = now
            self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """Report that the program is about to end."""
        self._send("STOPPING=1")

    def _send(self, words: str) -> None:
        if not self._address:
            return
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.sendto(words.encode(), self._address)


def _seconds(microseconds: str) -> float:
    return int(microseconds) / MICROSECONDS if microseconds.isdecimal() else 0.0
