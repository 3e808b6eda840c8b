"""The phrases for a beginner apart from the rulings: each stage when it first matters, and changes of bredouille."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from announce.announcement import SCORE, Priority, Severity, Subject
from announce.notice import BredouilleTurned, Introduced, LessonStage
from announce.phrases.registry import Entry, Kind, Line
from announce.phrases.words import sentence
from rules.position import Side

if TYPE_CHECKING:
    from announce.phrases.registry import Entries, Manner
    from announce.phrases.words import Words

SENTENCES: Final = 3
"""Sentences about a stage; a listener does not remember more."""


def _stage_line(news: Introduced, words: Words, _manner: Manner) -> Line:
    said = [words.catalogue.text(f"lesson.{news.stage}.{number}") for number in range(1, SENTENCES + 1)]
    return Line.both(" ".join(map(sentence, said)))


def _bredouille_line(news: BredouilleTurned, words: Words, _manner: Manner) -> Line:
    key = "lesson.bredouille.gained" if news.gained else "lesson.bredouille.lost"
    return Line.both(words.catalogue.text(key, **words.sides(news.side)))


LESSONS: Final[Entries] = {
    Introduced: Entry(
        words=_stage_line,
        kind=lambda _news, _manner: Kind(Subject.COURSE, Severity.NOTICE, Priority.HIGH),
        examples=lambda: (Introduced("", 0.0, 1, stage) for stage in LessonStage),
    ),
    BredouilleTurned: Entry(
        words=_bredouille_line,
        kind=lambda news, _manner: Kind(SCORE[news.side], Severity.NOTICE),
        examples=lambda: (BredouilleTurned("", 0.0, 1, side, gained) for side in Side for gained in (True, False)),
    ),
}
"""The entries for a lesson."""
