"""What the network sees in a flat view: dames, their set, piles, jetons, hands and the bar, as maps.

Grain as strong as a small, dim camera's hides dames of nearly the floor's colour from it, and what softens grain hides
small jetons in a picture that has none. So the grain is measured first: J. Immerkaer, "Fast noise variance estimation"
(1996), by the median, which edges do not move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.edges import CELL
from vision.net import maps, sigmoid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.rectify import FlatView

GRAINY: Final = 1.9
"""Grey levels of grain from which a view is softened before it is looked at."""
SOFTENED: Final = 0.7
"""By a blur of so many pixels (standard deviation)."""
CURVED: Final = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32) / 6
"""Takes out all that varies evenly across and down; white grain keeps its strength."""
MEDIAN: Final = 0.6745
"""The median of a normal variable's distance from its mean, in standard deviations."""


@dataclass(frozen=True, slots=True)
class FlatMaps:
    """Probabilities (h / CELL, w / CELL) over a flat view.

    dame, jeton: peaks at the middles of tops; light, raised: of the dame whose middle is there; hand, bar, floor:
    here.
    """

    dame: NDArray[np.float32]
    light: NDArray[np.float32]
    raised: NDArray[np.float32]
    jeton: NDArray[np.float32]
    hand: NDArray[np.float32]
    bar: NDArray[np.float32]
    floor: NDArray[np.float32]

    def to_view(self, cells: NDArray[np.float64]) -> NDArray[np.float64]:
        """Places (n, 2) in cells, in pixels of the view."""
        return cells * CELL + (CELL - 1) / 2


def look(view: FlatView) -> FlatMaps:
    """The maps of a flat view."""
    return FlatMaps(*sigmoid(maps("flat", [softened(view.image)])[0]))


def softened(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A grainy image (height, width, 3; BGR) blurred, any other as it is."""
    if grain(image) < GRAINY:
        return image
    return np.asarray(cv2.GaussianBlur(image, (0, 0), SOFTENED), np.uint8)


def grain(image: NDArray[np.uint8]) -> float:
    """The grain of an image (height, width, 3; BGR): the standard deviation of its noise, in grey levels."""
    left = cv2.filter2D(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.CV_32F, CURVED)
    # A ninth of the pixels tells it as well, in a ninth of the time.
    return float(np.median(np.abs(left[::3, ::3]))) / MEDIAN
