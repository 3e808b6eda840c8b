"""One visit of hands to the board, and which cases they were over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf

import numpy as np
from numpy.typing import NDArray

from events.field import Field
from events.trictrac.settings import Settings
from referee.trictrac.numbers import HANDS
from referee.trictrac.tracker.taking_off import depths
from rules.position import BANDE, Case, Side
from rules.seating import Seating

FLAT = 5
"""Dames that lie flat in one row of a case."""


@lru_cache(maxsize=8)
def _columns(seating: Seating, field: Field) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return, for each case in the Blancs' numbering, the x of its middle and whether it is in the far row."""
    places = [seating.place(Side.BLANCS, case) for case in range(1, BANDE)]
    return np.array([field.column_centre(column) for _, column in places]), np.array([r == "far" for r, _ in places])


def within_reach(
    side: Side, tips: NDArray[np.float64], seating: Seating, field: Field, beside: float, pictures: int = 1
) -> NDArray[np.bool_]:
    """Return the cases (Blancs' numbering) where a hand of `side` may have touched something.

    A hand covers everything between its own long side and its tip.

    Args:
        side: the player.
        tips: the tip of the hand in each picture, (n, 2), millimetres on the field.
        seating: which side sits where.
        field: the measures of the board.
        beside: how far from a tip, along the board, a case may be, millimetres.
        pictures: in how many pictures at least.
    """
    there = _there(side, tips, seating, field, beside)
    return np.asarray(there.sum(axis=1) >= pictures, np.bool_)


def pictures_at_cases(side: Side, tips: NDArray[np.float64], seating: Seating, field: Field) -> NDArray[np.intp]:
    """Return in how many pictures a hand of `side` may take a dame on each of its own cases, (24,)."""
    there = _there(side, tips, seating, field, HANDS.at).sum(axis=1)
    return np.asarray(there if side is Side.BLANCS else there[::-1], np.intp)


def is_at(side: Side, tips: NDArray[np.float64], case: Case, seating: Seating, field: Field) -> NDArray[np.bool_]:
    """Whether a hand of `side` with its tip at each of these places, (n, 2), may take a dame on its `case`, (n,)."""
    return np.asarray(_there(side, tips, seating, field, HANDS.at)[_rank(side, case)], np.bool_)


def _rank(side: Side, case: Case) -> int:
    """Return the index of a side's own case in the Blancs' numbering, from 0."""
    return case - 1 if side is Side.BLANCS else BANDE - 1 - case


def _there(side: Side, tips: NDArray[np.float64], seating: Seating, field: Field, beside: float) -> NDArray[np.bool_]:
    """Return which cases (Blancs' numbering) a hand is over in each picture, (24, n)."""
    middles, far = _columns(seating, field)
    depth = FLAT * field.dame
    if seating.row_of(side) == "near":
        deep = np.where(far, depth, field.height)[:, None] >= tips[None, :, 1] - HANDS.near
    else:
        deep = np.where(far, 0.0, field.height - depth)[:, None] <= tips[None, :, 1] + HANDS.near
    return np.asarray(deep & (np.abs(middles[:, None] - tips[None, :, 0]) <= beside), np.bool_)


@dataclass(frozen=True, slots=True)
class Visit:
    """Hands over the board between two looks at it.

    Attributes:
        t: the time of the later look, seconds.
        tips: the tips of each side's hand, (n, 2), millimetres on the field.
        times: the times of the pictures that show them, (n,).
        unknown: whether at least one hand came from an unknown side.
        marked: whether a mark seems to have been moved.
    """

    t: float
    tips: dict[Side, NDArray[np.float64]]
    times: dict[Side, NDArray[np.float64]]
    unknown: bool
    marked: bool = False

    def share_at(self, side: Side, case: Case, settings: Settings, count: int, than: Sequence[Case]) -> float:
        """Return in what share of its first `count` pictures a hand is at its `case`, and no nearer to `than`, 0..1.

        It is 0 if the hand went across the board for a case on its own side, or did not for one across.
        """
        there = self.pictures_at(side, case, settings, than)[:count]
        across = settings.seating.place(side, case)[0] != settings.seating.row_of(side)
        reached = depths(side, self.tips[side][:count], settings).max() >= HANDS.across
        return float(there.mean()) if reached == across else 0.0

    def was_at(self, side: Side, case: Case, settings: Settings, after: float = -inf) -> bool:
        """Whether the hand of `side` stayed at its own `case` after a time for long enough to take something there."""
        there = self.pictures_at(side, case, settings)
        return bool(there.any()) and int(there[self.times[side] > after].sum()) >= HANDS.stayed

    def came_to(self, side: Side, case: Case, settings: Settings) -> float | None:
        """Return when the last stay of the hand of `side` at its own `case` began; None if it never stayed there."""
        there = self.pictures_at(side, case, settings)
        times = self.times[side][there] if there.any() else np.empty(0)
        stays = np.split(times, np.flatnonzero(np.diff(times) > HANDS.away) + 1)
        return max((float(stay[0]) for stay in stays if len(stay) >= HANDS.stayed), default=None)

    def pictures_at(self, side: Side, case: Case, settings: Settings, than: Sequence[Case] = ()) -> NDArray[np.bool_]:
        """Return in which pictures the hand of `side` is at its own `case`, and no nearer to one of `than`, (n,)."""
        tips = self.tips.get(side, np.empty((0, 2)))
        at = [settings.field.column_centre(settings.seating.place(side, one)[1]) for one in (case, *than)]
        away = np.abs(np.array(at)[:, None] - tips[None, :, 0])
        there = is_at(side, tips, case, settings.seating, settings.field) & (away[0] <= away.min(axis=0))
        return np.asarray(there, np.bool_)
