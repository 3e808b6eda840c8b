"""The microcontroller's program without its pins: it scans, reports and answers. Runs on MicroPython and CPython.

`Board.step` is one scan. It never blocks, and never raises, whatever comes down the line.
"""

import json
import struct
from array import array

from . import layout, wire
from .sensing import FROZEN, HIGHEST, LOWEST, MIDDLE, PATIENCE, REST_FROM, REST_TO, Sensing

HEARTBEAT_MS = 250
SNAPSHOT_MS = 500
LEVELS_MS = 200
# A button counts after this many equal scans (36 ms); contacts bounce for less than 10 ms.
BUTTON_SCANS = 3
# Scans before the first report on the holes: by then even the slowest peg is certain.
FIRST_SCANS = PATIENCE + 10


class Pins:
    """The board's interface to the machine it runs on; `pico.Pico` is the real one."""

    def milliseconds(self) -> int:
        """Return the milliseconds since power-up, never wrapping."""
        raise NotImplementedError

    def wait_until(self, milliseconds: int) -> None:
        """Sleep, and feed the watchdog."""
        raise NotImplementedError

    def select(self, channel: int) -> None:
        """Point both multiplexers at a channel (0..15)."""
        raise NotImplementedError

    def sample(self, mux: int) -> int:
        """Return the voltage there, 0..65535 of the supply."""
        raise NotImplementedError

    def is_pressed(self, button: int) -> bool:
        """Whether a button (0..7) is down."""
        raise NotImplementedError

    def light(self, light: int, brightness: int) -> None:
        """Set a light (0 status, 1 near, 2 far) to 0..255."""
        raise NotImplementedError

    def send(self, data: bytes) -> None:
        """Write to the host; bytes that the host does not take at once are lost."""
        raise NotImplementedError

    def receive(self) -> bytes:
        """Return what the host has written since; b"" when there is nothing."""
        raise NotImplementedError

    def identity(self) -> bytes:
        """Return eight bytes that no other board has."""
        raise NotImplementedError

    def boot(self) -> int:
        """Return a number (0..65535) drawn at each power-up."""
        raise NotImplementedError

    def load(self) -> "str | None":
        """Return the last stored calibration."""
        raise NotImplementedError

    def store(self, text: str) -> None:
        """Store a calibration."""
        raise NotImplementedError


