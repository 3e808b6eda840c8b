from __future__ import annotations

import datetime

from hypothesis import given
from hypothesis import strategies as st

from announce.announcement import Announcement, Priority, Severity, Subject
from announce.voice.queue import LONGEST_QUEUE, OLDEST, QuietHours, SpeechQueue

NOON = datetime.time(12)


def line(
    n: str,
    text: str = "mot",
    *,
    subject: Subject = Subject.FAULT,
    priority: Priority = Priority.NORMAL,
    stales: frozenset[Subject] = frozenset(),
) -> Announcement:
    words = {"fr": text, "en": ""}
    return Announcement(n, 0.0, 1, "marked", subject, stales, Severity.INFO, priority, None, words, words)


def drained(queue: SpeechQueue, now: float = 0.0) -> list[str]:
    said = []
    while (one := queue.take(now, NOON)) is not None:
        said.append(one.id)
    return said


def test_the_most_urgent_first_then_the_oldest() -> None:
    queue = SpeechQueue("fr")
    for n, priority in enumerate((Priority.LOW, Priority.NORMAL, Priority.URGENT, Priority.NORMAL)):
        queue.add(line(str(n), priority=priority), n / 10)
    assert drained(queue) == ["2", "1", "3", "0"]


def test_newer_news_drops_stale_lines() -> None:
    """A score corrected before it was said is not said; other subjects stay."""
    queue = SpeechQueue("fr")
    queue.add(line("1", subject=Subject.SCORE_BLANCS), 0)
    queue.add(line("2", subject=Subject.FAULT), 0)
    queue.add(line("3", subject=Subject.SCORE_BLANCS, stales=frozenset({Subject.SCORE_BLANCS})), 0)
    assert drained(queue) == ["2", "3"]


def test_the_line_being_spoken_is_reported_stale() -> None:
    queue = SpeechQueue("fr")
    queue.add(line("1", subject=Subject.THROW), 0)
    queue.take(0, NOON)
    assert not queue.add(line("2", subject=Subject.FAULT), 0)
    assert queue.add(line("3", subject=Subject.THROW, stales=frozenset({Subject.THROW})), 0)


def test_news_without_words_still_drops_stale_lines() -> None:
    """A doubt settled is not said, but the question is not asked any more."""
    queue = SpeechQueue("fr")
    queue.add(line("1", subject=Subject.DOUBT), 0)
    queue.add(line("2", "", subject=Subject.DOUBT, stales=frozenset({Subject.DOUBT})), 0)
    assert drained(queue) == []


def test_what_waited_too_long_is_not_said_but_what_is_urgent_waits_longer() -> None:
    queue = SpeechQueue("fr")
    queue.add(line("1"), 0)
    queue.add(line("2", priority=Priority.URGENT), 0)
    assert drained(queue, OLDEST + 0.1) == ["2"]


def test_muted_and_quiet_hours_keep_nothing_for_later() -> None:
    queue = SpeechQueue("fr", QuietHours(datetime.time(22), datetime.time(7)))
    queue.add(line("1"), 0)
    assert queue.take(0, datetime.time(23)) is None
    assert queue.take(0, NOON) is None
    queue.muted = True
    queue.add(line("2"), 0)
    assert queue.take(0, NOON) is None
    queue.muted = False
    assert drained(queue) == []


def test_quiet_hours_may_pass_midnight() -> None:
    night = QuietHours(datetime.time(22), datetime.time(7))
    assert [night.at(datetime.time(hour)) for hour in (21, 22, 23, 0, 6, 7)] == [False, True, True, True, True, False]
    nap = QuietHours(datetime.time(13), datetime.time(14))
    assert [nap.at(datetime.time(hour)) for hour in (12, 13, 14)] == [False, True, False]


@given(st.lists(st.tuples(st.sampled_from(Priority), st.sampled_from(Subject)), max_size=60))
def test_the_queue_never_grows_beyond_what_can_be_listened_to(lines: list[tuple[Priority, Subject]]) -> None:
    """However much happens, little waits, everything said was given once, and an urgent line outlives a low one."""
    queue = SpeechQueue("fr")
    for n, (priority, subject) in enumerate(lines):
        queue.add(line(str(n), priority=priority, subject=subject), n / 100)
    assert len(queue.waiting) <= LONGEST_QUEUE
    kept = sorted((one.priority for one in queue.waiting), reverse=True)
    assert kept == sorted((priority for priority, _ in lines), reverse=True)[:LONGEST_QUEUE]
    said = drained(queue)
    assert len(said) == len(set(said))


def test_a_language_without_words_says_nothing() -> None:
    queue = SpeechQueue("en")
    queue.add(line("1"), 0)
    assert drained(queue) == []
