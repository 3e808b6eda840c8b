"""Run the network over a flat view: it maps dames, their set, piles, jetons, hands and the bar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.locate.rectify import FLOOR, MARGIN, FlatView
from vision.models.network import CELL, maps, peaks, sigmoid

LEAST_DAME: Final = 0.12
"""Peaks of the map of dames lower than this are ignored."""
BETWEEN_DAMES: Final = 2
"""No two dames are within this many cells along both axes."""


@dataclass(frozen=True, slots=True)
class FlatMaps:
    """Probabilities (h / CELL, w / CELL) over a flat view.

    Attributes:
        dame, jeton: Peaks at the middles of tops.
        light, raised: At a dame's middle, P(it is of the light set) and P(it lies on another).
        hand, bar, floor: P(the cell shows one).
    """

    dame: NDArray[np.float32]
    light: NDArray[np.float32]
    raised: NDArray[np.float32]
    jeton: NDArray[np.float32]
    hand: NDArray[np.float32]
    bar: NDArray[np.float32]
    floor: NDArray[np.float32]

    def dames(self, least: float = LEAST_DAME) -> NDArray[np.float64]:
        """Return the peaks of `dame` of at least a height: (n, 3) of x, y (cells) and height."""
        return peaks(self.dame, least, BETWEEN_DAMES)

    def to_view(self, cells: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return places (n, 2) in cells as pixels of the view."""
        return cells * CELL + (CELL - 1) / 2


def look(view: FlatView) -> FlatMaps:
    """Return the maps of a flat view."""
    return FlatMaps(*sigmoid(maps("flat", [view.image])[0]))


def bar_seen(seen: NDArray[np.float32]) -> tuple[float, float]:
    """Return the middle and the width of the bar, as fractions of the floor's width, by P(bar) over the flat view."""
    inside = seen[MARGIN[1] // CELL : (MARGIN[1] + FLOOR[1]) // CELL]
    profile = np.median(inside, axis=0).astype(np.float64)
    places = ((np.arange(len(profile)) + 0.5) * CELL - MARGIN[0]) / FLOOR[0]
    near = np.abs(places - 0.5) < 0.2
    total = float(profile[near].sum())
    middle = float((profile * places)[near].sum() / total) if total > 0.5 else 0.5
    return middle, total * CELL / FLOOR[0]
