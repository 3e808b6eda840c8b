"""The evidence of one rest's looks about the dames, in nats, given the position before the rest.

1. A reading gives how likely each number of dames is on each case.
2. The first look at a case counts fully, less the known rate of confident misreadings.
3. Misreadings are repeated. On a case supposed unchanged, a second look with the same count adds hardly anything. All
   such looks together add no more than the rate at which misreadings last. On a changed case every look counts fully.
4. A pile hides the same dames at every look.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from events.board_reading import CaseReading, Colour
from referee.inference.tables import FILTER, OBSERVATION, Observation
from rules.position import DAMES, Side
from rules.seating import Seating

CASES = 48
"""The cases of both sides, each in its owner's numbering: Blancs' 24, then Noirs'."""

_AT = np.arange(CASES)

COUNTS = np.arange(DAMES + 1)


def _nothing() -> NDArray[np.float64]:
    """Return log likelihoods that say nothing, (48, 16)."""
    return np.zeros((CASES, DAMES + 1))


@lru_cache(maxsize=8)
def _ranks(seating: Seating) -> dict[tuple[str, int], int]:
    """Return the index of each physical case in the Blancs' own numbering, from 0."""
    return {
        (row, column): seating.case(Side.BLANCS, row, column) - 1 for row in ("near", "far") for column in range(1, 13)
    }


def likely(
    shares: NDArray[np.float64], rows: NDArray[np.intp], rates: Observation = OBSERVATION
) -> NDArray[np.float64]:
    """Return the likelihood of each count 0..15 on n cases, from the shares of a reading, (n, 16) -> (n, 16).

    rows: how many dames lie next to one another on each case, (n,). The others lie on top of them and are not seen.
    """
    one_more = shares.argmax(axis=1)[:, None] + 1 == COUNTS
    table = np.where(one_more, rates.overlooked * shares, shares)
    invented, missed = rates.invented * table[:, 1:], rates.missed * table[:, :-1]
    table[:, :-1] += invented
    table[:, 1:] += missed
    table = np.maximum(table, rates.floor)
    piled = rows[:, None] <= COUNTS
    seen = np.maximum.accumulate(np.where(piled, table, 0.0), axis=1)
    askew = rates.askew * table[np.arange(len(table)), rows - 1]
    return np.asarray(np.where(piled, np.maximum(seen, askew[:, None]), table), np.float64)


