"""The hypotheses about one side's dames: every position that the game so far makes possible, with its prior.

Priors are log probabilities up to a constant. They say how surprising each story is before anything is seen; the
evidence decides. They are small on purpose: two cases read with confidence outweigh all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import chain
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from events.trictrac.state import Phase
from referee.inference.moves import left_and_reached, throws_with
from referee.trictrac.judge.situation import Situation, Throw
from referee.trictrac.numbers import PLAYS, STORIES
from referee.trictrac.tracker.dice_votes import Doubted
from referee.trictrac.tracker.moves import steps, takes_all_out
from rules.plays import legal_plays
from rules.position import BANDE, DAMES, Case, Counts, Dice, Side

TALON: Counts = (DAMES, *(0,) * 23)

Supposed: TypeAlias = "tuple[Story, Counts, float, Case]"
"""A story, its counts, its extra log weight, and the case from which the dame in the hand was last taken (0: none)."""


class Story(IntEnum):
    """The meanings of a set of counts. The lower its value, the less a story has to explain.

    Attributes:
        HALF_READ: a play by a throw with only one die read.
        REREAD: a play of dice that were misread.
        REREAD_STEP: one number played of dice that were misread.
        STALE: the dames stood so before the throw under way and were misread then, as no hand has been there since.
    """

    STANDING = 0
    TAKEN_BACK = 1
    PLAYED = 2
    PARTIAL = 3
    RELEVE = 4
    LATE = 5
    IN_HAND = 6
    FAULTY = 7
    OUT_OF_TURN = 8
    OLD_DICE = 9
    HALF_READ = 10
    REREAD = 11
    REREAD_STEP = 12
    FREE = 13
    STALE = 14


PRIOR: dict[Story, float] = {story: STORIES[story.name.lower()] for story in Story}
"""The log prior of each, in nats below the most expected story."""


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """Sets of counts of one side with the likeliest story of each; row 0 is the position as it stands.

    Attributes:
        total: how many dames the side has, including those in a hand.
        base: the counts before the throw under way, if it is this side's own.
        dice: the dice of that throw.
        complete: whether the position is a lawful play of it, or no play of this side is awaited.
        held: the case from which the dame in the hand was last taken, 0 for none.
    """

    side: Side
    total: int
    base: Counts
    dice: Dice | None
    complete: bool
    counts: tuple[Counts, ...]
    stories: tuple[Story, ...]
    priors: NDArray[np.float64]
    table: NDArray[np.intp]
    held: NDArray[np.intp]


def _one_number(base: Counts, dice: Dice) -> Iterator[Counts]:
    """Yield the positions after one of the two numbers, lawful or not, but none goes out before all are home."""
    for number in sorted(set(dice)):
        yield from steps(base, number)


def _undone(throw: Throw, standing: Counts, counts: Counts) -> bool:
    """Whether the change to other counts means that a dame let go in this throw was put back."""
    if throw.lifted or standing == throw.base.counts(throw.side) or standing == counts:
        return False
    left, came = left_and_reached(standing, counts)
    return len(left) != 1 or (came or [BANDE]) < left


def _from_a_first_step(throw: Throw, standing: Counts) -> set[Counts] | None:
    """Return the positions in which a dame played by one number still lies there; None if no such dame was seen."""
    if throw.lifted or (throw.moves is not None and throw.lawful):
        return None
    base = throw.base.counts(throw.side)
    if standing == base or standing not in set(_one_number(base, throw.dice)):
        return None
    return {standing, *_one_number(standing, throw.dice)}


def _in_hand(standing: Counts, lifted: tuple[Case, ...]) -> Iterator[tuple[int, Case, Counts]]:
    """Yield how many dames are in a hand, the case of the last one, and the counts; 0 if lifted dames were put back."""
    if lifted:
        back = list(standing)
        for case in lifted:
            back[case - 1] += 1
        yield 0, 0, tuple(back)
    taken = list(_without_one(standing))
    if not lifted:
        for case, one in taken:
            yield 1, case, one
    if len(lifted) < 2:
        for first, one in taken:
            # The order in which the two were taken makes no difference.
            for case, two in _without_one(one, first) if not lifted else ((first, one),):
                yield 2, case, two


def _without_one(counts: Counts, least: Case = 1) -> Iterator[tuple[Case, Counts]]:
    for case in range(least, BANDE):
        if counts[case - 1]:
            yield case, (*counts[: case - 1], counts[case - 1] - 1, *counts[case:])


def _of_own_throw(situation: Situation, throw: Throw, standing: Counts, doubted: Doubted) -> Iterator[Supposed]:
    """Yield what the thrower may have done."""
    side, base = throw.side, throw.base.counts(throw.side)
    yield Story.TAKEN_BACK, base, 0.0, 0
    played = throw.plays.counts(side)
    most_out = min(sum(counts) for counts in played)
    goes_on = _from_a_first_step(throw, standing)
    for counts in played:
        undone = PLAYS.undone if goes_on is not None and counts not in goes_on else 0.0
        yield Story.PLAYED, counts, PLAYS.fewer_out * (sum(counts) - most_out) + undone, 0
    over = PLAYS.play_over if situation.phase is Phase.TO_THROW else 0.0
    for dames, case, counts in _in_hand(standing, throw.lifted):
        if dames:
            yield Story.IN_HAND, counts, over + (PLAYS.two_in_hand if dames > 1 else 0.0), case
        else:
            yield Story.TAKEN_BACK, counts, 0.0, 0
    if throw.plays.dice_playable:
        for counts in _one_number(base, throw.dice):
            yield Story.PARTIAL, counts, PLAYS.undone if _undone(throw, standing, counts) else 0.0, 0
            if not throw.lifted and standing == base:
                yield from (
                    (Story.IN_HAND, second, PLAYS.and_one_played, case) for case, second in _without_one(counts)
                )
    for dice, nats in doubted:
        plays = legal_plays(throw.base, side, dice)
        yield from ((Story.REREAD, counts, nats, 0) for counts in plays.counts(side))
        if plays.dice_playable:
            yield from ((Story.REREAD_STEP, counts, nats, 0) for counts in _one_number(base, dice))


def _of_the_others_throw(situation: Situation, throw: Throw, side: Side) -> Iterator[Supposed]:
    """Yield what `side` may have done in a throw that is taken for the other player's."""
    before = situation.before
    if before is not None and before.side is side:
        in_the_air = len(before.lifted) > len(before.placed)
        extra = PLAYS.surprise if before.lawful and not in_the_air else 0.0
        yield from ((Story.LATE, counts, extra, 0) for counts in before.plays.counts(side))
    # The dice were not the other player's after all, or this side threw the same values unseen.
    if situation.phase is Phase.TO_THROW or not throw.touched:
        yield from _played(situation, side, throw.dice, Story.OUT_OF_TURN)


