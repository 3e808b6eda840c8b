"""The listeners' view of every link: values in order, answered commands, one thread that ends once.

`SerialLink` and `SpiLink` differ only in the source of the bytes.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, Self, TypeVar

from events.peg_reading import LinkEvent, PegReading
from firmware_bridge.conversation import Answer, Conversation, Value
from firmware_bridge.messages import Ack, SetPolarity, ToBoard

_T = TypeVar("_T")
_log = logging.getLogger(__name__)

POLARITY_TIME: Final = 3.0
"""Seconds within which a new board must acknowledge its polarity."""
MOST_WAITING: Final = 4096
"""How many values and answers may wait in each queue; beyond that the oldest are dropped."""


class BoardSilent(TimeoutError):
    """A command was not acknowledged in time."""


@dataclass(frozen=True, slots=True)
class _Errand:
    """A command for the link's thread. deadline: on the system's monotonic clock."""

    command: ToBoard
    deadline: float
    acknowledged: queue.SimpleQueue[Ack]


@dataclass(slots=True)
class Talk:
    """One conversation, and the commands in it whose senders are waiting."""

    conversation: Conversation
    waiting: dict[int, queue.SimpleQueue[Ack]] = field(default_factory=dict)


class Link:
    """The part of a link that listeners see. A subclass reads a board in `_run`, in the link's thread.

    Args:
        north: whether a north pole raises the sensors' output; sent to each board the link meets.
        callback: called in the link's thread with every value; without it, values wait in `readings()`.
        tap: called in the link's thread with (time, bytes) as read, before decoding.
        clock: gives the `t` of every value, in seconds.

    A missing board raises nothing. Its loss and its return are each reported once, as a LinkEvent.
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

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def reading(self) -> PegReading | None:
        """The last state of the holes; None before the first reading and while there is no board."""
        return self._reading

    def close(self) -> None:
        """Release the board and end the thread; may be called again."""
        self._closing.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def readings(self, *, timeout: float | None = None) -> Iterator[Value]:
        """Yield every value in order; end when the link is closed or none came for `timeout` s."""
        while not self._closing.is_set() or not self._values.empty():
            try:
                value = self._values.get(timeout=timeout)
            except queue.Empty:
                return
            if value is None:
                return
            yield value

    def send(self, command: ToBoard, *, timeout: float = 3.0) -> Ack:
        """Send a command and return the board's acknowledgement.

        Raises BoardSilent when none came within `timeout` seconds, or there is no board.
        """
        acknowledged: queue.SimpleQueue[Ack] = queue.SimpleQueue()
        self._errands.put(_Errand(command, time.monotonic() + timeout, acknowledged))
        try:
            return acknowledged.get(timeout=timeout)
        except queue.Empty:
            raise BoardSilent(f"no answer to {command} within {timeout:g} s") from None

    def answers(self, *, timeout: float = 1.0) -> Iterator[Answer]:
        """Yield the answers that a board sends only on request: Levels, Rests, HoleField.

        It ends when none came for `timeout` s.
        """
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
        """Return a new conversation that knows what was last reported to the listeners."""
        return Talk(Conversation(reported_down=self._reported_down))

    def _hear(self, talk: Talk, data: bytes, now: float) -> list[Value]:
        """Return the values in these bytes."""
        if data and self._tap is not None:
            self._tap(now, data)
        return talk.conversation.receive(data, now)

    def _to_write(self, talk: Talk, now: float) -> bytes:
        """Return the bytes to send to the board now."""
        while not self._errands.empty():
            errand = self._errands.get()
            # A command that expired while there was no board is not sent when the board returns.
            if time.monotonic() < errand.deadline:
                talk.waiting[talk.conversation.send(errand.command, now)] = errand.acknowledged
        return talk.conversation.outgoing(now)

    def _pass_answers(self, talk: Talk) -> None:
        """Pass on the board's answers."""
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
        """Deliver values, in order."""
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
                # The error is the listener's; keep reading the board.
                _log.exception("the listener failed on %s", value)


def _put(waiting: queue.Queue[_T], item: _T) -> None:
    """Add to a queue that perhaps no one reads."""
    if waiting.qsize() >= MOST_WAITING:
        with contextlib.suppress(queue.Empty):
            waiting.get_nowait()
    waiting.put(item)
