"""The real firmware files on MicroPython, connected to the real SerialLink by a pseudo-terminal.

Needs node and `npm ci --prefix tests/firmware_bridge/micropython`; skipped where either is absent.
"""

from __future__ import annotations

import contextlib
import os
import pty
import shutil
import subprocess
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.peg_reading import Button, HoleFault, LinkEvent, Peg, PegReading, Signal
from firmware_bridge.messages import AskLevels, Calibrate, Identify, Levels, Result, SetLights
from firmware_bridge.serial_link import SerialLink
from tests.waiting import LONG, next_value

HERE = Path(__file__).resolve().parent / "micropython"
FIRMWARE = Path(__file__).resolve().parents[2] / "hardware" / "firmware"
NODE = shutil.which("node")
WAIT = LONG

pytestmark = pytest.mark.skipif(
    NODE is None or not (HERE / "node_modules").is_dir(),
    reason="needs node and: npm ci --prefix tests/firmware_bridge/micropython",
)


class MicroPythonBoard:
    """MicroPython in its own process, at one end of a pseudo-terminal."""

    def __init__(self) -> None:
        ours, theirs = pty.openpty()
        tty.setraw(theirs)
        self.port = os.ttyname(theirs)
        self._theirs = theirs
        assert NODE is not None
        self._program = subprocess.Popen(
            [NODE, str(HERE / "board.mjs"), str(FIRMWARE), str(ours)],
            pass_fds=(ours,),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        os.close(ours)
        assert self._hear() == "ready"

    def say(self, line: str) -> str:
        """Run one line of the bench and return its answer."""
        assert self._program.stdin is not None
        self._program.stdin.write(line + "\n")
        self._program.stdin.flush()
        return self._hear()

    def close(self) -> None:
        """End the program."""
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.close()
        try:
            self._program.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._program.kill()
            self._program.wait()
        self._program.stdout.close()
        os.close(self._theirs)

    def _hear(self) -> str:
        assert self._program.stdout is not None
        return self._program.stdout.readline().strip()


@pytest.fixture
def board() -> Iterator[MicroPythonBoard]:
    with contextlib.closing(MicroPythonBoard()) as board:
        yield board


@pytest.fixture
def link(board: MicroPythonBoard) -> Iterator[SerialLink]:
    with SerialLink(board.port, find=list) as link:
        yield link


def test_it_is_micropython(board: MicroPythonBoard) -> None:
    assert board.say("version").startswith("version micropython")


@pytest.mark.parametrize("name", ["pico.py", "main.py"])
def test_the_files_that_need_a_machine_compile(board: MicroPythonBoard, name: str) -> None:
    """tests/hardware runs pico.py with a stand-in; here MicroPython checks its syntax."""
    assert board.say(f"compile {name}") == "compiled"


def test_pegs_buttons_faults_and_commands_from_micropython(board: MicroPythonBoard, link: SerialLink) -> None:
    up, first = next_value(link), next_value(link)
    assert isinstance(up, LinkEvent)
    assert up.up
    assert isinstance(first, PegReading)
    assert first.holes == (None,) * 30
    assert link.send(Calibrate(), timeout=WAIT).result is Result.OK
    expected: list[Peg | None] = [None] * 30
    for hole, peg in ((24, Peg.NOIRS), (25, Peg.PAVILLON), (26, Peg.BLANCS), (11, Peg.BLANCS)):
        assert board.say(f"peg {hole} {peg}") == "ok"
        expected[hole] = peg
        reading = next_value(link)
        assert isinstance(reading, PegReading)
        assert reading.holes == tuple(expected)
    board.say("peg 11 empty")
    assert isinstance(next_value(link), PegReading)
    board.say("press near adoube")
    signal = next_value(link)
    assert isinstance(signal, Signal)
    assert (signal.row, signal.button) == ("near", Button.ADOUBE)
    board.say("sensor 29 missing")
    reading = next_value(link)
    assert isinstance(reading, PegReading)
    assert reading.faults == ((29, HoleFault.MISSING),)
    assert link.send(SetLights(1, 2, 255), timeout=WAIT).result is Result.OK
    assert board.say("lights") == "lights 1 2 255"
    assert link.send(Calibrate(24), timeout=WAIT).result is Result.REFUSED
    assert link.send(Identify(29, 0), timeout=WAIT).result is Result.OK
    assert link.send(AskLevels(3), timeout=WAIT).result is Result.OK
    levels = next(answer for answer in link.answers(timeout=WAIT) if isinstance(answer, Levels))
    assert levels.levels[26] - 32768 > 10_000
    assert levels.levels[24] - 32768 < -10_000


def test_its_memory_does_not_grow(board: MicroPythonBoard, link: SerialLink) -> None:
    """A microcontroller runs for months: more scans, with traffic, use less than a kilobyte more."""
    assert isinstance(next_value(link), LinkEvent)
    assert isinstance(next_value(link), PegReading)
    link.send(Calibrate(), timeout=WAIT)
    link.send(AskLevels(255), timeout=WAIT)
    assert any(isinstance(answer, Levels) for answer in link.answers(timeout=WAIT))
    before = int(board.say("memory").split()[1])
    for _ in range(3):
        for peg in ("blancs", "empty"):
            board.say(f"peg 8 {peg}")
            assert isinstance(next_value(link), PegReading)
        link.send(SetLights(0, 0, 0), timeout=WAIT)
    after = int(board.say("memory").split()[1])
    assert after - before < 1024


def test_noise_on_the_line_does_not_stop_it(board: MicroPythonBoard) -> None:
    """It goes on scanning in spite of bytes that are no frame, endless frames and zeros."""
    descriptor = os.open(board.port, os.O_RDWR | os.O_NOCTTY)
    os.write(descriptor, bytes(range(1, 256)) * 3 + b"\0\0\x05\x81\0" + b"\x03" * 300)
    os.close(descriptor)
    with SerialLink(board.port, find=list) as link:
        assert isinstance(next_value(link), LinkEvent)
        assert isinstance(next_value(link), PegReading)
