"""What the readings say about one side's dames, weighed over frames.

Each reading gives, for every case, the probability of each count. Their logarithms are summed with a short memory:
frames of an unmoved board are nearly the same frame, so a hundred of them must not count a hundred times, and a dame
that moved unseen must win within two or three. A hand over the board ends the memory, but for one thing: what a case
held before it most likely holds yet, the more so the further the hand was from it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from rules.position import DAMES, Side
from vision.reading import Colour

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rules.position import Case, Counts
    from rules.seating import Seating
    from vision.reading import CaseReading

MEMORY = 0.6
"""How much of the weight of the frames before is left at each new one: at most 2.5 frames count."""

FADED = 0.2
"""How much of that weight outlasts a hand over the board: each of its frames takes this once more."""

FLOOR = 3e-4
"""No reading is believed beyond this: one case misread with full confidence must not outweigh the rest of the board."""

MISSING = 7.0
"""What it costs, in nats, to suppose one dame more or less than there should be."""

HIDDEN = np.array([0.0, 0.0, 0.02, 0.03, 0.05, 0.1, 0.3, *[0.6] * 9])
"""How likely it is, k dames standing on a case, that a camera above sees fewer: they are piled, a talon always is."""

TOLD = 0.1
"""How much of that is left in doubt when the reading has looked for hidden dames and spread what a pile may hide."""

NEAR = 0.3
"""What each dame more or fewer than stood there costs, in nats, where nothing is seen that tells."""

COUNTED = 1.0
"""Nats by which a count must be likelier than one more or one fewer to be told at all."""

_COUNTS = np.arange(DAMES + 2)


@lru_cache(maxsize=8)
def _ranks(seating: Seating) -> dict[tuple[str, int], int]:
    """Where each physical case stands in the Blancs' own numbering, from 0."""
    return {
        (row, column): seating.case(Side.BLANCS, row, column) - 1 for row in ("near", "far") for column in range(1, 13)
    }


def log_probabilities(
    cases: tuple[CaseReading, ...], side: Side, colour: Colour, seating: Seating
) -> NDArray[np.float64]:
    """For each case of `side` (rows, own numbering) the log likelihood that k = 0..15 of its dames stand there.

    A reading counts the dames it sees; what it says of fewer is said of more as well, as far as they may be hidden.
    A case that no reading tells about is left open: every count is as likely as any other.
    """
    table = np.full((24, DAMES + 1), 1.0 / (DAMES + 1))
    if cases:
        ranks = _ranks(seating)
        given = np.array([case.light if colour is Colour.LIGHT else case.dark for case in cases])
        given[:, 0] = 1.0 - given[:, 1:].sum(axis=1)
        seen_fewer = np.maximum.accumulate(given[:, 1:], axis=1)[:, :-1]
        given[:, 2:] = np.maximum(given[:, 2:], TOLD * HIDDEN[2:] * seen_fewer)
        table[[ranks[case.row, case.column] for case in cases]] = given
    if side is Side.NOIRS:
        table = table[::-1]
    return np.asarray(np.log(np.maximum(table, FLOOR)), np.float64)


