"""One side's dames: which hypothesis is ahead, and whether clearly enough to act on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import exp

import numpy as np
from numpy.typing import NDArray

from referee.inference.deciding import worth_accusing
from referee.inference.tables import FILTER, OBSERVATION
from referee.trictrac.numbers import PATIENCE, PLAYS
from referee.trictrac.tracker.evidence import Evidence
from referee.trictrac.tracker.hypotheses import PRIOR, Hypotheses, Story
from referee.trictrac.tracker.hypothesis_scoring import (
    HELD,
    Contender,
    Occasion,
    contenders,
    foreseen_scores,
    freest,
    may_be_put_down,
    one_away,
)
from referee.trictrac.tracker.moves import HOME
from referee.trictrac.tracker.observation import Look
from rules.position import BANDE, DAMES, Case, Counts, Side

UNFINISHED = frozenset({Story.STANDING, Story.TAKEN_BACK, Story.PARTIAL})
UNDER_WAY = frozenset({Story.STANDING, Story.TAKEN_BACK, Story.PLAYED, Story.PARTIAL, Story.IN_HAND})
"""Stories of a throw under way."""

WHOLE = frozenset({Story.PLAYED, Story.LATE})
"""Stories of whole lawful plays."""

UNFORESEEN = frozenset({Story.FAULTY, Story.FREE, Story.STALE})
"""Stories of counts that were not enumerated. The looks must show each of their dames firmly."""

COUNTINGS = 40
"""How many changes in the counts of one side's dames are remembered: more than occur in a throw."""

ANY = Occasion()
"""The occasion of an ordinary look."""


