"""A pseudo-terminal between a board and a link that loses, changes, delays and splits bytes, by a seed."""

from __future__ import annotations

import contextlib
import os
import pty
import random
import select
import threading
import time
import tty
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True, kw_only=True)
class Bad:
    """How bad the line is. lost, changed: the share of bytes; single: hand on one byte at a time; delay: seconds."""

    lost: float = 0.0
    changed: float = 0.0
    single: bool = False
    delay: float = 0.0


def spoil(data: bytes, bad: Bad, chance: random.Random) -> bytes:
    """Return the bytes as they come out of a bad line."""
    out = bytearray()
    for byte in data:
        if chance.random() < bad.lost:
            continue
        out.append(byte ^ chance.randrange(1, 256) if chance.random() < bad.changed else byte)
    return bytes(out)


class LossyLine:
    """A bad line between a board's port and a new port for the link; `bad` may be changed at any time."""

    def __init__(self, board_port: str, bad: Bad, *, seed: int) -> None:
        self.bad = bad
        self._chance = random.Random(seed)  # noqa: S311 - a test's, not a secret's
        self._board = os.open(board_port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._ours, self._theirs = pty.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.port = os.ttyname(self._theirs)
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._pass_on, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._ending.set()
        self._thread.join()
        for descriptor in (self._board, self._ours, self._theirs):
            os.close(descriptor)

    def _pass_on(self) -> None:
        delayed: list[tuple[float, int, bytes]] = []
        while not self._ending.is_set():
            for source in select.select([self._board, self._ours], [], [], 0.005)[0]:
                target = self._ours if source == self._board else self._board
                with contextlib.suppress(OSError):
                    data = spoil(os.read(source, 4096), self.bad, self._chance)
                    delayed.append((time.monotonic() + self._chance.random() * self.bad.delay, target, data))
            for item in [item for item in delayed if item[0] <= time.monotonic()]:
                # A later piece never overtakes an earlier one: this is a line, not a network.
                if item is not next(other for other in delayed if other[1] == item[1]):
                    continue
                delayed.remove(item)
                self._write(item[1], item[2])

    def _write(self, target: int, data: bytes) -> None:
        size = 1 if self.bad.single else max(1, len(data))
        for at in range(0, len(data), size):
            with contextlib.suppress(OSError):
                os.write(target, data[at : at + size])
