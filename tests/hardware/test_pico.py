"""The one firmware module that imports `machine`, tested with a stand-in."""

from __future__ import annotations

import contextlib
import fcntl
import importlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import pytest

from firmware_bridge.framing import FrameDecoder
from firmware_bridge.messages import Hello, Snapshot
from firmware_bridge.packing import unpack
from hardware.firmware import layout
from hardware.firmware.board import Board

PAGE = 4096
ROOM = 4 * PAGE


class Pin:
    IN, OUT, PULL_UP = "in", "out", "up"
    levels: ClassVar[dict[int, int]] = {}

    def __init__(self, number: int, mode: str = "", pull: str | None = None) -> None:
        self.number, self.mode = number, mode
        if pull == Pin.PULL_UP:
            Pin.levels.setdefault(number, 1)

    def value(self, level: int | None = None) -> int:
        """Set it, or read it."""
        if level is not None:
            Pin.levels[self.number] = level
        return Pin.levels.get(self.number, 0)

    def on(self) -> None:
        """Set it high."""
        self.value(1)


class ADC:
    def __init__(self, number: int) -> None:
        self.number = number

    def read_u16(self) -> int:
        """Read the channel on the select lines: the reference on the last, the middle elsewhere."""
        channel = sum(Pin.levels.get(pin, 0) << bit for bit, pin in enumerate(layout.PINS_MUX_SELECT))
        return layout.REFERENCE if channel == layout.REFERENCE_CHANNEL else 32768 + channel + self.number


class PWM:
    duties: ClassVar[dict[int, int]] = {}

    def __init__(self, pin: Pin, freq: int, duty_u16: int) -> None:
        assert freq > 100
        self.pin = pin
        self.duty_u16(duty_u16)

    def duty_u16(self, duty: int) -> None:
        """Brightness."""
        PWM.duties[self.pin.number] = duty


class WDT:
    feeds = 0

    def __init__(self, timeout: int) -> None:
        assert timeout > 10 * layout.SCAN_MS

    def feed(self) -> None:
        """Once a scan."""
        WDT.feeds += 1


class Host:
    """The host's end of the line, which holds a limited number of unread bytes."""

    def __init__(self) -> None:
        said, self.saying = os.pipe()
        self.said = os.fdopen(said)
        self.reading, self.writing = os.pipe()
        fcntl.fcntl(self.writing, fcntl.F_SETPIPE_SZ, ROOM)
        for end in (self.reading, self.writing):
            os.set_blocking(end, False)

    def write(self, data: bytes) -> int:
        """Take the board's output. Raises BlockingIOError where a board would wait."""
        return os.write(self.writing, data)

    def read(self) -> bytes:
        """Return all bytes since the last call."""
        received = bytearray()
        with contextlib.suppress(BlockingIOError):
            while more := os.read(self.reading, PAGE):
                received += more
        return bytes(received)

    def close(self) -> None:
        """Close every end."""
        self.said.close()
        for end in (self.saying, self.reading, self.writing):
            os.close(end)


@pytest.fixture
def host() -> Iterator[Host]:
    with contextlib.closing(Host()) as host:
        yield host


@pytest.fixture
def pico(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, host: Host) -> Iterator[Any]:
    """Import the module with stand-ins for MicroPython's own modules."""
    machine = ModuleType("machine")
    vars(machine).update(Pin=Pin, ADC=ADC, PWM=PWM, WDT=WDT, unique_id=lambda: b"12345678")
    micropython = ModuleType("micropython")
    vars(micropython).update(kbd_intr=lambda _: None)
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.setitem(sys.modules, "micropython", micropython)
    ticks = SimpleNamespace(now=2**30 - 20)
    monkeypatch.setattr(time, "ticks_ms", lambda: ticks.now % 2**30, raising=False)
    monkeypatch.setattr(time, "ticks_diff", lambda a, b: (a - b + 2**29) % 2**30 - 2**29, raising=False)
    monkeypatch.setattr(time, "sleep_us", lambda _: None, raising=False)

    def sleep(milliseconds: int) -> None:
        ticks.now += milliseconds

    monkeypatch.setattr(time, "sleep_ms", sleep, raising=False)
    monkeypatch.chdir(tmp_path)
    Pin.levels.clear()
    module = importlib.import_module("hardware.firmware.pico")
    stdout = SimpleNamespace(fileno=lambda: host.writing, buffer=host)
    monkeypatch.setattr(module, "sys", SimpleNamespace(stdin=host.said, stdout=stdout))
    yield module
    sys.modules.pop("hardware.firmware.pico", None)


def test_it_scans_the_wired_pins(pico: Any) -> None:  # noqa: ANN401 - a module made for the test
    pins = pico.Pico()
    pins.select(5)
    assert [Pin.levels[pin] for pin in layout.PINS_MUX_SELECT] == [1, 0, 1, 0]
    assert [pins.sample(mux) for mux in (0, 1)] == [32768 + 5 + pin for pin in layout.PINS_MUX_ADC]
    assert not pins.is_pressed(3)
    Pin.levels[layout.PINS_BUTTONS[3]] = 0
    assert pins.is_pressed(3)
    pins.light(1, 255)
    assert PWM.duties[layout.PINS_LIGHTS[1]] == 65535


def test_a_board_runs_on_it_over_the_wrap_of_its_clock(
    pico: Any,  # noqa: ANN401 - a module made for the test
    host: Host,
) -> None:
    """MicroPython's milliseconds start again at 2^30; the board's do not."""
    pins = pico.Pico()
    board = Board(pins)
    received = b""
    for scan in range(100):
        board.step()
        pins.wait_until(scan * layout.SCAN_MS)
        received += host.read()
    assert 98 * layout.SCAN_MS <= pins.milliseconds() <= 100 * layout.SCAN_MS
    assert WDT.feeds >= 100
    assert set(board.sensing.codes) == {0}
    messages = [unpack(content)[1] for content in FrameDecoder().feed(received)]
    assert isinstance(messages[0], Hello)
    assert messages[0].board == b"12345678"
    assert Snapshot in map(type, messages)


def test_a_host_that_does_not_read_holds_nothing_up(pico: Any, host: Host) -> None:  # noqa: ANN401 - a module made for the test
    """Unread messages are lost; once the host reads again, the board sends its whole state."""
    pins = pico.Pico()
    board = Board(pins)
    for _ in range(2 * ROOM // PAGE):
        pins.send(bytes(PAGE))
    assert 0 < len(host.read()) <= ROOM
    for scan in range(60):
        board.step()
        pins.wait_until(scan * layout.SCAN_MS)
    assert Snapshot in {type(unpack(content)[1]) for content in FrameDecoder().feed(host.read())}


def test_calibration_is_kept_in_a_file_written_whole(pico: Any) -> None:  # noqa: ANN401 - a module made for the test
    pins = pico.Pico()
    assert pins.load() is None
    pins.store("one")
    pins.store("two")
    assert pins.load() == "two"
    assert os.listdir() == [pico.CALIBRATION]


def test_two_buttons_held_at_power_up_leave_the_prompt(pico: Any) -> None:  # noqa: ANN401 - a module made for the test
    for pin in layout.PINS_BUTTONS[:2]:
        Pin.levels[pin] = 0
    assert pico.main() is None
