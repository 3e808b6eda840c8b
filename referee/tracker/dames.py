"""One side's dames: which of the hypotheses stands, decided only when one is clearly ahead."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from referee.tracker.evidence import MISSING, Evidence
from referee.tracker.hypotheses import PRIOR, Story
from referee.tracker.moves import HOME, both_numbers, by_the_dice, displaced, moved_back, recounted
from rules.position import DAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from referee.judge.situation import Throw
    from referee.tracker.hypotheses import Hypotheses
    from referee.tracker.look import Look
    from rules.position import Case, Counts, Side

AHEAD = 3.0
"""Nats by which the best hypothesis must lead: one in twenty of being wrong before any frame is repeated."""

FAR_AHEAD = 8.0
"""A lead with which a single frame is enough."""

STEADY_FRAMES = 3
STEADY_SECONDS = 0.7
LONE_SECONDS = 1.5
"""An unlawful story must last: so many frames, or so long, without a hand over the board; seen but once, longer."""

NEARLY = 0.05
"""When what stands explains the readings to within this many nats of perfection nothing need be weighed."""

UNFINISHED = frozenset({Story.STANDING, Story.TAKEN_BACK, Story.PARTIAL})
UNLIKELY = -4.0
"""Once the other has thrown, what it costs to believe that the play was never finished."""

HELD_STILL = -3.0
"""Once the other has thrown, what it costs to believe that a dame is still in the hand."""

LAST_HELD = -4.0
"""And what it costs in all where the other dame was played: three in a hundred throws are made so early."""

CALLED = 3.0
"""What it tells, in nats, that the other calls a fault: half of those made are called, and hardly one in forty plays
that are none."""

LAWFUL_HALF = 0.5
"""What it tells that a dame went out by which a lawful sortie may begin, where it may have been another."""

CALLED_EARLY = -4.0
"""Once the other has called a fault, what it costs to believe that a dame is still in the hand: of 987 calls of
simulated players none was made so early."""

HELD = (Story.STANDING, Story.IN_HAND)
"""Stories in which dames taken up are not put down again."""

PILE, MISCOUNTED = 5, -3.0
"""Of how many dames on one may be more or fewer than was believed, and what it costs to believe that."""

DISPLACED = -2.0
"""What each dame moved beyond two costs: a throw moves two."""


UNFORESEEN = frozenset({Story.FAULTY, Story.FREE, Story.STALE})
"""Stories of counts nobody has enumerated: each of their dames must be firm by itself."""

REACHED = 0.5
"""What it adds to a story no law foresees that hands have been wherever it changes anything."""

PATIENCE, PATIENT = 0.7, 8
"""What counts no law foresees gain by each rest in which they are seen again (log 2, as a misreading is made again in
half of them), and in how many. So a board that is not as it is believed to be is believed in the end."""

COUNTINGS = 40
"""Countings of one side's dames remembered, each as long as nothing changed: more than are made in a throw."""

IMPOSSIBLE = -99.0
"""What is added to what cannot be."""

BACKWARDS = -3.0
"""What a dame adds that stands further back than before the throw."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The best explanation: its counts and story, its lead over the next (whose counts and story are given).

    frames, since: in how many readings, and since when, it leads;
    steady: it has lasted long enough for an unlawful one; clear: it may be acted upon.
    """

    counts: Counts
    story: Story
    lead: float
    second: Counts
    other: Story
    frames: int
    since: float
    steady: bool
    clear: bool


