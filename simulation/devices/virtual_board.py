"""A simulated board of holes: the real firmware on CPython, with a simulated field, on a pseudo-terminal.

The program ends when its standard input ends. It answers each line there by a line on standard output:

    (at the start)                      power-up: port /dev/pts/N
    peg HOLE KIND [HEIGHT]              empty, blancs, noirs or pavillon in the hole, HEIGHT mm above its seat: ok
    press ROW BUTTON [MS]               press far ecole 120: ok
    sensor HOLE ok|stuck|missing|short  the sensor's health: ok
    sensor HOLE drift MT_PER_S          its resting value drifts: ok
    adc MUX dead|ok                     one of the two converters: ok
    reference MUX UPPER LOWER           that converter's divider, ohms, its parts within their tolerances: ok
    lights                              lights STATUS NEAR FAR
    freeze, thaw                        stop the microcontroller but keep its port; let it go on: ok
    unplug                              the port vanishes: ok
    plug                                power-up on another port; magnets and calibration stay: port /dev/pts/N
    quit

A line that it does not understand is answered by error and why. `VirtualBoard` starts the program and sends lines.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import os
import pty
import select
import subprocess
import sys
import time
import tty
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from events.field import Row
from events.peg_reading import Button, Peg, PegReading
from hardware.firmware import layout
from hardware.firmware.board import Board
from hardware.firmware.mock_pins import MockPins


class VirtualBoardFailed(RuntimeError):
    """The program refused a line or ended. The message is the program's answer."""


class VirtualBoard:
    """The program as a subprocess: its methods put pegs and press buttons, and its `port` shows the result.

    link: a path that always points at the present pseudo-terminal, as /dev/serial/by-id does; number: 0..255, to
    distinguish several boards. Raises VirtualBoardFailed when the program does not start.
    """

    def __init__(self, *, link: Path | None = None, number: int = 1) -> None:
        self.link = link
        command = [sys.executable, "-P", "-m", "simulation.devices.virtual_board", "--number", str(number)]
        if link is not None:
            command += ["--link", str(link)]
        # Its own session, so that Ctrl-C reaches only the parent; the program ends with its input.
        self._program = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        self._port = ""
        if not self._answer():
            self.close()
            raise VirtualBoardFailed("the virtual board did not start")

    def __repr__(self) -> str:
        return f"<VirtualBoard {'closed' if self._program.poll() is not None else self._port}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def port(self) -> str:
        """The present pseudo-terminal; `plug` changes it."""
        return self._port

    def put(self, hole: int, peg: Peg | None) -> None:
        """Put a peg (None: nothing) in a hole."""
        self.say(f"peg {hole} {peg or 'empty'}")

    def show(self, reading: PegReading) -> None:
        """Set all thirty holes to this reading between two scans; faults are ignored."""
        self._say_together([f"peg {hole} {peg or 'empty'}" for hole, peg in enumerate(reading.holes)])

    def press(self, row: Row, button: Button, *, milliseconds: int = 120) -> None:
        """Press a button and hold it for this time."""
        self.say(f"press {row} {button} {milliseconds}")

    def freeze(self) -> None:
        """Stop the microcontroller; its port stays."""
        self.say("freeze")

    def thaw(self) -> None:
        """Let the microcontroller go on."""
        self.say("thaw")

    def unplug(self) -> None:
        """Remove the port."""
        self.say("unplug")

    def plug(self) -> None:
        """Power up again, on another port."""
        self.say("plug")

    def say(self, line: str) -> str:
        """Send one line and return the answer. Raises VirtualBoardFailed for an error."""
        return self._say_together([line])[0]

    def close(self) -> None:
        """End the program; may be called again."""
        for stream in (self._program.stdin, self._program.stdout):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()
        try:
            self._program.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._program.kill()
            self._program.wait()

    def _say_together(self, lines: list[str]) -> list[str]:
        """Send lines that the program obeys without a scan in between; return the answers."""
        if self._program.stdin is None or self._program.stdin.closed:
            raise VirtualBoardFailed("the virtual board is closed")
        try:
            self._program.stdin.write("".join(line + "\n" for line in lines))
            self._program.stdin.flush()
        except BrokenPipeError:
            raise VirtualBoardFailed("the virtual board has ended") from None
        # Read every answer before raising, or the next line would get an answer of these.
        answers = [self._answer() for _ in lines]
        for answer in answers:
            if not answer or answer.startswith("error"):
                raise VirtualBoardFailed(answer or "the virtual board has ended")
        return answers

    def _answer(self) -> str:
        assert self._program.stdout is not None  # noqa: S101 - it was opened as a pipe
        answer = self._program.stdout.readline().strip()
        if answer.startswith("port "):
            self._port = answer.removeprefix("port ")
        return answer


