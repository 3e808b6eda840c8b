"""The belief about both sides' dames: how they stand, which story explains that, and whose turn it was.

If a side has played dice taken for the other's, either it threw out of turn, or the other side had first played dice
taken for void or half read. Both sides' dames decide together. Nobody is accused if both are equally likely.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from events.board_reading import CaseReading, Colour
from events.trictrac.settings import Settings
from events.trictrac.state import Phase
from referee.inference.dames import likelihoods
from referee.inference.moves import displaced
from referee.inference.tables import COSTS
from referee.trictrac.judge.situation import Situation, Throw
from referee.trictrac.numbers import PATIENCE
from referee.trictrac.tracker.dames import DamesTracker, DamesVerdict
from referee.trictrac.tracker.dice_votes import Doubted
from referee.trictrac.tracker.hands import HandsTracker
from referee.trictrac.tracker.hypotheses import PRIOR, Hypotheses, Story, hypotheses
from referee.trictrac.tracker.moves import HOME
from referee.trictrac.tracker.observation import Look
from referee.trictrac.tracker.taking_off import Habit, Reaches
from rules.plays import legal_plays
from rules.position import Counts, Dice, Position, Side

Reach: TypeAlias = "tuple[NDArray[np.bool_] | None, NDArray[np.bool_] | None, Reaches | None]"


@dataclass(slots=True)
class Refused:
    """Dice taken for void, or not reported.

    Attributes:
        number: the number of the throw in the tour.
        t: when they came to rest, seconds.
        dice: their values.
    """

    number: int
    t: float
    dice: Dice


@dataclass(frozen=True, slots=True)
class Expected:
    """The hypotheses about each side's dames in one situation, for one reading of its dice; worked out on demand."""

    situation: Situation
    half_read: int | None
    doubted: Doubted
    sides: dict[Side, Hypotheses] = field(default_factory=dict)

    def of(self, situation: Situation, half_read: int | None, doubted: Doubted) -> bool:
        """Whether these hypotheses are for this very situation and these readings of the dice."""
        return self.situation is situation and (self.half_read, self.doubted) == (half_read, doubted)


