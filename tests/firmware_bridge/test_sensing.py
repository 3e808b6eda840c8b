"""The firmware's judgement of the sensors, on CPython, from the file that the microcontroller runs."""

from __future__ import annotations

from array import array

import pytest

from hardware.firmware import layout, mock_pins, sensing
from hardware.firmware.board import Board
from hardware.firmware.mock_pins import MockPins, axial_field
from hardware.firmware.sensing import ADC, BLANCS, DRIFTING, EMPTY, MISSING, NOIRS, PAVILLON, STUCK, UNKNOWN, Sensing

MT = layout.COUNTS_PER_MT


class Bench:
    """A firmware and its bench, with a clock that only the test moves."""

    def __init__(self) -> None:
        self.now = 0
        self.sent: list[bytes] = []
        self.pins = MockPins(lambda: self.now, self.sent.append, lambda: b"")
        self.board = Board(self.pins)
        self.run(1.0)

    def run(self, seconds: float) -> None:
        """Scan for this long, without waiting."""
        for _ in range(int(seconds * 1000 / layout.SCAN_MS)):
            self.now += layout.SCAN_MS
            self.board.step()

    def code(self, hole: int) -> int:
        """Return the firmware's reading of a hole."""
        return self.board.sensing.codes[hole]


@pytest.fixture
def bench() -> Bench:
    return Bench()


@pytest.mark.parametrize(("kind", "code"), [("blancs", BLANCS), ("noirs", NOIRS), ("pavillon", PAVILLON)])
def test_each_peg_in_every_hole_uncalibrated(bench: Bench, kind: str, code: int) -> None:
    """Sensors' offsets are small against the magnets: a board works before it is calibrated."""
    for hole in range(layout.HOLES):
        assert bench.pins.obey(f"peg {hole} {kind}") == "ok"
    bench.run(0.5)
    assert set(bench.board.sensing.codes) == {code}
    for hole in range(layout.HOLES):
        bench.pins.obey(f"peg {hole} empty")
    bench.run(0.5)
    assert set(bench.board.sensing.codes) == {EMPTY}


def test_a_fichet_on_its_way_in_is_never_taken_for_the_pavillon(bench: Bench) -> None:
    """A fichet put in over half a second passes through the pavillon's strength; only a steady reading counts."""
    seen: set[int] = set()
    for height in range(120, -1, -3):
        bench.pins.obey(f"peg 5 blancs {height / 10}")
        bench.run(0.012)
        seen.add(bench.code(5))
    bench.run(0.5)
    seen.add(bench.code(5))
    assert seen <= {EMPTY, BLANCS}
    assert bench.code(5) == BLANCS


def test_a_peg_held_above_the_hole_is_no_peg_in_it(bench: Bench) -> None:
    bench.pins.obey("peg 5 blancs 15")
    bench.run(1.0)
    assert bench.code(5) == EMPTY


def test_a_weak_magnet_south_down_is_unknown(bench: Bench) -> None:
    """No peg of this board has such a field: it is a foreign magnet, or Noirs' fichet not pushed in fully."""
    bench.pins.obey("peg 5 noirs 3")
    bench.run(1.0)
    assert bench.code(5) == UNKNOWN


@pytest.mark.parametrize(
    ("fault", "code", "seconds"),
    [("missing", MISSING, 1), ("short", STUCK, 1), ("stuck", STUCK, 12), ("drift 0.05", DRIFTING, 80)],
)
def test_broken_sensors_are_distinguished_and_come_back(bench: Bench, fault: str, code: int, seconds: int) -> None:
    bench.pins.obey(f"sensor 9 {fault}")
    bench.run(seconds)
    assert bench.code(9) == code
    assert {bench.code(hole) for hole in range(30) if hole != 9} == {EMPTY}
    bench.pins.obey("sensor 9 ok")
    if code == DRIFTING:
        # A drifting sensor is not trusted again before it has been calibrated.
        assert bench.board.sensing.calibrate(9)
    bench.run(1)
    assert bench.code(9) == EMPTY


