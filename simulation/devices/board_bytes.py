"""The board's side of the line, sans I/O: the bytes a board would write for these readings.

For simulated recordings and for tests. A real board's bytes come from hardware/firmware.
"""

from __future__ import annotations

from typing import Final

from events.field import HOLES
from events.peg_reading import PegReading, Signal
from firmware_bridge.messages import (
    BUTTONS,
    LIGHTS,
    PROTOCOL,
    Delta,
    FromBoard,
    Heartbeat,
    Hello,
    Press,
    Snapshot,
    State,
)
from firmware_bridge.packing import pack
from hardware.firmware import layout

SCAN_RATE: Final = 1000 // layout.SCAN_MS
REFERENCES: Final = (layout.REFERENCE, layout.REFERENCE)


def states_of(reading: PegReading) -> tuple[State, ...]:
    """Return the thirty hole states of this reading; faults replace the pegs.

    Raises ValueError for another number of holes.
    """
    states: list[State] = list(reading.holes)
    for hole, fault in reading.faults:
        states[hole] = fault
    if len(states) != HOLES:
        raise ValueError(f"{len(states)} holes, {HOLES} expected")
    return tuple(states)


class BoardVoice:
    """The messages of a board; each method returns the frames of one message.

    started: the time, on the readings' clock, at which the board was switched on; its uptime counts from there.
    """

    def __init__(self, *, started: float = 0.0, boot: int = 1) -> None:
        self._started = started
        self._boot = boot
        self._seq = 255
        self._states: tuple[State, ...] = (None,) * HOLES
        self._presses = [0] * len(BUTTONS)

    def hello(self) -> bytes:
        """Return the board's hello, the first frame of a recording."""
        return self._say(
            Hello(PROTOCOL, layout.VERSION, HOLES, 2 ** len(BUTTONS) - 1, LIGHTS, SCAN_RATE, self._boot, b"invented")
        )

    def heartbeat(self, t: float) -> bytes:
        """Return a heartbeat; a real board sends four a second."""
        return self._say(Heartbeat(self._uptime(t), PROTOCOL, self._boot, SCAN_RATE, REFERENCES))

    def snapshot(self, reading: PegReading) -> bytes:
        """Return all thirty holes; a real board sends two snapshots a second."""
        self._states = states_of(reading)
        return self._say(Snapshot(self._uptime(reading.t), self._states, tuple(self._presses)))

    def change(self, reading: PegReading) -> bytes:
        """Return the holes that differ from the last message; no bytes when none does."""
        states = states_of(reading)
        changes = tuple(
            (hole, new) for hole, (old, new) in enumerate(zip(self._states, states, strict=True)) if new != old
        )
        self._states = states
        return self._say(Delta(self._uptime(reading.t), changes)) if changes else b""

    def press(self, signal: Signal) -> bytes:
        """Return the press of a button."""
        button = BUTTONS.index((signal.row, signal.button))
        self._presses[button] = (self._presses[button] + 1) & 0xFF
        return self._say(Press(self._uptime(signal.t), button, self._presses[button]))

    def _uptime(self, t: float) -> int:
        return max(0, round((t - self._started) * 1000)) & 0xFFFFFFFF

    def _say(self, message: FromBoard) -> bytes:
        self._seq = (self._seq + 1) & 0xFF
        return pack(message, self._seq)
