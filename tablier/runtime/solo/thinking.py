"""Questions to the coach, answered away from the table's loop: one thread, the companion's own play first."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Self

from tablier.games.solo import About, Answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from tablier.games.solo import Question

_log = logging.getLogger(__name__)


def answered(question: Question) -> Answer:
    """The coach's answer; no plays where it has none: a board against the laws is played on, too."""
    try:
        return question.ask(question)
    except Exception:
        _log.exception("the coach gives no answer")
        return Answer(question)


class Thinker:
    """Answers one question after the other in a thread; one that waits gives way to a newer one about the same.

    give: where answers go; called from the thread, as is `ready`, before the first question.
    """

    def __init__(self, give: Callable[[Answer], None], ready: Callable[[], None] = lambda: None) -> None:
        self._give = give
        self._ready = ready
        self._waiting: dict[About, Question] = {}
        self._filled = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="coach", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def ask(self, question: Question) -> None:
        """Take a question in; never waits."""
        with self._filled:
            self._waiting[question.about] = question
            self._filled.notify()

    def close(self) -> None:
        """End after the question under way; may be called again."""
        with self._filled:
            self._closed = True
            self._filled.notify()
        self._thread.join()

    def _run(self) -> None:
        self._ready()
        while True:
            with self._filled:
                self._filled.wait_for(lambda: self._closed or self._waiting)
                if self._closed:
                    return
                question = self._waiting.pop(min(self._waiting, key=list(About).index))
            self._give(answered(question))
