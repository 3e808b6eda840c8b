"""A floor taken together with a tray beside it: which of its sides is wrong, and where it is instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.locate.bar import bar_seen, standing
from vision.locate.rectify import FLOOR, MARGIN
from vision.models.network import peaks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.locate.flat import FlatMaps

NARROWER = 20.0
"""What speaks for a narrower floor, in dames that stand right for each floor's width it is narrower by."""
CONVINCING, FEWEST = 0.75, 5.0
"""How well (-1 .. 1) the dames must stand on the floor moved to, on average, and how many of them at least."""
UNBALANCED = 0.02
"""A bar further from the middle than this (share of the floor's width) is in the middle of another floor."""
WIDER = np.arange(-0.03, 0.031, 0.01)
ASIDE = np.arange(-0.03, 0.031, 0.0075)
"""By how much the half of a floor and its middle may be told wrongly, as shares of the floor taken."""
BARS = (0.03, 0.05, 0.07, 0.09, 0.11)
"""Widths of bars, as shares of the floor's."""


def balanced(seen: FlatMaps, corners: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """The corners (4, 2; pixels of the view) moved so that both halves of the floor are as wide, None if they are.

    A side tray is easily taken for floor: then the bar is not in the middle, and one side must move. Which of the two,
    the dames tell: on the right floor they stand in the middle of their cases.
    """
    middle, _ = bar_seen(seen.bar)
    if abs(middle - 0.5) < UNBALANCED:
        return None
    found = peaks(seen.dame, 0.5, 2)
    places = (seen.to_view(found[:, :2])[:, 0] - MARGIN[0]) / FLOOR[0]
    weights = found[:, 2]
    tried = [
        (half + wider, middle + aside, bar)
        for half in (middle, 1 - middle)
        for wider in WIDER
        for aside in ASIDE
        for bar in BARS
    ]
    halves, centres, bars = np.array(tried).T[..., None]
    stand = standing((places - centres + halves) / (2 * halves), weights, bars)
    best = int(np.argmax(stand - NARROWER * halves[:, 0]))
    if stand[best] < CONVINCING * max(float(weights.sum()), FEWEST):
        return None
    half, centre, _ = tried[best]
    left, right = centre - half, centre + half
    shift = np.array([left, right - 1, right - 1, left]) * FLOOR[0]
    return np.asarray(corners + np.column_stack([shift, np.zeros(4)]), np.float64)
