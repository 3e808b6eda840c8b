"""MCP3008 chips on gpiozero's mock pins, simulated bit by bit; they drive SpiLink where there is no Pi."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin, MockSPIDevice

from firmware_bridge.spi_link import BUTTONS, CHIP_CHANNELS, CHIPS, LIGHTS
from hardware.firmware.mock_pins import MockPins

BITS: Final = 10


class MockMcp3008(MockSPIDevice):  # type: ignore[misc]  # gpiozero publishes no types
    """One converter on four mock pins, answering start, mode and three channel bits (datasheet, figure 6-1).

    sample: returns the voltage of a channel (0..7) as 0..65535 of the supply; called at every conversion.
    """

    def __init__(self, *, sample: Callable[[int], int], pin_factory: MockFactory, **pins: int) -> None:
        super().__init__(pin_factory=pin_factory, **pins)
        self._sample = sample
        self._asked: list[bool] | None = None

    def on_select(self) -> None:
        """Release the data line on deselection; its pull-down (100k, docs/how/hardware.md) then pulls it low."""
        super().on_select()
        if self.select_pin.state != self.select_high:
            self.miso_pin.drive_low()

    def on_start(self) -> None:
        """Wait for the start bit after chip select fell."""
        super().on_start()
        self._asked = None

    def on_bit(self) -> None:
        """Process one rising clock edge."""
        bit = bool(self.rx_buf[-1])
        if self._asked is None:
            if bit:
                self._asked = []
            return
        self._asked.append(bit)
        if len(self._asked) != 4:
            return
        single, *channel = self._asked
        number = sum(bit << place for place, bit in zip((2, 1, 0), channel, strict=True))
        # The differential mode is not simulated and reads 0.
        value = self._sample(number) >> (16 - BITS) if single else 0
        # One clock of sampling, one null bit, then the result, high bit first.
        self.tx_word(value, BITS + 2)


class _Factory(MockFactory):  # type: ignore[misc]  # gpiozero publishes no types
    """Mock pins; only those with a light can be dimmed."""

    def pin(self, name: int, pin_class: type[MockPin] | None = None, **kwargs: object) -> MockPin:
        return super().pin(name, MockPWMPin if name in LIGHTS else pin_class, **kwargs)


class MockTable:
    """A whole board on mock pins: four converters in a simulated field, eight buttons, three lights.

    factory: gpiozero's mock pins, for SpiLink; bench: takes the lines of docs/protocol.md, "The board without the
    board" (pegs, sensors, adc; buttons are pressed by `press` and `release`).
    """

    def __init__(self) -> None:
        self.factory = _Factory()
        self.bench = MockPins(lambda: 0, lambda _: None, lambda: b"")
        self.chips = [
            MockMcp3008(sample=partial(self._sample, chip), pin_factory=self.factory, **pins)
            for chip, pins in enumerate(CHIPS)
        ]

    def press(self, button: int) -> None:
        """Hold button 0..7 down."""
        self.factory.pin(BUTTONS[button]).drive_low()

    def release(self, button: int) -> None:
        """Release button 0..7."""
        self.factory.pin(BUTTONS[button]).drive_high()

    def _sample(self, chip: int, channel: int) -> int:
        mux, half = divmod(chip, 2)
        self.bench.select(half * CHIP_CHANNELS + channel)
        return self.bench.sample(mux)
