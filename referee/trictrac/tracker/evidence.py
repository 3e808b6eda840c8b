"""The evidence of the readings about one side's dames, look by look, in nats.

Everything is a log likelihood, so that it can be added to the priors of the stories (`hypotheses.PRIOR`). The weight of
a look follows from the measured errors of the real vision (`./run bench seen`):

1. The first look at a case is worth some 5 to 8 nats, which allows for its misreadings.
2. The next look repeats 83 of 100 misreadings. So a second look with the same count is worth at most log(1/0.83) = 0.19
   nats. A look with another count is worth as much as the first: one of each is a tie, and the priors decide.
3. Once something came over the board, a second look is worth up to log(1/0.5) = 0.69 nats. The case may have changed
   meanwhile, more likely if the hand was near. In that event the earlier looks only say that the count is another now.
4. A pile hides the same dames at every look. How many lie in a row on a case is learnt from the piles on it. All counts
   above that are equally likely, so that only the total of fifteen and the other cases decide.
5. As long as no hand can have touched them, the dames stand as they are believed to. Any other reading until then was a
   misreading, and is no evidence of what a hand does later.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from referee.inference.dames import Looks, likeliest_of
from referee.inference.tables import FILTER, OBSERVATION
from referee.trictrac.numbers import CHANGES, COUNTING
from rules.position import DAMES, Case, Counts

TIED = 1e-9
"""Nats by which sums of the same counts may differ through rounding."""


def _filtered(
    stood: NDArray[np.float64],
    again: NDArray[np.float64],
    changed: NDArray[np.float64] | None,
    fresh: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the log likelihoods (24, 16) after one more look at cases that may have changed to another count.

    Args:
        stood: the log likelihoods before.
        again: those of the look, if the case did not change.
        changed: how likely each case changed, 0..1; None if nothing came over the board.
        fresh: those of the look, if the case did change.
    """
    if changed is None:
        return stood + again
    best = stood.max(axis=1, keepdims=True)
    held = np.exp(stood - best) / np.exp(stood - best).sum(axis=1, keepdims=True)
    # A changed case now holds another count than it did.
    otherwise = best + np.log(changed)[:, None] + np.log(1.0 + CHANGES.same - held) + fresh
    return np.asarray(np.logaddexp(np.log(1 - changed)[:, None] + stood + again, otherwise), np.float64)


def _unlearnt() -> NDArray[np.intp]:
    """Return how many dames lie in a row on each case, if not learnt yet; on the talons fewer, (24,)."""
    return np.array([COUNTING.row_at_home, *[OBSERVATION.row] * 22, COUNTING.row_at_home])


