"""Make dark pictures as light as those from which the networks learnt."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

DARK: Final = 85.0
"""A view of the floor with a lower mean grey level is made lighter. Sixteen photographs of boards have 71 to 155."""
BLACK: Final = 1.0
"""Lower means (grey levels) count as this one: such a picture shows nothing."""


def lightened(image: NDArray[np.uint8], least: float = DARK) -> NDArray[np.uint8]:
    """Return an image (height, width, 3) whose mean is raised to `least` (grey levels, 0..255) if it is lower.

    A power law does this; it keeps black black and white white.
    """
    mean = max(sum(cv2.mean(image)[:3]) / 3, BLACK)
    if mean >= least:
        return image
    power = math.log(least / 255) / math.log(mean / 255)
    return np.asarray(cv2.LUT(image, (255 * (np.arange(256) / 255) ** power).astype(np.uint8)), np.uint8)
