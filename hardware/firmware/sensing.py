"""Converts raw readings of the thirty hall sensors to the state of each hole.

A hole's code changes only when the new one has lasted DEBOUNCE scans with a steady field. A peg on its way in passes
through weaker fields, which would look like a weaker peg. Raw values are 0..65535 of the supply, to which the sensors
are ratiometric; a sensor without a magnet rests near the middle. Runs on MicroPython and CPython.
"""

from array import array

EMPTY, BLANCS, NOIRS, PAVILLON, UNKNOWN, STUCK, MISSING, DRIFTING, ADC = range(9)

# In millitesla, at the sensor. A fichet's magnet gives 29..68, the pavillon's, set back, 9..17
# (hardware/board/checks.py).
EMPTY_BELOW = 5
PAVILLON_FROM = 7
PAVILLON_TO = 21
FICHET_FROM = 23

# A sensor's output stays 0.2 V (3972 counts) off both supplies (DRV5055 datasheet, 6.5). A bare channel is pulled to
# ground; a channel at the supply is a short.
LOWEST = 3000
HIGHEST = 62500
# Half of the supply.
MIDDLE = 32768
# The resting output is at most 60 mV (1191 counts) from the middle (datasheet, VQ). The converter's gain, right to
# 1.5 %, adds up to 510 counts, and its offset up to 120 (mock_pins.py). Further out there is a magnet.
REST_FROM = MIDDLE - 1830
REST_TO = MIDDLE + 1830

DEBOUNCE = 8
# A peg that never comes quite to rest counts after this many scans.
PATIENCE = 40
# How far the field may move within the debounce, in hundredths of a millitesla.
SETTLED = 80

# Every SLOW_EVERY scans the slow mean moves by 1/256 of the difference: about 25 s at 83 scans a second.
SLOW_EVERY = 8
SLOW_SHIFT = 8
# A reading this far from the slow mean, in tenths of a millitesla, is a magnet and not a drift.
STEP = 20
# A sensor whose resting value has moved this far, in tenths of a millitesla, is drifting.
DRIFT = 25

# A working sensor is never exactly still on a 12-bit ADC; after this many identical scans (10 s) it is stuck.
FROZEN = 830


