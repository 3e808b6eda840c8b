"""Marking in many tours at once, as `rules.marking` does it in one tour (Lois XV; Jeu 1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from rules.batch.rows import Mask, Numbers
from rules.marking import POINTS_DU_TROU, TROUS_DU_TOUR

ENDLESS: Final = 10**6
"""A trou that nobody reaches."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of n tours; column 0 belongs to the thrower, column 1 to the adversary.

    points: int64 (n, 2), 0 to 10 by jeton.
    bredouille: bool (n, 2), whether those points were marked without an answer.
    trous: int64 (n, 2), by fichet.
    affilee: bool (n, 2), whether those trous were marked without one of the adversary in between.
    last: int64 (n,), the trou that ends the tour or marqué, ENDLESS where none does.
    """

    points: Numbers
    bredouille: Mask
    trous: Numbers
    affilee: Mask
    last: Numbers

    @classmethod
    def none(cls, count: int) -> Marks:
        """Return the marks of `count` tours at their start."""
        numbers, no = np.zeros((count, 2), np.int64), np.zeros((count, 2), np.bool_)
        return cls(numbers, no, numbers.copy(), no.copy(), np.full(count, TROUS_DU_TOUR))

    def __len__(self) -> int:
        return len(self.points)

    def over(self) -> Mask:
        """Return which tours or marqués have their last trou, (n,)."""
        return np.asarray((self.trous >= self.last[:, None]).any(axis=1))

    def select(self, which: Mask | Numbers) -> Marks:
        """Return some of the tours."""
        return Marks(*(values[which] for values in self.arrays()))

    def swap_sides(self) -> Marks:
        """Return the same tours with the columns exchanged."""
        return Marks(*(values[:, ::-1] if values.ndim == 2 else values for values in self.arrays()))

    @classmethod
    def concatenate(cls, parts: Iterable[Marks]) -> Marks:
        """Return the tours of all parts, one after the other."""
        return cls(*map(np.concatenate, zip(*(part.arrays() for part in parts), strict=True)))

    def arrays(self) -> tuple[np.ndarray, ...]:
        """Return the fields in their order."""
        return self.points, self.bredouille, self.trous, self.affilee, self.last

    def mark(self, column: int, points: Numbers) -> tuple[Marks, Numbers]:
        """Mark `points` (n,) for one column, except in tours that are over; also return the trous gained, (n,)."""
        marks = (points > 0) & ~self.over()
        points = np.where(marks, points, 0)
        held, other = self.points[:, column], 1 - column
        bredouille = self.bredouille[:, column] | (held == 0)
        dozens, rest = np.divmod(held + points, POINTS_DU_TROU)
        gained = np.where(dozens > 0, 2 * dozens - ~bredouille, 0)
        after = Marks(self.points.copy(), self.bredouille.copy(), self.trous.copy(), self.affilee.copy(), self.last)
        after.affilee[:, column] |= (gained > 0) & (self.trous[:, column] == 0)
        after.affilee[gained > 0, other] = False
        after.points[:, column] = rest
        after.trous[:, column] += gained
        after.bredouille[:, column] = np.where(
            marks, np.where(dozens > 0, rest > 0, bredouille), self.bredouille[:, column]
        )
        after.bredouille[marks, other] = False
        after.points[dozens > 0, other] = 0
        return after, gained

    def restart(self, which: Mask) -> Marks:
        """Return the marks with those of `which` (n,) as at the start."""
        keep = ~which[:, None]
        return Marks(self.points * keep, self.bredouille & keep, self.trous * keep, self.affilee & keep, self.last)

    def after_leaving(self) -> Marks:
        """Return the marks after a player leaves: no points, the same trous (Lois XVI)."""
        return Marks(np.zeros_like(self.points), np.zeros_like(self.bredouille), self.trous, self.affilee, self.last)
