"""The board without a microcontroller: four MCP3008 on the Pi's own pins, with buttons and lights, by gpiozero.

The firmware interprets the sensors, decides when a peg is certain and learns the resting values. So the same
`hardware.firmware.board` runs here on these pins, and its frames go through the same `Conversation`.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Final

from gpiozero import MCP3008, PWMLED, Button, Device
from gpiozero.exc import PinFactoryFallback, SPISoftwareFallback
from gpiozero.pins import Factory

from firmware_bridge.conversation import Value
from firmware_bridge.link import Link
from hardware.firmware import layout
from hardware.firmware.board import Board, Pins

CHIPS: Final = (
    {"clock_pin": 11, "mosi_pin": 10, "miso_pin": 9, "select_pin": 8},
    {"clock_pin": 11, "mosi_pin": 10, "miso_pin": 9, "select_pin": 7},
    {"clock_pin": 21, "mosi_pin": 20, "miso_pin": 19, "select_pin": 18},
    {"clock_pin": 21, "mosi_pin": 20, "miso_pin": 19, "select_pin": 17},
)
"""SPI0 and SPI1 of a Raspberry Pi, two chips each. Chip 2m holds channels 0..7 of the firmware's strip m, chip 2m + 1
its channels 8..15; the last is the reference."""
CHIP_CHANNELS: Final = 8
BUTTONS: Final = (4, 5, 22, 23, 24, 25, 26, 27)
LIGHTS: Final = (12, 13, 6)
FULL_SCALE: Final = 65535
RETRY: Final = 1.0


class PiPins(Pins):
    """The firmware's pins on a Raspberry Pi.

    outgoing, incoming: bytes to and from the host, in memory. If opening fails, the pins that were opened are closed. A
    gpiozero error while sampling is raised.
    """

    def __init__(self, *, calibration: Path | None = None, pin_factory: Factory | None = None) -> None:
        self.outgoing = bytearray()
        self.incoming = bytearray()
        self._calibration = calibration
        self._channel = 0
        self._boot = int.from_bytes(os.urandom(2), "little")
        if pin_factory is not None:
            # gpiozero's software SPI takes its pins only from here.
            Device.pin_factory = pin_factory
        with contextlib.ExitStack() as opened:
            with warnings.catch_warnings():
                # Without spidev gpiozero uses software SPI: slower, but with the same result.
                warnings.simplefilter("ignore", SPISoftwareFallback)
                # Without a Pi it tries four libraries and warns about each. The link itself reports missing pins.
                warnings.simplefilter("ignore", PinFactoryFallback)
                self._channels = [
                    [opened.enter_context(MCP3008(channel=channel, **chip)) for channel in range(CHIP_CHANNELS)]
                    for chip in CHIPS
                ]
            self._buttons = [opened.enter_context(Button(pin)) for pin in BUTTONS]
            self._lights = [opened.enter_context(PWMLED(pin)) for pin in LIGHTS]
            self._opened = opened.pop_all()

    def close(self) -> None:
        """Release the pins; may be called again."""
        self._opened.close()

    def milliseconds(self) -> int:
        """Return the system's monotonic clock."""
        return time.monotonic_ns() // 1_000_000

    def select(self, channel: int) -> None:
        """Remember the channel; each sample sends it to its chip."""
        self._channel = channel

    def sample(self, mux: int) -> int:
        """Make one ten-bit conversion, as 0..65535."""
        chip, channel = divmod(self._channel, CHIP_CHANNELS)
        return int(self._channels[2 * mux + chip][channel].value * FULL_SCALE)

    def is_pressed(self, button: int) -> bool:
        """Whether a button pulls its pin to ground."""
        return bool(self._buttons[button].is_pressed)

    def light(self, light: int, brightness: int) -> None:
        """Set the brightness by pulse width."""
        self._lights[light].value = brightness / 255

    def send(self, data: bytes) -> None:
        """Send to the reader of `outgoing`."""
        self.outgoing += data

    def receive(self) -> bytes:
        """Receive from the writer of `incoming`."""
        taken = bytes(self.incoming)
        self.incoming.clear()
        return taken

    def identity(self) -> bytes:
        """Return a fixed id: a Pi has only one such board."""
        return b"pi-spi\0\0"

    def boot(self) -> int:
        """Return the number drawn when the pins were opened."""
        return self._boot

    def load(self) -> str | None:
        """Return the text of the calibration file, if it exists."""
        if self._calibration is None:
            return None
        try:
            return self._calibration.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None

    def store(self, text: str) -> None:
        """Write a second file, then rename it, so that an interruption leaves the old file whole. Raises OSError."""
        if self._calibration is not None:
            self._calibration.parent.mkdir(parents=True, exist_ok=True)
            beside = self._calibration.with_suffix(".new")
            beside.write_text(json.dumps(json.loads(text), indent=1) + "\n", encoding="utf-8")
            beside.replace(self._calibration)


class SpiLink(Link):
    """A board on the Pi's own pins.

    calibration: the file for the resting values. pin_factory: gpiozero's; None lets it choose. The other arguments are
    those of `Link`; its `tap` gets the frames that a microcontroller would send.
    """

    def __init__(
        self,
        *,
        calibration: Path | None = None,
        pin_factory: Factory | None = None,
        callback: Callable[[Value], None] | None = None,
        tap: Callable[[float, bytes], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
        north: bool = False,
    ) -> None:
        super().__init__(callback=callback, tap=tap, clock=clock, north=north)
        self._calibration = calibration
        self._pin_factory = pin_factory
        self._thread.start()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                pins = PiPins(calibration=self._calibration, pin_factory=self._pin_factory)
            except Exception as error:  # gpiozero's libraries have their own errors: lgpio.error has no other base.
                self._tell_down(f"cannot open the Pi's pins: {_cause(error)}")
                self._closing.wait(RETRY)
                continue
            with contextlib.closing(pins):
                self._where = "the Pi's pins"
                self._scan(pins)
                self._where = None

    def _scan(self, pins: PiPins) -> None:
        """Scan until closed, or until the pins fail."""
        talk = self._talk()
        # Ten bits are too coarse to see the noise of a working sensor.
        board = Board(pins, frozen=0)
        due = time.monotonic()
        while not self._closing.is_set():
            pins.incoming += self._to_write(talk, self._clock())
            try:
                board.step()
            except Exception as error:
                self._deliver(talk.conversation.disconnect(self._clock(), f"the Pi's pins fail: {_cause(error)}"))
                return
            data = bytes(pins.outgoing)
            pins.outgoing.clear()
            self._deliver(self._hear(talk, data, self._clock()))
            self._pass_answers(talk)
            due = max(due + layout.SCAN_MS / 1000, time.monotonic())
            self._closing.wait(due - time.monotonic())


def _cause(error: Exception) -> str:
    """Return the message of the system or the library, or else the name of the error."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