@dataclass(frozen=True, slots=True)
class DamesVerdict:
    """The best explanation of the looks.

    Attributes:
        counts: how the dames stand by it.
        story: how they came to stand so.
        lead: nats by which it leads the next best explanation.
        second: the counts of that one.
        other: the story of that one.
        frames: in how many readings it has led.
        since: when it began to lead, seconds.
        steady: whether it has lasted long enough even for an unlawful story.
        clear: whether the tracker may act on it.
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

    Attributes:
        strange_since: since when the dames have not been seen as they are believed to stand.
        strange: the likeliest counts of all, lawful or not.
        rests: in how many rests those were the same.
        counts: the counts of the looks, each with the time it was first seen.
        weighed: the hypotheses of the last look, their scores, and the contenders that were not enumerated; None if the
            dames stood as believed.
    """

    side: Side
    evidence: Evidence = field(default_factory=Evidence)
    leader: Counts = ()
    leads_since: float = 0.0
    leads_frames: int = 0
    blind: float = 0.0
    fresh: bool = True
    strange_since: float | None = None
    strange: Counts = ()
    rests: int = 0
    counts: deque[tuple[float, tuple[int, ...]]] = field(default_factory=lambda: deque(maxlen=COUNTINGS))
    weighed: tuple[Hypotheses, NDArray[np.float64], list[Contender]] | None = None

    def on_blinded(self, t: float) -> None:
        """Note that a hand was over the board."""
        self.blind = t
        self.leads_frames = min(self.leads_frames, 1)
        self.weighed = None

    def explanations(self, standing: Counts) -> list[Contender]:
        """Return the explanations of the rest that are not too far behind the best; standing: the counts believed.

        Their scores are those of the looks alone, and that of the likeliest is 0.
        """
        if self.weighed is None:
            return [Contender(0.0, standing, Story.STANDING)] if self.leader == standing else []
        expected, scores, unforeseen = self.weighed
        near = np.flatnonzero(scores >= scores.max() - FILTER.within)
        every = (
            Contender(float(scores[one]), expected.counts[one], expected.stories[one], float(expected.priors[one]))
            for one in near
        )
        found = [*(one for one in every if one.story in UNDER_WAY), *unforeseen]
        best = max((one.score - one.prior for one in found), default=0.0)
        return [replace(one, score=one.score - one.prior - best) for one in found]

    def weigh(self, look: Look, standing: Counts, expected: Callable[[], Hypotheses]) -> DamesVerdict | None:
        """Weigh one more look; None when the dames as believed explain it (nearly) perfectly, or clearly best.

        expected: returns the hypotheses; called only when something does not stand as it did.
        """
        self.fresh, self.weighed = look.likely is not None, None
        if look.likely is not None:
            self.evidence.add(look.likely, standing, look.changed)
            self.rests += look.changed is not None
            self._counted(look.t)
        elif self.evidence.latest is None:
            return None
        if look.untouched:
            self.evidence.untouched(standing)
        if self.evidence.short_of_best(standing) <= PATIENCE.nearly:
            # A pile may look as before although the hand took dames off the board from it.
            going_out = look.took_some and not any(standing[:HOME])
            verdict = self._verdict(expected(), look) if going_out else None
            if verdict is not None and verdict.counts != standing and verdict.clear:
                return verdict
            self.weighed = None
            self._lead(standing, look.t)
            self.strange_since = None
            return None
        self.strange_since = look.t if self.strange_since is None else self.strange_since
        verdict = self._verdict(expected(), look)
        return None if verdict.counts == standing and verdict.lead >= PATIENCE.ahead else verdict

    def _counted(self, t: float) -> None:
        latest = () if self.evidence.latest is None else tuple(self.evidence.latest.tolist())
        if not self.counts or self.counts[-1][1] != latest:
            self.counts.append((t, latest))

    def since(self, case: Case, count: int, after: float) -> float | None:
        """Return when this count was first seen on a case after a time; None if that case cannot be counted."""
        if not self.evidence.counted(case, count):
            return None
        return next((t for t, seen in self.counts if t >= after and seen[case - 1] == count), None)

    def change(self, case: Case, since: float) -> int:
        """Return how many dames more the last look showed on a case than the last one before a time."""
        before = next((seen for t, seen in reversed(self.counts) if t <= since), ())
        return self.counts[-1][1][case - 1] - before[case - 1] if before else 0

    def fuller(self, case: Case, before: Counts, after: float) -> float | None:
        """Return when a case first held more than `before` after a time; None if never, or off the board."""
        looks = self.counts if case < BANDE else ()
        return next((t for t, seen in looks if t > after and seen[case - 1] > before[case - 1]), None)

    def held_at(
        self,
        before: Counts,
        after: Counts,
        since: float,
        taken: Callable[[Case], float] | None = None,
        late: Callable[[Case, Case, float], bool] = lambda _start, _end, _t: False,
    ) -> float | None:
        """Return when two dames moved from `before` to `after` were both in the air; None if never.

        A case where they came must have looked otherwise then. If one of them came from or to a pile, the player's
        hand may show it.

        Args:
            before: the counts before.
            after: the counts after.
            since: the earliest time, seconds.
            taken: returns when the hand took a dame from a pile that cannot be counted.
            late: whether the hand brought a dame from a case to a pile that cannot be counted only after a time.
        """
        gone = [case for case in range(1, 25) if after[case - 1] < before[case - 1]]
        came = [case for case in range(1, 25) if after[case - 1] > before[case - 1]]
        away = sum(before[case - 1] - after[case - 1] for case in gone)
        piles = [case for case in gone if not self.evidence.counted(case, after[case - 1])]
        now = self.counts[-1][1] if self.counts else before
        hidden = [case for case in came if before[case - 1] >= now[case - 1]]
        if away < 2 or len(hidden) == len(came):
            return None
        if piles and (taken is None or len(piles) == len(gone)):
            return None
        from_piles = max((taken(case) for case in piles), default=since) if taken is not None else since
        for t, seen in self.counts:
            lifted = all(seen[case - 1] == after[case - 1] for case in gone if case not in piles)
            there = any(seen[case - 1] != before[case - 1] for case in came if case not in hidden)
            if t >= max(since, from_piles) and lifted and not there:
                return t if all(any(late(start, end, t) for start in gone) for end in hidden) else None
        return None

    def visible_counts(self, standing: Counts) -> Counts:
        """Return the likeliest counts, whether or not a play led there; standing: the counts before.

        All fifteen may be back on the board. Any number may have gone off it once all are in the jan de retour.
        """
        here = self.evidence.freest(standing, DAMES, fewer=0)
        fewer = self.evidence.freest(standing, sum(standing), fewer=DAMES)
        if any(fewer[:HOME]):
            return here
        back = OBSERVATION.missing if sum(standing) < DAMES else 0.0
        return here if self.evidence.short_of_best(here) + back < self.evidence.short_of_best(fewer) else fewer

    def judge_now(self, expected: Hypotheses, look: Look) -> DamesVerdict | None:
        """Return the best explanation of the looks when the next throw has come; None if there were no looks."""
        if self.evidence.latest is None:
            return None
        self.fresh = False
        in_hand = np.array([one is Story.IN_HAND for one in expected.stories])
        # A player may throw while the last dame is still in the other's hand, if it was seen to leave its case.
        played = (expected.table > np.array(expected.base)).any(axis=1)
        last = (played | one_away(expected)) & (not expected.complete)
        last &= self.evidence.shows_gone(expected.table, expected.held)
        in_hand[0] = last[0]
        # If no lawful play puts that dame down, the play is against the laws.
        against = in_hand & last & ~may_be_put_down(expected)
        over = np.where(in_hand, np.where(last, PLAYS.last_held - expected.priors, PLAYS.held_still), 0.0)
        over += np.where(against, PRIOR[Story.FAULTY], 0.0)
        if any(expected.base[:HOME]):
            # Any other dames in the hand would be off the board, where none may go before all are home (Lois VIII).
            held = np.array([one in HELD for one in expected.stories])
            short = expected.total - expected.table.sum(axis=1)
            over -= np.where(held, OBSERVATION.missing * np.maximum(short - last, 0), 0.0)
        unfinished = np.array([one in UNFINISHED for one in expected.stories])
        unfinished[0] &= not expected.complete and not last[0]
        home = not any(expected.base[:HOME])
        half = np.array([home and counts != expected.base for counts in expected.counts])
        over += np.where(unfinished, np.where(half, PLAYS.one_out, PLAYS.unfinished), 0.0)
        if unfinished[0] and expected.counts[0] != expected.base:
            over[0] += PRIOR[Story.PARTIAL]  # its looks are weighed again, so it is no likelier for being reported
        return self._verdict(expected, look, Occasion(over))

    def judge_called(self, expected: Hypotheses, look: Look) -> DamesVerdict | None:
        """Return the best explanation when the other player calls a fault; None if there were no looks.

        Half a sortie is a fault too, though a pile may hide whether it was made. No dame is taken to be in a hand any
        more. The call says that there is a fault, so it may stay unclear which dame stands where.
        """
        if self.evidence.latest is None:
            return None
        self.fresh = False
        half = np.array([one is Story.PARTIAL for one in expected.stories]) & (not any(expected.base[:HOME]))
        held = np.array([one is Story.IN_HAND for one in expected.stories])
        held[0] = expected.total > sum(expected.counts[0])
        first = half & one_away(expected)
        over = (
            np.where(half, PLAYS.called, 0.0)
            + np.where(first, PLAYS.lawful_half, 0.0)
            + np.where(held, PLAYS.called_early, 0.0)
        )
        return self._verdict(expected, look, Occasion(over, PLAYS.called, half))

    def _lead(self, counts: Counts, t: float) -> None:
        if counts != self.leader:
            self.leader, self.leads_frames = counts, 0
            self.leads_since = t
        self.leads_frames += self.fresh

    def _verdict(self, expected: Hypotheses, look: Look, occasion: Occasion = ANY) -> DamesVerdict:
        free = freest(self.evidence, expected)
        if free != self.strange:
            self.strange, self.rests = free, 0
        foreseen = foreseen_scores(self.evidence, expected, look)
        best, *others = contenders(self.evidence, expected, look, occasion, (free, self.rests), foreseen)
        if occasion is ANY:
            self.weighed = expected, foreseen, [one for one in (best, *others) if one.story in UNFORESEEN]
        counts, story = best.counts, best.story
        if occasion.unforeseen and story is Story.FAULTY:
            # The call says that there is a fault, so other faults are no rivals: the likeliest is reported.
            others = [one for one in others if one.story not in UNFORESEEN]
        second = others[0] if others else Contender(-np.inf, counts, story)
        self._lead(counts, look.t)
        lasted = look.t - max(self.blind, self.leads_since)
        lead = best.score - second.score
        if story in UNFORESEEN and not occasion.unforeseen:
            lead = min(lead, self.evidence.firmness(counts, expected.counts[0], -PLAYS.displaced / 2))
        enough = PATIENCE.seconds if self.leads_frames > 1 else PATIENCE.alone
        steady = self.leads_frames >= PATIENCE.frames or lasted >= enough
        # As in `decide`: the wait must have cost as much as the best explanation is expected to cost. Nobody waits for
        # a part of a play: another look may show it otherwise, and it is a fault as soon as the next dice fall.
        costs, waited = look.costs, max(look.t - self.blind, PATIENCE.unnoticed)
        whole = costs.wrong * exp(-lead) <= waited
        part = self.leads_frames > 1 or lasted >= PATIENCE.seconds or costs.accused * exp(-lead) <= PATIENCE.unnoticed
        clear = lead >= PATIENCE.ahead and (whole if story in WHOLE else part)
        if story >= Story.IN_HAND:
            clear = clear and steady
        if story in UNFORESEEN and not occasion.unforeseen:
            clear = clear and worth_accusing(lead, look.costs)
        frames, since = self.leads_frames, self.leads_since
        return DamesVerdict(counts, story, lead, second.counts, second.story, frames, since, steady, clear)