@dataclass(slots=True)
class Belief:
    """Weighs every look at the dames.

    Attributes:
        verdicts: the verdict on each side's dames, None if all stand as they should.
        refused: dice taken for void, unless the dames show otherwise.
        unread_throws: the possible values of a throw that was half read before the last dice.
        half_read: the value of the only die read of a throw.
        doubted: other readings of the dice of the throw under way, each with its nats.
        expected: the hypotheses last worked out.
        reach: the last result of `_reached`, with its key.
    """

    settings: Settings
    hands: HandsTracker
    dames: dict[Side, DamesTracker] = field(init=False)
    habits: dict[Side, Habit] = field(default_factory=lambda: {side: Habit() for side in Side})
    verdicts: dict[Side, DamesVerdict | None] = field(default_factory=dict)
    refused: Refused | None = None
    unread_throws: tuple[Refused, ...] = ()
    half_read: int | None = None
    doubted: Doubted = ()
    expected: Expected | None = None
    reach: tuple[tuple[object, ...], Reach] | None = None

    def __post_init__(self) -> None:
        """Follow each side's dames separately."""
        self.dames = {side: DamesTracker(side) for side in Side}

    def hypotheses(self, situation: Situation, side: Side) -> Hypotheses:
        """Return the hypotheses about a side's dames, worked out once per situation."""
        expected = self.expected
        if expected is None or not expected.of(situation, self.half_read, self.doubted):
            expected = self.expected = Expected(situation, self.half_read, self.doubted)
        if side not in expected.sides:
            voided = tuple(one.dice for one in self.earlier_dice(situation, side))
            expected.sides[side] = hypotheses(situation, side, voided, self.half_read, self.doubted)
        return expected.sides[side]

    def earlier_dice(self, situation: Situation, side: Side) -> Iterator[Refused]:
        """Yield the dice that `side` may have played before those of the throw under way."""
        if self.refused is not None and self.refused.number == situation.number:
            yield self.refused
        throw = situation.throw
        if throw is not None and throw.side is side and situation.phase is not Phase.TO_THROW:
            yield from (one for one in self.unread_throws if one.number == situation.number)

    def played_old(self, situation: Situation, side: Side, counts: Counts) -> Refused | None:
        """Return the earlier dice that these counts of `side` are a lawful play by; None if there are none."""
        for one in self.earlier_dice(situation, side):
            if counts in legal_plays(situation.position, side, one.dice).counts(side):
                return one
        return None

    def weigh(self, cases: tuple[CaseReading, ...] | None, t: float, situation: Situation) -> dict[Side, DamesVerdict]:
        """Weigh one more look and return the verdicts that are clear; cases: None when the picture is unchanged."""
        for side, tracker in self.dames.items():
            look = self.look(side, cases, t, situation)
            standing = situation.position.counts(side)
            self.verdicts[side] = tracker.weigh(look, standing, partial(self.hypotheses, situation, side))
        return {side: verdict for side, verdict in self.verdicts.items() if verdict is not None and verdict.clear}

    def look(self, side: Side, cases: tuple[CaseReading, ...] | None, t: float, situation: Situation) -> Look:
        """Return one look at a side's dames, in its own numbering."""
        settings, hands = self.settings, self.hands
        likely = None
        if cases is not None:
            colour = Colour.LIGHT if side is settings.light else Colour.DARK
            likely = likelihoods(cases, side, colour, settings.seating, self.dames[side].evidence.rows)
        numbered = slice(None, None, 1 if side is Side.BLANCS else -1)
        changed, throw = hands.change_chances(side, settings), situation.throw
        reached, stayed, reaches = (None, None, None) if throw is None else self._reached(throw)
        own = throw is not None and throw.side is side
        return Look(
            t,
            likely,
            None if changed is None else changed[numbered],
            None if reached is None else reached[numbered],
            own,
            None if stayed is None or not own else stayed[numbered],
            throw is None or hands.may_have_come(side, throw.t),
            reaches if own else None,
            self.habits[side],
            COSTS[settings.costs],
        )

    def took_off(self, situation: Situation, counts: Counts) -> None:
        """Learn how the thrower takes dames off, if the looks alone show how many went."""
        throw = situation.throw
        if (
            throw is None
            or any(throw.base.counts(throw.side)[:HOME])
            or sum(counts) == sum(throw.base.counts(throw.side))
        ):
            return
        expected, evidence = self.hypotheses(situation, throw.side), self.dames[throw.side].evidence
        reaches, left = self._reached(throw)[2], expected.table.sum(axis=1)
        others = evidence.scores(expected.table) + expected.priors
        others = others[left != sum(counts)]
        (seen,) = evidence.scores(np.array([counts], np.intp))
        if reaches is not None and seen - others.max(initial=-np.inf) >= PATIENCE.ahead:
            self.habits[throw.side].learn(sum(throw.base.counts(throw.side)) - sum(counts), reaches)

    def _reached(self, throw: Throw) -> Reach:
        """Return the cases (Blancs' numbering) that hands may have touched since a throw.

        Also those at which the thrower's hand stayed, and how many times it reached across.
        """
        hands = self.hands
        last = hands.visits[-1].t if hands.visits else None
        now = tuple((side, len(tips)) for side, tips in hands.tips.items())
        state = throw.side, throw.t, last, now, hands.unknown, hands.missed, hands.shows_hands
        if self.reach is None or self.reach[0] != state:
            stayed = hands.stayed_cases(throw.side, throw.t, self.settings)
            reaches = hands.reaches(throw.side, throw.t, self.settings)
            self.reach = state, (hands.reached_cases(throw.t, self.settings), stayed, reaches)
        return self.reach[1]

    @property
    def understood(self) -> bool:
        """Whether everything stands as it should."""
        return not any(self.verdicts.values())

    @property
    def steady(self) -> bool:
        """Whether the dames have been seen to stand so for long enough to report it, whatever it means."""
        return all(verdict is None or verdict.steady for verdict in self.verdicts.values())

    def elsewhere(self, situation: Situation) -> bool:
        """Whether more dames stand as no story foresees than a misreading explains, and have done so long enough."""
        strange = {side: one for side, one in self.verdicts.items() if one is not None and one.story is Story.FREE}
        moved = sum(displaced(situation.position.counts(side), one.counts) for side, one in strange.items())
        return moved > PATIENCE.misread and all(one.steady for one in strange.values())

    def is_explained(self, situation: Situation, *, dice_lie: bool) -> bool | None:
        """Whether the position follows from the throw under way; None while that is not clear.

        dice_lie: whether the dice of that throw still lie on the board, or no dice do.
        """
        if not self.steady:
            return None
        throw = situation.throw
        if throw is None:
            return not self.elsewhere(situation)
        own, other = self.verdicts.get(throw.side), self.verdicts.get(throw.side.adversary)
        played = situation.phase is Phase.TO_THROW or (own is not None and own.story is Story.PLAYED)
        followed = own is None or own.story in {Story.PLAYED, Story.PARTIAL, Story.TAKEN_BACK, Story.IN_HAND}
        return other is None and followed and (dice_lie or played)

    def visible_position(self, position: Position) -> Position:
        """Return the position as it looks, whatever led to it."""
        for side, tracker in self.dames.items():
            if self.verdicts.get(side) is not None:
                position = position.with_counts(side, tracker.visible_counts(position.counts(side)))
        return position


@dataclass(frozen=True, slots=True)
class Earlier:
    """A throw whose play was missed.

    Attributes:
        t: when its dice came to rest, seconds.
        side: the player.
        dice: their values.
        counts: the counts of the player's dames after the play.
    """

    t: float
    side: Side
    dice: Dice
    counts: Counts


def played_before(belief: Belief, situation: Situation, side: Side, counts: Counts) -> Earlier | None:
    """Return the other side's play before `side` played the dice of the throw under way; None if those are out of turn.

    counts: the counts of `side` after its play.
    """
    throw = situation.throw
    if throw is None or throw.side is side or throw.touched:
        return None
    evidence, position = belief.dames[throw.side].evidence, situation.position
    (stood,) = evidence.scores(np.array([position.counts(throw.side)], np.intp))
    out_of_turn = float(stood) + PRIOR[Story.OUT_OF_TURN]
    found = sorted(_supposed(belief, situation), key=lambda one: -one[0])
    for nats, earlier in found:
        if nats < out_of_turn:
            return None
        then = legal_plays(position.with_counts(throw.side, earlier.counts), side, throw.dice)
        if counts in then.counts(side):
            return earlier
    return None


def _supposed(belief: Belief, situation: Situation) -> Iterator[tuple[float, Earlier]]:
    """Yield the plays of dice that came before those of the throw under way, each with its score in nats."""
    throw = situation.throw
    if throw is None:
        return
    for refused in belief.earlier_dice(situation, throw.side):
        led_to = legal_plays(situation.position, throw.side, refused.dice).counts(throw.side)
        scores = belief.dames[throw.side].evidence.scores(np.array(led_to, np.intp).reshape(-1, len(led_to[0])))
        for nats, counts in zip((scores + PRIOR[Story.OLD_DICE]).tolist(), led_to, strict=True):
            yield nats, Earlier(refused.t, throw.side, refused.dice, counts)
