"""The board's side of the line, sans I/O: what a board that felt these readings would have written.

For recordings of invented tables and for tests; a real board's bytes come from hardware/firmware.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from events.holes import HOLES
from firmware_bridge.messages import BUTTONS, LIGHTS, PROTOCOL, Delta, Heartbeat, Hello, Press, Snapshot
from firmware_bridge.packing import pack
from hardware.firmware import layout

if TYPE_CHECKING:
    from events.peg_reading import PegReading, Signal
    from firmware_bridge.messages import FromBoard, State

SCAN_RATE: Final = 1000 // layout.SCAN_MS
REFERENCES: Final = (layout.REFERENCE, layout.REFERENCE)


def states_of(reading: PegReading) -> tuple[State, ...]:
    """The thirty hole states that make this reading: its faults stand in place of the pegs.

    Raises ValueError for another number of holes.
    """
    states: list[State] = list(reading.holes)
    for hole, fault in reading.faults:
        states[hole] = fault
    if len(states) != HOLES:
        raise ValueError(f"{len(states)} holes, {HOLES} expected")
    return tuple(states)


class BoardVoice:
    """A board's voice: each method gives the frames for one thing it has to say.

    started: the time, on the readings' clock, at which the board was switched on; its uptime counts from there.
    """

    def __init__(self, *, started: float = 0.0, boot: int = 1, board: bytes = b"invented") -> None:
        self._started = started
        self._boot = boot
        self._board = board
        self._seq = 255
        self._states: tuple[State, ...] = (None,) * HOLES
        self._presses = [0] * len(BUTTONS)

    def hello(self) -> bytes:
        """Who this board is: the first frame of a recording."""
        return self._say(
            Hello(PROTOCOL, layout.VERSION, HOLES, 2 ** len(BUTTONS) - 1, LIGHTS, SCAN_RATE, self._boot, self._board)
        )

    def heartbeat(self, t: float) -> bytes:
        """A sign of life, four a second from a real board."""
        return self._say(Heartbeat(self._uptime(t), PROTOCOL, self._boot, SCAN_RATE, REFERENCES))

    def snapshot(self, reading: PegReading) -> bytes:
        """All thirty holes; two a second from a real board."""
        self._states = states_of(reading)
        return self._say(Snapshot(self._uptime(reading.t), self._states, tuple(self._presses)))

    def change(self, reading: PegReading) -> bytes:
        """The holes that differ from what was last said; no bytes when none does."""
        states = states_of(reading)
        changes = tuple(
            (hole, new) for hole, (old, new) in enumerate(zip(self._states, states, strict=True)) if new != old
        )
        self._states = states
        return self._say(Delta(self._uptime(reading.t), changes)) if changes else b""

    def press(self, signal: Signal) -> bytes:
        """A button pressed."""
        button = BUTTONS.index((signal.row, signal.button))
        self._presses[button] = (self._presses[button] + 1) & 0xFF
        return self._say(Press(self._uptime(signal.t), button, self._presses[button]))

    def _uptime(self, t: float) -> int:
        return max(0, round((t - self._started) * 1000)) & 0xFFFFFFFF

    def _say(self, message: FromBoard) -> bytes:
        self._seq = (self._seq + 1) & 0xFF
        return pack(message, self._seq)