def test_a_peg_left_for_hours_is_no_drift(bench: Bench) -> None:
    bench.pins.obey("peg 2 pavillon")
    bench.run(120)
    assert bench.code(2) == PAVILLON
    bench.pins.obey("peg 2 empty")
    bench.run(60)
    assert bench.code(2) == EMPTY


def test_calibration_is_kept_over_power_down_and_a_damaged_one_is_none(bench: Bench) -> None:
    for hole in range(layout.HOLES):
        assert bench.board.sensing.calibrate(hole)
    bench.board._keep()
    kept = bench.pins.load()
    assert kept is not None
    assert list(Board(bench.pins).sensing.rest) == list(bench.board.sensing.rest)
    deep = "[" * 100_000
    lists = ('{"rests": 5}', '{"rests": {}}', '{"rests": [70000]}', '{"rests": ["x"]}', '{"rests": [1e999]}')
    for damaged in ("", "{", "[]", deep, *lists):
        bench.pins.store(damaged)
        assert set(Board(bench.pins).sensing.rest) == {32768}


@pytest.mark.parametrize("gain", [-mock_pins.GAIN_TOLERANCE, mock_pins.GAIN_TOLERANCE])
@pytest.mark.parametrize("quiescent", [1.59, 1.65, 1.71])
def test_every_sensor_of_the_datasheet_can_be_learnt_by_every_converter(quiescent: float, gain: float) -> None:
    """VQ at 3.3 V is 1.59 to 1.71 V; the Pico's own reference is the supply less 1 %."""
    sensor = Sensing(1, MT)
    value = int(65535 * quiescent / 3.3 * (1 + gain)) + (mock_pins.OFFSET_TOLERANCE if gain > 0 else 0)
    for _ in range(sensing.PATIENCE + 10):
        sensor.scan(array("H", [value]))
    assert sensor.calibrate(0)
    sensor.scan(array("H", [value]))
    assert sensor.judge(0, value) == EMPTY
    for field, code in ((29.6, BLANCS), (-29.6, NOIRS), (9.5, PAVILLON), (16.6, PAVILLON)):
        assert sensor.judge(0, value + int(field * MT * (1 + gain))) == code


def test_a_hole_with_a_magnet_in_cannot_be_calibrated(bench: Bench) -> None:
    """Otherwise the peg's field would become its resting value."""
    for peg in ("blancs", "noirs", "pavillon"):
        bench.pins.obey(f"peg 13 {peg}")
        bench.run(0.5)
        assert not bench.board.sensing.calibrate(13)


def test_the_levels_between_the_kinds_are_unknown() -> None:
    sensor = Sensing(1, MT)
    for field, code in (
        (4.9, EMPTY),
        (6.0, UNKNOWN),
        (7.1, PAVILLON),
        (20.9, PAVILLON),
        (22.0, UNKNOWN),
        (23.1, BLANCS),
        (-4.9, EMPTY),
        (-10.0, UNKNOWN),
        (-23.1, NOIRS),
    ):
        assert sensor.judge(0, 32768 + int(field * MT)) == code


def test_it_is_scanned_more_than_fifty_times_a_second() -> None:
    assert 1000 / layout.SCAN_MS >= 50


def test_the_field_of_a_magnet_is_the_textbooks() -> None:
    """N42, 10 mm across and 5 mm thick, at its face: remanence / 2 * L / sqrt(R² + L²)."""
    assert axial_field(0.0) == pytest.approx(1300 / 2 * 3 / (4 + 9) ** 0.5)
    assert axial_field(40.0) == pytest.approx(2 * 1300 / 4 * 3 * 4 / 41.5**3, rel=0.02)


def test_values_outside_any_range_do_no_harm() -> None:
    sensor = Sensing(3, MT)
    for value in (0, 65535, 32768, 1, 40000) * 50:
        sensor.scan(array("H", [value] * 3), bytearray(3))
    assert all(code <= ADC for code in sensor.codes)
    assert sensing.DEBOUNCE * layout.SCAN_MS < 150
