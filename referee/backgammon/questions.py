"""What a table of backgammon is unsure of: one small question at a time, and where the board is out of order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from events.backgammon.state import Phase
from events.rulings import Disorder, Doubt, DoubtSettled, OrderRestored
from referee.backgammon.playing import play_of
from referee.backgammon.stories import Story
from referee.tracker.questions import OUT_OF_ORDER, UNSURE
from rules.play import Move
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.backgammon.situation import Situation
    from referee.backgammon.weighing import Verdict
    from rules.backgammon.position import Position

    Notice = Doubt | DoubtSettled | Disorder | OrderRestored

PLAYS = frozenset({Story.PLAYED, Story.FAULTY})


@dataclass(slots=True)
class Questions:
    """The doubt and the disorder that are open, and what was asked before."""

    doubt: Doubt | None = None
    choices: tuple[Position, ...] = ()
    disorder: tuple[tuple[Side, int, int, int], ...] = ()
    asked: set[tuple[int, int, frozenset[Position]]] = field(default_factory=set)
    told: int = 0

    def _id(self, now: Situation) -> str:
        self.told += 1
        return f"q{now.game}.{now.number}.{self.told}"

    def consider(self, verdict: Verdict | None, now: Situation, t: float) -> Iterator[Notice]:
        """What there is to say after a reading that moved nothing."""
        if now.phase is Phase.TO_PLAY and (self.doubt is None or self.doubt.throw == now.number):
            if verdict is None or verdict.clear:
                yield from self.settle(now, t)
            elif self.doubt is None and t - verdict.since >= UNSURE and {verdict.story, verdict.other} <= PLAYS:
                yield from self.ask(verdict, now, t)
        yield from self._disordered(verdict, now, t)

    def settle(self, now: Situation, t: float) -> Iterator[Notice]:
        """The doubt is over: answered, seen, or passed over."""
        if self.doubt is not None:
            yield DoubtSettled(self._id(now), t, now.number, self.doubt.id)
            self.doubt, self.choices = None, ()

    def ask(self, verdict: Verdict, now: Situation, t: float) -> Iterator[Notice]:
        """Ask which of the two likeliest plays it was, unless that was asked before."""
        throw = now.throw
        key = (now.game, now.number, frozenset({verdict.position, verdict.second}))
        if throw is None or verdict.position == verdict.second or key in self.asked:
            return
        self.asked.add(key)
        self.choices = (verdict.position, verdict.second)
        plays = tuple(
            tuple(Move(move.start, move.end) for move in play_of(throw, position)) for position in self.choices
        )
        counts = [position.counts(throw.side) for position in self.choices]
        cases = tuple(case for case in range(26) if counts[0][case] != counts[1][case])
        self.doubt = Doubt(self._id(now), t, throw.number, throw.side, plays, cases)
        yield self.doubt

    def _disordered(self, verdict: Verdict | None, now: Situation, t: float) -> Iterator[Notice]:
        strange = verdict is not None and verdict.story is Story.FREE and verdict.steady
        if now.phase is Phase.OVER:
            return
        if verdict is None or not strange:
            if self.disorder and verdict is None:
                self.disorder = ()
                yield OrderRestored(self._id(now), t, now.number)
            return
        if t - verdict.since < OUT_OF_ORDER:
            return
        differences = tuple(
            (side, case, now.position.on(side, case), verdict.position.on(side, case))
            for side in Side
            for case in range(1, 25)
            if now.position.on(side, case) != verdict.position.on(side, case)
        )
        if differences != self.disorder:
            self.disorder = differences
            yield Disorder(self._id(now), t, now.number, differences)
