"""Questions about the table, one small one at a time, and reports of a board out of order.

Nothing waits for an answer. The tracker asks which of two plays was made if that decides whether the play has a fault
or an école, or whether the last dames have gone out. An answer, later readings or the next throw settle a doubt. A
disorder ends when the board stands as it should, or the players play on from it. Nothing is asked twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from events.acts import Act, DoubtAnswered
from events.rulings import CaseDifference, Disorder, Doubt, DoubtSettled, OrderRestored
from events.trictrac.acts import Corrected
from events.trictrac.state import Phase
from referee.inference.tables import COSTS, FILTER
from referee.one_table import Notice
from referee.trictrac.judge.misread_tolerance import is_sure
from referee.trictrac.judge.played import faults_of, linked_ecoles, ways
from referee.trictrac.judge.situation import Situation, Throw
from referee.trictrac.numbers import PATIENCE
from referee.trictrac.tracker.belief import Belief
from referee.trictrac.tracker.dames import DamesVerdict
from referee.trictrac.tracker.hypotheses import Story
from referee.trictrac.tracker.moves import ways_between
from rules.code import Code
from rules.fault import FaultName
from rules.position import Case, Counts, Position, Side

PLAYING = frozenset({Phase.TO_MARK, Phase.TO_DECIDE, Phase.TO_PLAY, Phase.TO_THROW})


def _matters_now(throw: Throw, one: Counts, other: Counts, code: Code) -> bool:
    """Whether the plays mean different faults of the thrower, or only one of them takes his last dame out."""
    if any(one) is not any(other):
        return True
    now = throw.base
    return _accusations(throw, now.with_counts(throw.side, one), code) != _accusations(
        throw, now.with_counts(throw.side, other), code
    )


def _accusations(throw: Throw, position: Position, code: Code) -> set[FaultName]:
    faults = faults_of(throw, position, tolerant=code.tolerance_premiere_dame)
    sure = {fault.name for fault in faults if is_sure(fault, throw, position)}
    return sure | {fault.name for fault in linked_ecoles(throw, position, throw.marked)}


def differing(one: Counts, other: Counts) -> tuple[Case, ...]:
    """Return the cases on which two sets of counts differ."""
    return tuple(case for case, (a, b) in enumerate(zip(one, other, strict=True), 1) if a != b)


def _worth_asking(verdict: DamesVerdict) -> bool:
    """Whether people could help: to decide between two plays, or a play and a fault that several readings left open.

    Nobody is asked whether a play is finished, as the next throw answers that.
    """
    stories = {verdict.story, verdict.other}
    wrong = stories - {Story.PLAYED}
    return not wrong or (
        len(wrong) == 1 and wrong <= {Story.FAULTY, Story.FREE} and verdict.frames >= PATIENCE.readings
    )


@dataclass(slots=True)
class Questions:
    """The questions of one table.

    Attributes:
        doubt: the open question.
        choices: the counts that are its answers.
        disorder: the differences reported as a disorder.
        strange: the counts of the sides out of order.
        asked: the questions asked before.
        notices: how many notices have been given an id.
    """

    doubt: Doubt | None = None
    choices: tuple[Counts, ...] = ()
    disorder: tuple[CaseDifference, ...] = ()
    strange: dict[Side, Counts] = field(default_factory=dict)
    asked: set[tuple[int, Counts, Counts]] = field(default_factory=set)
    notices: int = 0

    def _id(self, situation: Situation) -> str:
        self.notices += 1
        return f"q{situation.tour}.{situation.number}.{self.notices}"

    def consider(self, belief: Belief, situation: Situation, t: float) -> Iterator[Notice]:
        """Yield the notices after a reading that led to no acts."""
        yield from self._update_doubt(belief, situation, t)
        yield from self._update_disorder(belief.verdicts, situation, t)

    def settle(self, situation: Situation, t: float) -> Iterator[DoubtSettled]:
        """Close the doubt, which was answered, decided by later looks, or overtaken by the next throw."""
        if self.doubt is not None:
            yield DoubtSettled(self._id(situation), t, situation.number, self.doubt.id)
            self.doubt, self.choices = None, ()

    def on_answer(self, answer: DoubtAnswered, situation: Situation) -> Iterator[Act | Notice]:
        """Handle the answer to a question. Answers to any but the open doubt change nothing."""
        doubt = self.doubt
        if doubt is None or answer.doubt != doubt.id or not 0 <= answer.choice < len(self.choices):
            return
        counts, side = self.choices[answer.choice], doubt.side
        yield from self.settle(situation, answer.t)
        throw, standing = situation.throw, situation.position.counts(side)
        last = throw if throw is not None and throw.side is side else situation.before
        if throw is None or (last is not None and last.number == doubt.throw):
            yield from ways_between(answer.t, side, standing, counts)
        elif counts != standing and (not throw.touched or situation.phase is Phase.TO_THROW):
            # The player has played again since then, so the dames are corrected as after a count by hand.
            position = situation.position.with_counts(side, counts)
            yield Corrected(answer.t, by=answer.by, why="asked", position=position)

    def _update_doubt(self, belief: Belief, situation: Situation, t: float) -> Iterator[Doubt | DoubtSettled]:
        throw = situation.throw
        if throw is None or situation.phase not in PLAYING:
            return
        verdict = belief.verdicts.get(throw.side)
        if self.doubt is not None and self.doubt.throw < throw.number:
            return  # a question about the throw before stays open until it is answered, or two throws old
        if verdict is None or verdict.clear:
            yield from self.settle(situation, t)
        elif (
            self.doubt is None and t - verdict.since >= COSTS[belief.settings.costs].question and _worth_asking(verdict)
        ):
            yield from self.ask(verdict, belief, situation, t)

    def ask(self, verdict: DamesVerdict, belief: Belief, situation: Situation, t: float) -> Iterator[Doubt]:
        """Ask which of the two likeliest plays was made, if something depends on it, unless asked before."""
        throw, choices = situation.throw, (verdict.counts, verdict.second)
        if throw is None or verdict.counts == verdict.second:
            return
        one, other = sorted(choices)
        asked = (throw.number, one, other) in self.asked
        if asked or not _matters_now(throw, one, other, belief.settings.code):
            return
        self.asked.add((throw.number, one, other))
        self.choices = choices
        moves = tuple(ways(throw.base.counts(throw.side), counts) for counts in choices)
        self.doubt = Doubt(self._id(situation), t, throw.number, throw.side, moves, differing(*choices))
        yield self.doubt

    def _update_disorder(
        self, verdicts: Mapping[Side, DamesVerdict | None], situation: Situation, t: float
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
        if any(t - verdict.since < FILTER.disordered for verdict in strange.values()):
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
