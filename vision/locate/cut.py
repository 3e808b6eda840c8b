"""Place sides of a board that cannot be seen by what can: its columns are equally wide, and its rows alike."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from events.field import Corners
from vision.geometry import as_corners
from vision.locate.columns import move_to_columns
from vision.locate.rows import move_to_rows
from vision.locate.sides import CLOSE
from vision.models.fitted import numbers_of

(AT_EDGE,) = numbers_of("at_edge")
"""A far or near side this close to the picture's edge (share of the floor's width) is as likely cut off as whole."""


def place_cut_sides(image: NDArray[np.uint8], corners: Corners) -> Corners:
    """Return the corners of a floor (pixels), with sides that cannot be seen placed by what can.

    Its rail may hide the near side. Beyond the picture's edge nothing is seen, and the edge looks like a rail.
    """
    far, right, near, left = (from_edge(image, corners, side) for side in range(4))
    if (left <= CLOSE) != (right <= CLOSE):
        corners = move_to_columns(image, corners, left=left <= CLOSE)
    if (far <= AT_EDGE) == (near <= AT_EDGE):
        return move_to_rows(image, corners)
    if near <= AT_EDGE:
        return move_to_rows(image, corners, at_edge=True)
    upside_down = np.ascontiguousarray(image[::-1])
    return _upside_down(image, move_to_rows(upside_down, _upside_down(image, corners), at_edge=True))


def from_edge(image: NDArray[np.uint8], corners: Corners, side: int) -> float:
    """Return how far a side (0 far, 1 right, 2 near, 3 left) is at most from the picture's nearest edge.

    It is a share of the floor's width, and less than 0 outside the picture.
    """
    places, size = np.array(corners), np.array(image.shape[1::-1])
    ends = places[[side, (side + 1) % 4]]
    return float(np.hstack([ends, size - 1 - ends]).max(axis=0).min() / np.linalg.norm(places[1] - places[0]))


def _upside_down(image: NDArray[np.uint8], corners: Corners) -> Corners:
    """Return a floor's corners in the picture turned upside down, in which the far side is the near one."""
    return as_corners(np.array([(x, image.shape[0] - 1 - y) for x, y in corners])[[3, 2, 1, 0]])
