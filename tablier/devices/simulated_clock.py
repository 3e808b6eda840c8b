"""Simulation clock that waits for the slowest consumer, so no frame is dropped."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

LOOKED_AT: Final = 10.0
"""Seconds over which the pace is measured, so that one slow picture does not count."""
SLOW: Final = 0.9
"""A pace below this is reported."""


class PlayClock:
    """Seconds of play: as fast as real time, but never past the time that was allowed.

    start: what it shows until more is allowed
    real: the clock it follows
    slow: called once, with the pace (seconds of play per real second), after LOOKED_AT seconds at a pace below SLOW
    """

    def __init__(
        self,
        start: float,
        *,
        real: Callable[[], float] = time.monotonic,
        slow: Callable[[float], None] = lambda _pace: None,
    ) -> None:
        self._real = real
        self._slow = slow
        self._now = self._limit = start
        self._read = real()
        self._since: tuple[float, float] | None = None
        self._moved = threading.Condition()

    def __call__(self) -> float:
        """Return the seconds of play."""
        with self._moved:
            return self._follow()

    def allow(self, t: float) -> None:
        """Let the clock run on to `t` seconds."""
        pace = None
        with self._moved:
            now = self._follow()
            if self._since is None:
                self._since = (self._read, now)
            elif (passed := self._read - self._since[0]) >= LOOKED_AT:
                pace = (now - self._since[1]) / passed
                self._since = (self._read, now)
            self._limit = max(self._limit, t)
            self._moved.notify_all()
        if pace is not None and pace < SLOW:
            slow, self._slow = self._slow, lambda _pace: None
            slow(pace)

    def wait(self, t: float) -> None:
        """Wait until the clock shows `t` seconds; forever if that is never allowed."""
        with self._moved:
            while (left := t - self._follow()) > 0:
                self._moved.wait(left if t <= self._limit else None)

    def _follow(self) -> float:
        real = self._real()
        self._now = min(self._now + real - self._read, self._limit)
        self._read = real
        return self._now
