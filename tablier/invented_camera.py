"""A camera over an invented table, in a process of its own: pictures come through a pipe, at the table's own times.

`python -m tablier.invented_camera` is the other end: it is given a plan, draws the empty table, says READY, is told the
moment to count from, and then writes raw pictures, as `tablier.pictures` has them.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Final, Self

import msgspec

from tablier.invented import InventedTable, Plan
from tablier.pictures import RawSplitter, raw_bytes
from tablier.recording import Frame

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import BinaryIO

READ: Final = 1 << 20
READY: Final = b"ready\n"


class CameraFailed(RuntimeError):
    """The filming process ended before it was ready."""


class InventedCamera:
    """Gives pictures to `deliver`, from a thread, from `film` on until closed.

    plan: what to invent; rate: frames a second. Made, it has a table to film; raises CameraFailed when it has not.
    """

    def __init__(self, plan: Plan, *, rate: float, deliver: Callable[[Frame], None]) -> None:
        invented = msgspec.json.encode(plan).decode()
        command = [sys.executable, "-P", "-m", "tablier.invented_camera", invented, f"{rate}"]
        # Its own session: Ctrl-C is for whoever started it.
        self._program = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
        )
        self._deliver = deliver
        self._thread = threading.Thread(target=self._read, name="invented-camera", daemon=True)
        ready = self._program.stdout is not None and self._program.stdout.readline() == READY
        if not ready:
            self.close()
            raise CameraFailed("the invented table could not be filmed")

    def film(self, began: float) -> None:
        """Begin; `began` is the moment of the monotonic clock that is the table's zero."""
        if self._program.stdin is not None:
            self._program.stdin.write(f"{began}\n".encode())
            self._program.stdin.flush()
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

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
                self._deliver(Frame(picture.t, picture.image()))


def _film(invented: InventedTable, began: float, rate: float, sink: BinaryIO) -> None:
    """Write pictures as time goes by; one that comes too late is left out, as a camera would."""
    number = int((time.monotonic() - began) * rate)
    while True:
        number = max(number + 1, int((time.monotonic() - began) * rate))
        t = number / rate
        time.sleep(max(0.0, began + t - time.monotonic()))
        image = invented.picture(max(t, 0.0), abs(number))
        sink.writelines(raw_bytes(t, image))
        sink.flush()


def main() -> int:
    """Film until nobody watches."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("plan")
    parser.add_argument("rate", type=float)
    arguments = parser.parse_args()
    invented = InventedTable(msgspec.json.decode(arguments.plan, type=Plan))
    invented.picture(0.0, 0)
    sink = sys.stdout.buffer
    try:
        sink.write(READY)
        sink.flush()
        told = sys.stdin.readline()
        if told:
            _film(invented, float(told), arguments.rate, sink)
    except BrokenPipeError:
        # Nobody watches any more; nor should the interpreter complain when it closes the pipe.
        sys.stderr.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
