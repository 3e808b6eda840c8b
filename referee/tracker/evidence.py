"""What the readings say about one side's dames, look upon look, in nats.

Everything is a log likelihood, so that it can be added to the priors of the stories (`hypotheses.PRIOR`). What a look
is worth follows from how the real vision was measured to err (`./run bench seen`):

1. The first look at a case is worth what it says, but for what it may have misread all the same: some 5 to 8 nats.
2. What is misread is misread again at the next look in 83 of 100. So a look that counts the same as the one before is
   worth at most log(1/0.83) = 0.19 nats, and one that counts otherwise is worth as much as the first: one of each is a
   tie, and the priors decide.
3. Once something came over the board a second look is worth up to log(1/0.5) = 0.69 nats; and the case may have been
   changed meanwhile, the likelier the nearer the hand was: then what was seen before says nothing of now but that it is
   another count.
4. What a pile hides it hides at every look. How many dames lie in a row on a case is learnt from the piles on it; of
   more than that all counts are as likely, and only the fifteen and the other cases tell.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from events.board_reading import Colour
from rules.position import DAMES, Side

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from events.board_reading import CaseReading
    from rules.position import Case, Counts
    from rules.seating import Seating

AGAIN, AGAIN_LATER = 0.83, 0.5
"""How often what was read of a case is read again at the next look, right or wrong, as nothing was looked at anew; and
how often, once something came over the board: shadows fall otherwise."""

INVENTED, MISSED = 0.003, 0.0005
"""How often one dame more or fewer is read of a case than lies there, though nothing in the reading says that it may
be."""

OVERLOOKED = 0.2
"""How much of the chance a reading leaves to one dame more than it counts is true: hardly any is overlooked that lies
open."""

FLOOR = 3e-4
"""No reading is believed beyond this: one case misread with full confidence must not outweigh the rest of the board."""

MISSING = 7.0
"""What it costs, in nats, to suppose one dame more or less than there should be."""

RETURNED = 4.0
"""The same for one that was believed to have left the board, and had not, or is back."""

PILED = 8
"""From so many dames on there is always a pile: what is seen of it is how many lie in a row there."""

ROW, ROW_AT_HOME = 5, 3
"""How many of them lie in a row at least, where that is not known: on a flèche, and on a talon, where they are kept."""

ASKEW = 0.3
"""How likely one dame fewer than that is seen of a pile: they lie anyhow."""

NEAR = 0.3
"""What each dame more or fewer than stood there costs, in nats, where nothing is seen that tells."""

SAME = 1e-3
"""How likely a case that a hand changed holds as many dames as before all the same: one was taken there and one put."""

COUNTED = 1.0
"""Nats by which a count must be likelier than one more or one fewer to be told at all."""

TIED = 1e-9
"""Nats by which counts differ no more than sums of them are rounded."""

_COUNTS = np.arange(DAMES + 2)
_FROM = _COUNTS[:, None] - np.arange(DAMES + 1)[None, :]
"""How many dames the cases before one hold, where with it they hold so many (rows) and it so many itself; -1 or less:
that cannot be, which is what stands at the end of `freest`'s scores."""


@lru_cache(maxsize=8)
def _ranks(seating: Seating) -> dict[tuple[str, int], int]:
    """Where each physical case stands in the Blancs' own numbering, from 0."""
    return {
        (row, column): seating.case(Side.BLANCS, row, column) - 1 for row in ("near", "far") for column in range(1, 13)
    }


