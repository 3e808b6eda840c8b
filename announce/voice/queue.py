"""The speaking queue, sans I/O: what is said next, and what is no longer worth saying.

1. A newer line on a subject makes waiting ones stale, and the one being spoken too (a score already corrected).
2. The most urgent is said first; among equals, the oldest.
3. A line that waited too long is not said at all: the display has it.
4. Muted, or in quiet hours, nothing is said and nothing is kept for later.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from announce.announcement import Announcement, Priority, Subject

if TYPE_CHECKING:
    import datetime

OLDEST: Final = 8.0
"""Seconds a line may wait; an urgent one waits three times as long."""
LONGEST_QUEUE: Final = 16
"""Waiting lines; a listener is far behind by then, and the least urgent of them is dropped."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to say: the announcement's id, its subject, its urgency, the words, and when it came (seconds)."""

    id: str
    subject: Subject
    priority: Priority
    text: str
    since: float


@dataclass(frozen=True, slots=True)
class QuietHours:
    """The hours of the day in which nothing is said, from `start` up to `end`; they may pass midnight."""

    start: datetime.time
    end: datetime.time

    def at(self, moment: datetime.time) -> bool:
        """Whether that moment is a quiet one."""
        if self.start <= self.end:
            return self.start <= moment < self.end
        return moment >= self.start or moment < self.end


class SpeechQueue:
    """Lines waiting to be said in one language; times are seconds on one clock, given by the caller."""

    def __init__(self, language: str, quiet: QuietHours | None = None) -> None:
        self.language = language
        self.quiet = quiet
        self.muted = False
        self.speaking: Line | None = None
        self._waiting: list[Line] = []

    @property
    def waiting(self) -> tuple[Line, ...]:
        """What has not been said yet, in the order it came."""
        return tuple(self._waiting)

    def add(self, announcement: Announcement, now: float) -> bool:
        """Take up an announcement; true when it makes the line being spoken stale, which is then to be cut short."""
        self._waiting = [line for line in self._waiting if line.subject not in announcement.stales]
        text = announcement.spoken.get(self.language, "")
        if text:
            self._waiting.append(Line(announcement.id, announcement.subject, announcement.priority, text, now))
            if len(self._waiting) > LONGEST_QUEUE:
                self._waiting.remove(min(self._waiting, key=lambda line: (line.priority, line.since)))
        return self.speaking is not None and self.speaking.subject in announcement.stales

    def take(self, now: float, moment: datetime.time) -> Line | None:
        """The line to say now, which becomes the one being spoken; None when there is nothing to say.

        moment: the local time of day, for the quiet hours.
        """
        if self.muted or (self.quiet is not None and self.quiet.at(moment)):
            self._waiting.clear()
        self._waiting = [line for line in self._waiting if now - line.since <= _patience(line)]
        self.speaking = max(self._waiting, key=lambda line: (line.priority, -line.since), default=None)
        if self.speaking is not None:
            self._waiting.remove(self.speaking)
        return self.speaking

    def clear(self) -> None:
        """Forget everything waiting, as after an undo."""
        self._waiting.clear()


def _patience(line: Line) -> float:
    return 3 * OLDEST if line.priority is Priority.URGENT else OLDEST
