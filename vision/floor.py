"""Finding the playing floor in an image: where each pixel lies on the floor, and the corners that follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.net import maps, sigmoid
from vision.rectify import transform

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Corners

INPUT = (256, 192)
"""What the network looks at, in pixels."""
CELL = 4
BORDER = 0.09
"""When looking again, the floor as first found fills the picture but for this share on each side."""


@dataclass(frozen=True, slots=True)
class FloorFound:
    """The floor's corners (pixels) and how sure it is that this is a board's floor (0..1)."""

    corners: Corners
    confidence: float


def find_floor(image: NDArray[np.uint8]) -> FloorFound | None:
    """The playing floor of the board in an image (BGR), None when none is to be seen.

    The network tells for each pixel whether it is floor and where on it; a homography is fitted to what it says, and
    it looks again at the floor brought upright, which makes small errors smaller.
    """
    height, width = image.shape[:2]
    scale = min(INPUT[0] / width, INPUT[1] / height)
    shift = ((INPUT[0] - width * scale) / 2, (INPUT[1] - height * scale) / 2)
    to_input = np.array([[scale, 0, shift[0]], [0, scale, shift[1]], [0, 0, 1.0]])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    first = _look(_letterbox(np.asarray(small, np.uint8)))
    if first is None:
        return None
    to_image = np.linalg.inv(to_input) @ first[0]
    confidence = first[1]
    for _ in range(2):
        again = np.diag([INPUT[0] * (1 - 2 * BORDER), INPUT[1] * (1 - 2 * BORDER), 1.0])
        again[0, 2], again[1, 2] = INPUT[0] * BORDER, INPUT[1] * BORDER
        to_upright = again @ np.linalg.inv(to_image)
        better = _look(_upright(image, to_upright))
        if better is None:
            return None
        to_image = np.linalg.inv(to_upright) @ better[0]
        confidence = min(confidence, better[1])
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]])
    one, two, three, four = ((float(x), float(y)) for x, y in transform(to_image, unit))
    return FloorFound((one, two, three, four), confidence)


def _letterbox(small: NDArray[np.uint8]) -> NDArray[np.uint8]:
    height, width = small.shape[:2]
    left, top = (INPUT[0] - width) // 2, (INPUT[1] - height) // 2
    whole = np.zeros((INPUT[1], INPUT[0], 3), np.uint8)
    whole[top : top + height, left : left + width] = small
    return whole


def _upright(image: NDArray[np.uint8], to_upright: NDArray[np.float64]) -> NDArray[np.uint8]:
    corners = transform(
        np.linalg.inv(to_upright), np.array([[0, 0], [INPUT[0], 0], [INPUT[0], INPUT[1]], [0, INPUT[1]]])
    )
    shrink = (abs(cv2.contourArea(corners.astype(np.float32))) / (INPUT[0] * INPUT[1])) ** 0.5
    warp = to_upright
    if shrink > 1.5:
        small = cv2.resize(image, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
        warp = to_upright @ np.diag([image.shape[1] / small.shape[1], image.shape[0] / small.shape[0], 1.0])
        image = np.asarray(small, np.uint8)
    return np.asarray(cv2.warpPerspective(image, warp, INPUT, flags=cv2.INTER_LINEAR), np.uint8)


def _look(picture: NDArray[np.uint8]) -> tuple[NDArray[np.float64], float] | None:
    """The homography from the unit square to the picture's pixels, and how much of what is seen agrees with it."""
    answer = maps("floor", [picture])[0]
    floor = sigmoid(answer[0])
    ys, xs = np.nonzero(floor > 0.5)
    if len(xs) < 40:
        return None
    places = np.column_stack([answer[1][ys, xs], answer[2][ys, xs]]).astype(np.float64)
    pixels = np.column_stack([xs, ys]).astype(np.float64) * CELL + (CELL - 1) / 2
    # Within the floor's rim the network is surest; far outside 0..1 it says nothing.
    homography, agree = cv2.findHomography(places, pixels, cv2.RANSAC, 0.02 * INPUT[0], maxIters=500, confidence=0.999)
    if homography is None or not np.isfinite(homography).all():
        return None
    unit = transform(homography, np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]])).astype(np.float32)
    if cv2.contourArea(unit, oriented=True) <= 0 or not cv2.isContourConvex(unit):
        return None
    stencil = np.zeros(floor.shape, np.uint8)
    cv2.fillPoly(stencil, [np.rint(np.clip(unit, -2000, 2000) / CELL).astype(np.int32)], 1)
    union = np.maximum(stencil, floor).sum()
    overlap = float(np.minimum(stencil, floor).sum() / max(float(union), 1.0))
    return np.asarray(homography, np.float64), overlap * float(agree.mean())
