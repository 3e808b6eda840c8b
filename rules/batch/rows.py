"""Positions as rows of numbers, each as the thrower sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rules.position import Position, Side

Counts: TypeAlias = NDArray[np.int8]
Mask: TypeAlias = NDArray[np.bool_]
Numbers: TypeAlias = NDArray[np.int64]

WIDTH = 26
"""Columns of a row: 0 unused, 1..24 the thrower's cases, 25 the bande (always 0: dames that left are not counted)."""


@dataclass(frozen=True, slots=True)
class Rows:
    """n positions in the thrower's numbering: `own` and `adverse`, int8 of shape (n, 26)."""

    own: Counts
    adverse: Counts

    def __len__(self) -> int:
        return len(self.own)

    def select(self, which: Mask | Numbers) -> Rows:
        """Return some of the rows."""
        return Rows(self.own[which], self.adverse[which])

    def swap_sides(self) -> Rows:
        """Return the same positions as the other side sees them."""
        return Rows(self.adverse[:, _TURN], self.own[:, _TURN])


_TURN = np.array([0, *range(24, 0, -1), 25])


def rows_of(positions: Sequence[tuple[Position, Side]]) -> Rows:
    """Convert positions, each with the side that throws, to rows."""
    own = np.zeros((len(positions), WIDTH), np.int8)
    adverse = np.zeros((len(positions), WIDTH), np.int8)
    for row, (position, side) in enumerate(positions):
        own[row, 1:25] = position.counts(side)
        adverse[row, 24:0:-1] = position.counts(side.adversary)
    return Rows(own, adverse)
