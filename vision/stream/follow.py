"""Follow a camera or board that moved: find the floor's corners again by the board's look.

Each picture is compared with the first one, whose corners were known, and with the last one. The first keeps errors
from adding up; the last still looks the same after the pieces have moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Corners
from vision.locate.rectify import as_corners, rectangle, transform

WIDTH = 640
"""Pictures are compared at this width (pixels)."""
POINTS = 200
"""Places of an anchor that are found again one by one, so that a moved piece spoils only its own places."""
WINDOW = 15
"""Side (pixels) of the square by which a place is found again.

No two places are closer, so their errors have little in common.
"""
FEWEST = 24
"""At least this many places must agree on where the board is."""
OFF = 1.0
"""Pixels within which places agree."""
RIM = 0.12
"""Places and movements on the floor and this far around it (share of its width and height) belong to the board.

The table stays in place when the board is pushed.
"""
NUDGED = 0.006
"""A board whose corners moved by at least this share of its width from one rest to the next was moved."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """The look of a board when its corners were known.

    Attributes:
        corners: Pixels of the thumbnail.
        picture: The thumbnail.
        points: (n, 1, 2), its pixels: places of the board that are easily found again.
    """

    corners: NDArray[np.float64]
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
    floor = np.array(corners, np.float64) * (small.shape[1] / image.shape[1])
    found = cv2.goodFeaturesToTrack(small, POINTS, 0.005, WINDOW, mask=around(small.shape, floor, RIM))
    points = np.zeros((0, 1, 2), np.float32) if found is None else np.asarray(found, np.float32)
    return Anchor(floor, small, points)


def follow(anchors: Sequence[Anchor], image: NDArray[np.uint8], near: Corners) -> Corners | None:
    """Return the corners (pixels) in another picture of the same size; None when too little of the board is found.

    near: where they may be. They are returned unchanged if no other place explains the picture better.
    """
    now = thumbnail(image)
    scale = now.shape[1] / image.shape[1]
    here = np.array(near, np.float64) * scale
    there = _place(anchors, now, here)
    if there is None or there is here:
        return None if there is None else near
    # Once more, with the board moved back: after a large turn the first look is not exact to a part of a pixel.
    finer = _place(anchors, now, there)
    return as_corners((there if finer is None else finer) / scale)


def _place(anchors: Sequence[Anchor], now: NDArray[np.uint8], near: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Return the corners (4, 2) in a thumbnail: `near` itself or others that explain it better; None if neither does.

    By G. Schwarz, "Estimating the dimension of a model" (1978), the eight numbers of a movement explain n places better
    than none if they raise the log likelihood by more than 4 log n. How exactly places are found is measured on those
    that agree, so grain and flickering light move no board.
    """
    alike = [anchor for anchor in anchors if anchor.picture.shape == now.shape and len(anchor.points)]
    pairs = [_found_again(anchor, now, near) for anchor in alike]
    was, found = (np.concatenate(each) for each in zip(*pairs, strict=True)) if pairs else (np.zeros((0, 2)),) * 2
    if len(was) < FEWEST:
        return None
    moved, agree = cv2.findHomography(was, found, cv2.RANSAC, OFF)
    if moved is None or agree.sum() < FEWEST:
        return None
    there = transform(moved, rectangle(0, 0, 1, 1))
    if not cv2.isContourConvex(there.astype(np.float32)):
        return None
    off, stayed = (np.square(transform(each, was) - found).sum(axis=1) for each in (moved, _on_floor(near)))
    variance = off[off < OFF**2].mean() / 2
    gain = np.minimum(stayed, OFF**2).sum() - np.minimum(off, OFF**2).sum()
    return there if gain > 8 * np.log(len(was)) * variance else near


def _found_again(
    anchor: Anchor, now: NDArray[np.uint8], near: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return which places of an anchor, as shares of its floor, are in another thumbnail, and where (n, 2; pixels).

    near: where the floor's corners (4, 2) may be in it.
    """
    to_floor = np.linalg.inv(_on_floor(anchor.corners))
    rough = _on_floor(near) @ to_floor
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (now.shape[1], now.shape[0])
    laid = np.asarray(cv2.warpPerspective(now, rough, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    # Optical flow takes a place to look as bright as before, so the board is first made so: lamps and daylight change.
    board = around(now.shape, anchor.corners, RIM) > 0
    brighter = np.median(anchor.picture[board] / np.maximum(laid[board], 1))
    laid = np.asarray(cv2.convertScaleAbs(laid, alpha=float(brighter)), np.uint8)
    there, found = _flow(anchor.picture, laid, anchor.points)
    back, again = _flow(laid, anchor.picture, there)
    good = (np.linalg.norm((back - anchor.points).reshape(-1, 2), axis=1) < OFF) & found & again
    return transform(to_floor, anchor.points[good].reshape(-1, 2)), transform(rough, there[good].reshape(-1, 2))


def _on_floor(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the 3x3 that brings shares of a floor's width and height to pixels, by its corners (4, 2)."""
    unit = rectangle(0, 0, 1, 1).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(unit, corners.astype(np.float32)), np.float64)


def _flow(
    one: NDArray[np.uint8], other: NDArray[np.uint8], points: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return where points (n, 1, 2) of one picture are in another, near by, and which were found."""
    there, found, _ = cv2.calcOpticalFlowPyrLK(
        one, other, points, np.empty_like(points), winSize=(WINDOW, WINDOW), maxLevel=4
    )
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