@dataclass(slots=True)
class Evidence:
    """The weighed log probabilities of one side's counts; weight: how many frames they are worth.

    past: what the rest before the last hand says of now.
    """

    log: NDArray[np.float64] = field(default_factory=lambda: np.zeros((24, DAMES + 1)))
    past: NDArray[np.float64] = field(default_factory=lambda: np.zeros((24, DAMES + 1)))
    weight: float = 0.0

    @property
    def whole(self) -> NDArray[np.float64]:
        """All that is known of now: log likelihoods, (24, 16)."""
        return self.log + self.past

    def moved_on(self, changed: NDArray[np.float64]) -> None:
        """Something came over the board; changed: how likely each case was changed by it, 0..1."""
        before = self.whole
        before -= before.max(axis=1, keepdims=True)
        self.past = np.maximum(before, np.log(changed)[:, None])
        self.log = np.zeros_like(self.log)

    def fade(self) -> None:
        """A hand was over the board: what was seen before says little now."""
        self.log = self.log * FADED
        self.weight *= FADED

    def add(self, log: NDArray[np.float64]) -> None:
        """Weigh one more reading in."""
        self.log = MEMORY * self.log + log
        self.weight = MEMORY * self.weight + 1.0

    def counted(self, case: Case, count: int) -> bool:
        """Whether it can be told that `count` dames stand on a case, and not one more or fewer."""
        row = self.whole[case - 1]
        others = [row[k] for k in (count - 1, count + 1) if 0 <= k <= DAMES]
        return bool(row[count] - max(others) > COUNTED)

    def short_of_best(self, counts: Counts) -> float:
        """By how many nats these counts explain less than the likeliest count of every case does."""
        whole = self.whole
        return float((whole.max(axis=1) - whole[np.arange(24), counts]).sum())

    def scores(self, counts: NDArray[np.intp]) -> NDArray[np.float64]:
        """The log likelihood of each of several sets of counts, (n, 24) -> (n,)."""
        return np.asarray(self.whole[np.arange(24), counts].sum(axis=1), np.float64)

    def miscounted(self, counts: NDArray[np.intp], pile: int, cost: float) -> NDArray[np.float64]:
        """What sets of counts gain when one dame more or fewer on each case of at least `pile` is taken for possible.

        counts: (n, 24); cost: what that costs, in nats; (n,).
        """
        whole, rows = self.whole, np.arange(24)
        near = np.stack([np.clip(counts + step, 0, DAMES) for step in (-1, 0, 1)])
        logs = whole[rows, near] + np.array([cost, 0.0, cost])[:, None, None]
        return np.asarray(np.where(counts >= pile, logs.max(axis=0) - logs[1], 0.0).sum(axis=1), np.float64)

    def firmness(self, counts: Counts, standing: Counts, displaced: float) -> float:
        """How many nats it costs at least to have one of the dames stand on another case than `counts` say.

        standing: what stood before; displaced: what it costs to suppose a dame moved from there.
        """
        rows, held = np.arange(24), np.array(counts)
        log = self.whole - displaced * np.abs(np.arange(DAMES + 1)[None, :] - np.array(standing)[:, None])
        here = log[rows, held]
        less = np.where(held > 0, here - log[rows, np.maximum(held - 1, 0)], np.inf)
        more = np.where(held < DAMES, here - log[rows, np.minimum(held + 1, DAMES)], np.inf)
        costs = less[:, None] + more[None, :]
        np.fill_diagonal(costs, np.inf)
        return float(costs.min())

    def freest(self, standing: Counts, total: int, fewer: int) -> Counts:
        """The likeliest counts of all, lawful or not, whose sum costs as little as possible to believe.

        standing: what stood before; total: how many dames the side has; fewer: how many may have left the board.
        """
        rows = self.whole - NEAR * np.abs(np.arange(DAMES + 1)[None, :] - np.array(standing)[:, None])
        # best[t]: the best score of the cases so far holding t dames; came[c][t]: how many of them case c holds.
        most = DAMES + 1
        best = np.full(most + 1, -np.inf)
        best[0] = 0.0
        came: list[NDArray[np.intp]] = []
        before = _COUNTS[:, None] - np.arange(DAMES + 1)[None, :]
        possible = before >= 0
        before = np.where(possible, before, 0)
        for row in rows:
            options = np.where(possible, best[before] + row[None, :], -np.inf)
            chosen = options.argmax(axis=1)
            came.append(chosen)
            best = options[np.arange(most + 1), chosen]
        cost = MISSING * np.maximum(np.maximum(total - fewer - _COUNTS, _COUNTS - total), 0)
        left = int((best - cost).argmax())
        counts = [0] * 24
        for case in range(23, -1, -1):
            counts[case] = int(came[case][left])
            left -= counts[case]
        return tuple(counts)
