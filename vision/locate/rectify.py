"""Homographies between a picture, the floor and the flat view: the floor as seen from straight above, at one size.

All piece readers use the flat view.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Corners, Field, Point

FLOOR = (336, 306)
"""Width and height of the floor in a flat view, in pixels: a case is about 26 wide, a dame 20 to 26."""
MARGIN = (24, 23)
"""Pixels kept around the floor, across and down, for pieces that lean over the rails when seen aslant."""
VIEW = (FLOOR[0] + 2 * MARGIN[0], FLOOR[1] + 2 * MARGIN[1])


@dataclass(frozen=True, slots=True)
class FlatView:
    """The floor brought to a fixed size.

    image: VIEW pixels, BGR.
    to_view: the 3x3 homography from image pixels to those of the view.
    """

    image: NDArray[np.uint8]
    to_view: NDArray[np.float64]

    def to_image(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return points (n, 2) of the view as pixels of the camera's image."""
        return transform(np.asarray(np.linalg.inv(self.to_view), np.float64), points)


def transform(homography: NDArray[Any], points: NDArray[Any]) -> NDArray[np.float64]:
    """Move points (n, 2) by a 3x3 homography."""
    if len(points) == 0:
        return np.zeros((0, 2))
    moved = cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), homography)
    return np.asarray(moved, np.float64).reshape(-1, 2)


def view_homography(corners: Corners, scale: float = 1.0) -> NDArray[np.float64]:
    """Return the homography from image pixels to those of a view `scale` times VIEW."""
    (width, height), (left, top) = FLOOR, MARGIN
    floor = scale * rectangle(left, top, left + width, top + height)
    return np.asarray(cv2.getPerspectiveTransform(np.array(corners, np.float32), floor.astype(np.float32)), np.float64)


def flatten(image: NDArray[np.uint8], corners: Corners, scale: float = 1.0) -> FlatView:
    """Return the floor between `corners` (pixels, clockwise from the top left) as a flat view, `scale` times VIEW."""
    to_view = view_homography(corners, scale)
    shrink = float(cv2.contourArea(np.array(corners, np.float32)) / (FLOOR[0] * FLOOR[1])) ** 0.5 / scale
    size = (round(scale * VIEW[0]), round(scale * VIEW[1]))
    return FlatView(warp_part(image, to_view, size, shrink), to_view)


def warp_part(
    image: NDArray[np.uint8], to_view: NDArray[np.float64], size: tuple[int, int], shrink: float
) -> NDArray[np.uint8]:
    """Return the part of an image that `to_view` brings to `size`; shrink: how many times larger it is in the image."""
    warp = to_view
    if shrink > 1.5:
        # A view much smaller than the floor in the image would alias: shrink the image first.
        left, top, right, bottom = _part_in_view(to_view, size, (image.shape[1], image.shape[0]), 2 * shrink)
        part = image[top:bottom, left:right]
        shrink = min(shrink, *part.shape[:2])  # At least one pixel is left.
        small = _shrunk(part, shrink)
        fx, fy = small.shape[1] / part.shape[1], small.shape[0] / part.shape[0]
        warp = to_view @ np.array([[1 / fx, 0, left], [0, 1 / fy, top], [0, 0, 1.0]])
        image = small
    flat = cv2.warpPerspective(image, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def smaller(image: NDArray[np.uint8], shrink: float) -> NDArray[np.uint8]:
    """Return an image `shrink` times smaller (at least one pixel); each pixel is the mean of its area.

    It is halved while both sides are even: OpenCV halves twenty times as fast as it shrinks by other factors.
    """
    # OpenCV gets the size, not the factor: with a factor it drops the remaining pixels.
    size = _size_left(image, shrink)
    while shrink >= 2 and not image.shape[0] % 2 and not image.shape[1] % 2:
        image = np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        shrink /= 2
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _size_left(image: NDArray[np.uint8], shrink: float) -> tuple[int, int]:
    """Return the width and height (pixels, at least one) of an image made `shrink` times smaller."""
    return max(1, round(image.shape[1] / shrink)), max(1, round(image.shape[0] / shrink))


TWICE_ENOUGH = 2.5
"""Below this factor, an image interpolated to twice the final size still uses every pixel of the original."""


def _shrunk(image: NDArray[np.uint8], shrink: float) -> NDArray[np.uint8]:
    """Return an image `shrink` times smaller, each pixel nearly the mean of its area.

    OpenCV is slow at factors that are not whole: the image is interpolated to twice the final size and then halved.
    """
    size = _size_left(image, shrink)
    if shrink < TWICE_ENOUGH:
        twice = cv2.resize(image, (2 * size[0], 2 * size[1]), interpolation=cv2.INTER_LINEAR)
        image = np.asarray(twice, np.uint8)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _part_in_view(
    to_view: NDArray[np.float64], size: tuple[int, int], picture: tuple[int, int], rim: float
) -> tuple[int, int, int, int]:
    """Return the part of a picture (left, top, right, bottom; never empty) that a view shows, with a rim around it."""
    places = transform(np.asarray(np.linalg.inv(to_view), np.float64), rectangle(0, 0, *size))
    if not np.isfinite(places).all():
        return 0, 0, *picture
    room = np.array(picture)
    low = np.clip(np.floor(places.min(axis=0) - rim), 0, room - 1).astype(int)
    high = np.clip(np.ceil(places.max(axis=0) + rim), low + 1, room).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def fraction(point: Point) -> Point:
    """Return the place on the floor of a point of a view, as fractions of its width and height."""
    return (point[0] - MARGIN[0]) / FLOOR[0], (point[1] - MARGIN[1]) / FLOOR[1]


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
