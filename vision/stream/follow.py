"""Follow a camera or board that was nudged: find the floor's corners again by the board's look.

Each picture is compared with one from when the corners were known, never with the one before. So small steps add up to
one large one, and errors do not accumulate.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Corners
from vision.locate.rectify import as_corners, transform

WIDTH = 640
"""Pictures are compared at this width (pixels)."""
POINTS = 350
"""Places of an anchor that are found again one by one, so that a moved piece spoils only its own places."""
FEWEST = 24
"""At least this many places must agree on one movement ..."""
SHARE = 0.3
"""... and at least this share of those found again."""
OFF = 1.0
"""Pixels within which places agree."""
RIM = 0.12
"""Places on the floor and this far around it (share of its width and height) belong to the board.

Those of the table stay in place when the board is pushed.
"""
NUDGED = 0.006
"""Corners that moved by less than this share of the board's width count as unmoved."""
SLIGHT = NUDGED / 2
"""A board that moved by less than this at the first look gets no second look, which could not change the answer."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """The look of a board when its corners were known.

    Attributes:
        corners: Pixels of the whole picture.
        scale: Size of the thumbnail compared with the picture.
        picture: The thumbnail.
        points: (n, 1, 2), its pixels: places of the board that are easily found again.
    """

    corners: Corners
    scale: float
    picture: NDArray[np.uint8]
    points: NDArray[np.float32]


def thumbnail(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the grey picture (at most WIDTH wide) that is compared."""
    scale = min(1.0, WIDTH / image.shape[1])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def anchor_of(image: NDArray[np.uint8], corners: Corners) -> Anchor:
    """Return the anchor of a picture (straightened, BGR) of a board whose corners (pixels) are known."""
    small = thumbnail(image)
    scale = small.shape[1] / image.shape[1]
    found = cv2.goodFeaturesToTrack(small, POINTS, 0.005, 6, mask=around(small.shape, np.array(corners) * scale, RIM))
    points = np.zeros((0, 1, 2), np.float32) if found is None else np.asarray(found, np.float32)
    return Anchor(corners, scale, small, points)


def follow(anchor: Anchor, image: NDArray[np.uint8]) -> Corners | None:
    """Return the corners (pixels) in another picture of the same size; None when they are not found."""
    now = thumbnail(image)
    if now.shape != anchor.picture.shape or len(anchor.points) < FEWEST:
        return None
    moved = _track(anchor, now, np.eye(3))
    if moved is None:
        return None
    there = _corners(anchor, moved)
    if shift(anchor.corners, there) < SLIGHT:
        return there
    # Once more, with the board moved back: after a large turn the first look is not exact to a part of a pixel.
    finer = _track(anchor, now, moved)
    return there if finer is None else _corners(anchor, finer)


def _corners(anchor: Anchor, moved: NDArray[np.float64]) -> Corners:
    """Return the anchor's corners after a move between thumbnails, pixels of the whole picture."""
    return as_corners(transform(moved, np.array(anchor.corners) * anchor.scale) / anchor.scale)


def _track(anchor: Anchor, now: NDArray[np.uint8], rough: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Return the board's homography from an anchor to another thumbnail, exact to a part of a pixel.

    rough: a homography near it.
    """
    size = (now.shape[1], now.shape[0])
    near = now
    if not np.array_equal(rough, np.eye(3)):
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        laid = cv2.warpPerspective(now, rough, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        near = np.asarray(laid, np.uint8)
    there, found = _flow(anchor.picture, near, anchor.points)
    back, again = _flow(near, anchor.picture, there)
    same = np.linalg.norm((back - anchor.points).reshape(-1, 2), axis=1) < OFF
    good = same & found & again
    if good.sum() < FEWEST:
        return None
    moved, agree = cv2.findHomography(anchor.points[good], there[good], cv2.RANSAC, OFF)
    if moved is None or agree.sum() < max(FEWEST, SHARE * good.sum()):
        return None
    moved = np.asarray(rough @ moved, np.float64)
    return moved if cv2.isContourConvex(np.array(_corners(anchor, moved), np.float32)) else None


def _flow(
    one: NDArray[np.uint8], other: NDArray[np.uint8], points: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return where points (n, 1, 2) of one picture are in another, near by, and which were found."""
    there, found, _ = cv2.calcOpticalFlowPyrLK(one, other, points, np.empty_like(points), winSize=(15, 15), maxLevel=4)
    return np.asarray(there, np.float32), np.asarray(found).ravel() > 0


def shift(before: Corners, now: Corners) -> float:
    """Return the largest distance that a corner moved, as a share of the board's width."""
    old, new = np.array(before), np.array(now)
    return float(np.linalg.norm(new - old, axis=1).max() / np.linalg.norm(old[1] - old[0]))


def around(shape: tuple[int, ...], floor: NDArray[np.float64], reach: float) -> NDArray[np.uint8]:
    """Return a stencil (255 inside) of a floor (4, 2; pixels) and `reach` of its size around it."""
    middle = floor.mean(axis=0)
    stencil = np.zeros(shape, np.uint8)
    outline = np.clip(middle + (floor - middle) * (1 + 2 * reach), -4096, 4096)
    cv2.fillConvexPoly(stencil, np.rint(outline).astype(np.int32), 255)
    return stencil
