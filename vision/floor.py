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


LOOKS = 3
"""How often it looks again."""


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
    to_image, confidence = np.linalg.inv(to_input) @ first.homography, first.confidence
    for _ in range(LOOKS):
        again = np.diag([INPUT[0] * (1 - 2 * BORDER), INPUT[1] * (1 - 2 * BORDER), 1.0])
        again[0, 2], again[1, 2] = INPUT[0] * BORDER, INPUT[1] * BORDER
        to_upright = again @ np.linalg.inv(to_image)
        better = _look(_upright(image, to_upright))
        if better is None:
            return None
        corners = edge_corners(better.floor, transform(better.homography, UNIT))
        sharper = cv2.getPerspectiveTransform(UNIT.astype(np.float32), corners.astype(np.float32))
        to_image = np.linalg.inv(to_upright) @ sharper
        confidence = better.confidence
    one, two, three, four = ((float(x), float(y)) for x, y in transform(to_image, UNIT))
    return FloorFound((one, two, three, four), confidence)


def edge_corners(floor: NDArray[np.float32], corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners (4, 2) where lines fitted to the edges of a map of P(floor) meet, in pixels of its picture.

    corners: where they are roughly; a side with too little of an edge to fit keeps what they say.
    """
    height, width = floor.shape
    middle = (corners.mean(axis=0) - (CELL - 1) / 2) / CELL
    column, row = int(np.clip(middle[0], 1, width - 2)), int(np.clip(middle[1], 1, height - 2))
    sides = []
    for number in range(4):
        a, b = (corners[number] - (CELL - 1) / 2) / CELL, (corners[(number + 1) % 4] - (CELL - 1) / 2) / CELL
        across = number % 2 == 0  # the far and the near edge run across the picture
        low, high = sorted((a[0 if across else 1], b[0 if across else 1]))
        span = high - low
        steps = np.arange(int(np.ceil(low + 0.06 * span)), int(np.floor(high - 0.06 * span)) + 1)
        steps = steps[(steps >= 0) & (steps < (width if across else height))]
        found = []
        for step in steps:
            profile = floor[:, step] if across else floor[step]
            at = _crossing(profile, row if across else column, -1 if number in (0, 3) else 1)
            if at is not None:
                found.append((float(step), at))
        line = _line(np.array(found), len(steps)) if found else None
        if line is None:
            along = np.array([a[0], b[0]]) if across else np.array([a[1], b[1]])
            beside = np.array([a[1], b[1]]) if across else np.array([a[0], b[0]])
            slope = (beside[1] - beside[0]) / max(abs(along[1] - along[0]), 1e-6) * np.sign(along[1] - along[0])
            line = (float(beside[0] - slope * along[0]), float(slope))
        sides.append(line)
    (top, right, bottom, left) = sides
    meet = [(top, left), (top, right), (bottom, right), (bottom, left)]
    points = []
    for (y0, dy), (x0, dx) in meet:
        x = (x0 + dx * y0) / (1 - dx * dy)
        points.append((x, y0 + dy * x))
    return np.array(points) * CELL + (CELL - 1) / 2


def _crossing(profile: NDArray[np.float32], start: int, way: int) -> float | None:
    """Where a profile falls below a half, going from `start` up or down, between cells."""
    index = start
    while 0 <= index + way < len(profile):
        if profile[index] >= 0.5 > profile[index + way]:
            fall = float(profile[index] - profile[index + way])
            return index + way * float(profile[index] - 0.5) / fall
        index += way
    return None


def _line(points: NDArray[np.float64], wanted: int) -> tuple[float, float] | None:
    """Offset and slope of the line most of the points (n, 2) lie on; None when they are too few of those wanted."""
    if len(points) < max(6, wanted // 2):
        return None
    along, beside = points[:, 0], points[:, 1]
    weight = np.ones(len(points))
    offset = slope = 0.0
    for _ in range(8):
        slope, offset = np.polyfit(along, beside, 1, w=np.sqrt(weight))
        off = np.abs(beside - slope * along - offset)
        weight = 1 / (1 + (off / max(0.25, float(np.median(off)))) ** 2)
    return float(offset), float(slope)


UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]])


@dataclass(frozen=True, slots=True)
class _Look:
    """P(floor) over the picture, the homography from the unit square to its pixels, and how far the two agree."""

    floor: NDArray[np.float32]
    homography: NDArray[np.float64]
    confidence: float


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


def _look(picture: NDArray[np.uint8]) -> _Look | None:
    """What the network makes of a picture, None when nothing like a floor is in it."""
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
    unit = transform(homography, UNIT).astype(np.float32)
    if cv2.contourArea(unit, oriented=True) <= 0 or not cv2.isContourConvex(unit):
        return None
    stencil = np.zeros(floor.shape, np.uint8)
    cv2.fillPoly(stencil, [np.rint(np.clip(unit, -2000, 2000) / CELL).astype(np.int32)], 1)
    union = np.maximum(stencil, floor).sum()
    overlap = float(np.minimum(stencil, floor).sum() / max(float(union), 1.0))
    return _Look(floor, np.asarray(homography, np.float64), overlap * float(agree.mean()))
