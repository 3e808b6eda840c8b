"""Place sides of a board that cannot be seen by what can: its columns are equally wide, and its rows alike."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from events.field import Corners
from vision.geometry import as_corners
from vision.locate.columns import move_to_columns
from vision.locate.rows import move_to_rows
from vision.locate.sides import CLOSE

ROUNDS: Final = 3
"""How often a side cut off at the far or the near is placed again, from where it was placed before."""


def place_cut_sides(image: NDArray[np.uint8], corners: Corners) -> Corners:
    """Return the corners of a floor (pixels), with sides that cannot be seen placed by what can.

    Its rail may hide the near side. Beyond the picture's edge nothing is seen, and the edge looks like a rail.
    """
    far, right, near, left = cut_sides(image, corners)
    if left != right:
        corners = move_to_columns(image, corners, left=left)
    for _ in range(ROUNDS if near != far else 1):
        if far and not near:
            corners = _upside_down(image, move_to_rows(np.ascontiguousarray(image[::-1]), _upside_down(image, corners)))
        else:
            corners = move_to_rows(image, corners)
    return corners


def cut_sides(image: NDArray[np.uint8], corners: Corners) -> tuple[bool, ...]:
    """Return which sides of a floor (far, right, near, left) the picture may cut off: they lie along its edge."""
    return tuple(_at_edge(image, corners, side) for side in range(4))


def _at_edge(image: NDArray[np.uint8], corners: Corners, side: int) -> bool:
    """Return whether a side (0 far, 1 right, 2 near, 3 left) lies along the picture's edge, or outside."""
    places, size = np.array(corners), np.array(image.shape[1::-1])
    ends = places[[side, (side + 1) % 4]]
    apart = np.hstack([ends, size - 1 - ends]).max(axis=0).min()
    return bool(apart <= CLOSE * np.linalg.norm(places[1] - places[0]))


def _upside_down(image: NDArray[np.uint8], corners: Corners) -> Corners:
    """Return a floor's corners in the picture turned upside down, in which the far side is the near one."""
    return as_corners(np.array([(x, image.shape[0] - 1 - y) for x, y in corners])[[3, 2, 1, 0]])
