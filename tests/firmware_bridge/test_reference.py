"""The reference channel under load, with its parts' tolerances; and which pole raises a sensor's output."""

from __future__ import annotations

import pytest

from firmware_bridge.checkup import TouchRound, check_references
from firmware_bridge.messages import Levels
from hardware.firmware import layout, sensing, wire
from hardware.firmware import mock_pins as bench_module
from hardware.firmware.board import FIRST_SCANS, Board
from hardware.firmware.mock_pins import MockPins

BUILDS = 300


def board_of(number: int, *lines: str) -> tuple[Board, MockPins]:
    """Return a board built from these parts, scanned until every reading is accepted."""
    time = [0]
    pins = MockPins(lambda: time[0], lambda _data: None, lambda: b"", number=number)
    for line in lines:
        assert pins.obey(line) == "ok"
    board = Board(pins)
    for _ in range(FIRST_SCANS + 20):
        time[0] += layout.SCAN_MS
        board.step()
    return board, pins


def test_the_divider_reads_what_its_load_leaves_of_it() -> None:
    """2k over 1k next to 100k: 990 of 2990 ohms; the old 20k over 10k read 20,480 where 21,845 was expected."""
    assert layout.divider_reading(2000, 1000, 100_000) == round(65535 * 990.099 / 2990.099)
    assert layout.divider_reading(20_000, 10_000, 100_000) == 20_480
    assert layout.REFERENCE == 21_700


def test_no_faithful_build_has_a_dead_converter() -> None:
    """Any build within tolerance (resistors 1 %, pull-downs 5 %, converter gain and offset) reads as alive."""
    read: set[int] = set()
    for number in range(BUILDS):
        pins = MockPins(lambda: 0, lambda _data: None, lambda: b"", number=number)
        pins.select(layout.REFERENCE_CHANNEL)
        references = (pins.sample(0), pins.sample(1))
        read.update(references)
        assert check_references(Levels(0, references, (0,) * 30)) == (True, True)
    assert max(read) - min(read) > layout.REFERENCE_TOLERANCE / 2, "the builds do not differ"


@pytest.mark.parametrize(
    ("upper", "lower"),
    [
        (1e9, 1000.0),
        (2000.0, 1e9),
        (2000.0, 0.1),
        (0.1, 1000.0),
        (20_000.0, 10_000.0),
        (1000.0, 1000.0),
        (1000.0, 2000.0),
    ],
    ids=["open above", "open below", "short below", "short above", "the old parts", "two of 1k", "exchanged"],
)
def test_a_wrong_reference_is_reported(upper: float, lower: float) -> None:
    board, _ = board_of(1, f"reference 0 {upper} {lower}")
    first = layout.MUX_HOLES[0]
    assert {board.sensing.codes[hole] for hole in first} == {sensing.ADC}
    assert sensing.ADC not in {board.sensing.codes[hole] for hole in range(30) if hole not in first}


def test_a_south_pole_at_its_face_raises_a_sensors_output() -> None:
    """DRV5055 datasheet: Blancs' fichet and the pavillon have their south pole down, so their fields are positive."""
    board, _ = board_of(2, "peg 3 blancs", "peg 4 noirs", "peg 5 pavillon")
    assert [board.sensing.codes[hole] for hole in (3, 4, 5)] == [sensing.BLANCS, sensing.NOIRS, sensing.PAVILLON]
    assert board.sensing.raw[3] > sensing.MIDDLE > board.sensing.raw[4]


def test_a_board_with_its_magnets_turned_round_reads_right_with_its_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it Blancs reads as Noirs. Resting values keep the sensors' sign; a missing sensor stays missing."""
    monkeypatch.setattr(bench_module, "POLES", {kind: -pole for kind, pole in bench_module.POLES.items()})
    board, pins = board_of(3, "peg 3 blancs", "peg 5 pavillon", "sensor 7 missing")
    assert [board.sensing.codes[hole] for hole in (3, 5, 7)] == [sensing.NOIRS, sensing.UNKNOWN, sensing.MISSING]
    assert board._do(wire.CALIBRATE, bytes((9,)), 0) == (wire.OK, wire.NO_HOLE)
    kept, rest = pins.load(), board.sensing.rest[9]
    assert board._do(wire.SET_POLARITY, b"\x01", 0) == (wire.OK, wire.NO_HOLE)
    assert board.sensing.rest[9] == 65535 - rest
    for _ in range(FIRST_SCANS):
        board.step()
    assert [board.sensing.codes[hole] for hole in (3, 5, 7)] == [sensing.BLANCS, sensing.PAVILLON, sensing.MISSING]
    board._keep()
    assert pins.load() == kept
    assert board._do(wire.SET_POLARITY, b"\x02", 0) == (wire.BAD_ARGUMENT, wire.NO_HOLE)


def test_a_round_of_touches_notices_fields_that_go_the_wrong_way() -> None:
    empty = Levels(0, (layout.REFERENCE, layout.REFERENCE), (sensing.MIDDLE,) * 30)

    def touched(hole: int, field: float) -> Levels:
        levels = list(empty.levels)
        levels[hole] += int(field * layout.COUNTS_PER_MT)
        return Levels(0, empty.references, tuple(levels))

    tour = TouchRound(empty, order=(0, 1))
    checks = [tour.observe(levels) for levels in (touched(0, 40.0), empty, touched(1, -40.0))]
    assert [check and (check.right, check.crossed) for check in checks] == [(True, False), None, (False, False)]