class Board:
    """The firmware: scan, report changes, answer requests."""

    def __init__(self, pins: Pins, frozen: int = FROZEN) -> None:
        """Greet the host and read the calibration; a damaged one is ignored. frozen: as in `Sensing`."""
        self.pins = pins
        self.sensing = Sensing(layout.HOLES, layout.COUNTS_PER_MT, frozen)
        self._values = array("H", [MIDDLE] * layout.HOLES)
        self._dead = bytearray(layout.HOLES)
        self._dead_mux = bytearray(layout.MUXES)
        self._references = array("H", [layout.REFERENCE] * layout.MUXES)
        # 1 if a north pole raises a sensor's output, as with other sensors or strips that lie face down.
        self._north = 0
        self._reader = wire.Reader()
        self._seq = 0
        self._presses = bytearray(layout.BUTTONS)
        self._down = bytearray(layout.BUTTONS)
        self._bounce = bytearray(layout.BUTTONS)
        self._lights = bytearray(layout.LIGHTS)
        self._scans = 0
        self._rate = 0
        self._rate_from = pins.milliseconds()
        self._rate_scans = 0
        self._heartbeat_due = self._snapshot_due = self._levels_due = 0
        self._levels_until = 0
        self._identify_until = 0
        self._identified = 0
        self._restore()
        self._hello()

    def run(self) -> None:
        """Scan for ever."""
        due = self.pins.milliseconds()
        while True:
            self.step()
            # After a late scan, the next one still keeps the full distance.
            due = max(due + layout.SCAN_MS, self.pins.milliseconds())
            self.pins.wait_until(due)

    def step(self) -> None:
        """Scan everything once, and send what there is to report."""
        now = self.pins.milliseconds()
        changed = self._scan_holes()
        self._scan_buttons(now)
        for body in self._reader.feed(self.pins.receive()):
            self._obey(body, now)
        if self._scans > FIRST_SCANS:
            if changed:
                pairs = bytearray()
                for hole in changed:
                    pairs.append(hole)
                    pairs.append(self.sensing.codes[hole])
                self._send(wire.DELTA, struct.pack("<IB", now & 0xFFFFFFFF, len(changed)) + pairs)
            if now >= self._snapshot_due:
                self._snapshot(now)
        self._tell_levels(now)
        if now >= self._heartbeat_due:
            self._heartbeat(now)

    def _scan_holes(self) -> "list[int]":
        pins, values = self.pins, self._values
        self._scans += 1
        for channel in range(layout.REFERENCE_CHANNEL):
            pins.select(channel)
            for mux in range(layout.MUXES):
                value = pins.sample(mux)
                # Do not reverse the value of a dead channel: a missing sensor must not look like a short.
                if self._north and LOWEST <= value <= HIGHEST:
                    value = 65535 - value
                values[layout.MUX_HOLES[mux][channel]] = value
        pins.select(layout.REFERENCE_CHANNEL)
        for mux in range(layout.MUXES):
            self._references[mux] = pins.sample(mux)
            off = self._references[mux] - layout.REFERENCE
            dead = 1 if off > layout.REFERENCE_TOLERANCE or off < -layout.REFERENCE_TOLERANCE else 0
            if dead != self._dead_mux[mux]:
                self._dead_mux[mux] = dead
                for hole in layout.MUX_HOLES[mux]:
                    self._dead[hole] = dead
        return self.sensing.scan(values, self._dead)

    def _scan_buttons(self, now: int) -> None:
        for button in range(layout.BUTTONS):
            down = 1 if self.pins.is_pressed(button) else 0
            if down == self._down[button]:
                self._bounce[button] = 0
                continue
            self._bounce[button] += 1
            if self._bounce[button] < BUTTON_SCANS:
                continue
            self._down[button] = down
            self._bounce[button] = 0
            if down:
                self._presses[button] = (self._presses[button] + 1) & 0xFF
                self._send(wire.PRESS, struct.pack("<IBB", now & 0xFFFFFFFF, button, self._presses[button]))

    def _send(self, kind: int, payload: bytes) -> None:
        self.pins.send(wire.frame(kind, self._seq, payload))
        self._seq = (self._seq + 1) & 0xFF

    def _hello(self) -> None:
        self._send(
            wire.HELLO,
            struct.pack(
                "<4sBBBBBBBBH8s",
                wire.MAGIC,
                wire.PROTOCOL,
                layout.VERSION[0],
                layout.VERSION[1],
                layout.VERSION[2],
                layout.HOLES,
                (1 << layout.BUTTONS) - 1,
                layout.LIGHTS,
                1000 // layout.SCAN_MS,
                self.pins.boot(),
                self.pins.identity(),
            ),
        )

    def _snapshot(self, now: int) -> None:
        codes = self.sensing.codes
        nibbles = bytearray(layout.HOLES // 2)
        for pair in range(layout.HOLES // 2):
            nibbles[pair] = codes[2 * pair] | codes[2 * pair + 1] << 4
        self._send(wire.SNAPSHOT, struct.pack("<I", now & 0xFFFFFFFF) + nibbles + self._presses)
        self._snapshot_due = now + SNAPSHOT_MS

    def _heartbeat(self, now: int) -> None:
        elapsed = now - self._rate_from
        if elapsed >= 1000:
            self._rate = min(255, (self._scans - self._rate_scans) * 1000 // elapsed)
            self._rate_from = now
            self._rate_scans = self._scans
        self._send(
            wire.HEARTBEAT,
            struct.pack(
                "<IBHBHH",
                now & 0xFFFFFFFF,
                wire.PROTOCOL,
                self.pins.boot(),
                self._rate,
                self._references[0],
                self._references[1],
            ),
        )
        self._heartbeat_due = now + HEARTBEAT_MS

    def _tell_levels(self, now: int) -> None:
        if now < self._levels_until and now >= self._levels_due:
            head = struct.pack("<IHH", now & 0xFFFFFFFF, self._references[0], self._references[1])
            self._send(wire.LEVELS, head + struct.pack("<30H", *self.sensing.raw))
            self._levels_due = now + LEVELS_MS
        if now < self._identify_until:
            hole = self._identified
            field = self.sensing.raw[hole] - self.sensing.rest[hole]
            # The status light shows the field, so a magnet in the hand finds the hole without a screen.
            self.pins.light(0, min(255, abs(field) >> 5))
            self._send(wire.FIELD, struct.pack("<IBi", now & 0xFFFFFFFF, hole, field))
        elif self._identify_until:
            self._identify_until = 0
            self.pins.light(0, self._lights[0])

    def _rests(self) -> None:
        rests = [self.sensing.rest[hole] if self.sensing.calibrated[hole] else 0 for hole in range(layout.HOLES)]
        self._send(wire.RESTS, struct.pack("<30H", *rests))

    def _obey(self, body: bytes, now: int) -> None:
        kind, seq, payload = body[0], body[1], body[2:]
        # A command may safely run twice: the host repeats it when the acknowledgement was lost.
        result, hole = self._do(kind, payload, now)
        if result is not None:
            self._send(wire.ACK, bytes((seq, kind, result, hole)))

    def _do(self, kind: int, payload: bytes, now: int) -> "tuple[int | None, int]":
        """Obey one command; return its result and the hole it is about. A question is answered by a message."""
        if kind == wire.ASK_HELLO:
            self._hello()
            self._heartbeat(now)
            return None, wire.NO_HOLE
        if kind == wire.ASK_SNAPSHOT:
            self._snapshot_due = 0
            return None, wire.NO_HOLE
        if kind == wire.CALIBRATE:
            return self._calibrate(payload)
        if kind == wire.IDENTIFY:
            if len(payload) != 2 or payload[0] >= layout.HOLES:
                return wire.BAD_ARGUMENT, wire.NO_HOLE
            self._identified = payload[0]
            self._identify_until = now + payload[1] * 1000
            return wire.OK, payload[0]
        if kind == wire.SET_LIGHTS:
            if len(payload) != layout.LIGHTS:
                return wire.BAD_ARGUMENT, wire.NO_HOLE
            for light in range(layout.LIGHTS):
                self._lights[light] = payload[light]
                self.pins.light(light, payload[light])
            return wire.OK, wire.NO_HOLE
        if kind == wire.ASK_LEVELS:
            if len(payload) != 1:
                return wire.BAD_ARGUMENT, wire.NO_HOLE
            self._levels_until = now + payload[0] * 1000
            self._rests()
            return wire.OK, wire.NO_HOLE
        if kind == wire.SET_POLARITY:
            if len(payload) != 1 or payload[0] > 1:
                return wire.BAD_ARGUMENT, wire.NO_HOLE
            self._turn(payload[0])
            return wire.OK, wire.NO_HOLE
        return wire.UNKNOWN_COMMAND, wire.NO_HOLE

    def _turn(self, north: int) -> None:
        """Reverse the sign of every field from now on, and of the resting values."""
        if north == self._north:
            return
        self._north = north
        for hole in range(layout.HOLES):
            if self.sensing.calibrated[hole]:
                self.sensing.set_rest(hole, 65535 - self.sensing.rest[hole])

    def _calibrate(self, payload: bytes) -> "tuple[int, int]":
        if len(payload) != 1 or (payload[0] >= layout.HOLES and payload[0] != wire.NO_HOLE):
            return wire.BAD_ARGUMENT, wire.NO_HOLE
        holes = range(layout.HOLES) if payload[0] == wire.NO_HOLE else range(payload[0], payload[0] + 1)
        refused = wire.NO_HOLE
        for hole in holes:
            if not self.sensing.calibrate(hole) and refused == wire.NO_HOLE:
                refused = hole
        self._keep()
        self._rests()
        return (wire.OK if refused == wire.NO_HOLE else wire.REFUSED), refused

    def _keep(self) -> None:
        # Store them as the sensors give them, even if their sign is reversed now.
        rests = [
            (65535 - rest if self._north else rest) if known else None
            for rest, known in zip(self.sensing.rest, self.sensing.calibrated)  # noqa: B905 - MicroPython has no strict
        ]
        try:
            self.pins.store(json.dumps({"rests": rests}))
        except OSError:
            # The flash is full or worn. The values hold until power is cut; the next calibration tries again.
            pass

    def _restore(self) -> None:
        try:
            rests = json.loads(self.pins.load() or "{}").get("rests", [])
            known = [(hole, int(rest)) for hole, rest in enumerate(rests[: layout.HOLES]) if rest is not None]
        except (ValueError, TypeError, AttributeError, KeyError, OverflowError, RuntimeError, OSError):
            # RuntimeError: nested too deeply for the parser.
            return
        if all([REST_FROM <= rest <= REST_TO for _, rest in known]):
            for hole, rest in known:
                self.sensing.set_rest(hole, rest)
