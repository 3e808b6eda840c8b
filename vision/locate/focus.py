"""Measure how blurred a board is in a picture, by its own edges.

A step edge blurred by s and then by a is as steep as one blurred by sqrt(s² + a²). So the ratio of an edge's steepness
after two further blurs, a and b, gives s: S. Zhuo and T. Sim, "Defocus map estimation from a single image" (2011).
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Corners
from vision.locate.rectify import FLOOR, MARGIN, flatten

SCALE: Final = 1.5
"""Size of the view compared with the flat view: a common board then has 1.1 pixels a millimetre. Twice that takes six
times as long and measures the blurs that matter hardly better."""
A, B = 0.75, 1.5
"""The two further blurs, in pixels of the view."""
STEEP: Final = 0.01
"""The share of the floor that counts as edges: its steepest pixels."""

BLURRED = 2.2
"""Millimetres of blur from which nothing is read; pips are some 2.4 mm across and 3 mm apart.

Of 84 dice on fourteen rendered tables 54 were read at a blur of 1.8 mm, 21 at 2.2 and 4 at 3.0.
"""


def blur(image: NDArray[np.uint8], corners: Corners) -> float:
    """Return the blur (standard deviation) of the floor's sharpest edges, as a share of the floor's width.

    image: (height, width, 3) BGR; corners: of the floor in it, pixels, clockwise from the top left.
    """
    left, top = (round(SCALE * margin) for margin in MARGIN)
    floor = flatten(image, corners, SCALE).image[top:-top, left:-left]
    grey = cv2.cvtColor(floor, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine, coarse = _steepness(grey, A), _steepness(grey, B)
    # A ninth of the pixels gives the same steepness in a ninth of the time.
    some = fine[::3, ::3]
    flatter = round((1 - STEEP) * some.size)
    edges = fine >= np.partition(some, flatter, axis=None)[flatter]
    ratio = float(np.median(fine[edges] / np.maximum(coarse[edges], 1e-3)))
    ratio = min(max(ratio, 1.0 + 1e-3), B / A)
    variance = (B**2 - ratio**2 * A**2) / (ratio**2 - 1)
    return float(np.sqrt(max(variance, 0.0))) / (SCALE * FLOOR[0])


def _steepness(grey: NDArray[np.float32], further: float) -> NDArray[np.float32]:
    smooth = cv2.GaussianBlur(grey, (0, 0), further)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    return np.asarray(cv2.magnitude(across, down), np.float32)
