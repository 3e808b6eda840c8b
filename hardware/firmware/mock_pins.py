"""Pins without a board: a simulated magnetic field on the ADC, set by lines of text. No part of a real board.

`MockPins.obey` answers each line with a line; `python -m simulation.devices.virtual_board --help` lists the commands.
Runs on MicroPython and CPython.
"""

from math import sqrt

from . import layout
from .board import Pins
from .sensing import MIDDLE

try:
    from typing import Callable
except ImportError:
    # MicroPython skips annotations and has no such module.
    pass

# The axial field of a disc magnet of N42 (remanence 1.30 T), 4 mm across and 3 mm thick, as in hardware/board.toml.
REMANENCE_MT = 1300.0
RADIUS_MM = 2.0
LENGTH_MM = 3.0
# From the magnet's lower face to the sensing element, peg pushed home. The pavillon's magnet sits deeper in its peg.
GAPS_MM = {"blancs": 4.0, "noirs": 4.0, "pavillon": 7.0}
POLES = {"blancs": 1, "noirs": -1, "pavillon": 1}
BUTTON_NAMES = ("coup_joue", "ecole", "adoube", "je_m_en_vais")
ROWS = ("near", "far")
PRESS_MS = 120
# Beyond these limits the sensors read no different.
HIGHEST_MM = 1000
FASTEST_DRIFT = 1000
MOST_OHMS = 1e9
# Offsets of real sensors stay within 1191 counts (layout, sensing); these are within 900.
WORST_OFFSET = 900
NOISE = 48
BARE_CHANNEL = 160
# Relative tolerances (either way) of a build's parts: resistors, pull-downs, converter gain; then the offset in counts.
RESISTOR_TOLERANCE = 0.01
PULL_DOWN_TOLERANCE = 0.05
GAIN_TOLERANCE = 0.015
OFFSET_TOLERANCE = 120
AT_SUPPLY = 65280


def axial_field(gap: float) -> float:
    """Return millitesla on the magnet's axis, `gap` mm below its face."""
    far = gap + LENGTH_MM
    return (
        REMANENCE_MT
        / 2
        * (far / sqrt(RADIUS_MM * RADIUS_MM + far * far) - gap / sqrt(RADIUS_MM * RADIUS_MM + gap * gap))
    )