class _Line:
    """The board's end of a pseudo-terminal, which can be plugged and unplugged like a cable."""

    def __init__(self, link: Path | None) -> None:
        self._link = link
        self._ours: int | None = None
        self._theirs: int | None = None

    def plug(self) -> str:
        self._ours, self._theirs = pty.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        port = os.ttyname(self._theirs)
        if self._link is not None:
            beside = self._link.with_name(self._link.name + ".new")
            beside.unlink(missing_ok=True)
            beside.symlink_to(port)
            beside.replace(self._link)
        return port

    def unplug(self) -> None:
        for descriptor in (self._ours, self._theirs):
            if descriptor is not None:
                os.close(descriptor)
        self._ours = self._theirs = None
        if self._link is not None:
            self._link.unlink(missing_ok=True)

    def send(self, data: bytes) -> None:
        if self._ours is None:
            return
        # Like USB: bytes without a reader are lost.
        with contextlib.suppress(BlockingIOError):
            os.write(self._ours, data)

    def receive(self) -> bytes:
        if self._ours is None:
            return b""
        try:
            return os.read(self._ours, 64)
        except BlockingIOError:
            return b""
        except OSError as error:
            if error.errno == errno.EIO:
                return b""
            raise


def _milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


class _Program:
    """The firmware at its own pace; lines of text are obeyed between its scans."""

    def __init__(self, link: Path | None, number: int) -> None:
        self._line = _Line(link)
        self._boots = 1
        self._pins = MockPins(_milliseconds, self._line.send, self._line.receive, self._boots, number)
        self._board: Board | None = None
        self._frozen = False

    def run(self) -> None:
        self._answer(self._obey("plug"))
        due = time.monotonic()
        rest = b""
        try:
            while True:
                if self._board is not None and not self._frozen:
                    self._board.step()
                due = max(due + layout.SCAN_MS / 1000, time.monotonic())
                while (left := due - time.monotonic()) > 0 and select.select([0], [], [], left)[0]:
                    data = os.read(0, 4096)
                    if not data:
                        return
                    *lines, rest = (rest + data).split(b"\n")
                    for line in lines:
                        text = line.decode(errors="replace").strip()
                        if text == "quit":
                            return
                        self._answer(self._obey(text))
        finally:
            self._line.unplug()

    def _obey(self, line: str) -> str:
        if line in ("freeze", "thaw"):
            self._frozen = line == "freeze"
            return "ok"
        if line == "unplug":
            self._board = None
            self._line.unplug()
            return "ok"
        if line == "plug":
            self._line.unplug()
            port = self._line.plug()
            self._boots += 1
            self._pins.power_up(self._boots)
            self._board = Board(self._pins)
            return f"port {port}"
        return self._pins.obey(line)

    def _answer(self, line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the firmware on a pseudo-terminal until standard input ends; 1 when that fails, 130 for Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="python -m simulation.devices.virtual_board",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--link", type=Path, help="keep this path pointing at the pseudo-terminal, as /dev/serial/by-id does"
    )
    parser.add_argument(
        "--number",
        type=int,
        default=1,
        choices=range(256),
        metavar="N",
        help="tells several boards apart by their ids (1)",
    )
    options = parser.parse_args(arguments)
    try:
        _Program(options.link, options.number).run()
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        where = error.filename2 or error.filename or "pseudo-terminal"
        print(f"{parser.prog}: {where}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
