"""Questions to the coach, answered away from the table's loop: one thread, the companion's own play first."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from coach.advice import Choice
    from coach.trictrac.reasons import Reason
    from rules.position import Dice, Side

_log = logging.getLogger(__name__)


class About(StrEnum):
    """What an answer is for: the companion's own play, a hint to the player, what a play of his was worth."""

    PLAY = "play"
    HINT = "hint"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class Question:
    """One throw of `side` to think about.

    situation: as the game's coach takes it, before the throw.
    level: whose choice is asked for; seed: what its errors are drawn from.
    leaving: the situation in which leaving is thought of; None where nobody may.
    result: the position that was played; None but for a review.
    ask: how the coach of this game answers.
    """

    about: About
    tour: int
    throw: int
    side: Side
    dice: Dice
    situation: Any
    level: str
    seed: int
    ask: Callable[[Question], Answer] = field(compare=False)
    leaving: Any = None
    result: Any = None


@dataclass(frozen=True, slots=True)
class Answer:
    """Plays, the preferred first, whether to leave, and what is true of the first play."""

    question: Question
    plays: tuple[Choice[Any], ...] = ()
    leaves: bool = False
    reasons: tuple[Reason, ...] = ()


def answered(question: Question) -> Answer:
    """What the coach answers; no plays where it has none: a board against the laws is played on, too."""
    try:
        return question.ask(question)
    except Exception:
        _log.exception("the coach gives no answer")
        return Answer(question)


class Thinker:
    """Answers one question after the other in a thread; one that waits gives way to a newer one about the same.

    give: where answers go; called from the thread.
    """

    def __init__(self, give: Callable[[Answer], None]) -> None:
        self._give = give
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
        while True:
            with self._filled:
                self._filled.wait_for(lambda: self._closed or self._waiting)
                if self._closed:
                    return
                question = self._waiting.pop(min(self._waiting, key=list(About).index))
            self._give(answered(question))