class Sensing:
    """The thirty holes, fed one scan at a time.

    counts_per_mt: counts of 65535 per millitesla; frozen: identical scans that mean stuck, 0 for an ADC too coarse to
    tell. `codes` is the present state of each hole.
    """

    def __init__(self, holes: int, counts_per_mt: int, frozen: int = FROZEN) -> None:
        """Start with every hole empty and every sensor resting in the middle."""
        self.holes = holes
        self.frozen = frozen
        self.empty_below = EMPTY_BELOW * counts_per_mt
        self.pavillon_from = PAVILLON_FROM * counts_per_mt
        self.pavillon_to = PAVILLON_TO * counts_per_mt
        self.fichet_from = FICHET_FROM * counts_per_mt
        self.settled = SETTLED * counts_per_mt // 100
        self.step = STEP * counts_per_mt // 10
        self.drift_limit = DRIFT * counts_per_mt // 10
        self.codes = bytearray(holes)
        self.raw = array("H", [MIDDLE] * holes)
        self.rest = array("H", [MIDDLE] * holes)
        self.calibrated = bytearray(holes)
        self._candidate = bytearray([255] * holes)
        self._held = array("H", [0] * holes)
        self._calm = array("H", [0] * holes)
        self._low = array("H", [0] * holes)
        self._high = array("H", [0] * holes)
        self._same = array("H", [0] * holes)
        # The slow mean is stored times 256, so that a small difference still moves it.
        self._slow = array("l", [0] * holes)
        self._drift = array("l", [0] * holes)
        # Readings from..to mean the same as the last one. Nearly all readings are skipped so, which makes a scan fast.
        self._from = array("H", [1] * holes)
        self._to = array("H", [0] * holes)
        self._scan = 0

    def judge(self, hole: int, value: int) -> int:
        """Return the meaning of a steady raw value in this hole."""
        if value < LOWEST:
            return MISSING
        if value > HIGHEST:
            return STUCK
        field = value - self.rest[hole]
        if field < 0:
            # Only Noirs' fichet has its north pole down. A south pole at the marked face raises a sensor's output.
            if -field < self.empty_below:
                return EMPTY
            return NOIRS if -field >= self.fichet_from else UNKNOWN
        if field < self.empty_below:
            return EMPTY
        if field >= self.fichet_from:
            return BLANCS
        return PAVILLON if self.pavillon_from <= field <= self.pavillon_to else UNKNOWN

    def scan(self, values: "array[int]", dead: "bytearray | None" = None) -> "list[int]":
        """Take one raw value per hole; return the holes whose code changed. dead: holes whose ADC is unreliable."""
        changed: list[int] = []
        slow_turn = self._scan % SLOW_EVERY == 0
        first = self._scan == 0
        self._scan += 1
        raw, same, low, high = self.raw, self._same, self._from, self._to
        for hole in range(self.holes):
            value = values[hole]
            if value != raw[hole]:
                same[hole] = 0
                raw[hole] = value
            elif same[hole] < 65535:
                same[hole] += 1
            if slow_turn:
                # Drift, stuck sensors and a dead converter develop slowly, so they are checked rarely.
                self._follow(hole, value, first)
            elif low[hole] <= value <= high[hole]:
                continue
            code = ADC if dead is not None and dead[hole] else self._code(hole, value)
            if self._take(hole, value, code):
                changed.append(hole)
        return changed

    def _take(self, hole: int, value: int, code: int) -> bool:
        """Take one reading and its code; return whether the code is now accepted and was not before."""
        self._from[hole], self._to[hole] = 1, 0
        if code != self._candidate[hole]:
            self._candidate[hole] = code
            self._held[hole] = self._calm[hole] = 0
            self._low[hole] = self._high[hole] = value
            return False
        if code != self.codes[hole]:
            if not self._confirm(hole, value):
                return False
            self.codes[hole] = code
            return True
        near = self.settled // 2
        if code <= UNKNOWN and self.judge(hole, value - near) == code == self.judge(hole, value + near):
            self._from[hole], self._to[hole] = value - near, value + near
        return False

    def _code(self, hole: int, value: int) -> int:
        code = self.judge(hole, value)
        if code in (MISSING, STUCK):
            return code
        if self.frozen and self._same[hole] >= self.frozen:
            return STUCK
        drift = self._drift[hole]
        limit = self.drift_limit
        if self.codes[hole] == DRIFTING:
            limit //= 2
        return DRIFTING if drift > limit or drift < -limit else code

    def _confirm(self, hole: int, value: int) -> bool:
        """Count one more scan of a new code; return whether it has lasted long enough, steady or not."""
        if value < self._low[hole]:
            self._low[hole] = value
        if value > self._high[hole]:
            self._high[hole] = value
        if self._high[hole] - self._low[hole] > self.settled:
            self._low[hole] = self._high[hole] = value
            self._calm[hole] = 0
        else:
            self._calm[hole] += 1
        self._held[hole] += 1
        return self._calm[hole] >= DEBOUNCE or self._held[hole] >= PATIENCE

    def _follow(self, hole: int, value: int, first: bool) -> None:
        """Move the slow mean. Its movement is drift, unless a magnet came or went."""
        slow = self._slow[hole]
        away = value - (slow >> SLOW_SHIFT)
        if first or away > self.step or away < -self.step:
            self._slow[hole] = value << SLOW_SHIFT
            return
        self._slow[hole] = slow + away
        self._drift[hole] += ((slow + away) >> SLOW_SHIFT) - (slow >> SLOW_SHIFT)

    def calibrate(self, hole: int) -> bool:
        """Learn this hole's present value as its rest; return false if it cannot be that of an empty working sensor."""
        value = self.raw[hole]
        if not REST_FROM <= value <= REST_TO or self.codes[hole] in (ADC, STUCK, MISSING):
            return False
        self.set_rest(hole, value)
        return True

    def set_rest(self, hole: int, value: int) -> None:
        """Use a resting value learned before."""
        self.rest[hole] = value
        self.calibrated[hole] = 1
        self._drift[hole] = 0
        self._candidate[hole] = 255
        self._from[hole], self._to[hole] = 1, 0