def likelihoods(
    cases: tuple[CaseReading, ...], side: Side, colour: Colour, seating: Seating, rows: NDArray[np.intp]
) -> NDArray[np.float64]:
    """For each case of `side` (rows, own numbering) the likelihood that k = 0..15 of its dames stand there, (24, 16).

    rows: how many dames lie beside one another on each case, (24,); the others lie on them, and are not seen. A case
    that no reading tells about is left open: every count is as likely as any other.
    """
    table = np.full((24, DAMES + 1), 1.0 / (DAMES + 1))
    if cases:
        ranks = _ranks(seating)
        given = np.array([case.light if colour is Colour.LIGHT else case.dark for case in cases])
        given[:, 0] = 1.0 - given[:, 1:].sum(axis=1)
        table[[ranks[case.row, case.column] for case in cases]] = given
    if side is Side.NOIRS:
        table = table[::-1]
    counts = np.arange(DAMES + 1)[None, :]
    one_more = counts == table.argmax(axis=1)[:, None] + 1
    table = np.where(one_more, OVERLOOKED * table, table)
    invented, missed = INVENTED * table[:, 1:], MISSED * table[:, :-1]
    table[:, :-1] += invented
    table[:, 1:] += missed
    table = np.maximum(table, FLOOR)
    piled = counts >= rows[:, None]
    seen = np.maximum.accumulate(np.where(piled, table, 0.0), axis=1)
    askew = ASKEW * table[np.arange(24), rows - 1]
    return np.asarray(np.where(piled, np.maximum(seen, askew[:, None]), table), np.float64)


