"""The grain of dim rooms and small cameras: how strong it is, and a picture softened where it is strong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SOFTENED: Final = 0.7
"""By a blur of so many pixels (standard deviation)."""
CURVED: Final = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32) / 6
"""Takes out all that varies evenly across and down; white grain keeps its strength."""
MEDIAN: Final = 0.6745
"""The median of a normal variable's distance from its mean, in standard deviations."""


def softened(image: NDArray[np.uint8], grainy: float) -> NDArray[np.uint8]:
    """An image (height, width, 3; BGR) of so many grey levels of grain or more blurred, any other as it is."""
    return blurred(image) if grain(image) >= grainy else image


def blurred(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """An image without the finest of its grain."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), SOFTENED), np.uint8)


def grain(image: NDArray[np.uint8]) -> float:
    """The grain of an image (height, width, 3; BGR): the standard deviation of its noise, in grey levels.

    J. Immerkaer, "Fast noise variance estimation" (1996), by the median, which edges do not move.
    """
    left = cv2.filter2D(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.CV_32F, CURVED)
    # A ninth of the pixels tells it as well, in a ninth of the time.
    return float(np.median(np.abs(left[::3, ::3]))) / MEDIAN
