"""The host's side of the line, sans I/O: bytes and times in; readings, signals and link events out.

1. Readings start only when the board's protocol version is known (hello or heartbeat) and a snapshot has arrived.
2. A delta is used only when no message before it was lost. After a gap in the sequence numbers, the host waits for a
   snapshot.
3. A button counts its presses. So the next Press or Snapshot makes up for a lost Press, and none is counted twice.
4. Up and down are each reported once. The link is down after SILENCE seconds without an undamaged message, or when the
   port is gone.
5. A board's uptime advances with the host's clock. If a message's uptime does not, the board has restarted, or noise
   has passed the CRC. The holes in that message are ignored, and those of the next are used.
6. The caller gives the time. Memory is bounded: one frame, one state, a few answers.
"""

from __future__ import annotations

from collections import deque
from typing import Final, TypeAlias

from events.peg_reading import HoleFault, LinkEvent, Peg, PegReading, Signal
from firmware_bridge.framing import FrameDecoder
from firmware_bridge.messages import (
    BUTTONS,
    PROTOCOL,
    Ack,
    AskHello,
    AskSnapshot,
    Delta,
    Heartbeat,
    Hello,
    HoleField,
    Levels,
    Message,
    Press,
    Rests,
    Snapshot,
    State,
    ToBoard,
)
from firmware_bridge.packing import FIRST_COMMAND, TYPES, Malformed, pack, unpack

Value: TypeAlias = PegReading | Signal | LinkEvent
"""The output of a link."""
Answer: TypeAlias = Levels | Rests | HoleField | Ack
"""What a board sends only on request."""

SILENCE: Final = 1.5
"""Seconds without an undamaged message, six missed heartbeats, after which the board counts as gone."""
ASK_AGAIN: Final = 0.25
"""Seconds before the same question is repeated."""
MOST_PRESSES: Final = 8
"""More presses than this between two messages mean that the board restarted."""
UPTIME_SLACK: Final = 10.0
"""Seconds by which uptime may run ahead of the host's clock: a stalled host finds late messages in the buffers."""
MOST_ANSWERS: Final = 64
MOST_COMMANDS: Final = 16
COMMAND_TRIES: Final = 12


def reading_of(states: tuple[State, ...], t: float) -> PegReading:
    """Return the reading for a full set of hole states."""
    holes = tuple(state if isinstance(state, Peg) else None for state in states)
    faults = tuple((hole, state) for hole, state in enumerate(states) if isinstance(state, HoleFault))
    return PegReading(t, holes, faults)


