"""Choose the next exercise: spaced repetition by Leitner's boxes (S. Leitner, *So lernt man lernen*, 1972).

A right answer moves an exercise one box up, a wrong one moves it back to the first. Each box is opened after more days
than the one before. New exercises follow in the course's order, when no other is due.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from coach.lessons.course import Lesson, course

DAYS: Final = (0, 1, 3, 7, 21)
"""Days after which each box is opened. They grow like Leitner's intervals; exercises in the last box are well known."""
APART: Final = 2
"""Number of other exercises between two of the same theme and difficulty, if there are any."""


@dataclass(frozen=True, slots=True)
class Card:
    """A pupil's progress with one exercise of the course.

    box: 0 to 4
    due: the day of the next repetition, counted as `datetime.date.toordinal`
    answered, right: how often it was answered, and answered rightly
    """

    box: int = 0
    due: int = 0
    answered: int = 0
    right: int = 0

    def after(self, today: int, *, right: bool) -> Card:
        """Return the card after one more answer on this day."""
        box = min(self.box + 1, len(DAYS) - 1) if right else 0
        return Card(box, today + DAYS[box], self.answered + 1, self.right + right)


def following(cards: Mapping[str, Card], today: int, recent: Sequence[str] = ()) -> Lesson | None:
    """Return the next exercise; None when all were met and none is due today.

    cards: by the lessons' names; recent: names set in this sitting, the last one last
    """
    just = set(recent[-APART:])
    lessons = course()
    due = [lesson for lesson in lessons if lesson.name in cards and cards[lesson.name].due <= today]
    due.sort(key=lambda lesson: (cards[lesson.name].due, cards[lesson.name].box))
    fresh = [lesson for lesson in lessons if lesson.name not in cards]
    apart = [lesson for lesson in (*due, *fresh) if lesson.name not in just]
    return next(iter((*apart, *due, *fresh)), None)


def weakest(cards: Mapping[str, Card]) -> Lesson:
    """Return the exercise to practise when none is due: the least known one, and of those the longest not set."""
    known = {lesson: cards.get(lesson.name, Card()) for lesson in course()}
    return min(known, key=lambda lesson: (known[lesson].box, known[lesson].due))


def progress(cards: Mapping[str, Card]) -> dict[str, tuple[int, int, int]]:
    """Return by step: exercises whose last answer was right, exercises met, and all exercises."""
    counted: dict[str, tuple[int, int, int]] = {}
    for lesson in course():
        known, met, whole = counted.get(lesson.step, (0, 0, 0))
        card = cards.get(lesson.name)
        counted[lesson.step] = (known + (card is not None and card.box > 0), met + (card is not None), whole + 1)
    return counted
