"""The devices' values that wait for the table."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from announce.notice import AnyTrouble
from announce.phrases.refused import Refused
from announce.voice.speaker import Said
from coach.lessons.exercise import Exercise
from firmware_bridge.conversation import Value
from rules.position import Side
from tablier.games.solo import Answer
from tablier.runtime.course.maker import Wanted
from tablier.storage.recording import Frame

FRAMES: Final = 3
"""Pictures kept when the table is slower than the camera; older ones are dropped. Nothing else is ever dropped."""


@dataclass(frozen=True, slots=True)
class Felt:
    """A value of the board's link, with its time."""

    t: float
    value: Value


@dataclass(frozen=True, slots=True)
class Asked:
    """A person's request (docs/mqtt.md).

    answer: called with None when it is done, or why it is refused
    transaction: recognises a request that comes again; empty for none
    """

    t: float
    verb: str
    values: dict[str, Any]
    answer: Callable[[Refused | None], None] = lambda _error: None
    transaction: str = ""


@dataclass(frozen=True, slots=True)
class Called:
    """A side calls the referee, or the referee has come (None)."""

    t: float
    by: Side | None


@dataclass(frozen=True, slots=True)
class Troubled:
    """A device on the people's side (broker, speaker) has a trouble, or no longer has it; `detail` says why."""

    t: float
    trouble: AnyTrouble
    there: bool
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line the voice said, for the journal."""

    t: float
    said: Said


@dataclass(frozen=True, slots=True)
class Thought:
    """The coach's answer."""

    t: float
    answer: Answer


@dataclass(frozen=True, slots=True)
class Made:
    """An exercise of the course that was waited for; None when there is none."""

    t: float
    wanted: Wanted
    exercise: Exercise | None


Item: TypeAlias = Frame | Felt | Asked | Called | Troubled | Spoken | Thought | Made


class Inbox:
    """A queue filled by the devices' threads and emptied by the table's loop, the oldest first."""

    def __init__(self) -> None:
        self._frames: deque[Frame] = deque(maxlen=FRAMES)
        self._others: deque[Felt | Asked | Called | Troubled | Spoken | Thought | Made] = deque()
        self._filled = threading.Condition()
        self._closed = False
        self.latest: Frame | None = None
        """The newest picture, read or not."""

    def put(self, item: Item) -> None:
        """Add one item; never waits."""
        with self._filled:
            if isinstance(item, Frame):
                self.latest = item
                self._frames.append(item)
            else:
                self._others.append(item)
            self._filled.notify_all()

    def put_in_turn(self, frame: Frame) -> None:
        """Add a picture once no other waits, so that none is dropped; blocks until then, or until the inbox closes."""
        with self._filled:
            self._filled.wait_for(lambda: self._closed or not self._frames)
            self.put(frame)

    def take(self, timeout: float | None = None) -> Item | None:
        """Wait for the oldest item and return it; None after `timeout` seconds, or when the inbox is closed."""
        with self._filled:
            self._filled.wait_for(lambda: self._closed or self._frames or self._others, timeout)
            if self._closed:
                return None
            if self._frames and (not self._others or self._frames[0].t < self._others[0].t):
                self._filled.notify_all()
                return self._frames.popleft()
            return self._others.popleft() if self._others else None

    @property
    def closed(self) -> bool:
        """Whether no more items are taken."""
        return self._closed

    def close(self) -> None:
        """Close the inbox; a waiting reader returns at once."""
        with self._filled:
            self._closed = True
            self._filled.notify_all()