class Conversation:
    """The conversation with one board, as the host hears it.

    Attributes:
        hello: the board's last hello, None before one has come.
        scan_rate: scans in the board's last second.
        answers: the board's answers, oldest first, for the caller to take.

    reported_down: the listener already knows that there is no board.
    """

    def __init__(self, *, reported_down: bool = False) -> None:
        self.hello: Hello | None = None
        self.scan_rate: int | None = None
        self.answers: deque[Answer] = deque(maxlen=MOST_ANSWERS)
        self._decoder = FrameDecoder()
        self._up: bool | None = False if reported_down else None
        self._compatible = False
        self._last_message: float | None = None
        self._seq: int | None = None
        self._states: tuple[State, ...] | None = None
        self._shown: tuple[State, ...] | None = None
        self._presses: tuple[int, ...] | None = None
        self._uptime: tuple[int, float] | None = None
        self._boot: int | None = None
        self._asked = float("-inf")
        self._out_seq = 0
        self._commands: dict[int, tuple[ToBoard, float, int]] = {}

    @property
    def up(self) -> bool:
        """Whether the board is present and the state of its holes is known."""
        return bool(self._up)

    @property
    def damaged(self) -> int:
        """How many damaged frames were dropped."""
        return self._decoder.damaged

    @property
    def last_message(self) -> float | None:
        """When the last undamaged message came."""
        return self._last_message

    def receive(self, data: bytes, t: float) -> list[Value]:
        """Return the values in these bytes, read at `t`, in order. Never raises, whatever the bytes are."""
        values = self.tick(t)
        for content in self._decoder.feed(data):
            try:
                seq, message = unpack(content)
            except Malformed:
                continue
            values += self._hear(seq, message, t)
        return values

    def tick(self, t: float) -> list[Value]:
        """Return a link event if the board has been silent for too long at `t`."""
        if self._up and self._last_message is not None and t - self._last_message > SILENCE:
            return self.disconnect(t, f"nothing heard from the board for {SILENCE:g} s")
        return []

    def disconnect(self, t: float, reason: str) -> list[Value]:
        """Forget everything that depends on an unbroken line, and report that the line is gone."""
        self._decoder = FrameDecoder()
        self._seq = self._states = self._shown = self._presses = self._uptime = None
        self._compatible = False
        self._asked = float("-inf")
        return self._say_down(t, reason)

    def send(self, command: ToBoard, t: float) -> int:
        """Queue a command and return its number. It is repeated until acknowledged, at most COMMAND_TRIES times."""
        self._out_seq = (self._out_seq + 1) & 0xFF
        if len(self._commands) >= MOST_COMMANDS:
            del self._commands[next(iter(self._commands))]
        self._commands[self._out_seq] = (command, t, 0)
        return self._out_seq

    def outgoing(self, t: float) -> bytes:
        """Return the bytes to write to the line now. Call it at least every ASK_AGAIN seconds."""
        out = b""
        if t - self._asked >= ASK_AGAIN and not (self._compatible and self.hello and self._states):
            question = AskSnapshot() if self._compatible and self.hello else AskHello()
            self._out_seq = (self._out_seq + 1) & 0xFF
            out += pack(question, self._out_seq)
            self._asked = t
        for seq, (command, due, tries) in list(self._commands.items()):
            if t < due:
                continue
            if tries >= COMMAND_TRIES:
                del self._commands[seq]
                continue
            out += pack(command, seq)
            self._commands[seq] = (command, t + ASK_AGAIN, tries + 1)
        return out

    def _hear(self, seq: int, message: Message, t: float) -> list[Value]:
        """Process one undamaged message."""
        if TYPES[type(message)] >= FIRST_COMMAND:
            # An echo of our own command, not a message from the board.
            return []
        if seq == self._seq:
            # The line repeated the message.
            return []
        gap = self._seq is not None and seq != (self._seq + 1) & 0xFF
        self._seq = seq
        self._last_message = t
        if gap:
            self._states = None
        values: list[Value] = []
        match message:
            case Hello():
                values = self._meet(message.protocol, message.boot, t)
                self.hello = message
            case Heartbeat():
                self._runs_on(message.uptime, t)
                self.scan_rate = message.scan_rate
                values = self._meet(message.protocol, message.boot, t)
            case Snapshot():
                if self._runs_on(message.uptime, t):
                    self._states = message.states
                    values = self._count(dict(enumerate(message.presses)), t)
            case Delta():
                if self._runs_on(message.uptime, t) and self._states is not None:
                    states = list(self._states)
                    for hole, state in message.changes:
                        states[hole] = state
                    self._states = tuple(states)
            case Press():
                if self._runs_on(message.uptime, t):
                    values = self._count({message.button: message.count}, t)
            case Ack():
                self._commands.pop(message.seq, None)
                self.answers.append(message)
            case Levels() | Rests() | HoleField():
                self.answers.append(message)
            case _:
                pass
        return values + self._show(t)

    def _meet(self, protocol: int, boot: int, t: float) -> list[Value]:
        if self._boot not in (None, boot):
            self._forget_board()
            self._uptime = None
        self._boot = boot
        if protocol != PROTOCOL:
            self._compatible = False
            return self._say_down(t, f"the board speaks protocol {protocol}, this program {PROTOCOL}")
        self._compatible = True
        return []

    def _runs_on(self, uptime: int, t: float) -> bool:
        """Whether this uptime (ms) follows from the last; if not, the board is taken to have restarted."""
        before, self._uptime = self._uptime, (uptime, t)
        if before is None:
            return True
        elapsed = (uptime - before[0]) / 1000
        if 0 <= elapsed <= t - before[1] + UPTIME_SLACK:
            return True
        self._forget_board()
        return False

    def _forget_board(self) -> None:
        """Drop the counters and earlier messages of a board that restarted."""
        self._presses = self._states = None

    def _count(self, counts: dict[int, int], t: float) -> list[Value]:
        """Return the presses since the last count; counting begins at the first full count after coming up."""
        if self._presses is None:
            if len(counts) == len(BUTTONS):
                self._presses = tuple(counts.values())
            return []
        signals: list[Value] = []
        known = list(self._presses)
        for button, count in counts.items():
            new = (count - known[button]) & 0xFF
            known[button] = count
            if new <= MOST_PRESSES:
                row, name = BUTTONS[button]
                signals += [Signal(t, row, name)] * new
        self._presses = tuple(known)
        return signals if self._up else []

    def _show(self, t: float) -> list[Value]:
        """Return the reading, if it is certain and new; before the first, also the event that the link is up."""
        if not self._compatible or self._states is None:
            return []
        values: list[Value] = []
        if not self._up:
            self._up = True
            self._shown = None
            values.append(LinkEvent(t, up=True, reason=self._introduction()))
        if self._states != self._shown:
            self._shown = self._states
            values.append(reading_of(self._states, t))
        return values

    def _introduction(self) -> str:
        if self.hello is None:
            return "the board answers"
        version = ".".join(map(str, self.hello.firmware))
        return f"board {self.hello.board.hex()} answers, firmware {version}"

    def _say_down(self, t: float, reason: str) -> list[Value]:
        if self._up is False:
            return []
        self._up = False
        return [LinkEvent(t, up=False, reason=reason)]
