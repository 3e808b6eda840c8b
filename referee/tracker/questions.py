"""What the table is unsure of, and how it says so: one small question at a time, and where the board is out of order.

Nothing waits for an answer. A doubt is settled by an answer, by later readings, or by the next throw; a disorder by
the board standing again as it should, or by the players playing on from it. Nothing is asked twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from referee.judge.played import ways
from referee.rulings import Disorder, Doubt, DoubtSettled, OrderRestored
from referee.state import Phase
from referee.tracker.hypotheses import Story

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from referee.judge.situation import Situation
    from referee.tracker.dames import Verdict
    from rules.position import Case, Counts, Side

UNSURE = 2.0
"""Seconds the same two stories must contend, no hand over the board, before people are asked."""

READINGS = 8
"""Readings that must have been made of a board before people are asked whether it shows a fault."""

OUT_OF_ORDER = 2.5
"""Seconds an inexplicable board must rest before it is called out of order."""

PLAYING = frozenset({Phase.TO_MARK, Phase.TO_DECIDE, Phase.TO_PLAY, Phase.TO_THROW})


def differing(one: Counts, other: Counts) -> tuple[Case, ...]:
    """The cases on which two sets of counts differ."""
    return tuple(case for case, (a, b) in enumerate(zip(one, other, strict=True), 1) if a != b)


def _worth_asking(verdict: Verdict) -> bool:
    """Whether people could help: between two plays, or one and a fault that several readings could not tell apart.

    Whether a play is finished is never asked: the next throw tells.
    """
    stories = {verdict.story, verdict.other}
    wrong = stories - {Story.PLAYED}
    return not wrong or (len(wrong) == 1 and wrong <= {Story.FAULTY, Story.FREE} and verdict.frames >= READINGS)


@dataclass(slots=True)
class Questions:
    """The doubt and the disorder that are open, and what was asked before; strange: the dames out of order."""

    doubt: Doubt | None = None
    choices: tuple[Counts, ...] = ()
    disorder: tuple[tuple[Side, Case, int, int], ...] = ()
    strange: dict[Side, Counts] = field(default_factory=dict)
    asked: set[tuple[int, Counts, Counts]] = field(default_factory=set)
    told: int = 0

    def _id(self, situation: Situation) -> str:
        self.told += 1
        return f"q{situation.tour}.{situation.number}.{self.told}"

    def consider(
        self, verdicts: Mapping[Side, Verdict | None], situation: Situation, t: float
    ) -> Iterator[Doubt | DoubtSettled | Disorder | OrderRestored]:
        """What there is to say after a reading that moved nothing."""
        yield from self._doubted(verdicts, situation, t)
        yield from self._disordered(verdicts, situation, t)

    def settle(self, situation: Situation, t: float) -> Iterator[DoubtSettled]:
        """The doubt is over: answered, seen, or passed over."""
        if self.doubt is not None:
            yield DoubtSettled(self._id(situation), t, situation.number, self.doubt.id)
            self.doubt, self.choices = None, ()

    def _doubted(
        self, verdicts: Mapping[Side, Verdict | None], situation: Situation, t: float
    ) -> Iterator[Doubt | DoubtSettled]:
        throw = situation.throw
        if throw is None or situation.phase not in PLAYING:
            return
        verdict = verdicts.get(throw.side)
        if self.doubt is not None and self.doubt.throw < throw.number:
            return  # about the throw before: open until it is answered, or two throws old
        if verdict is None or verdict.clear:
            yield from self.settle(situation, t)
        elif self.doubt is None and t - verdict.since >= UNSURE and _worth_asking(verdict):
            yield from self.ask(verdict, situation, t)

    def ask(self, verdict: Verdict, situation: Situation, t: float) -> Iterator[Doubt]:
        """Ask which of the two likeliest plays it was, unless that was asked before."""
        throw = situation.throw
        if throw is None or verdict.counts == verdict.second:
            return
        first, second = sorted((verdict.counts, verdict.second))
        if (throw.number, first, second) in self.asked:
            return
        self.asked.add((throw.number, first, second))
        self.choices = (verdict.counts, verdict.second)
        base = throw.base.counts(throw.side)
        moves = tuple(ways(base, counts) for counts in self.choices)
        cases = differing(verdict.counts, verdict.second)
        self.doubt = Doubt(self._id(situation), t, throw.number, throw.side, moves, cases)
        yield self.doubt

    def _disordered(
        self, verdicts: Mapping[Side, Verdict | None], situation: Situation, t: float
    ) -> Iterator[Disorder | OrderRestored]:
        if situation.may_releve or situation.phase not in PLAYING:
            return
        strange = {
            side: verdict
            for side, verdict in verdicts.items()
            if verdict is not None and verdict.story is Story.FREE and verdict.steady
        }
        if not strange:
            if self.disorder and not any(verdicts.values()):
                self.disorder = ()
                self.strange = {}
                yield OrderRestored(self._id(situation), t, situation.number)
            return
        if any(t - verdict.since < OUT_OF_ORDER for verdict in strange.values()):
            return
        differences = tuple(
            (side, case, situation.position.on(side, case), verdict.counts[case - 1])
            for side, verdict in strange.items()
            for case in differing(situation.position.counts(side), verdict.counts)
        )
        if differences != self.disorder:
            self.disorder = differences
            self.strange = {side: verdict.counts for side, verdict in strange.items()}
            yield Disorder(self._id(situation), t, situation.number, differences)