def _played(situation: Situation, side: Side, dice: Dice, story: Story) -> Iterator[Supposed]:
    """Yield the plays of these dice from the board as it stands."""
    return ((story, counts, 0.0, 0) for counts in legal_plays(situation.position, side, dice).counts(side))


def hypotheses(
    situation: Situation,
    side: Side,
    voided: tuple[Dice, ...] = (),
    half_read: int | None = None,
    doubted: Doubted = (),
) -> Hypotheses:
    """Return all hypotheses about the dames of `side`: each set of counts once, with its best prior.

    Args:
        situation: how everything stands.
        side: whose dames.
        voided: dice taken for void or not reported. They were not played before the next throw, lay badly, were thrown
            out of turn, or one was never read.
        half_read: the value of the only die read of a throw since then.
        doubted: other readings of the dice of the throw under way, and how much less likely each is, in nats.
    """
    standing, to_throw = situation.position.counts(side), situation.phase is Phase.TO_THROW
    throw = situation.throw
    own = throw if throw is not None and throw.side is side else None
    supposed: list[Iterable[Supposed]] = []
    if own is not None:
        supposed.append(_of_own_throw(situation, own, standing, doubted))
    elif throw is not None:
        supposed.append(_of_the_others_throw(situation, throw, side))
    if half_read is not None and to_throw and situation.trait is side:
        supposed += (_played(situation, side, dice, Story.HALF_READ) for dice in throws_with(half_read))
    if to_throw or (own is not None and not own.touched):
        supposed += (_played(situation, side, dice, Story.OLD_DICE) for dice in voided)
    if situation.otherwise is not None:
        # The looks weigh both counts, so either may be the misread one.
        supposed.append([(Story.STALE, situation.otherwise.position.counts(side), -PRIOR[Story.STALE], 0)])
    may_releve = situation.may_releve or (throw is not None and takes_all_out(throw))
    supposed.append([(Story.RELEVE, TALON, 0.0 if may_releve else PLAYS.no_occasion, 0)])
    return _distinct(side, standing, own, chain.from_iterable(supposed))


def _distinct(side: Side, standing: Counts, own: Throw | None, supposed: Iterable[Supposed]) -> Hypotheses:
    """Return each set of counts with its likeliest story, the present one first; own: this side's own throw, if any."""
    rests = PLAYS.still_held if own is not None and own.lifted else PRIOR[Story.STANDING]
    held = own.lifted[-1] if own is not None and len(own.lifted) == 1 + len(own.placed) else 0
    found: dict[Counts, tuple[float, Story, Case]] = {standing: (rests, Story.STANDING, held)}
    for story, counts, extra, case in supposed:
        prior = PRIOR[story] + extra
        if counts not in found or found[counts][0] < prior:
            found[counts] = (prior, story, case)
    found[standing] = (max(rests, found[standing][0]), Story.STANDING, held)
    ordered = [standing, *sorted(counts for counts in found if counts != standing)]
    base = own.base.counts(side) if own is not None else standing
    return Hypotheses(
        side,
        sum(standing) + (own.in_the_air if own is not None else 0),
        base,
        own.dice if own is not None else None,
        own is None or standing in own.plays.counts(side),
        tuple(ordered),
        tuple(found[counts][1] for counts in ordered),
        np.array([found[counts][0] for counts in ordered]),
        np.array(ordered, np.intp),
        np.array([found[counts][2] for counts in ordered], np.intp),
    )
