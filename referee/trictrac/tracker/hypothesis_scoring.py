"""The scores of the stories of one side's dames, given the looks: those foreseen, and those no law foresees."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.inference.moves import displaced
from referee.trictrac.numbers import PLAYS, REACH
from referee.trictrac.tracker.evidence import Evidence
from referee.trictrac.tracker.hypotheses import PRIOR, Hypotheses, Story
from referee.trictrac.tracker.moves import HOME, both_numbers, by_a_wrong_number, by_the_dice, moved_back
from referee.trictrac.tracker.observation import Look
from rules.position import Counts

PAST = frozenset({Story.LATE, Story.OLD_DICE, Story.RELEVE})
"""Stories of dames that moved before the throw under way, or all went back: the position before it is no clue."""

HELD = (Story.STANDING, Story.IN_HAND)
"""Stories in which dames taken up are not put down again."""


@dataclass(frozen=True, slots=True)
class Contender:
    """One explanation: its score in nats (likelihood of the looks plus prior), its counts, its story and its prior."""

    score: float
    counts: Counts
    story: Story
    prior: float = 0.0


@dataclass(frozen=True, slots=True)
class Occasion:
    """An occasion on which stories are weighed.

    Attributes:
        over: nats added to each hypothesis.
        unforeseen: nats added to any other counts.
        alike: the hypotheses that need not be distinguished from one another.
    """

    over: NDArray[np.float64] | float = 0.0
    unforeseen: float = 0.0
    alike: NDArray[np.bool_] | None = None


def freest(evidence: Evidence, expected: Hypotheses) -> Counts:
    """Return the likeliest counts, whatever the laws say; two dames may have gone out once all are home.

    If a dame would have moved back, one dame more and one fewer are tried on the cases where that costs least.
    """
    standing, base = expected.counts[0], expected.base
    free = evidence.freest(standing, expected.total, fewer=0 if any(standing[:HOME]) else 2)
    if not moved_back(base, free):
        return free
    more, fewer = (evidence.may_hold(free, step, -PLAYS.backwards) for step in (+1, -1))
    pairs = ((one, other) for one in more for other in fewer if one != other)
    supposed = [tuple(n + (case == one) - (case == other) for case, n in enumerate(free, 1)) for one, other in pairs]
    instead = [free, *(one for one in supposed if displaced(base, one) <= displaced(base, free))]
    back = np.array([moved_back(base, one) for one in instead])
    return instead[int((evidence.scores(np.array(instead, np.intp)) + PLAYS.backwards * back).argmax())]


def seen_scores(evidence: Evidence, expected: Hypotheses) -> NDArray[np.float64]:
    """Return the log likelihood of the looks for each hypothesis, (n,)."""
    past = np.array([one in PAST for one in expected.stories])
    return np.where(past, evidence.scores(expected.table), evidence.scores(expected.table, moved=True))


def foreseen_scores(evidence: Evidence, expected: Hypotheses, look: Look) -> NDArray[np.float64]:
    """Return the score of each hypothesis: the looks, its prior and the places of hands, (n,)."""
    foreseen = seen_scores(evidence, expected) + expected.priors
    foreseen += look.favours(expected.table, expected.base, evidence.rows, elsewhere=0.0)
    in_a_hand = np.array([one is Story.IN_HAND for one in expected.stories])
    foreseen += np.where(in_a_hand, look.holding_nats(expected.table, expected.base), 0.0)
    return np.asarray(foreseen, np.float64)


def scores_on(
    occasion: Occasion, expected: Hypotheses, look: Look, foreseen: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the score of each hypothesis on an occasion, -inf if hands rule it out, (n,).

    foreseen: `foreseen_scores`.
    """
    scores = foreseen + occasion.over
    if look.idle:
        scores[1:] = -np.inf
    if not look.own and not look.came:
        scores[[one is Story.OUT_OF_TURN for one in expected.stories]] = -np.inf
    return scores


