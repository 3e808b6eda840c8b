"""Place sides of a board that cannot be seen by what can: a board's halves are alike, and so are its rows."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Corners
from vision.geometry import as_corners
from vision.locate.bar import bar_line
from vision.locate.flat import look
from vision.locate.rectify import flatten, transform
from vision.locate.rows import to_rows
from vision.locate.sides import CLOSE, UNIT, from_unit

FURTHEST: Final = 0.15
"""No side is placed further outside the picture (share of the floor's width)."""
ROUNDS: Final = 3
"""How often a cut side is placed again, from where it was placed before."""


def by_the_rest(image: NDArray[np.uint8], corners: Corners) -> Corners:
    """Return the corners of a floor (pixels), with sides that cannot be seen placed by what can.

    Its rail may hide the near side. Beyond the picture's edge nothing is seen, and the edge looks like a rail.
    """
    far, right, near, left = (_at_edge(image, corners, side) for side in range(4))
    for _ in range(ROUNDS if near != far or left != right else 1):
        if far and not near:
            corners = _upside_down(image, to_rows(np.ascontiguousarray(image[::-1]), _upside_down(image, corners)))
        else:
            corners = to_rows(image, corners)
        if left != right:
            corners = _by_half(image, corners, right_half=left)
    return corners


def _at_edge(image: NDArray[np.uint8], corners: Corners, side: int) -> bool:
    """Return whether a side (0 far, 1 right, 2 near, 3 left) lies along the picture's edge, or outside."""
    places, size = np.array(corners), np.array(image.shape[1::-1])
    ends = places[[side, (side + 1) % 4]]
    apart = np.hstack([ends, size - 1 - ends]).max(axis=0).min()
    return bool(apart <= CLOSE * np.linalg.norm(places[1] - places[0]))


def _upside_down(image: NDArray[np.uint8], corners: Corners) -> Corners:
    """Return a floor's corners in the picture turned upside down, in which the far side is the near one."""
    return as_corners(np.array([(x, image.shape[0] - 1 - y) for x, y in corners])[[3, 2, 1, 0]])


def _by_half(image: NDArray[np.uint8], corners: Corners, *, right_half: bool) -> Corners:
    """Return the corners of a floor with one half known: the other, across the middle of the bar, is as wide.

    The corners stay if it ends where that side was found, or much further out: then the bar is hardly seen.
    """
    far, near = bar_line(look(flatten(image, corners)).bar)
    seen, half = UNIT.copy(), UNIT.copy()
    inner, outer = ([0, 3], [1, 2])[:: 1 if right_half else -1]
    seen[inner, 0], half[inner, 0] = (far, near), 0.5
    to_seen = cv2.getPerspectiveTransform(half.astype(np.float32), seen.astype(np.float32))
    placed = transform(to_seen, UNIT)
    beyond = np.abs(placed[inner, 0] - UNIT[outer, 0]) - 1
    moved = beyond.min() > -CLOSE and CLOSE < beyond.max() <= FURTHEST
    return as_corners(transform(from_unit(np.array(corners)), placed)) if moved else corners