@dataclass(slots=True)
class DamesTracker:
    """Weighs the readings of one side's dames and says which hypothesis is ahead.

    astray: since when they have not been seen to stand as they are believed to; strange, rests: the likeliest counts of
    all, lawful or not, and in how many rests they have been that; counts: what was counted, and from when on.
    """

    side: Side
    evidence: Evidence = field(default_factory=Evidence)
    leader: Counts = ()
    leads_since: float = 0.0
    leads_frames: int = 0
    blind: float = 0.0
    fresh: bool = True
    astray: float | None = None
    strange: Counts = ()
    rests: int = 0
    counts: deque[tuple[float, tuple[int, ...]]] = field(default_factory=lambda: deque(maxlen=COUNTINGS))

    def blinded(self, t: float) -> None:
        """A hand was over the board."""
        self.blind = t
        self.leads_frames = min(self.leads_frames, 1)

    def weigh(self, look: Look, standing: Counts, expected: Callable[[], Hypotheses]) -> Verdict | None:
        """Take one more look in; None when what stands explains it (nearly) perfectly, or better than all else.

        expected: asked for only when something does not stand as it did.
        """
        self.fresh = look.likely is not None
        if look.likely is not None:
            self.evidence.add(look.likely, standing, look.changed)
            self.rests += look.changed is not None
            self._counted(look.t)
        elif self.evidence.told is None:
            return None
        if self.evidence.short_of_best(standing) <= NEARLY:
            self._lead(standing, look.t)
            self.astray = None
            return None
        self.astray = look.t if self.astray is None else self.astray
        verdict = self._verdict(expected(), look)
        return None if verdict.counts == standing and verdict.lead >= AHEAD else verdict

    def _counted(self, t: float) -> None:
        told = () if self.evidence.told is None else tuple(self.evidence.told.tolist())
        if not self.counts or self.counts[-1][1] != told:
            self.counts.append((t, told))

    def since(self, case: Case, count: int, after: float) -> float | None:
        """When so many dames were first counted on a case, not before a time; None if they cannot be told there."""
        if not self.evidence.counted(case, count):
            return None
        return next((t for t, told in self.counts if t >= after and told[case - 1] == count), None)

    def held_at(
        self, before: Counts, after: Counts, since: float, taken: Callable[[Case], float] | None = None
    ) -> float | None:
        """When two dames that went from `before` to `after` were seen to be gone, and neither put down; None if never.

        Only where dames are counted can that be told; of one that came from a pile his hand may tell, if the other was
        seen to be gone. since: not before that time; taken: when his hand took one from such a pile.
        """
        gone = [case for case in range(1, 25) if after[case - 1] < before[case - 1]]
        came = [case for case in range(1, 25) if after[case - 1] > before[case - 1]]
        away = sum(before[case - 1] - after[case - 1] for case in gone)
        piles = [case for case in gone if not self.evidence.counted(case, after[case - 1])]
        if away < 2 or not all(self.evidence.counted(case, after[case - 1]) for case in came):
            return None
        if piles and (taken is None or len(piles) == len(gone)):
            return None
        from_piles = max((taken(case) for case in piles), default=since) if taken is not None else since
        for t, told in self.counts:
            lifted = all(told[case - 1] == after[case - 1] for case in gone if case not in piles)
            if t >= max(since, from_piles) and lifted and all(told[case - 1] == before[case - 1] for case in came):
                return t
        return None

    def seen(self, standing: Counts) -> Counts:
        """The likeliest counts, played there or not, `standing` being where the dames stood before.

        All fifteen may be back on the board, or any number gone home once none stands short of the jan de retour.
        """
        here = self.evidence.freest(standing, DAMES, fewer=0)
        fewer = self.evidence.freest(standing, sum(standing), fewer=DAMES)
        if any(fewer[:HOME]):
            return here
        back = MISSING if sum(standing) < DAMES else 0.0
        return here if self.evidence.short_of_best(here) + back < self.evidence.short_of_best(fewer) else fewer

    def judge_now(self, expected: Hypotheses, look: Look) -> Verdict | None:
        """The best explanation of what was seen so far, now that the next throw has come; None if nothing was."""
        if self.evidence.told is None:
            return None
        self.fresh = False
        in_hand = np.array([one is Story.IN_HAND for one in expected.stories])
        # Who throws early sees the last dame in the other's hand, and it was seen to leave its case.
        played = (expected.table > np.array(expected.base)).any(axis=1)
        last = (played | self._one_away(expected)) & (not expected.complete)
        last &= self.evidence.told_gone(expected.table, expected.held)
        in_hand[0] = last[0]
        over = np.where(in_hand, np.where(last, LAST_HELD - expected.priors, HELD_STILL), 0.0)
        if any(expected.base[:HOME]):
            # What he holds besides would be off the board, which no dame may leave before all are home (Lois VIII).
            held = np.array([one in HELD for one in expected.stories])
            short = expected.total - expected.table.sum(axis=1)
            over -= np.where(held, MISSING * np.maximum(short - last, 0), 0.0)
        unfinished = np.array([one in UNFINISHED for one in expected.stories])
        unfinished[0] &= not expected.complete and not last[0]
        over += np.where(unfinished, UNLIKELY, 0.0)
        if not expected.complete:
            over[1:] += self.evidence.miscounted(expected.table[1:], PILE, MISCOUNTED)
        return self._verdict(expected, look, over)

    def recounted(self, throw: Throw, verdict: Verdict) -> tuple[Counts, Counts] | None:
        """What a throw was thrown from and led to if a pile hid more dames, rather than that it was never played.

        The next throw has come; verdict: what is believed else.
        """
        supposed = tuple(recounted(throw, self.evidence.rows))
        if not supposed or verdict.story not in UNFINISHED:
            return None
        scores = self.evidence.scores(np.array([counts for _, counts in supposed], np.intp)) + MISCOUNTED
        unfinished = self.evidence.scores(np.array([verdict.counts], np.intp))[0] + PRIOR[verdict.story] + UNLIKELY
        best = int(scores.argmax())
        return supposed[best] if scores[best] > unfinished else None

    @staticmethod
    def _one_away(expected: Hypotheses) -> NDArray[np.bool_]:
        """In which of the hypotheses one dame alone is gone from where the throw began, and may go by both numbers."""
        table, ends = expected.table, expected.table[[one is Story.PLAYED for one in expected.stories]]
        gone = (np.array(expected.base) - table).sum(axis=1) == 1
        gone[gone] = (np.abs(ends[None] - table[gone][:, None]).sum(axis=2) == 1).any(axis=1)
        return np.asarray(gone, np.bool_)

    def judge_called(self, expected: Hypotheses, look: Look) -> Verdict | None:
        """The best explanation now that the other says there is a fault in it; None if nothing was seen.

        Half a sortie is a fault as well, though a pile may hide whether it was, and no dame is in a hand any more.
        Which dame stands where may be as little clear as it is: that there is a fault he says.
        """
        if self.evidence.told is None:
            return None
        self.fresh = False
        half = np.array([one is Story.PARTIAL for one in expected.stories]) & (not any(expected.base[:HOME]))
        held = np.array([one is Story.IN_HAND for one in expected.stories])
        held[0] = expected.total > sum(expected.counts[0])
        first = half & self._one_away(expected)
        over = np.where(half, CALLED, 0.0) + np.where(first, LAWFUL_HALF, 0.0) + np.where(held, CALLED_EARLY, 0.0)
        return self._verdict(expected, look, over, unforeseen=CALLED, alike=half)

    def _lead(self, counts: Counts, t: float) -> None:
        if counts != self.leader:
            self.leader, self.leads_frames = counts, 0
            self.leads_since = t
        self.leads_frames += self.fresh

    def _verdict(
        self,
        expected: Hypotheses,
        look: Look,
        over: NDArray[np.float64] | float = 0.0,
        unforeseen: float = 0.0,
        alike: NDArray[np.bool_] | None = None,
    ) -> Verdict:
        """The best of the stories; over: what is added to each hypothesis besides; unforeseen: to any other counts.

        alike: hypotheses of which it does not matter which holds.
        """
        t, standing = look.t, expected.counts[0]
        foreseen = self.evidence.scores(expected.table) + expected.priors
        foreseen += look.favours(expected.table, expected.base, self.evidence.rows)
        scores = foreseen + over
        if look.idle:
            scores[1:] += IMPOSSIBLE
        if not look.own and not look.came:
            scores += np.where([one is Story.OUT_OF_TURN for one in expected.stories], IMPOSSIBLE, 0.0)
        home = not any(standing[:HOME])
        free = self.evidence.freest(standing, expected.total, fewer=2 if home else 0)
        ranked = self._rivals(scores, expected, alike)
        contenders = [(float(scores[i]), expected.counts[i], expected.stories[i]) for i in ranked]
        if free != self.strange:
            self.strange, self.rests = free, 0
        if free not in expected.counts or (look.idle and free != standing):
            score, story = self._free(free, expected, look)
            score += PATIENCE * min(self.rests, PATIENT) + unforeseen
            contenders.append((score, free, story))
        best = ranked[0]
        in_hand = expected.stories[best] in HELD and sum(expected.counts[best]) < expected.total
        # Called, a dame thought to be in his hand has been let go, though no look shows where.
        least = scores.max() - unforeseen if unforeseen and in_hand else foreseen.max()
        # Nothing that is seen can say more for such a play than its prior.
        against = self._against_the_laws(expected, look) if least < PRIOR[Story.FAULTY] else None
        if against is not None and against[0] > least and against[1] != free:
            contenders.append((against[0] + unforeseen, against[1], Story.FAULTY))
        contenders.sort(key=lambda contender: -contender[0])
        score, counts, story = contenders[0]
        nobody = (score - 99.0, counts, story)
        second_score, second, other = contenders[1] if len(contenders) > 1 else nobody
        self._lead(counts, t)
        lasted = t - max(self.blind, self.leads_since)
        lead = score - second_score
        if story in UNFORESEEN and not unforeseen:
            lead = min(lead, self._firmness(counts, story, expected))
        steady = self.leads_frames >= STEADY_FRAMES or lasted >= (
            STEADY_SECONDS if self.leads_frames > 1 else LONE_SECONDS
        )
        clear = lead >= AHEAD and (self.leads_frames > 1 or lead >= FAR_AHEAD or lasted >= STEADY_SECONDS)
        if story >= Story.IN_HAND:
            clear = clear and steady
        return Verdict(counts, story, lead, second, other, self.leads_frames, self.leads_since, steady, clear)

    def _against_the_laws(self, expected: Hypotheses, look: Look) -> tuple[float, Counts] | None:
        """The likeliest play by both numbers that none of the hypotheses is, and its score; None if there is none."""
        if expected.dice is None or look.idle:
            return None
        table = both_numbers(expected.base, expected.dice)
        if not len(table):
            return None
        scores = self.evidence.scores(table) + look.favours(table, expected.base, self.evidence.rows)
        best = int(scores.argmax())
        counts = tuple(table[best].tolist())
        return None if counts in expected.counts else (float(scores[best]) + PRIOR[Story.FAULTY], counts)

    def _firmness(self, counts: Counts, story: Story, expected: Hypotheses) -> float:
        """How firm each dame stands where counts nobody has enumerated say; other dames the dice do not account for."""
        dice = expected.dice

        def less_likely(instead: Counts) -> float:
            told = dice is not None and by_the_dice(expected.base, instead, dice)
            return 0.0 if told else PRIOR[Story.FAULTY] - PRIOR[Story.FREE]

        return self.evidence.firmness(
            counts, expected.counts[0], -DISPLACED / 2, less_likely if story is Story.FAULTY else None
        )

    @staticmethod
    def _rivals(scores: NDArray[np.float64], expected: Hypotheses, alike: NDArray[np.bool_] | None = None) -> list[int]:
        """The best hypothesis and the next that contradicts it; alike: those that do not contradict one another.

        That a hand which holds a dame holds another besides, taken where nobody can count, contradicts nothing: what it
        holds for sure is told first.
        """
        ranked = np.argsort(-scores, kind="stable")
        best = int(ranked[0])
        if alike is not None and alike[best]:
            return [best, *(int(one) for one in ranked[~alike[ranked]][:1])]
        if expected.stories[best] is not Story.IN_HAND:
            return [int(one) for one in ranked[:2]]
        held = np.array([expected.stories[one] is Story.IN_HAND for one in ranked])
        between = (expected.table >= expected.table[best]) & (expected.table <= expected.table[0])
        fewer = ranked[held & between[ranked].all(axis=1)]
        best = next((int(one) for one in fewer if one != best and scores[best] - scores[one] < AHEAD), best)
        more = (expected.table[ranked] <= expected.table[best]).all(axis=1)
        return [best, *(int(one) for one in ranked[~(more & held)][:1])]

    def _free(self, counts: Counts, expected: Hypotheses, look: Look) -> tuple[float, Story]:
        """The score of counts no law foresees, and whether at least the dice account for them."""
        if look.stale(counts, expected.counts[0]):
            surprise = PRIOR[Story.STALE] + DISPLACED * max(0, displaced(expected.counts[0], counts) - 2)
            return float(self.evidence.scores(np.array([counts], np.intp))[0]) + surprise, Story.STALE
        told = expected.dice is not None and by_the_dice(expected.base, counts, expected.dice)
        story = Story.FAULTY if told else Story.FREE
        surprise = PRIOR[story] + DISPLACED * max(0, displaced(expected.base, counts) - 2)
        surprise += BACKWARDS * moved_back(expected.base, counts)
        table = np.array([counts], np.intp)
        favours = look.favours(table, expected.base, self.evidence.rows, REACHED if story is Story.FREE else 0.0)
        return float((self.evidence.scores(table) + favours)[0]) + surprise, story