@dataclass(slots=True)
class Evidence:
    """What all looks together say of how many dames stand on each case of one side.

    log: log likelihoods of each count, (24, 16), the greatest of each case 0; told: what the last look counted, (24,),
    None before the first; earlier: the same of the last look before something came over the board for the last time;
    piles: how often so many dames were seen of a pile there, (24, 16); row_at_home: how many lie in a row on a talon,
    where that is not known; known: what `rows` says as long as `piles` are the same; freest_of: what `freest` has found
    since the last look.
    """

    log: NDArray[np.float64] = field(default_factory=lambda: np.zeros((24, DAMES + 1)))
    told: NDArray[np.intp] | None = None
    earlier: NDArray[np.intp] | None = None
    piles: NDArray[np.intp] = field(default_factory=lambda: np.zeros((24, DAMES + 1), np.intp))
    row_at_home: int = ROW_AT_HOME
    known: NDArray[np.intp] | None = None
    freest_of: dict[tuple[Counts, int, int], Counts] = field(default_factory=dict)

    @property
    def rows(self) -> NDArray[np.intp]:
        """How many dames lie beside one another on each case, as far as piles there have told, (24,)."""
        if self.known is None:
            unknown = np.array([self.row_at_home, *[ROW] * 22, self.row_at_home])
            self.known = np.where(self.piles.any(axis=1), np.maximum(self.piles.argmax(axis=1), 1), unknown)
        return self.known

    def add(self, likely: NDArray[np.float64], standing: Counts, changed: NDArray[np.float64] | None = None) -> None:
        """Weigh one more look in.

        likely: what it says, as `likelihoods` gives it; standing: what is believed to stand there; changed: where
        something came over the board since the last look, how likely each case was changed by it, 0..1.
        """
        likely = likely / likely.max(axis=1, keepdims=True)
        # Of a pile whose counts are all as likely the least is what was seen.
        told, fresh = (likely > 0.9).argmax(axis=1), np.log(likely)
        piled = np.array(standing) >= PILED
        if piled.any():
            self.piles[np.arange(24), told] += piled
            self.known = None
        if self.told is None:
            self.log = fresh
        else:
            stuck = AGAIN if changed is None else AGAIN_LATER
            same, counts = (told == self.told)[:, None], np.arange(DAMES + 1)[None, :]
            again = np.log(np.where(same, stuck, 0.0) + (1 - stuck) * likely)
            # What a pile hides it hides again.
            hidden = same & (counts > told[:, None]) & (told >= self.rows - 1)[:, None]
            stood, self.log = self.log, self.log + np.where(hidden, 0.0, again)
            if changed is not None:
                self.earlier = self.told
                # What was changed holds another count now than it did.
                held = np.exp(stood) / np.exp(stood).sum(axis=1, keepdims=True)
                otherwise = np.log(changed)[:, None] + np.log(1.0 + SAME - held) + fresh
                self.log = np.logaddexp(np.log(1 - changed)[:, None] + self.log, otherwise)
        self.log -= self.log.max(axis=1, keepdims=True)
        self.told = told
        self.freest_of.clear()

    def missed_before(self, standing: Counts, counts: Counts) -> bool:
        """Whether a dame that `counts` lack of those that stood was not seen any more before something came there."""
        if self.earlier is None:
            return False
        gone = np.array(counts) < np.array(standing)
        return bool((gone & (self.earlier <= np.array(counts)) & (self.earlier < self.rows - 1)).any())

    def twice_told(self, standing: Counts, counts: Counts) -> bool:
        """Whether what `counts` say otherwise than stood was told before something came over the board, and since."""
        if self.earlier is None or self.told is None:
            return False
        other, said = np.array(counts) != np.array(standing), np.array(counts)
        return bool(((self.earlier == said) & (self.told == said))[other].all())

    @property
    def moved(self) -> bool:
        """Whether another count was told somewhere, of dames that can be counted, since something came there."""
        if self.earlier is None or self.told is None:
            return False
        open_to_view = np.minimum(self.earlier, self.told) < self.rows - 1
        return bool(((self.earlier != self.told) & open_to_view).any())

    def seems_moved(self, standing: Counts) -> bool:
        """Whether the last look told fewer dames than stood on one case and more on another, of those it can count."""
        if self.told is None:
            return False
        stood = np.array(standing)
        more = np.where(np.minimum(self.told, stood) < self.rows - 1, self.told - stood, 0)
        return bool((more < 0).any() and (more > 0).any())

    def counted(self, case: Case, count: int) -> bool:
        """Whether it can be told that `count` dames stand on a case, and not one more or fewer."""
        row = self.log[case - 1]
        others = [row[k] for k in (count - 1, count + 1) if 0 <= k <= DAMES]
        return bool(row[count] - max(others) > COUNTED)

    def told_gone(self, counts: NDArray[np.intp], cases: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether it can be told that there are no more dames on a case than each of several sets of counts say.

        counts: (n, 24); cases: one of each, 0 for none, of which nothing can be told, (n,); (n,).
        """
        at = np.maximum(cases - 1, 0)
        here = counts[np.arange(len(counts)), at]
        sure = self.log[at, here] - self.log[at, np.minimum(here + 1, DAMES)] > COUNTED
        return np.asarray(sure & (cases > 0), np.bool_)

    def short_of_best(self, counts: Counts) -> float:
        """By how many nats these counts explain less than the likeliest count of every case does."""
        log = self.log
        return float((log.max(axis=1) - log[np.arange(24), counts]).sum())

    def scores(self, counts: NDArray[np.intp]) -> NDArray[np.float64]:
        """The log likelihood of each of several sets of counts, (n, 24) -> (n,)."""
        return np.asarray(self.log[np.arange(24), counts].sum(axis=1), np.float64)

    def miscounted(self, counts: NDArray[np.intp], pile: int, cost: float) -> NDArray[np.float64]:
        """What sets of counts gain when one dame more or fewer on each case of at least `pile` is taken for possible.

        counts: (n, 24); cost: what that costs, in nats; (n,).
        """
        log, rows = self.log, np.arange(24)
        near = np.stack([np.clip(counts + step, 0, DAMES) for step in (-1, 0, 1)])
        logs = log[rows, near] + np.array([cost, 0.0, cost])[:, None, None]
        return np.asarray(np.where(counts >= pile, logs.max(axis=0) - logs[1], 0.0).sum(axis=1), np.float64)

    def firmness(
        self, counts: Counts, standing: Counts, displaced: float, less_likely: Callable[[Counts], float] | None = None
    ) -> float:
        """How many nats it costs at least to have one of the dames stand on another case than `counts` say.

        From one pile that nobody can count to another does not matter: that can never be told. standing: what stood
        before; displaced: what it costs to suppose a dame moved from there; less_likely: by how many nats other counts
        were less to be expected than these.
        """
        rows, held = np.arange(24), np.array(counts)
        log = self.log - displaced * np.abs(np.arange(DAMES + 1)[None, :] - np.array(standing)[:, None])
        here = log[rows, held]
        less = np.where(held > 0, here - log[rows, np.maximum(held - 1, 0)], np.inf)
        more = np.where(held < DAMES, here - log[rows, np.minimum(held + 1, DAMES)], np.inf)
        costs = less[:, None] + more[None, :]
        costs[np.outer(self._hidden(held, -1), self._hidden(held, +1))] = np.inf
        np.fill_diagonal(costs, np.inf)
        if less_likely is None:
            return float(costs.min())
        firm = np.inf
        for at in np.argsort(costs, axis=None, kind="stable"):
            one, other = divmod(int(at), 24)
            if costs[one, other] >= firm:
                break
            instead = list(counts)
            instead[one] -= 1
            instead[other] += 1
            firm = min(firm, float(costs[one, other]) + less_likely(tuple(instead)))
        return float(firm)

    def _hidden(self, counts: NDArray[np.intp], step: int) -> NDArray[np.bool_]:
        """The piles that would look the same with one dame more or fewer, (24,)."""
        cases, near = np.arange(24), np.clip(counts + step, 0, DAMES)
        alike = self.log[cases, counts] - self.log[cases, near] < COUNTED
        return np.asarray(alike & (counts >= self.rows), np.bool_)

    def may_hold(self, counts: Counts, step: int, within: float) -> list[Case]:
        """The cases on which one dame more (+1) or fewer (-1) than these counts say costs less than so many nats."""
        cases, held = np.arange(24), np.array(counts)
        near = np.clip(held + step, 0, DAMES)
        costs = self.log[cases, held] - self.log[cases, near]
        return [int(case) + 1 for case in np.nonzero((costs < within) & (near != held))[0]]

    def freest(self, standing: Counts, total: int, fewer: int) -> Counts:
        """The likeliest counts of all, lawful or not, whose sum costs as little as possible to believe.

        standing: what stood before; total: how many dames the side has; fewer: how many may have left the board.
        """
        asked = standing, total, fewer
        if asked in self.freest_of:
            return self.freest_of[asked]
        rows = self.log - NEAR * np.abs(np.arange(DAMES + 1)[None, :] - np.array(standing)[:, None])
        likeliest = np.sort(rows, axis=1)
        if (likeliest[:, -1] - likeliest[:, -2]).min() > TIED:
            counts = rows.argmax(axis=1).tolist()
            if total - fewer <= sum(counts) <= total:
                # The likeliest of each case by itself is the likeliest of all where its sum costs nothing.
                self.freest_of[asked] = tuple(counts)
                return self.freest_of[asked]
        # best[t]: the best score of the cases so far holding t dames, at its end that of what cannot be; came[c][t]:
        # how many of them case c holds.
        best = np.full(len(_COUNTS) + DAMES, -np.inf)
        best[0] = 0.0
        came: list[NDArray[np.intp]] = []
        for row in rows:
            options = best[_FROM] + row
            chosen = options.argmax(axis=1)
            came.append(chosen)
            best[: len(_COUNTS)] = options[_COUNTS, chosen]
        back = np.clip(_COUNTS - total, 0, DAMES - total)
        cost = MISSING * np.maximum(np.maximum(total - fewer - _COUNTS, _COUNTS - DAMES), 0) + RETURNED * back
        left = int((best[: len(_COUNTS)] - cost).argmax())
        counts = [0] * 24
        for case in range(23, -1, -1):
            counts[case] = int(came[case][left])
            left -= counts[case]
        self.freest_of[asked] = tuple(counts)
        return self.freest_of[asked]
