"""The real SerialLink on real pseudo-terminals, mostly with the real firmware at the other end."""

from __future__ import annotations

import os
import queue
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial
from serial.tools import list_ports

from events.peg_reading import Button, HoleFault, LinkEvent, Peg, PegReading, Signal
from firmware_bridge.checkup import Finding, examine, touched_hole
from firmware_bridge.conversation import Conversation, Value
from firmware_bridge.link import BoardSilent
from firmware_bridge.messages import AskLevels, Calibrate, Identify, Levels, Rests, Result, SetLights
from firmware_bridge.serial_link import SerialLink, find_ports
from simulation.devices.virtual_board import VirtualBoard, VirtualBoardFailed
from tests.waiting import LONG, next_value

WAIT = LONG


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VirtualBoard]:
    with VirtualBoard(link=tmp_path_factory.mktemp("port") / "board") as board:
        yield board


@pytest.fixture
def board(started: VirtualBoard) -> VirtualBoard:
    """A board just plugged in, empty and in order; only its calibration may come from an earlier test."""
    started.thaw()
    started.unplug()
    for hole in range(30):
        started.put(hole, None)
        started.say(f"sensor {hole} ok")
    for mux in range(2):
        started.say(f"adc {mux} ok")
    started.plug()
    return started


@pytest.fixture
def link(board: VirtualBoard) -> Iterator[SerialLink]:
    assert board.link is not None
    with SerialLink(str(board.link), find=list) as link:
        yield link


def expect_link(link: SerialLink, *, up: bool) -> LinkEvent:
    value = next_value(link)
    assert isinstance(value, LinkEvent)
    assert value.up is up
    return value


def expect_pegs(link: SerialLink) -> dict[int, Peg]:
    value = next_value(link)
    assert isinstance(value, PegReading)
    assert value.faults == ()
    return {hole: peg for hole, peg in enumerate(value.holes) if peg is not None}


def test_pegs_and_buttons_arrive_as_they_are(board: VirtualBoard, link: SerialLink) -> None:
    """Simulated magnets pass through ADC, debounce, frames, a terminal and a thread, and give the same pegs."""
    assert "bench" in bytes.fromhex(expect_link(link, up=True).reason.split()[1]).decode()
    assert expect_pegs(link) == {}
    board.put(24, Peg.NOIRS)
    assert expect_pegs(link) == {24: Peg.NOIRS}
    board.put(26, Peg.BLANCS)
    assert expect_pegs(link) == {24: Peg.NOIRS, 26: Peg.BLANCS}
    board.put(25, Peg.PAVILLON)
    assert expect_pegs(link) == {24: Peg.NOIRS, 25: Peg.PAVILLON, 26: Peg.BLANCS}
    board.press("far", Button.JE_M_EN_VAIS)
    signal = next_value(link)
    assert isinstance(signal, Signal)
    assert (signal.row, signal.button) == ("far", Button.JE_M_EN_VAIS)
    board.put(26, None)
    assert expect_pegs(link) == {24: Peg.NOIRS, 25: Peg.PAVILLON}


def test_a_whole_reading_is_shown_at_once(board: VirtualBoard, link: SerialLink) -> None:
    """Twenty-eight pegs put in at once, as no player could, give one reading and none in between."""
    expect_link(link, up=True)
    expect_pegs(link)
    holes = (None, *(Peg.BLANCS, Peg.NOIRS) * 14, None)
    board.show(PegReading(0.0, holes))
    reading = next_value(link)
    assert isinstance(reading, PegReading)
    assert reading.holes == holes


def test_a_reading_of_too_many_holes_is_refused_and_the_board_goes_on(started: VirtualBoard) -> None:
    with pytest.raises(VirtualBoardFailed, match="peg 30"):
        started.show(PegReading(0.0, (None,) * 33))
    assert started.say("lights").startswith("lights ")


def test_a_board_that_is_closed_says_so() -> None:
    board = VirtualBoard()
    board.close()
    board.close()
    with pytest.raises(VirtualBoardFailed, match="closed"):
        board.put(0, None)
    assert "closed" in repr(board)


def test_a_frozen_board_is_reported_once_and_its_thaw_too(board: VirtualBoard, link: SerialLink) -> None:
    expect_link(link, up=True)
    expect_pegs(link)
    board.freeze()
    assert "nothing heard" in expect_link(link, up=False).reason
    board.thaw()
    expect_link(link, up=True)
    assert expect_pegs(link) == {}


def test_unplugged_and_plugged_in_again(board: VirtualBoard, link: SerialLink) -> None:
    """The next reading has pegs that were moved meanwhile; a button pressed meanwhile is not reported."""
    board.put(0, Peg.BLANCS)
    expect_link(link, up=True)
    assert expect_pegs(link) == {0: Peg.BLANCS}
    board.unplug()
    assert "is gone" in expect_link(link, up=False).reason
    board.put(0, None)
    board.put(1, Peg.BLANCS)
    board.plug()
    expect_link(link, up=True)
    assert expect_pegs(link) == {1: Peg.BLANCS}


