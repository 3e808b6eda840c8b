"""Questions about the table, one small one at a time, and reports of a board out of order.

Nothing waits for an answer. The tracker asks which of two plays was made once something depends on it: at once, whether
the play has a fault or an école, and whether the last dames have gone out; with each throw that follows, its worth and
how it may be played. Until then later readings may settle it. An answer, later readings or the next throw settle a
doubt. A disorder ends when the board stands as it should, or the players play on from it. Nothing is asked twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from events.acts import Act, DoubtAnswered
from events.rulings import CaseDifference, Disorder, Doubt, DoubtSettled, OrderRestored
from events.trictrac.acts import Corrected
from events.trictrac.state import Phase
from referee.inference.tables import COSTS, FILTER
from referee.one_table import Notice
from referee.trictrac.judge.misread_tolerance import is_sure, unsure_worth
from referee.trictrac.judge.played import faults_of, linked_ecoles, ways
from referee.trictrac.judge.situation import Otherwise, Situation, Throw
from referee.trictrac.numbers import PATIENCE
from referee.trictrac.tracker.belief import Belief
from referee.trictrac.tracker.dames import DamesVerdict
from referee.trictrac.tracker.hypotheses import Story
from referee.trictrac.tracker.moves import ways_between
from rules.code import Code
from rules.fault import FaultName
from rules.plays import legal_plays
from rules.position import DAMES, Case, Counts, Position, Side

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


def _matters_for(throw: Throw, side: Side, other: Counts, now: Situation, code: Code) -> bool:
    """Whether a throw has another worth, or other plays, if the dames of `side` stood as `other` when it was made."""
    position = throw.base.with_counts(side, other)
    second_first = throw.number == 2 and throw.coup == 1 and now.tour > 0
    supposed = replace(now, otherwise=Otherwise(position, throw.number))
    if unsure_worth(supposed, throw, code, now.opening if second_first else None):
        return True
    plays = legal_plays(position, throw.side, throw.dice)
    if throw.side is side:
        return plays.dice_playable != throw.plays.dice_playable
    return set(plays.counts(throw.side)) != set(throw.plays.counts(throw.side))


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


@dataclass(frozen=True, slots=True)
class Undecided:
    """A throw whose play is unknown, while nothing depends on it.

    Attributes:
        throw: the throw.
        choices: the two sets of counts that it may have led to.
        after: the counts believed when the next throw was made, None until then.
    """

    throw: Throw
    choices: tuple[Counts, Counts]
    after: Counts | None = None

    def since(self, counts: Counts) -> Undecided | None:
        """Return this with the counts believed when the next throw is made; None if neither play led to them."""
        return replace(self, after=counts) if counts in self.choices else None

    def otherwise(self, counts: Counts) -> Counts | None:
        """Return how the dames stand now if the other play was made; counts: how they are believed to stand."""
        one, other = self.choices if self.after == self.choices[0] else self.choices[::-1]
        found = tuple(n + b - a for n, a, b in zip(counts, one, other, strict=True))
        return found if min(found) >= 0 and sum(found) <= DAMES else None


@dataclass(slots=True)
class Questions:
    """The questions of one table.

    Attributes:
        doubt: the open question.
        choices: the counts that are its answers.
        undecided: each side's play that was not asked about yet.
        looked: the throw for which was last checked whether anything depends on those.
        disorder: the differences reported as a disorder.
        strange: the counts of the sides out of order.
        asked: the questions asked before.
        notices: how many notices have been given an id.
    """

    doubt: Doubt | None = None
    choices: tuple[Counts, ...] = ()
    undecided: dict[Side, Undecided] = field(default_factory=dict)
    looked: int = 0
    disorder: tuple[CaseDifference, ...] = ()
    strange: dict[Side, Counts] = field(default_factory=dict)
    asked: set[tuple[int, Counts, Counts]] = field(default_factory=set)
    notices: int = 0

    def _id(self, situation: Situation) -> str:
        self.notices += 1
        return f"q{situation.tour}.{situation.number}.{self.notices}"

    def consider(self, belief: Belief, situation: Situation, t: float) -> Iterator[Notice]:
        """Yield the notices after a reading that led to no acts."""
        yield from self._ask_if_it_matters(belief, situation, t)
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

    def _ask_if_it_matters(self, belief: Belief, situation: Situation, t: float) -> Iterator[Doubt]:
        """Ask about an undecided play, if the throw now made depends on it and the looks still cannot decide."""
        throw = situation.throw
        if throw is None or throw.number == self.looked or situation.phase not in PLAYING:
            return
        if throw.number < self.looked or situation.before is None:
            self.undecided.clear()  # another tour, or all dames back at the talons
        self.looked = throw.number
        for side, undecided in tuple(self.undecided.items()):
            if undecided.throw.number >= throw.number:
                continue
            counts = throw.base.counts(side)
            held = undecided if undecided.after is not None else undecided.since(counts)
            other = None if held is None else held.otherwise(counts)
            if held is None or other is None or self._decided(belief, side, counts, other):
                del self.undecided[side]
                continue
            self.undecided[side] = held
            if self.doubt is None and _matters_for(throw, side, other, situation, belief.settings.code):
                del self.undecided[side]
                yield from self._pose(held, (counts, other), situation, t)

    @staticmethod
    def _decided(belief: Belief, side: Side, counts: Counts, other: Counts) -> bool:
        """Whether the looks show by now which of the two sets of counts is right."""
        one, two = belief.dames[side].evidence.scores(np.array([counts, other], np.intp))
        return bool(abs(one - two) >= PATIENCE.seen)

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
        """Ask which of the two likeliest plays was made, unless asked before; if nothing depends on it yet, wait."""
        throw = situation.throw
        if throw is None or verdict.counts == verdict.second:
            return
        choices, known = (verdict.counts, verdict.second), self.undecided.get(throw.side)
        if known is not None and known.throw.number == throw.number and set(known.choices) == set(choices):
            return
        undecided = Undecided(throw, choices)
        if _matters_now(throw, *choices, belief.settings.code):
            yield from self._pose(undecided, choices, situation, t)
        else:
            self.undecided[throw.side] = undecided

    def _pose(
        self, undecided: Undecided, stands: tuple[Counts, Counts], situation: Situation, t: float
    ) -> Iterator[Doubt]:
        """Ask about a play, unless asked before; stands: how the dames stand now by either play."""
        throw = undecided.throw
        one, other = sorted(undecided.choices)
        if (throw.number, one, other) in self.asked:
            return
        self.asked.add((throw.number, one, other))
        self.choices = stands
        led_to = undecided.choices if undecided.after in {None, undecided.choices[0]} else undecided.choices[::-1]
        moves = tuple(ways(throw.base.counts(throw.side), counts) for counts in led_to)
        cases = differing(*stands)
        self.doubt = Doubt(self._id(situation), t, throw.number, throw.side, moves, cases)
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