class MockPins(Pins):
    """The ADC of a board with simulated magnets.

    Args:
        clock: milliseconds since any moment.
        send, receive: the line to the host.
        boot: the number drawn at power-up.
        number: distinguishes several boards.
    """

    def __init__(
        self,
        clock: "Callable[[], int]",
        send: "Callable[[bytes], object]",
        receive: "Callable[[], bytes]",
        boot: int = 1,
        number: int = 1,
    ) -> None:
        """Start with all holes empty and a small offset in every sensor."""
        self._clock = clock
        self._began = clock()
        self._send = send
        self._receive = receive
        self._boot = boot
        self._number = number
        self._kept: str | None = None
        self._channel = 0
        self._random = 12345 + 7919 * number
        holes = layout.HOLES
        self._fields = [0.0] * holes
        self._offsets = [(hole * 7919) % (2 * WORST_OFFSET) - WORST_OFFSET for hole in range(holes)]
        self._sensors = ["ok"] * holes
        self._drifts = [(0.0, 0)] * holes
        self._adc_dead = [False] * layout.MUXES
        self._references = [self._reference(layout.DIVIDER_UPPER, layout.DIVIDER_LOWER) for _ in range(layout.MUXES)]
        self._pressed_until = [0] * layout.BUTTONS
        self.lights = [0] * layout.LIGHTS

    def _reference(self, upper: float, lower: float) -> int:
        """Return what a converter of this build reads between these resistors (ohms), all within their tolerances."""
        read = layout.divider_reading(
            upper * self._within(RESISTOR_TOLERANCE),
            lower * self._within(RESISTOR_TOLERANCE),
            layout.PULL_DOWN * self._within(PULL_DOWN_TOLERANCE),
        )
        return int(read * self._within(GAIN_TOLERANCE) + OFFSET_TOLERANCE * (self._within(1.0) - 1))

    def _within(self, tolerance: float) -> float:
        """Return a factor near one, drawn for this build."""
        return 1 + tolerance * (2 * self._draw() / 65535 - 1)

    def milliseconds(self) -> int:
        """Return the milliseconds since power-up."""
        return self._clock() - self._began

    def select(self, channel: int) -> None:
        """Point at a channel."""
        self._channel = channel

    def sample(self, mux: int) -> int:
        """Return the voltage there."""
        if self._adc_dead[mux]:
            return 0
        if self._channel == layout.REFERENCE_CHANNEL:
            return max(0, min(65535, self._references[mux] + self._noise()))
        hole = layout.MUX_HOLES[mux][self._channel]
        sensor = self._sensors[hole]
        if sensor == "missing":
            return BARE_CHANNEL + self._noise() // 2
        if sensor == "short":
            return AT_SUPPLY + self._noise() // 2
        rate, since = self._drifts[hole]
        field = self._fields[hole] + rate * (self.milliseconds() - since) / 1000
        value = MIDDLE + self._offsets[hole] + int(field * layout.COUNTS_PER_MT)
        if sensor != "stuck":
            value += self._noise()
        # A hall sensor's output stays off its supplies, and the ADC has 4096 steps.
        value = max(3972, min(65535 - 3972, value))
        return value >> 2 << 2

    def is_pressed(self, button: int) -> bool:
        """Whether a button is down."""
        return self.milliseconds() < self._pressed_until[button]

    def light(self, light: int, brightness: int) -> None:
        """Set a light."""
        self.lights[light] = brightness

    def send(self, data: bytes) -> None:
        """Send to the host."""
        self._send(data)

    def receive(self) -> bytes:
        """Receive from the host."""
        return self._receive()

    def identity(self) -> bytes:
        """Return eight bytes."""
        return b"bench\0\0" + bytes((self._number,))

    def boot(self) -> int:
        """Return the number drawn at power-up."""
        return self._boot

    def load(self) -> "str | None":
        """Return the last stored calibration."""
        return self._kept

    def store(self, text: str) -> None:
        """Store a calibration."""
        self._kept = text

    def power_up(self, boot: int) -> None:
        """Restart as if the cable was pulled and put back: time restarts at zero, the flash and the magnets stay."""
        self._began = self._clock()
        self._boot = boot
        self._pressed_until = [0] * layout.BUTTONS
        self.lights = [0] * layout.LIGHTS
        self._drifts = [(0.0, 0)] * layout.HOLES

    def obey(self, line: str) -> str:
        """Obey one line; return `ok`, the requested value, or `error` and why."""
        words = line.split()
        if not words:
            return "error an empty line"
        try:
            if words[0] == "peg":
                return self._peg(words[1:])
            if words[0] == "press":
                return self._press(words[1:])
            if words[0] == "sensor":
                return self._sensor(words[1:])
            if words[0] == "adc":
                self._adc_dead[_number(words[1], layout.MUXES, "adc")] = {"dead": True, "ok": False}[words[2]]
                return "ok"
            if words[0] == "reference":
                return self._divider(_number(words[1], layout.MUXES, "reference"), float(words[2]), float(words[3]))
            if words[0] == "lights" and len(words) == 1:
                return "lights " + " ".join([str(light) for light in self.lights])
        except (ValueError, IndexError, KeyError) as error:
            return "error " + line.strip() + ": " + str(error)
        return "error unknown command " + words[0]

    def _divider(self, mux: int, upper: float, lower: float) -> str:
        if not (0 < upper <= MOST_OHMS and 0 < lower <= MOST_OHMS):
            raise ValueError("ohms")
        self._references[mux] = self._reference(upper, lower)
        return "ok"

    def _peg(self, words: "list[str]") -> str:
        hole = _number(words[0], layout.HOLES, "hole")
        kind = words[1]
        height = float(words[2]) if len(words) > 2 else 0.0
        if not 0 <= height <= HIGHEST_MM:
            raise ValueError("height")
        self._fields[hole] = 0.0 if kind == "empty" else POLES[kind] * axial_field(GAPS_MM[kind] + height)
        return "ok"

    def _press(self, words: "list[str]") -> str:
        button = ROWS.index(words[0]) * len(BUTTON_NAMES) + BUTTON_NAMES.index(words[1])
        held = int(words[2]) if len(words) > 2 else PRESS_MS
        self._pressed_until[button] = self.milliseconds() + held
        return "ok"

    def _sensor(self, words: "list[str]") -> str:
        hole = _number(words[0], layout.HOLES, "hole")
        kind = words[1]
        if kind not in ("ok", "stuck", "missing", "short", "drift"):
            raise ValueError("sensor " + kind)
        rate = float(words[2]) if kind == "drift" else 0.0
        if not -FASTEST_DRIFT <= rate <= FASTEST_DRIFT:
            raise ValueError("drift")
        self._sensors[hole] = kind
        self._drifts[hole] = (rate, self.milliseconds())
        return "ok"

    def _noise(self) -> int:
        # Numerical Recipes' quick generator gives the same numbers on every machine.
        return self._draw() % (2 * NOISE) - NOISE

    def _draw(self) -> int:
        """Return a number from 0 to 65535."""
        self._random = (self._random * 1664525 + 1013904223) & 0xFFFFFFFF
        return self._random >> 16


def _number(word: str, end: int, what: str) -> int:
    number = int(word)
    if not 0 <= number < end:
        raise ValueError(what + " " + word)
    return number