@dataclass(slots=True)
class Evidence(Looks):
    """The evidence of all looks about how many dames stand on each case of one side.

    Attributes:
        log: log likelihood of each count, (24, 16); the greatest of each case is 0.
        moved_since: the same, given that the dames stood as believed when they were last untouched.
        earlier: the counts of the last look before something last came over the board, (24,).
        freest_of: results of `freest` since the last look.
    """

    unlearnt: NDArray[np.intp] = field(default_factory=_unlearnt)
    piles: NDArray[np.intp] = field(default_factory=lambda: np.zeros((24, DAMES + 1), np.intp))
    log: NDArray[np.float64] = field(default_factory=lambda: np.zeros((24, DAMES + 1)))
    moved_since: NDArray[np.float64] = field(default_factory=lambda: np.zeros((24, DAMES + 1)))
    earlier: NDArray[np.intp] | None = None
    freest_of: dict[tuple[Counts, int, int], Counts] = field(default_factory=dict)

    def add(self, likely: NDArray[np.float64], standing: Counts, changed: NDArray[np.float64] | None = None) -> None:
        """Weigh one more look.

        Args:
            likely: its likelihoods, as `likelihoods` returns them.
            standing: the counts believed to stand there.
            changed: how likely each case changed since the last look, 0..1; None if nothing came over the board.
        """
        before = self.latest
        fresh, again, _ = self.see(likely, np.array(standing), stirred=changed is not None)
        if before is None:
            self.log = self.moved_since = fresh
        else:
            self.log = _filtered(self.log, again, changed, fresh)
            self.moved_since = _filtered(self.moved_since, again, changed, fresh)
            if changed is not None:
                self.earlier = before
        best = self.log.max(axis=1, keepdims=True)
        self.log, self.moved_since = self.log - best, self.moved_since - best
        self.freest_of.clear()

    def untouched(self, standing: Counts) -> None:
        """Note that no hand can have touched the dames yet, so that they stand as they are believed to."""
        at = np.arange(24), np.array(standing)
        self.moved_since = self.log - FILTER.within
        self.moved_since[at] = self.log[at]

    @property
    def moved(self) -> bool:
        """Whether a countable case was counted differently since something came there."""
        if self.earlier is None or self.latest is None:
            return False
        open_to_view = np.minimum(self.earlier, self.latest) < self.rows - 1
        return bool(((self.earlier != self.latest) & open_to_view).any())

    def counted(self, case: Case, count: int) -> bool:
        """Whether the looks show exactly `count` dames on a case, and not one more or fewer."""
        row = self.log[case - 1]
        others = [row[k] for k in (count - 1, count + 1) if 0 <= k <= DAMES]
        return bool(row[count] - max(others) > COUNTING.counted)

    def shows_gone(self, counts: NDArray[np.intp], cases: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether the looks show that a case holds no more dames than a set of counts says, for n sets, (n,).

        counts: the sets, (n, 24); cases: the case of each set, (n,), 0 for none, which gives False.
        """
        at = np.maximum(cases - 1, 0)
        here = counts[np.arange(len(counts)), at]
        sure = self.log[at, here] - self.log[at, np.minimum(here + 1, DAMES)] > COUNTING.counted
        return np.asarray(sure & (cases > 0), np.bool_)

    def short_of_best(self, counts: Counts) -> float:
        """Return by how many nats these counts are less likely than the likeliest count of every case."""
        log = self.log
        return float((log.max(axis=1) - log[np.arange(24), counts]).sum())

    def scores(self, counts: NDArray[np.intp], *, moved: bool = False) -> NDArray[np.float64]:
        """Return the log likelihood of each of several sets of counts, (n, 24) -> (n,).

        moved: whether the dames came to stand so since they were last untouched.
        """
        log = self.moved_since if moved else self.log
        return np.asarray(log[np.arange(24), counts].sum(axis=1), np.float64)

    def firmness(self, counts: Counts, standing: Counts, displaced: float) -> float:
        """Return the fewest nats it costs to suppose that one of the dames stands on another case.

        A move from one uncountable pile to another never shows, and is left out.

        Args:
            counts: how the dames stand.
            standing: the counts before.
            displaced: nats for each dame more or fewer than before on a case.
        """
        rows, held = np.arange(24), np.array(counts)
        log = self.log - displaced * np.abs(np.arange(DAMES + 1)[None, :] - np.array(standing)[:, None])
        here = log[rows, held]
        less = np.where(held > 0, here - log[rows, np.maximum(held - 1, 0)], np.inf)
        more = np.where(held < DAMES, here - log[rows, np.minimum(held + 1, DAMES)], np.inf)
        costs = less[:, None] + more[None, :]
        costs[np.outer(self._hidden(held, -1), self._hidden(held, +1))] = np.inf
        np.fill_diagonal(costs, np.inf)
        return float(costs.min())

    def _hidden(self, counts: NDArray[np.intp], step: int) -> NDArray[np.bool_]:
        """Return which piles would look the same with `step` more dames, (24,)."""
        cases, near = np.arange(24), np.clip(counts + step, 0, DAMES)
        alike = self.log[cases, counts] - self.log[cases, near] < COUNTING.counted
        return np.asarray(alike & (counts >= self.rows), np.bool_)

    def may_hold(self, counts: Counts, step: int, within: float) -> list[Case]:
        """Return the cases on which one dame more (`step` +1) or fewer (-1) costs less than `within` nats."""
        cases, held = np.arange(24), np.array(counts)
        near = np.clip(held + step, 0, DAMES)
        costs = self.log[cases, held] - self.log[cases, near]
        return [int(case) + 1 for case in np.nonzero((costs < within) & (near != held))[0]]

    def freest(self, standing: Counts, total: int, fewer: int) -> Counts:
        """Return the likeliest counts of all, lawful or not, with regard to their sum.

        standing: the counts before; total: how many dames the side has; fewer: how many may have left the board.
        """
        asked = standing, total, fewer
        if asked in self.freest_of:
            return self.freest_of[asked]
        rows = self.log - OBSERVATION.near * np.abs(np.arange(DAMES + 1)[None, :] - np.array(standing)[:, None])
        likeliest = np.sort(rows, axis=1)
        if (likeliest[:, -1] - likeliest[:, -2]).min() > TIED:
            counts = rows.argmax(axis=1).tolist()
            if total - fewer <= sum(counts) <= total:
                # The sum costs nothing, so the likeliest count of each case is the best.
                self.freest_of[asked] = tuple(counts)
                return self.freest_of[asked]
        counts = likeliest_of(rows, total, fewer, most=DAMES + 1, returned=COUNTING.returned)
        self.freest_of[asked] = counts
        return counts