def contenders(
    evidence: Evidence,
    expected: Hypotheses,
    look: Look,
    occasion: Occasion,
    strange: tuple[Counts, int],
    foreseen: NDArray[np.float64],
) -> list[Contender]:
    """Return the best hypothesis, the next that contradicts it and the best unforeseen counts, the likeliest first.

    strange: the freest counts, and in how many rests they have been the same; foreseen: `foreseen_scores`.
    """
    free, rests = strange
    standing = expected.counts[0]
    seen = seen_scores(evidence, expected)
    in_a_hand = np.array([one is Story.IN_HAND for one in expected.stories])
    scores = scores_on(occasion, expected, look, foreseen)
    ranked = _rivals(scores, occasion.alike)
    ranking = [Contender(float(scores[one]), expected.counts[one], expected.stories[one]) for one in ranked]
    if free not in expected.counts or (look.idle and free != standing):
        # A player calls a fault in the play. Without a call, the dames may also have been misread before it.
        seen_so, prior, story = unforeseen_score(evidence, free, expected, look, called=occasion.unforeseen > 0)
        # Only the looks distinguish it from the stories that leave no dame in a hand.
        let_go = seen[~in_a_hand].max()
        firmer = float(evidence.scores(np.array([free], np.intp))[0] - let_go)
        prior += min(PLAYS.patience * min(rests, PLAYS.patient), max(firmer, 0.0)) + occasion.unforeseen
        ranking.append(Contender(seen_so + prior, free, story, prior))
    best = ranked[0]
    in_hand = expected.stories[best] in HELD and sum(expected.counts[best]) < expected.total
    # After a call, a dame believed to be in the hand or not moved yet has been let go, though no look shows it.
    under_way = occasion.unforeseen > 0 and (in_hand or expected.stories[best] is Story.PARTIAL)
    least = scores.max() - occasion.unforeseen if under_way else foreseen.max()
    # No look can add more to such a play than its prior.
    against = against_the_laws(evidence, expected, look) if least < PRIOR[Story.FAULTY] else None
    if against is not None and against[0] > least and against[1] != free:
        prior = PRIOR[Story.FAULTY] + occasion.unforeseen
        ranking.append(Contender(against[0] + occasion.unforeseen, against[1], Story.FAULTY, prior))
    return sorted(ranking, key=lambda contender: -contender.score)


def one_away(expected: Hypotheses) -> NDArray[np.bool_]:
    """Return which hypotheses lack exactly one dame, and are that dame short of a lawful play, (n,)."""
    table, ends = expected.table, expected.table[[one is Story.PLAYED for one in expected.stories]]
    gone = (np.array(expected.base) - table).sum(axis=1) == 1
    gone[gone] = (np.abs(ends[None] - table[gone][:, None]).sum(axis=2) == 1).any(axis=1)
    return np.asarray(gone, np.bool_)


def may_be_put_down(expected: Hypotheses) -> NDArray[np.bool_]:
    """Return which hypotheses become a lawful play if one dame is put down or taken off, (n,)."""
    ends = expected.table[[one is Story.PLAYED for one in expected.stories]]
    if not len(ends):
        return np.zeros(len(expected.table), np.bool_)
    return np.asarray((np.abs(ends[None] - expected.table[:, None]).sum(axis=2) <= 1).any(axis=1), np.bool_)


def against_the_laws(evidence: Evidence, expected: Hypotheses, look: Look) -> tuple[float, Counts] | None:
    """Return the likeliest play by both numbers that is not among the hypotheses, and its score; None without one."""
    if expected.dice is None or look.idle:
        return None
    table = both_numbers(expected.base, expected.dice)
    if not len(table):
        return None
    scores = evidence.scores(table, moved=True) + look.favours(table, expected.base, evidence.rows, elsewhere=0.0)
    best = int(scores.argmax())
    counts = tuple(table[best].tolist())
    return None if counts in expected.counts else (float(scores[best]) + PRIOR[Story.FAULTY], counts)


def _rivals(scores: NDArray[np.float64], alike: NDArray[np.bool_] | None) -> list[int]:
    """Return the best hypothesis and the next that contradicts it; alike: those that do not contradict one another."""
    ranked = np.argsort(-scores, kind="stable")
    best = int(ranked[0])
    if alike is not None and alike[best]:
        return [best, *(int(one) for one in ranked[~alike[ranked]][:1])]
    return [int(one) for one in ranked[:2]]


def unforeseen_score(
    evidence: Evidence, counts: Counts, expected: Hypotheses, look: Look, *, called: bool
) -> tuple[float, float, Story]:
    """Return the likelihood, prior and story of counts that no law foresees; called: whether a player calls a fault."""
    if look.stale(counts, expected.counts[0]):
        surprise = PRIOR[Story.STALE] + PLAYS.displaced * max(0, displaced(expected.counts[0], counts) - 2)
        returned = max(0, sum(counts) - sum(expected.counts[0]))
        surprise += PLAYS.backwards * max(0, moved_back(expected.counts[0], counts) - returned)
        return float(evidence.scores(np.array([counts], np.intp))[0]), surprise, Story.STALE
    by_dice = expected.dice is not None and by_the_dice(expected.base, counts, expected.dice)
    story = Story.FAULTY if by_dice else Story.FREE
    surprise = PRIOR[story] + PLAYS.displaced * max(0, displaced(expected.base, counts) - 2)
    surprise += PLAYS.backwards * moved_back(expected.base, counts)
    came = [case for case, (was, now) in enumerate(zip(expected.base, counts, strict=True), 1) if now > was]
    shown = all(evidence.counted(case, counts[case - 1]) for case in came)
    if not by_dice and shown and expected.dice and by_a_wrong_number(expected.base, counts, expected.dice):
        surprise += PLAYS.wrong_number
    table = np.array([counts], np.intp)
    moved, there = story is Story.FAULTY or called, REACH.reached if story is Story.FREE else 0.0
    favours = look.favours(table, expected.base, evidence.rows, there, 0.0 if moved else REACH.unreached)
    return float((evidence.scores(table, moved=moved) + favours)[0]), surprise, story
