"""Find the four sides of a floor: a network sees the floor upright, with its surroundings, all at once.

The network answers with maps. For each place along a side they hold a probability for each place across the view. The
side is at the mean, and a further map says how sure that is. A second look, from the crossings of the sides, is more
exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Corners
from vision.locate.rectify import transform
from vision.locate.sides import UNIT, cross_sides, enlarge, from_unit, shrunk
from vision.models.network import maps

VIEW: Final = 192
"""Width and height of the view of the floor, pixels."""
AROUND: Final = 0.14
"""The share of the view on each side that shows the floor's surroundings."""
CELL: Final = 8
"""Pixels of the view for each cell of the maps."""
FLOOR_PIXELS: Final = 300
"""Images are shrunk until the floor is about this wide: the view of a larger one would alias."""
PLACES: Final = ((np.arange(VIEW // CELL) + 0.5) * CELL / VIEW - AROUND) / (1 - 2 * AROUND)
"""The places of the cells, along and across, on the floor's unit square."""
SQUARE: Final = (UNIT * (1 - 2 * AROUND) + AROUND) * VIEW - 0.5
"""The corners (4, 2) of the floor in the view."""
SCALES: Final = (-6.5, 0.0)
"""Limits of the logarithm of a side's error, as a share of the floor."""
MIRRORED: Final = (0, 3, 2, 1)
"""The order of the sides (far, right, near, left) in a mirror image."""


@dataclass(frozen=True, slots=True)
class Outlined:
    """The crossings of a floor's sides (pixels), and the evidence for them.

    score: the logit of P(there is a floor). spread: the mean logarithm of the sides' expected errors. mirrored: the
    mean distance to the sides found in the mirror image, as a share of the floor.
    """

    corners: Corners
    score: float
    spread: float
    mirrored: float


def upright(image: NDArray[np.uint8], corners: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return the view (VIEW, VIEW, 3) of the floor at corners (4, 2; pixels); outside the image it is black."""
    warp = cv2.getPerspectiveTransform(corners.astype(np.float32), SQUARE.astype(np.float32))
    return np.asarray(cv2.warpPerspective(image, warp, (VIEW, VIEW), flags=cv2.INTER_LINEAR), np.uint8)


def sides_in(answer: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """Return the sides (far, right, near, left) that the network's maps (9, cells, cells) describe.

    Returns how far into the floor each side is at PLACES, (4, cells), the logarithms of the expected errors, and the
    score.
    """
    off, scales = np.empty((2, 4, len(PLACES)))
    for side in range(4):
        axis = side % 2  # The far and the near side are searched down the view, the others across it.
        likely = np.exp(answer[side] - answer[side].max(axis=axis, keepdims=True)).astype(np.float64)
        across = np.tensordot(likely, PLACES, (axis, 0)) / likely.sum(axis=axis)
        off[side] = 1 - across if side in (1, 2) else across
        scales[side] = np.clip(answer[4 + side].mean(axis=axis), *SCALES)
    return off, scales, float(answer[8].mean())


def move_to_outline(image: NDArray[np.uint8], corners: Corners) -> Outlined | None:
    """Return the floor near `corners` (pixels) as the network sees it; None if its sides do not make a floor."""
    small, places = shrunk(image, np.array(corners), FLOOR_PIXELS)
    view = upright(small, places)
    plain, other = (sides_in(each) for each in maps("outline", [view, np.ascontiguousarray(view[:, ::-1])]))
    # The mirror image's far and near sides run the other way.
    back, scales = (each[list(MIRRORED)] for each in other[:2])
    back[[0, 2]], scales[[0, 2]] = back[[0, 2], ::-1], scales[[0, 2], ::-1]
    one, two = np.exp(-plain[1]), np.exp(-scales)
    off = (one * plain[0] + two * back) / (one + two)
    moved = transform(from_unit(places), cross_sides(PLACES, off, one + two))
    if not np.isfinite(moved).all() or not cv2.isContourConvex(moved.astype(np.float32)):
        return None
    return Outlined(
        enlarge(moved, small, image),
        (plain[2] + other[2]) / 2,
        float(np.minimum(plain[1], scales).mean()),
        float(np.abs(plain[0] - back).mean()),
    )
