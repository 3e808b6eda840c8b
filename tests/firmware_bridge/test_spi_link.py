"""SpiLink over gpiozero's mock pins: every conversion clocked bit by bit through four simulated chips."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest
from gpiozero import Device

from events.peg_reading import HoleFault, LinkEvent, Peg, PegReading, Signal
from firmware_bridge.messages import BUTTONS, Calibrate, Result, SetLights
from firmware_bridge.spi_link import LIGHTS, PiPins, SpiLink, _cause
from hardware.firmware import layout
from simulation.devices.mock_chips import MockTable
from tests.waiting import LONG, next_value

WAIT = LONG
QUANTUM = 65536 // 1024


@pytest.fixture
def table() -> Iterator[MockTable]:
    # gpiozero keeps one bus per set of pins in the whole process. If the garbage collector frees an earlier table's bus
    # while this one is in use, this one is closed too.
    gc.collect()
    yield MockTable()
    Device.pin_factory = None


def next_signal(link: SpiLink) -> Signal:
    """Return the next signal. On a busy machine the link may report a silence before it."""
    while not isinstance(value := next_value(link), Signal):
        pass
    return value


def test_every_hole_is_on_its_own_channel_and_reads_to_ten_bits(table: MockTable) -> None:
    """A magnet in hole h moves the channel that layout gives hole h, and no other."""
    pins = PiPins(pin_factory=table.factory)

    def sampled() -> dict[int, int]:
        found: dict[int, int] = {}
        for channel in range(layout.CHANNELS - 1):
            pins.select(channel)
            for mux in range(layout.MUXES):
                found[layout.MUX_HOLES[mux][channel]] = pins.sample(mux)
        return found

    before = sampled()
    for hole in range(layout.HOLES):
        table.bench.obey(f"peg {hole} noirs")
        after = sampled()
        assert {other for other in after if abs(after[other] - before[other]) > 4 * QUANTUM} == {hole}
        table.bench.obey(f"peg {hole} empty")
    pins.close()


def test_both_references_read_right(table: MockTable) -> None:
    pins = PiPins(pin_factory=table.factory)
    pins.select(layout.REFERENCE_CHANNEL)
    for mux in range(layout.MUXES):
        assert abs(pins.sample(mux) - layout.REFERENCE) <= layout.REFERENCE_TOLERANCE
    pins.close()
    pins.close()


def test_the_same_values_as_from_a_microcontroller(table: MockTable, tmp_path: Path) -> None:
    """SpiLink gives the same pegs, broken sensor, button, lights and stored calibration."""
    kept = tmp_path / "var" / "rests.json"
    with SpiLink(pin_factory=table.factory, calibration=kept) as link:
        up = next_value(link)
        assert isinstance(up, LinkEvent)
        assert up.up
        reading = next_value(link)
        assert isinstance(reading, PegReading)
        assert reading.holes == (None,) * 30
        assert link.send(Calibrate()).result is Result.OK
        for hole, peg in ((24, Peg.NOIRS), (25, Peg.PAVILLON), (26, Peg.BLANCS)):
            table.bench.obey(f"peg {hole} {peg}")
            reading = next_value(link)
            assert isinstance(reading, PegReading)
            assert reading.holes[hole] is peg
        table.bench.obey("sensor 3 missing")
        reading = next_value(link)
        assert isinstance(reading, PegReading)
        assert reading.faults == ((3, HoleFault.MISSING),)
        for number, (row, button) in enumerate(BUTTONS):
            table.press(number)
            signal = next_signal(link)
            assert (signal.row, signal.button) == (row, button)
            table.release(number)
        assert link.send(SetLights(255, 0, 51)).result is Result.OK
        assert [table.factory.pin(pin).state for pin in LIGHTS] == pytest.approx([1.0, 0.0, 0.2])
    again = PiPins(pin_factory=table.factory, calibration=kept)
    text = again.load()
    again.close()
    assert text is not None
    assert text.count(",") == layout.HOLES - 1


def test_a_chip_that_is_not_there_is_named_by_its_holes(table: MockTable) -> None:
    """Nothing drives the data line: the eight holes of the first chip are missing, the others work."""
    table.chips[0].close()
    with SpiLink(pin_factory=table.factory) as link:
        next_value(link)
        reading = next_value(link)
        assert isinstance(reading, PegReading)
        assert reading.faults == tuple((hole, HoleFault.MISSING) for hole in range(8))


class LibraryFails(Exception):
    """An exception like lgpio.error, which is derived from Exception alone."""


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(5, "input/output error"), "input/output error"),
        (LibraryFails("input/output error"), "input/output error"),
        (LibraryFails(), "LibraryFails"),
    ],
    ids=("system", "library", "wordless"),
)
def test_why_pins_fail_is_always_said(error: Exception, said: str) -> None:
    assert _cause(error) == said


def test_pins_that_fail_are_reported_once_and_tried_again(table: MockTable, monkeypatch: pytest.MonkeyPatch) -> None:
    with SpiLink(pin_factory=table.factory) as link:
        next_value(link)
        next_value(link)
        good = PiPins.sample
        monkeypatch.setattr(PiPins, "sample", Mock(side_effect=LibraryFails("input/output error")))
        down = next_value(link)
        assert isinstance(down, LinkEvent)
        assert not down.up
        assert down.reason == "the Pi's pins fail: input/output error"
        monkeypatch.setattr(PiPins, "sample", good)
        up = next_value(link)
        assert isinstance(up, LinkEvent)
        assert up.up


def test_without_pins_the_link_is_down_and_says_why() -> None:
    """This machine has no GPIO."""
    Device.pin_factory = None
    with SpiLink() as link:
        event = next_value(link)
    assert isinstance(event, LinkEvent)
    assert not event.up
    assert "pin" in event.reason
