"""Every link, as its listeners see it: values in order, commands answered, one thread, closed once.

`SerialLink` and `SpiLink` differ only in where the bytes come from.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Self, TypeVar

from events.peg_reading import LinkEvent, PegReading
from firmware_bridge.conversation import Conversation, Value
from firmware_bridge.messages import Ack, SetPolarity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

    from firmware_bridge.conversation import Answer
    from firmware_bridge.messages import ToBoard

_T = TypeVar("_T")
_log = logging.getLogger(__name__)

POLARITY_TIME: Final = 3.0
"""Seconds a board that was just met has to be given its polarity."""
MOST_WAITING: Final = 4096
"""At most this many values and answers wait to be taken; then the oldest are dropped."""


class BoardSilent(TimeoutError):
    """A command was not acknowledged in time."""


@dataclass(frozen=True, slots=True)
class _Errand:
    """A command on its way to the link's thread. deadline: on the system's monotonic clock."""

    command: ToBoard
    deadline: float
    acknowledged: queue.SimpleQueue[Ack]


@dataclass(slots=True)
class Talk:
    """One conversation and the commands in it that somebody waits for."""

    conversation: Conversation
    waiting: dict[int, queue.SimpleQueue[Ack]] = field(default_factory=dict)


class Link:
    """The part of a link that listeners see; a subclass reads a board in `_run`, in a thread of its own.

    north: whether a north pole raises the sensors' output; the board hears it each time it is met.
    callback: called in the link's thread with every value; without one they wait in `readings()`. tap: called in the
    link's thread with (time, bytes) as read, before they are understood. clock: gives the `t` of every value, in
    seconds. A missing board raises nothing: its going and its coming back are each reported once, as a LinkEvent.
    """

    def __init__(
        self,
        *,
        callback: Callable[[Value], None] | None = None,
        tap: Callable[[float, bytes], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
        north: bool = False,
    ) -> None:
        self._north = north
        self._callback = callback
        self._tap = tap
        self._clock = clock
        self._values: queue.Queue[Value | None] = queue.Queue()
        self._answers: queue.Queue[Answer] = queue.Queue()
        self._errands: queue.SimpleQueue[_Errand] = queue.SimpleQueue()
        self._reported_down = False
        self._reading: PegReading | None = None
        self._where: str | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._live, name=type(self).__name__, daemon=True)

    def __repr__(self) -> str:
        where = "closed" if self._closing.is_set() else self._where or "searching"
        return f"<{type(self).__name__} {where}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def reading(self) -> PegReading | None:
        """What the holes held last; None before the first reading and while no board is there."""
        return self._reading

    def close(self) -> None:
        """Let the board go and end the thread; may be called again."""
        self._closing.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def readings(self, *, timeout: float | None = None) -> Iterator[Value]:
        """Every value in order, waiting for the next; ends when the link is closed or none came for `timeout` s."""
        while not self._closing.is_set() or not self._values.empty():
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
        self._errands.put(_Errand(command, time.monotonic() + timeout, acknowledged))
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
        """Read a board until `_closing` is set."""
        raise NotImplementedError

    def _live(self) -> None:
        try:
            self._run()
        finally:
            self._values.put(None)

    def _talk(self) -> Talk:
        """A conversation that goes on from the last report to the listeners."""
        return Talk(Conversation(reported_down=self._reported_down))

    def _hear(self, talk: Talk, data: bytes, now: float) -> list[Value]:
        """What these bytes say."""
        if data and self._tap is not None:
            self._tap(now, data)
        return talk.conversation.receive(data, now)

    def _to_write(self, talk: Talk, now: float) -> bytes:
        """The bytes to send to the board now."""
        while not self._errands.empty():
            errand = self._errands.get()
            # One that was given up while no board was there is not run when it is back.
            if time.monotonic() < errand.deadline:
                talk.waiting[talk.conversation.send(errand.command, now)] = errand.acknowledged
        return talk.conversation.outgoing(now)

    def _pass_answers(self, talk: Talk) -> None:
        """Hand on what the board said because it was asked."""
        answers = talk.conversation.answers
        while answers:
            answer = answers.popleft()
            if isinstance(answer, Ack):
                acknowledged = talk.waiting.pop(answer.seq, None)
                if acknowledged is not None:
                    acknowledged.put(answer)
            else:
                _put(self._answers, answer)

    def _tell_down(self, reason: str) -> None:
        """Report that there is no board, unless that was the last report."""
        if not self._reported_down:
            self._deliver([LinkEvent(self._clock(), up=False, reason=reason)])

    def _deliver(self, values: list[Value]) -> None:
        """Hand on values, in order."""
        for value in values:
            if isinstance(value, PegReading):
                self._reading = value
            elif isinstance(value, LinkEvent):
                self._reported_down = not value.up
                if value.up:
                    self._errands.put(
                        _Errand(SetPolarity(self._north), time.monotonic() + POLARITY_TIME, queue.SimpleQueue())
                    )
                self._reading = None
                _log.log(
                    logging.INFO if value.up else logging.WARNING,
                    "link %s: %s",
                    "up" if value.up else "down",
                    value.reason,
                )
            if self._callback is None:
                _put(self._values, value)
                continue
            try:
                self._callback(value)
            except Exception:
                # The listener's fault; the board goes on being read.
                _log.exception("the listener failed on %s", value)


def _put(waiting: queue.Queue[_T], item: _T) -> None:
    """Add to a queue that may have no reader."""
    if waiting.qsize() >= MOST_WAITING:
        with contextlib.suppress(queue.Empty):
            waiting.get_nowait()
    waiting.put(item)
