"""A nudged camera or board: where the corners went, told by what else is in both pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.rectify import transform

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Corners

WIDTH = 640
"""Pictures are compared at this width (pixels)."""
FEATURES = 600
FEWEST = 40
"""So many features at least must agree on one movement, and so large a share of those matched."""
SHARE = 0.4
NUDGED = 0.004
"""Corners that moved by less than this share of the board's width stayed."""


def thumbnail(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The grey picture (WIDTH wide at most) that `followed` compares."""
    scale = min(1.0, WIDTH / image.shape[1])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def followed(before: NDArray[np.uint8], now: NDArray[np.uint8], corners: Corners, scale: float) -> Corners | None:
    """The corners (pixels) after a nudge between two thumbnails; None when they stayed, or when it cannot be told.

    scale: of the thumbnails to the image that the corners belong to.
    """
    finder = cv2.ORB.create(nfeatures=FEATURES)
    first, words = finder.detectAndCompute(before, None)
    second, others = finder.detectAndCompute(now, None)
    if words is None or others is None or min(len(first), len(second)) < FEWEST:
        return None
    matches = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(words, others)
    if len(matches) < FEWEST:
        return None
    there = np.array([first[match.queryIdx].pt for match in matches], np.float64)
    here = np.array([second[match.trainIdx].pt for match in matches], np.float64)
    moved, agree = cv2.findHomography(there, here, cv2.RANSAC, 2.0)
    if moved is None or agree.sum() < max(FEWEST, SHARE * len(matches)):
        return None
    old = np.array(corners)
    new = transform(moved, old * scale) / scale
    if float(np.linalg.norm(new - old, axis=1).max()) < NUDGED * float(np.linalg.norm(old[1] - old[0])):
        return None
    one, two, three, four = ((float(x), float(y)) for x, y in new)
    return (one, two, three, four)
