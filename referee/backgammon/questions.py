"""Questions about a table of backgammon, one at a time, and reports of a board out of order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from events.acts import DoubtAnswered
from events.backgammon.state import Phase
from events.rulings import CaseDifference, Disorder, Doubt, DoubtSettled, OrderRestored
from referee.backgammon.belief import Believed
from referee.backgammon.playing import play_of
from referee.backgammon.situation import Situation, Throw
from referee.backgammon.successors import Kind
from referee.inference.tables import FILTER
from rules.backgammon.position import Position
from rules.position import Side


@dataclass(slots=True)
class Questions:
    """The questions of one table.

    Attributes:
        doubt: the open question.
        choices: the explanations that are its answers.
        asked: the questions asked before.
        notices: how many notices have been given an id.
        strange: the unexplained position, and since when it has been seen.
        disorder: the differences last reported of it.
    """

    doubt: Doubt | None = None
    choices: tuple[Believed, ...] = ()
    asked: set[object] = field(default_factory=set)
    notices: int = 0
    strange: tuple[Position, float] | None = None
    disorder: tuple[CaseDifference, ...] = ()

    def _id(self, now: Situation) -> str:
        self.notices += 1
        return f"q{now.game}.{now.number}.{self.notices}"

    def chosen(self, answer: DoubtAnswered) -> Believed | None:
        """Return the explanation that an answer chooses; None if it answers another question than the open one."""
        if self.doubt is None or answer.doubt != self.doubt.id or answer.choice >= len(self.choices):
            return None
        return self.choices[answer.choice]

    def pose(self, choices: Sequence[Believed], throw: Throw | None, t: float, now: Situation) -> Iterator[Doubt]:
        """Ask which of two plays of a throw was made, unless that was asked before."""
        if throw is None:
            return
        positions = [one.following.position for one in choices]
        key = now.game, throw.number, frozenset(positions)
        plays = tuple(play_of(throw, position) for position in positions)
        if key in self.asked or len(set(plays)) < 2:
            return
        self.asked.add(key)
        self.choices = tuple(choices)
        one, other = (position.counts(throw.side) for position in positions)
        cases = tuple(case for case in range(26) if one[case] != other[case])
        self.doubt = Doubt(self._id(now), t, throw.number, throw.side, plays, cases)
        yield self.doubt

    def settle(self, t: float, now: Situation) -> Iterator[DoubtSettled]:
        """Close the doubt, which was answered, decided by later looks, or overtaken by the next throw."""
        if self.doubt is not None:
            yield DoubtSettled(self._id(now), t, now.number, self.doubt.id)
            self.doubt, self.choices = None, ()

    def update_disorder(self, best: Believed, t: float, now: Situation) -> Iterator[Disorder | OrderRestored]:
        """Report a board that has rested for long as nothing explains, or that it stands as it should again."""
        if now.phase is Phase.OVER:
            return
        position = best.following.position
        if best.following.kind is not Kind.UNKNOWN:
            self.strange = None
            if self.disorder and position == now.position:
                self.disorder = ()
                yield OrderRestored(self._id(now), t, now.number)
            return
        if self.strange is None or self.strange[0] != position:
            self.strange = position, t
        if t - self.strange[1] < FILTER.disordered:
            return
        differences = tuple(
            (side, case, now.position.on(side, case), position.on(side, case))
            for side in Side
            for case in range(1, 25)
            if now.position.on(side, case) != position.on(side, case)
        )
        if differences != self.disorder:
            self.disorder = differences
            yield Disorder(self._id(now), t, now.number, differences)