def likelihoods(
    cases: tuple[CaseReading, ...], side: Side, colour: Colour, seating: Seating, rows: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return the likelihoods of each case of `side` in its own numbering, (24, 16).

    All counts are taken for equally likely on a case that was not read.
    """
    table = np.full((24, DAMES + 1), 1.0 / (DAMES + 1))
    if cases:
        ranks = _ranks(seating)
        given = np.array([case.light if colour is Colour.LIGHT else case.dark for case in cases])
        given[:, 0] = 1.0 - given[:, 1:].sum(axis=1)
        table[[ranks[case.row, case.column] for case in cases]] = given
    return likely(table[::-1] if side is Side.NOIRS else table, rows)


@dataclass(slots=True)
class Looks:
    """What the looks at n cases have shown: the last counts, and how many dames lie in a row.

    Attributes:
        unlearnt: how many dames lie next to one another on each case, if no pile there has shown it, (n,).
        piles: how often each number of dames was seen of a pile on a case, (n, 16).
        latest: the counts of the last look, (n,); None before the first.
        known: `rows`, as long as `piles` are the same.
    """

    unlearnt: NDArray[np.intp]
    piles: NDArray[np.intp]
    latest: NDArray[np.intp] | None = None
    known: NDArray[np.intp] | None = None

    @property
    def rows(self) -> NDArray[np.intp]:
        """How many dames lie next to one another on each case, as far as piles there have shown, (n,)."""
        if self.known is None:
            self.known = np.where(self.piles.any(axis=1), np.maximum(self.piles.argmax(axis=1), 1), self.unlearnt)
        return self.known

    def see(
        self, likely: NDArray[np.float64], standing: NDArray[np.intp], *, stirred: bool
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
        """Take one look in.

        Args:
            likely: the likelihood of each count, (n, 16).
            standing: the counts believed to stand there, (n,).
            stirred: whether something moved over the board since the last look.

        Returns:
            The log likelihood of each count by this look alone, and given the look before, both (n, 16), and which
            cases show the same count as then, (n, 1).
        """
        likely = likely / likely.max(axis=1, keepdims=True)
        # Where all counts of a pile are equally likely, the smallest is the one that was seen.
        latest, fresh = (likely > OBSERVATION.alike).argmax(axis=1), np.log(likely)
        piled = standing >= OBSERVATION.piled
        if piled.any():
            self.piles[np.arange(len(latest)), latest] += piled
            self.known = None
        before, self.latest = self.latest, latest
        if before is None:
            return fresh, fresh, np.zeros((len(latest), 1), np.bool_)
        stuck = OBSERVATION.again_later if stirred else OBSERVATION.again
        alike = (latest == before)[:, None]
        again = np.log(np.where(alike, stuck, 0.0) + (1 - stuck) * likely)
        # A pile hides the same dames again.
        hidden = alike & (latest[:, None] < COUNTS) & (latest >= self.rows - 1)[:, None]
        return fresh, np.where(hidden, 0.0, again), alike


@dataclass(slots=True)
class Rest(Looks):
    """The looks of one rest of the table at the cases of both sides.

    Attributes:
        same: log likelihood of each count where the case did not change since the rest before, (48, 16).
        fresh: log likelihood of each count where the case did change, (48, 16).
        looks: how many looks there were since the rest began.
        telling: whether the last look said anything new.
        run: nats that the looks in a row with the same count took from the other counts, (48, 16).
    """

    unlearnt: NDArray[np.intp] = field(default_factory=lambda: np.full(CASES, OBSERVATION.row, np.intp))
    piles: NDArray[np.intp] = field(default_factory=lambda: np.zeros((CASES, DAMES + 1), np.intp))
    same: NDArray[np.float64] = field(default_factory=_nothing)
    fresh: NDArray[np.float64] = field(default_factory=_nothing)
    looks: int = 0
    telling: bool = True
    run: NDArray[np.float64] = field(default_factory=_nothing)

    def again(self) -> None:
        """Forget the looks so far: a new rest begins, or the same rest goes on for new hypotheses."""
        self.same, self.fresh = _nothing(), _nothing()
        self.looks = 0

    def add(self, likely: NDArray[np.float64], standing: NDArray[np.intp], *, stirred: bool) -> None:
        """Weigh one look in; for the arguments see `see`."""
        first, before = self.latest is None, self.looks
        fresh, again, alike = self.see(likely, standing, stirred=stirred)
        if first:
            self.same = self.fresh = fresh
        else:
            # Dames that do not move are misread the same way each time: all looks count hardly more than the first.
            run = np.where(alike, np.maximum(self.run + again, np.log(OBSERVATION.lasting)), 0.0)
            again = np.where(alike, run - self.run, again)
            self.run = run
            self.same = self.same + again
            self.fresh = fresh if not before else self.fresh + again
        self.telling = before < FILTER.repeated or not alike.all()
        self.looks += 1

    def scores(self, looks: NDArray[np.intp], stood: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return the log likelihoods of n sets of counts, (n, 48) -> (n,); stood: the counts before the rest, (48,)."""
        return np.asarray(np.where(looks == stood, self.same[_AT, looks], self.fresh[_AT, looks]).sum(axis=1))

    def likeliest(self, stood: NDArray[np.intp]) -> float:
        """Return the log likelihood of the likeliest counts of all cases, lawful or not."""
        return float(self._alone(stood).max(axis=1).sum())

    def _alone(self, stood: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return the log likelihood of each count of each case by itself, (48, 16)."""
        return np.where(stood[:, None] == COUNTS, self.same, self.fresh)

    def freest(self, stood: NDArray[np.intp], side: int, total: int, fewer: int) -> tuple[int, ...]:
        """Return the likeliest counts of one side's 24 cases, lawful or not, with regard to their sum.

        side: 0 Blancs, 1 Noirs; total: how many dames there are; fewer: how many may have left the cases.
        """
        part = slice(24 * side, 24 * side + 24)
        rows = self._alone(stood)[part] - OBSERVATION.near * np.abs(COUNTS - stood[part, None])
        return likeliest_of(rows, total, fewer, most=total)


def likeliest_of(
    rows: NDArray[np.float64], total: int, fewer: int, *, most: int, returned: float = 0.0
) -> tuple[int, ...]:
    """Return the likeliest counts of one side's cases, with regard to the cost of believing their sum.

    Args:
        rows: log likelihood of each count of each case, (24, 16).
        total: how many dames the side has.
        fewer: how many dames may have left the cases.
        most: the greatest sum.
        returned: nats that each dame beyond `total` costs, up to the fifteen.
    """
    # best[t]: the best score of the cases so far holding t dames. Negative t reads the end of the array, -inf.
    best, came = np.full(most + 1 + DAMES, -np.inf), []
    best[0] = 0.0
    sums = np.arange(most + 1)
    for row in rows:
        options = best[sums[:, None] - COUNTS] + row
        came.append(options.argmax(axis=1))
        best[: most + 1] = options.max(axis=1)
    wrong = np.maximum(np.maximum(total - fewer - sums, sums - DAMES), 0)
    cost = OBSERVATION.missing * wrong + returned * np.clip(sums - total, 0, DAMES - total)
    left = int((best[: most + 1] - cost).argmax())
    counts: list[int] = []
    for each in reversed(came):
        counts.append(int(each[left]))
        left -= counts[-1]
    return tuple(reversed(counts))
