"""Make exercises away from the table's loop: in one thread, and likely ones ahead of time."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from coach.lessons.exercise import Exercise
from coach.lessons.generator import NoExercise, exercise
from rules.position import Side
from tablier.runtime.worker import Worker

AHEAD: Final = 4
"""How many finished exercises to keep: the two that may follow an answer, and those before."""

_log = logging.getLogger(__name__)


class Wanted(NamedTuple):
    """The values that determine an exercise; the same values give the same exercise."""

    theme: str
    difficulty: int
    seed: int
    side: Side


class Maker(Worker[Wanted]):
    """Makes exercises in a thread; those that are waited for come first.

    give: called from the thread with an exercise that was not ready when requested; None when there is none
    """

    def __init__(self, give: Callable[[Wanted, Exercise | None], None]) -> None:
        self._give = give
        self._asked: list[Wanted] = []
        self._ahead: list[Wanted] = []
        self._made: dict[Wanted, Exercise | None] = {}
        super().__init__("exercises")

    def __call__(self, wanted: Wanted) -> Exercise | None:
        """Return the exercise if it is ready; None when it will come through `give`."""
        with self.changed:
            made = self._made.get(wanted)
            if made is None:
                self._asked.append(wanted)
                self.changed.notify()
            return made

    def ahead(self, wanted: Iterable[Wanted]) -> None:
        """Also make these, once nothing is waited for, instead of those requested ahead before."""
        with self.changed:
            self._ahead = [one for one in wanted if one not in self._made]
            self.changed.notify()

    def _take(self) -> Wanted | None:
        """Return the next exercise to make. One that is waited for stays listed, as it may be requested again."""
        if self._asked:
            return self._asked[0]
        return self._ahead.pop(0) if self._ahead else None

    def _do(self, work: Wanted) -> None:
        made = self._made[work] if work in self._made else _make(work)
        with self.changed:
            self._made[work] = made
            while len(self._made) > AHEAD:
                del self._made[next(iter(self._made))]
            asked = work in self._asked
            self._asked = [one for one in self._asked if one != work]
        if asked:
            self._give(work, made)


def _make(wanted: Wanted) -> Exercise | None:
    try:
        return exercise(*wanted)
    except NoExercise as error:
        _log.warning("%s", error)
        return None
