"""Random tours played side by side with the batched rules: every throw's plays, jans and marks, to the twelfth trou."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rules.batch import Rows, jans_of, plays_of
from rules.code import LOIS_2013
from rules.marking import POINTS_DU_TROU, TROUS_DU_TOUR
from rules.position import DAMES, TALON

THROWS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
CHANCES = np.array([1 if high == low else 2 for high, low in THROWS]) / 36


@dataclass
class Marks:
    """Points, bredouille and trous of the thrower (column 0) and the other (column 1)."""

    points: np.ndarray
    bredouille: np.ndarray
    trous: np.ndarray

    def mark(self, column: int, points: np.ndarray) -> np.ndarray:
        """Mark points for one column where there are any and the tour is not over; the trous made (Lois XV)."""
        marks = (points > 0) & (self.trous < TROUS_DU_TOUR).all(axis=1)
        points = np.where(marks, points, 0)
        held = self.points[:, column]
        bredouille = self.bredouille[:, column] | (held == 0)
        dozens, rest = np.divmod(held + points, POINTS_DU_TROU)
        trous = np.where(dozens > 0, 2 * dozens - ~bredouille, 0)
        self.points[:, column] = rest
        self.trous[:, column] += trous
        self.bredouille[:, column] = np.where(
            marks, np.where(dozens > 0, rest > 0, bredouille), self.bredouille[:, column]
        )
        self.bredouille[marks, 1 - column] = False
        self.points[dozens > 0, 1 - column] = 0
        return trous

    def turned(self) -> Marks:
        return Marks(self.points[:, ::-1].copy(), self.bredouille[:, ::-1].copy(), self.trous[:, ::-1].copy())


def _start(count: int) -> Rows:
    own = np.zeros((count, 26), np.int8)
    own[:, TALON] = DAMES
    adverse = np.zeros((count, 26), np.int8)
    adverse[:, 25 - TALON] = DAMES
    return Rows(own, adverse)


def play_tours(tours: int, side_by_side: int, seed: int) -> tuple[int, int]:
    """Play random tours until at least `tours` are over; how many were, and how many throws that took.

    A tour that ends is replaced by a new one, so `side_by_side` games are always under way; all throws count.
    """
    random = np.random.default_rng(seed)
    rows, marks = _start(side_by_side), _marks(side_by_side)
    coup = np.ones((side_by_side, 2), np.int64)
    over = throws = 0
    while over < tours:
        throws += side_by_side
        thrown = random.choice(len(THROWS), side_by_side, p=CHANCES)
        leave = random.random(side_by_side) < 0.5
        own = rows.own.copy()
        gains = np.zeros((side_by_side, 2), np.int64)
        for number, dice in enumerate(THROWS):
            here = np.flatnonzero(thrown == number)
            if not len(here):
                continue
            plays = plays_of(rows.taken(here), dice)
            worth = jans_of(plays, LOIS_2013, coup=coup[here, 0])
            gains[here, 0], gains[here, 1] = worth.of_thrower(), worth.of_adversary()
            rank, candidate = np.nonzero(plays.legal)
            count = np.bincount(rank, minlength=len(here))
            chosen = np.cumsum(count) - count + (random.random(len(here)) * count).astype(np.int64)
            own[here] = plays.after(np.arange(len(here)), candidate[chosen])
        left = (marks.mark(0, gains[:, 0]) > 0) & leave
        gains[left, 1] = 0
        marks.mark(1, gains[:, 1])
        out = own.sum(axis=1) == 0
        ended = (marks.trous >= TROUS_DU_TOUR).any(axis=1)
        over += int(ended.sum())
        again = left | out | ended
        marks.points[left | ended] = 0
        marks.bredouille[left | ended] = False
        marks.trous[ended] = 0
        coup[:, 0] += 1
        rows, marks, coup = Rows(own, rows.adverse).turned(), marks.turned(), coup[:, ::-1].copy()
        # A relevé, and a new tour, begin from the talons; he who left or went out throws again: turn back.
        fresh = _start(int(again.sum()))
        rows.own[again], rows.adverse[again] = fresh.own, fresh.adverse
        coup[again] = 1
        back = (left | out) & ~ended
        for values in (marks.points, marks.bredouille, marks.trous):
            values[back] = values[back, ::-1]
    return over, throws


def _marks(count: int) -> Marks:
    return Marks(np.zeros((count, 2), np.int64), np.zeros((count, 2), np.bool_), np.zeros((count, 2), np.int64))
