"""A camera over a simulated table, in a process of its own, and the clock that waits for its slowest consumer.

Pictures come through a pipe, at the table's own times. `python -m tablier.devices.simulated_camera` is the other end:
it reads a plan, draws the empty table, writes READY, and then raw pictures in the format of `tablier.devices.pictures`.
"""

from __future__ import annotations

import argparse
import itertools
import math
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import BinaryIO, Final

import msgspec

from announce.closing import Closing
from tablier.devices.pictures import RawSplitter, raw_bytes
from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import Plan
from tablier.storage.recording import Frame

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


READ: Final = 1 << 20
READY: Final = b"ready\n"


class CameraFailed(RuntimeError):
    """The filming process ended before it was ready."""


class InventedCamera(Closing):
    """Gives pictures to `deliver` in a thread, from `film` on until closed; no picture is dropped.

    plan: the game to invent
    rate: frames a second
    clock: of the table; may run on after each picture, and without limit once the process has ended
    deliver: may block
    Raises CameraFailed when the process cannot draw the table.
    """

    def __init__(self, plan: Plan, *, rate: float, clock: PlayClock, deliver: Callable[[Frame], None]) -> None:
        invented = msgspec.json.encode(plan).decode()
        command = [sys.executable, "-P", "-m", "tablier.devices.simulated_camera", invented, f"{rate}", f"{clock()}"]
        # Its own session: Ctrl-C must reach the parent only.
        self._program = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
        )
        self._between = 1 / rate
        self._clock = clock
        self._deliver = deliver
        self._thread = threading.Thread(target=self._read, name="invented-camera", daemon=True)
        with ExitStack() as undone:
            undone.callback(self.close)  # On Ctrl-C, too: the process would go on drawing.
            if self._program.stdout is None or self._program.stdout.readline() != READY:
                raise CameraFailed("the invented table could not be filmed")
            undone.pop_all()

    def film(self) -> None:
        """Start filming, and with it the table's time."""
        self._thread.start()

    @property
    def ended(self) -> bool:
        """Whether the process has ended."""
        return self._program.poll() is not None

    def close(self) -> None:
        """End the process; may be called again."""
        self._program.kill()
        self._program.wait()
        if self._thread.is_alive():
            self._thread.join()
        for pipe in (self._program.stdin, self._program.stdout):
            if pipe is not None:
                pipe.close()

    def _read(self) -> None:
        source = self._program.stdout
        splitter = RawSplitter()
        while source is not None and (data := os.read(source.fileno(), READ)):
            for picture in splitter.feed(data):
                self._clock.allow(picture.t)
                self._clock.wait(picture.t)
                self._deliver(Frame(picture.t, picture.image()))
                self._clock.allow(picture.t + self._between)
        self._clock.allow(math.inf)


def _film(invented: InventedTable, start: float, rate: float, sink: BinaryIO) -> None:
    """Write the pictures from `start` seconds on; the reader sets the pace."""
    for number in itertools.count(math.ceil(start * rate)):
        t = number / rate
        image = invented.picture(max(t, 0.0), abs(number))
        sink.writelines(raw_bytes(t, image))
        sink.flush()


def _end_with_the_reader() -> None:
    """End this process as soon as the reader ends, however that ends: its end of this pipe closes then."""
    sys.stdin.buffer.read()
    os._exit(0)


def main() -> int:
    """Film until the reader closes the pipes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("plan")
    parser.add_argument("rate", type=float)
    parser.add_argument("start", type=float)
    arguments = parser.parse_args()
    threading.Thread(target=_end_with_the_reader, daemon=True).start()
    invented = InventedTable(msgspec.json.decode(arguments.plan, type=Plan))
    invented.picture(0.0, 0)
    sink = sys.stdout.buffer
    try:
        sink.write(READY)
        sink.flush()
        _film(invented, arguments.start, arguments.rate, sink)
    except BrokenPipeError:
        # The reader has gone; the interpreter must not complain when it closes the pipe.
        sys.stderr.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
