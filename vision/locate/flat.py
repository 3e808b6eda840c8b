"""Run the network over a flat view: it maps dames, their set, piles, jetons, hands and the bar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate.rectify import FlatView
from vision.models.network import CELL, maps, sigmoid

SOFTENED: Final = 0.7
"""Standard deviation of the blur that softens, in pixels."""
MEDIAN: Final = 0.6745
"""The median of a normal variable's distance from its mean, in standard deviations."""


def blurred(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return an image without the finest of its grain."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), SOFTENED), np.uint8)


def grain(image: NDArray[np.uint8]) -> float:
    """Return the grain of an image (height, width, 3; BGR): the standard deviation of its noise, in grey levels.

    J. Immerkaer, "Fast noise variance estimation" (1996), by the median, which edges do not move.
    """
    grey = cv2.copyMakeBorder(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), 1, 1, 1, 1, cv2.BORDER_REFLECT_101)
    # A ninth of the pixels gives the same result in half the time. What is left varies unevenly both across and down;
    # of white grain it is six times the strength.
    left = _bent(_bent(grey.astype(np.int16)).T)
    return float(np.median(np.abs(left))) / 6 / MEDIAN


def _bent(values: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return twice the difference between every third row, from the second on, and the mean of its neighbours."""
    before, here, after = (values[at : len(values) - 2 + at : 3] for at in range(3))
    return before - 2 * here + after


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

    def to_view(self, cells: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return places (n, 2) in cells as pixels of the view."""
        return cells * CELL + (CELL - 1) / 2


def look(view: FlatView) -> FlatMaps:
    """Return the maps of a flat view."""
    return FlatMaps(*sigmoid(maps("flat", [view.image])[0]))
