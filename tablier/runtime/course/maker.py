"""Exercises made away from the table's loop: in one thread, and those that may come next ahead of time."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from coach.lessons.generator import NoExercise, exercise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import TracebackType

    from coach.lessons.exercise import Exercise
    from rules.position import Side

AHEAD: Final = 4
"""Exercises kept that were made ahead; the two that may follow an answer, and those before."""

_log = logging.getLogger(__name__)


class Wanted(NamedTuple):
    """What an exercise is made of; the same values give the same one."""

    theme: str
    difficulty: int
    seed: int
    side: Side


class Maker:
    """Makes exercises in a thread; what is waited for comes first.

    give: where an exercise goes that was not ready when it was asked for; None where there is none. It is called from
    the thread.
    """

    def __init__(self, give: Callable[[Wanted, Exercise | None], None]) -> None:
        self._give = give
        self._asked: list[Wanted] = []
        self._ahead: list[Wanted] = []
        self._made: dict[Wanted, Exercise | None] = {}
        self._change = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="exercises", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __call__(self, wanted: Wanted) -> Exercise | None:
        """The exercise where it is ready; None where it is given later."""
        with self._change:
            made = self._made.get(wanted)
            if made is None:
                self._asked.append(wanted)
                self._change.notify_all()
            return made

    def ahead(self, wanted: Iterable[Wanted]) -> None:
        """Make these too, once nothing is waited for; those asked for ahead before are left."""
        with self._change:
            self._ahead = [one for one in wanted if one not in self._made]
            self._change.notify_all()

    def close(self) -> None:
        """End after the exercise under way; may be called again."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._closed or self._asked or self._ahead)
                if self._closed:
                    return
                asked = bool(self._asked)
                wanted = (self._asked or self._ahead).pop(0)
            made = self._made[wanted] if wanted in self._made else _made(wanted)
            with self._change:
                self._made[wanted] = made
                while len(self._made) > AHEAD:
                    del self._made[next(iter(self._made))]
                asked = asked or wanted in self._asked
                self._asked = [one for one in self._asked if one != wanted]
            if asked:
                self._give(wanted, made)


def _made(wanted: Wanted) -> Exercise | None:
    try:
        return exercise(*wanted)
    except NoExercise as error:
        _log.warning("%s", error)
        return None
