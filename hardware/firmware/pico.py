"""The pins of a Raspberry Pi Pico: the only module that uses `machine`."""

import os
import select
import sys
import time

import machine
import micropython

from . import layout
from .board import Board, Pins

# Samples per reading: the RP2040's ADC wanders by a few of its 4096 steps.
SAMPLES = 4
# Five time constants of 10 us, in which a bare channel discharges half a metre of wire (100 pF) through its 100k
# pull-down. Through a sensor or the divider it settles in a microsecond.
SETTLE_US = 50
WATCHDOG_MS = 2000
CALIBRATION = "calibration.json"


class Pico(Pins):
    """The real board."""

    def __init__(self) -> None:
        """Take every pin, and start the watchdog."""
        # A frame may contain 0x03, which would otherwise interrupt the program.
        micropython.kbd_intr(-1)
        self._select = [machine.Pin(pin, machine.Pin.OUT) for pin in layout.PINS_MUX_SELECT]
        self._adc = [machine.ADC(pin) for pin in layout.PINS_MUX_ADC]
        self._buttons = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in layout.PINS_BUTTONS]
        self._lights = [machine.PWM(machine.Pin(pin), freq=1000, duty_u16=0) for pin in layout.PINS_LIGHTS]
        # The regulator's quiet mode: less ripple on the sensors' supply.
        machine.Pin(23, machine.Pin.OUT).on()
        self._said = select.poll()
        self._said.register(sys.stdin, select.POLLIN)
        self._room = select.poll()
        self._room.register(sys.stdout, select.POLLOUT)
        self._ticks = time.ticks_ms()
        self._milliseconds = 0
        self._boot = int.from_bytes(os.urandom(2), "little")
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)

    def milliseconds(self) -> int:
        """Return the milliseconds since power-up."""
        ticks = time.ticks_ms()
        self._milliseconds += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._milliseconds

    def wait_until(self, milliseconds: int) -> None:
        """Sleep, and feed the watchdog."""
        self._watchdog.feed()
        left = milliseconds - self.milliseconds()
        if left > 0:
            time.sleep_ms(left)

    def select(self, channel: int) -> None:
        """Point at a channel."""
        for bit, pin in enumerate(self._select):
            pin.value(channel >> bit & 1)
        time.sleep_us(SETTLE_US)

    def sample(self, mux: int) -> int:
        """Return the voltage there."""
        adc = self._adc[mux]
        total = 0
        for _ in range(SAMPLES):
            total += adc.read_u16()
        return total // SAMPLES

    def is_pressed(self, button: int) -> bool:
        """Whether a button is down."""
        return not self._buttons[button].value()

    def light(self, light: int, brightness: int) -> None:
        """Set a light."""
        self._lights[light].duty_u16(brightness * 257)

    def send(self, data: bytes) -> None:
        """Send to the host. Bytes are lost while it has not read earlier ones; the next snapshot makes up for them."""
        # Each write to a full line waits half a second (MicroPython, MICROPY_HW_USB_CDC_TX_TIMEOUT). Four of them in
        # one scan would trigger the watchdog.
        if self._room.poll(0):
            sys.stdout.buffer.write(data)

    def receive(self) -> bytes:
        """Receive from the host."""
        data = bytearray()
        while len(data) < 64 and self._said.poll(0):
            data.extend(sys.stdin.buffer.read(1))
        return bytes(data)

    def identity(self) -> bytes:
        """Return eight bytes."""
        return machine.unique_id()

    def boot(self) -> int:
        """Return the number drawn at power-up."""
        return self._boot

    def load(self) -> "str | None":
        """Return the last stored calibration."""
        try:
            with open(CALIBRATION) as kept:
                return kept.read()
        except OSError:
            return None

    def store(self, text: str) -> None:
        """Store a calibration."""
        # Write a second file, then rename it, so that a power cut leaves the old file whole.
        with open(CALIBRATION + ".new", "w") as kept:
            kept.write(text)
        os.rename(CALIBRATION + ".new", CALIBRATION)


def main() -> None:
    """Run the board for ever. With its first two buttons held at power-up, return to the prompt for an update."""
    held = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in layout.PINS_BUTTONS[:2]]
    if not held[0].value() and not held[1].value():
        return
    Board(Pico()).run()
