"""The board on a serial line: a thread at the edge that finds it, talks with it and finds it again.

Everything it understands is in `conversation`; here are only ports, a clock, a thread and a queue.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self, TypeVar

import serial
from serial.tools import list_ports

from firmware_bridge.conversation import Conversation, Value
from firmware_bridge.messages import Ack
from firmware_bridge.reading import LinkEvent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import TracebackType

    from firmware_bridge.conversation import Answer
    from firmware_bridge.messages import ToBoard

_T = TypeVar("_T")
logger = logging.getLogger(__name__)

RASPBERRY_PI: Final = 0x2E8A
"""The USB vendor id of every Pico; MicroPython on it is product 0x0005."""
MICROPYTHON: Final = 0x0005

READ_WAIT: Final = 0.1
"""Seconds a read waits for the first byte: how soon a command goes out, and ten wakings a second when all is still."""
WRITE_WAIT: Final = 0.5
"""A frozen board takes nothing; after this long what was to be written is dropped and reading goes on."""
ANSWER_WAIT: Final = 1.0
"""Seconds a port has to answer as a board before the next is tried."""
PATIENCE: Final = 4.0
"""Seconds of silence on a port that did answer before the search begins again."""
SEARCH_WAIT: Final = 0.25
MOST_WAITING: Final = 4096
"""Values and answers nobody takes are kept up to this many, then the oldest are dropped."""
BAUD: Final = 115200
"""Of no meaning over USB; for a board wired to a UART."""


@dataclass(frozen=True, slots=True)
class _Errand:
    """A command on its way to the link's thread. deadline: on the system's monotonic clock."""

    command: ToBoard
    deadline: float
    acknowledged: queue.SimpleQueue[Ack]


class BoardSilent(TimeoutError):
    """A command was not acknowledged in time."""


def find_ports() -> list[str]:
    """The ports a board may be on, by USB id: MicroPython on a Pico first, other Picos after it."""
    ports = [port for port in list_ports.comports() if port.vid == RASPBERRY_PI]
    ports.sort(key=lambda port: (port.pid != MICROPYTHON, port.device))
    return [port.device for port in ports]


class SerialLink:
    """A board on a serial port, read in a thread of its own until closed.

    port: where to look first (a device or pseudo-terminal); without one, and when a board seen there has been plugged
    in elsewhere, the ports `find` gives are asked. callback: called in the link's thread with every value; without one
    they wait in `readings()`. tap: called in the link's thread with (time, bytes) as read, before they are understood.
    clock: gives the `t` of every value, in seconds. Nothing is raised for a board that is not there: that is a
    LinkEvent, told once, and so is its coming back.
    """

    def __init__(
        self,
        port: str | None = None,
        *,
        callback: Callable[[Value], None] | None = None,
        tap: Callable[[float, bytes], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
        find: Callable[[], Sequence[str]] = find_ports,
    ) -> None:
        self._port = port
        self._callback = callback
        self._tap = tap
        self._clock = clock
        self._find = find
        self._values: queue.Queue[Value | None] = queue.Queue()
        self._answers: queue.Queue[Answer] = queue.Queue()
        self._commands: queue.SimpleQueue[_Errand] = queue.SimpleQueue()
        self._board: bytes | None = None
        self._open_port: str | None = None
        self._told_down = False
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="serial-link", daemon=True)
        self._thread.start()

    def __repr__(self) -> str:
        where = "closed" if self._closing.is_set() else self._open_port or "searching"
        return f"<SerialLink {where}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the port go and end the thread; may be called again."""
        self._closing.set()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def readings(self, *, timeout: float | None = None) -> Iterator[Value]:
        """Every value in order, waiting for the next; ends when the link is closed or none came for `timeout` s."""
        while True:
            try:
                value = self._values.get(timeout=timeout)
            except queue.Empty:
                return
            if value is None:
                return
            yield value

    def send(self, command: ToBoard, *, timeout: float = 3.0) -> Ack:
        """Send a command and wait until the board says how it went.

        Raises BoardSilent when it did not say so within `timeout` seconds, or no board is there.
        """
        acknowledged: queue.SimpleQueue[Ack] = queue.SimpleQueue()
        self._commands.put(_Errand(command, time.monotonic() + timeout, acknowledged))
        try:
            return acknowledged.get(timeout=timeout)
        except queue.Empty:
            raise BoardSilent(f"no answer to {command} within {timeout:g} s") from None

    def answers(self, *, timeout: float = 1.0) -> Iterator[Answer]:
        """What the board says only when asked (Levels, Rests, HoleField); ends when none came for `timeout` s."""
        while True:
            try:
                yield self._answers.get(timeout=timeout)
            except queue.Empty:
                return

    def _run(self) -> None:
        try:
            while not self._closing.is_set():
                reasons = [reason for port in self._candidates() if (reason := self._visit(port))]
                if not self._closing.is_set():
                    self._tell_down(reasons[0] if reasons else "no board found on any serial port")
                    self._closing.wait(SEARCH_WAIT)
        finally:
            self._values.put(None)

    def _candidates(self) -> list[str]:
        if self._port is None:
            return list(self._find())
        # A named port is the only one, until its board is known and can be recognised elsewhere.
        elsewhere = [port for port in self._find() if port != self._port] if self._board else []
        return [self._port, *elsewhere]

    def _visit(self, port: str) -> str | None:
        """Talk on one port for as long as a board answers there; why it ended."""
        try:
            line = serial.Serial(port, BAUD, timeout=READ_WAIT, write_timeout=WRITE_WAIT, exclusive=True)
        except (OSError, ValueError) as error:
            return f"cannot open {port}: {_cause(error)}"
        with line:
            self._open_port = port
            try:
                return self._talk(line, port)
            finally:
                self._open_port = None

    def _talk(self, line: serial.Serial, port: str) -> str | None:
        conversation = Conversation(told_down=self._told_down)
        waiting: dict[int, queue.SimpleQueue[Ack]] = {}
        held: list[Value] = []
        opened = self._clock()
        met = False
        while not self._closing.is_set():
            now = self._clock()
            try:
                self._write(line, conversation, waiting, now)
                data = line.read(max(1, line.in_waiting))
            except OSError as error:
                if met:
                    self._deliver(conversation.lost(self._clock(), f"{port} is gone: {_cause(error)}"))
                return f"{port} is gone: {_cause(error)}"
            now = self._clock()
            if data and self._tap is not None:
                self._tap(now, data)
            held += conversation.receive(data, now)
            if not met and conversation.hello is not None:
                if port != self._port and self._port is not None and conversation.hello.board != self._board:
                    return f"another board on {port}"
                self._board = conversation.hello.board
                met = True
            if met:
                self._deliver(held)
                held = []
                self._pass_answers(conversation, waiting)
            if now - max(opened, conversation.heard or opened) > (PATIENCE if met else ANSWER_WAIT):
                return f"no board answers on {port}"
        return None

    def _write(
        self,
        line: serial.Serial,
        conversation: Conversation,
        waiting: dict[int, queue.SimpleQueue[Ack]],
        now: float,
    ) -> None:
        while not self._commands.empty():
            errand = self._commands.get()
            # One that was given up while no board was there is not run when it is back.
            if time.monotonic() < errand.deadline:
                waiting[conversation.send(errand.command, now)] = errand.acknowledged
        data = conversation.outgoing(now)
        if data:
            try:
                line.write(data)
            except serial.SerialTimeoutException:
                # Frozen, or flooded: what it says, if anything, is still worth reading.
                logger.debug("%s takes no bytes", line.port)

    def _pass_answers(self, conversation: Conversation, waiting: dict[int, queue.SimpleQueue[Ack]]) -> None:
        while conversation.answers:
            answer = conversation.answers.popleft()
            if isinstance(answer, Ack):
                acknowledged = waiting.pop(answer.seq, None)
                if acknowledged is not None:
                    acknowledged.put(answer)
            else:
                _put(self._answers, answer)

    def _tell_down(self, reason: str) -> None:
        if not self._told_down:
            self._deliver([LinkEvent(self._clock(), up=False, reason=reason)])

    def _deliver(self, values: list[Value]) -> None:
        for value in values:
            if isinstance(value, LinkEvent):
                self._told_down = not value.up
                logger.info("link %s: %s", "up" if value.up else "down", value.reason)
            if self._callback is None:
                _put(self._values, value)
                continue
            try:
                self._callback(value)
            except Exception:
                # The listener's fault; the board goes on being read.
                logger.exception("the listener failed on %s", value)


def _put(waiting: queue.Queue[_T], item: _T) -> None:
    """Add to a queue nobody may be reading."""
    if waiting.qsize() >= MOST_WAITING:
        with contextlib.suppress(queue.Empty):
            waiting.get_nowait()
    waiting.put(item)


def _cause(error: Exception) -> str:
    """What the system says, without pyserial's wrapping."""
    number = getattr(error, "errno", None)
    if number == 13:
        return "permission denied (is this user in the group dialout?)"
    return str(error).removeprefix(f"[Errno {number}] ")
