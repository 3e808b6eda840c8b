"""Answer questions to the coach away from the table's loop: in one thread, the companion's own play first."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from tablier.games.solo import About, Answer, Question
from tablier.runtime.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable

_log = logging.getLogger(__name__)


def answer_of(question: Question) -> Answer:
    """Return the coach's answer; one without plays when the coach fails, as on an illegal board."""
    try:
        return question.ask(question)
    except Exception:
        _log.exception("the coach gives no answer")
        return Answer(question)


class Thinker(Worker[Question]):
    """Answers one question after another in a thread. A newer question replaces a waiting one about the same.

    give: called from the thread with each answer
    ready: called from the thread before the first question
    """

    def __init__(self, give: Callable[[Answer], None], ready: Callable[[], None] = lambda: None) -> None:
        self._give = give
        self._ready = ready
        self._waiting: dict[About, Question] = {}
        super().__init__("coach")

    def ask(self, question: Question) -> None:
        """Take a question; never waits."""
        with self.changed:
            self._waiting[question.about] = question
            self.changed.notify()

    def _take(self) -> Question | None:
        return self._waiting.pop(min(self._waiting, key=list(About).index)) if self._waiting else None

    def _do(self, work: Question) -> None:
        self._give(answer_of(work))

    def _run(self) -> None:
        self._ready()
        super()._run()
