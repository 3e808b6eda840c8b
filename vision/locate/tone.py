"""Dark pictures made lighter, as those are that the networks learnt from."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

DARK: Final = 85.0
"""Mean grey level below which a view of the floor is made lighter; the sixteen photographs of boards have 71 to 155."""
BLACK: Final = 1.0
"""A picture of a lower mean (grey levels) is taken to have this one: nothing can be made of it."""


def lightened(image: NDArray[np.uint8], least: float = DARK) -> NDArray[np.uint8]:
    """An image (height, width, 3) of a lower mean than `least` (grey levels, 0..255) brought up to it, else as it is.

    By a power law, which leaves black and white where they are.
    """
    mean = max(sum(cv2.mean(image)[:3]) / 3, BLACK)
    if mean >= least:
        return image
    power = math.log(least / 255) / math.log(mean / 255)
    return np.asarray(cv2.LUT(image, (255 * (np.arange(256) / 255) ** power).astype(np.uint8)), np.uint8)
