"""Marking in many tours at once, as `rules.marking` does it in one tour (Lois XV; Jeu 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rules.marking import POINTS_DU_TROU, TROUS_DU_TOUR

if TYPE_CHECKING:
    from rules.batch.rows import Mask, Numbers


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of n tours; column 0 belongs to the thrower, column 1 to the adversary.

    points: int64 (n, 2), 0 to 10 by jeton.
    bredouille: bool (n, 2), whether those points were marked without an answer.
    trous: int64 (n, 2), by fichet.
    """

    points: Numbers
    bredouille: Mask
    trous: Numbers

    @classmethod
    def none(cls, count: int) -> Marks:
        """Return the marks of `count` tours at their start."""
        return cls(np.zeros((count, 2), np.int64), np.zeros((count, 2), np.bool_), np.zeros((count, 2), np.int64))

    def __len__(self) -> int:
        return len(self.points)

    def over(self) -> Mask:
        """Return which tours have their twelfth trou, (n,)."""
        return np.asarray((self.trous >= TROUS_DU_TOUR).any(axis=1))

    def taken(self, which: Mask | Numbers) -> Marks:
        """Return some of the tours."""
        return Marks(self.points[which], self.bredouille[which], self.trous[which])

    def turned(self) -> Marks:
        """Return the same tours with the columns exchanged."""
        return Marks(self.points[:, ::-1], self.bredouille[:, ::-1], self.trous[:, ::-1])

    def marked(self, column: int, points: Numbers) -> tuple[Marks, Numbers]:
        """Mark `points` (n,) for one column, except in tours that are over; also return the trous gained, (n,)."""
        marks = (points > 0) & ~self.over()
        points = np.where(marks, points, 0)
        held, other = self.points[:, column], 1 - column
        bredouille = self.bredouille[:, column] | (held == 0)
        dozens, rest = np.divmod(held + points, POINTS_DU_TROU)
        gained = np.where(dozens > 0, 2 * dozens - ~bredouille, 0)
        after = Marks(self.points.copy(), self.bredouille.copy(), self.trous.copy())
        after.points[:, column] = rest
        after.trous[:, column] += gained
        after.bredouille[:, column] = np.where(
            marks, np.where(dozens > 0, rest > 0, bredouille), self.bredouille[:, column]
        )
        after.bredouille[marks, other] = False
        after.points[dozens > 0, other] = 0
        return after, gained

    def left(self) -> Marks:
        """Return the marks after a player leaves: no points, the same trous (Lois XVI)."""
        return Marks(np.zeros_like(self.points), np.zeros_like(self.bredouille), self.trous)