def test_unplugged_in_the_very_moment_it_is_opened(board: VirtualBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    """At that moment pyserial lets a terminal error through, which is not an OSError."""
    opened: list[str] = []
    flush = serial.Serial._reset_input_buffer  # type: ignore[attr-defined] # of this system

    def pulled(line: serial.Serial) -> None:
        opened.append(str(line.port))
        if len(opened) == 1:
            board.unplug()
        flush(line)

    monkeypatch.setattr(serial.Serial, "_reset_input_buffer", pulled)
    with SerialLink(str(board.link), find=list) as link:
        assert isinstance(down := next_value(link), LinkEvent)
        assert not down.up
        assert re.fullmatch(r"cannot open .*board: [A-Z][^()']+", down.reason)
        board.plug()
        assert isinstance(up := next_value(link), LinkEvent)
        assert up.up


def test_a_board_plugged_in_elsewhere_is_known_again(tmp_path: Path) -> None:
    """The port in the settings is gone; the same board answers on another one."""
    with VirtualBoard() as board:
        named = tmp_path / "named"
        named.symlink_to(board.port)
        with SerialLink(str(named), find=lambda: [board.port]) as link:
            expect_link(link, up=True)
            expect_pegs(link)
            board.unplug()
            named.unlink()
            expect_link(link, up=False)
            board.plug()
            expect_link(link, up=True)


def test_another_board_is_not_taken_for_the_one_that_left(tmp_path: Path) -> None:
    """A club has several boards: a table that lost its own does not take its neighbour's."""
    named = tmp_path / "named"
    with VirtualBoard(number=7) as neighbour, VirtualBoard(link=named, number=3) as board:
        board.put(3, Peg.BLANCS)
        with SerialLink(str(named), find=lambda: [neighbour.port]) as link:
            expect_link(link, up=True)
            assert expect_pegs(link) == {3: Peg.BLANCS}
            board.unplug()
            expect_link(link, up=False)
            assert list(link.readings(timeout=2.0)) == []
            board.plug()
            expect_link(link, up=True)
            assert expect_pegs(link) == {3: Peg.BLANCS}


def test_without_a_name_every_found_port_is_asked_who_it_is() -> None:
    """The ports are a silent one, a missing one, and the board's."""
    ours, mute = os.openpty()
    try:
        with (
            VirtualBoard() as board,
            SerialLink(find=lambda: ["/dev/no-such-port", os.ttyname(mute), board.port]) as link,
        ):
            expect_link(link, up=True)
    finally:
        os.close(ours)
        os.close(mute)


def test_no_board_at_all_is_reported_once() -> None:
    with SerialLink(find=list) as link:
        assert expect_link(link, up=False).reason == "no board found on any serial port"
        assert list(link.readings(timeout=1.0)) == []


def test_a_port_that_is_not_there_is_named() -> None:
    with SerialLink("/dev/no-such-port", find=list) as link:
        assert "/dev/no-such-port" in expect_link(link, up=False).reason


def test_a_callback_gets_what_the_queue_would_and_may_fail(board: VirtualBoard) -> None:
    """An exception in the callback does not end the link."""
    got: queue.Queue[Value] = queue.Queue()

    def listen(value: Value) -> None:
        got.put(value)
        raise RuntimeError("the listener's mistake")

    with SerialLink(board.port, callback=listen, find=list):
        assert isinstance(got.get(timeout=WAIT), LinkEvent)
        assert isinstance(got.get(timeout=WAIT), PegReading)


def test_times_are_those_of_the_clock_given(board: VirtualBoard) -> None:
    with SerialLink(board.port, clock=lambda: 42.0, find=list) as link:
        assert expect_link(link, up=True).t == 42.0


def test_the_tap_hears_every_byte_before_it_is_understood(board: VirtualBoard) -> None:
    """The bytes that `tablier record` keeps give the same values when replayed through a conversation."""
    chunks: list[tuple[float, bytes]] = []
    with SerialLink(board.port, tap=lambda t, data: chunks.append((t, data)), find=list) as link:
        live = [next_value(link), next_value(link)]
        board.put(7, Peg.NOIRS)
        live.append(next_value(link))
    conversation = Conversation()
    replayed = [value for t, data in chunks for value in conversation.receive(data, t)]
    assert replayed[:3] == live


def test_commands_are_obeyed_and_answered(board: VirtualBoard, link: SerialLink) -> None:
    expect_link(link, up=True)
    assert link.send(SetLights(10, 20, 30), timeout=WAIT).result is Result.OK
    assert board.say("lights") == "lights 10 20 30"
    assert link.send(Calibrate(), timeout=WAIT).result is Result.OK
    expect_pegs(link)
    board.put(4, Peg.BLANCS)
    expect_pegs(link)
    board.put(5, Peg.PAVILLON)
    expect_pegs(link)
    refused = link.send(Calibrate(), timeout=WAIT)
    assert (refused.result, refused.hole) == (Result.REFUSED, 4)
    assert link.send(Calibrate(5), timeout=WAIT).result is Result.REFUSED
    assert link.send(AskLevels(2), timeout=WAIT).result is Result.OK
    answers = [answer for _, answer in zip(range(6), link.answers(timeout=WAIT), strict=False)]
    rests = [answer for answer in answers if isinstance(answer, Rests)][-1]
    assert None not in rests.rests
    levels = next(answer for answer in link.answers(timeout=WAIT) if isinstance(answer, Levels))
    rest = rests.rests[4]
    assert rest is not None
    assert levels.levels[4] - rest > 10_000
    assert link.send(Identify(4, 1), timeout=WAIT).result is Result.OK


def test_a_running_board_is_examined() -> None:
    """`tablier doctor --sensors` shows a board never calibrated, then calibrated, then with a broken wire."""
    with VirtualBoard() as board, SerialLink(board.port, find=list) as link:
        board.put(26, Peg.BLANCS)
        expect_link(link, up=True)
        first = next(examine(link, timeout=WAIT))
        assert {check.finding for check in first.holes} == {Finding.UNCALIBRATED}
        assert first.references == (True, True)
        link.send(Calibrate(), timeout=WAIT)
        board.say("sensor 4 missing")
        for examined in examine(link, timeout=WAIT):
            if examined.holes[4].finding is Finding.MISSING and examined.holes[5].finding is Finding.WELL:
                break
        assert examined.holes[26].peg is Peg.BLANCS
        assert touched_hole(first.levels, examined.levels) == 4


def test_a_board_nobody_has_cannot_be_examined() -> None:
    with SerialLink(find=list) as link, pytest.raises(BoardSilent):
        next(examine(link, timeout=0.2))


def test_picos_are_found_by_their_usb_id(monkeypatch: pytest.MonkeyPatch) -> None:
    """MicroPython's own id comes first; nothing is ever written to another maker's device."""
    ports = [
        SimpleNamespace(device="/dev/ttyACM0", vid=0x2E8A, pid=0x000A),
        SimpleNamespace(device="/dev/ttyUSB0", vid=0x1A86, pid=0x7523),
        SimpleNamespace(device="/dev/ttyS0", vid=None, pid=None),
        SimpleNamespace(device="/dev/ttyACM1", vid=0x2E8A, pid=0x0005),
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    assert find_ports() == ["/dev/ttyACM1", "/dev/ttyACM0"]


def test_a_command_to_nobody_says_so() -> None:
    with SerialLink(find=list) as link, pytest.raises(BoardSilent, match="Calibrate"):
        link.send(Calibrate(), timeout=0.3)


@pytest.mark.parametrize(
    ("sensor", "fault"),
    [("missing", HoleFault.MISSING), ("short", HoleFault.STUCK)],
)
def test_a_broken_sensor_is_named_with_its_hole(
    board: VirtualBoard, link: SerialLink, sensor: str, fault: HoleFault
) -> None:
    expect_link(link, up=True)
    expect_pegs(link)
    board.say(f"sensor 17 {sensor}")
    reading = next_value(link)
    assert isinstance(reading, PegReading)
    assert reading.faults == ((17, fault),)


def test_a_dead_converter_takes_its_fifteen_holes_with_it(board: VirtualBoard, link: SerialLink) -> None:
    """When its reference channel reads wrong, no reading of that converter counts."""
    board.put(12, Peg.NOIRS)
    expect_link(link, up=True)
    expect_pegs(link)
    board.say("adc 0 dead")
    reading = next_value(link)
    assert isinstance(reading, PegReading)
    assert dict(reading.faults) == dict.fromkeys([*range(12), 24, 25, 26], HoleFault.ADC)
    assert reading.holes[12] is Peg.NOIRS


def test_closing_twice_is_closing_once(board: VirtualBoard) -> None:
    link = SerialLink(board.port, find=list)
    link.close()
    link.close()
    assert "closed" in repr(link)
    assert [value for value in link.readings(timeout=WAIT) if isinstance(value, Signal)] == []


@pytest.mark.parametrize(
    "line",
    [
        "",
        "pag 1 blancs",
        "peg 30 blancs",
        "peg x blancs",
        "peg 1 rouge",
        "peg 1 blancs -4",
        "peg 1 blancs nan",
        "sensor 1 drift inf",
        "press up ecole",
        "adc 2 ok",
    ],
)
def test_the_virtual_board_refuses_what_it_does_not_understand(started: VirtualBoard, line: str) -> None:
    """It answers such a line with an error and goes on."""
    with pytest.raises(VirtualBoardFailed, match="error"):
        started.say(line)
    assert started.say("lights").startswith("lights ")


def test_a_virtual_board_that_was_killed_leaves_nothing_in_the_way_of_the_next(tmp_path: Path) -> None:
    """A leftover link is replaced; a path where no link can be made gives a clear error."""
    (tmp_path / "board.new").symlink_to("/dev/null")
    with VirtualBoard(link=tmp_path / "board") as board:
        assert (tmp_path / "board").readlink().as_posix() == board.port
    command = [sys.executable, "-m", "simulation.devices.virtual_board", "--link", str(tmp_path / "none" / "board")]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith("board.new: No such file or directory\n")
    assert done.stderr.count("\n") == 1
