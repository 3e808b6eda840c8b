"""The floor of a tablier as it is seen in an image, in the field coordinates of `events.field`."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Corners, Field


def as_corners(points: NDArray[np.float64]) -> Corners:
    """Return four points (4, 2) as corners."""
    one, two, three, four = ((float(x), float(y)) for x, y in points)
    return (one, two, three, four)


def rectangle(left: float, top: float, right: float, bottom: float) -> NDArray[np.float64]:
    """Return the corners (4, 2) of a rectangle, clockwise from its top left."""
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64)


def field_to_image(corners: Corners, field: Field) -> NDArray[np.float64]:
    """Return the 3x3 homography from field coordinates to pixels, by the floor's corners, clockwise from top left."""
    floor = rectangle(0, 0, field.width, field.height).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(floor, np.array(corners, np.float32)), np.float64)
