"""Find the exact four sides of a floor whose place is roughly known: a network looks along each of them.

Straight lines are fitted to what it finds; they meet at the corners.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Corners
from vision.locate.rectify import as_corners, smaller, transform
from vision.models.network import maps

STRIP = (256, 80)
"""Width and height, in pixels, of the strip cut along each side, with the outside of the floor on top."""
BEYOND = 0.04
"""How far a strip continues beyond either end, as a share of the side."""
OUTSIDE, INSIDE = 0.08, 0.12
"""How far a strip reaches out of the floor and into it, as shares of the floor's other measure."""
STEP = 8
"""Pixels along a strip for each place that the network answers for."""
FLOOR_PIXELS = 450
"""Images are shrunk until the floor is about this wide: strips cut from a larger one would alias."""
CLOSE = 0.03
"""Largest error, as a share of the floor, with which a side still counts as right."""
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]])
MIDDLES = (np.arange(STRIP[0] // STEP) + 0.5) * STEP / STRIP[0] * (1 + 2 * BEYOND) - BEYOND
"""The positions of those places along a side, 0 to 1."""


def from_unit(corners: NDArray[Any]) -> NDArray[np.float64]:
    """Return the homography (3x3) from the floor's unit square to pixels; corners: of the floor, (4, 2) pixels."""
    return np.asarray(cv2.getPerspectiveTransform(UNIT.astype(np.float32), corners.astype(np.float32)), np.float64)


def strip_corners(side: int) -> NDArray[np.float64]:
    """Return the corners (4, 2) of a strip along a side (0 far, 1 right, 2 near, 3 left) on the floor's unit square.

    They are clockwise from the strip's top left. Its top is outside the floor; its x runs like u (far, near) or like v
    (right, left).
    """
    along, across = (-BEYOND, 1 + BEYOND), (-OUTSIDE, INSIDE)
    places = np.array([[along[0], across[0]], [along[1], across[0]], [along[1], across[1]], [along[0], across[1]]])
    if side in (1, 2):
        places[:, 1] = 1 - places[:, 1]
    return places if side in (0, 2) else places[:, ::-1]


def shrunk(
    image: NDArray[np.uint8], corners: NDArray[np.float64], wide: int = FLOOR_PIXELS
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Return the image shrunk until its floor is about `wide` pixels wide (or as it is), and the corners in it."""
    scale = wide / max(float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).max()), 1.0)
    if scale > 0.75:
        return image, corners
    small = smaller(image, 1 / scale)
    size = np.array([small.shape[1] / image.shape[1], small.shape[0] / image.shape[0]])
    return small, (corners + 0.5) * size - 0.5


def enlarge(corners: NDArray[np.float64], small: NDArray[np.uint8], image: NDArray[np.uint8]) -> Corners:
    """Return corners in a smaller image (`shrunk`) as corners in the image itself; pixels."""
    size = np.array([image.shape[1] / small.shape[1], image.shape[0] / small.shape[0]])
    return as_corners((corners + 0.5) * size - 0.5)


def strip(
    image: NDArray[np.uint8],
    to_image: NDArray[np.float64],
    places: NDArray[np.float64],
    size: tuple[int, int],
    border: int = cv2.BORDER_CONSTANT,
) -> NDArray[np.uint8]:
    """Return the image between four places of the unit square (`strip_corners`), (height, width, 3) of `size`.

    to_image: 3x3, from the unit square to pixels; size: (width, height); border: OpenCV's border mode outside the
    image.
    """
    frame = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(transform(to_image, places).astype(np.float32), frame)
    return np.asarray(cv2.warpPerspective(image, warp, size, flags=cv2.INTER_LINEAR, borderMode=border), np.uint8)


def strips(image: NDArray[np.uint8], to_image: NDArray[np.float64]) -> list[NDArray[np.uint8]]:
    """Return the strips of the four sides (far, right, near, left); to_image: 3x3, from the unit square to pixels."""
    return [strip(image, to_image, strip_corners(side), STRIP) for side in range(4)]


def cross_sides(
    along: NDArray[np.float64], off: NDArray[np.float64], trust: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the corners (4, 2; on the unit square) where the four sides cross.

    along: (places,), the position of each place along a side. off, trust: (4, places), how far into the square each
    side is there, and the weight of that.
    """
    far, right, near, left = (
        fitted_line(np.column_stack([along, 1 - off[side] if side in (1, 2) else off[side]]), trust[side])
        for side in range(4)
    )
    return np.array([meet(far, left), meet(far, right), meet(near, right), meet(near, left)])


@dataclass(frozen=True, slots=True)
class Sided:
    """The crossings of a floor's sides (pixels), and P(they are its corners)."""

    corners: Corners
    confidence: float


def sureness(scales: NDArray[np.float64]) -> float:
    """Return P(all four sides are right to within CLOSE), by the logarithms of their Laplace scales (4, places).

    A side that is mostly hidden may still be visible elsewhere: the best half of it counts.
    """
    best = np.sort(scales, axis=1)[:, : scales.shape[1] // 2].mean(axis=1)
    return float(np.prod(1 - np.exp(-CLOSE / np.exp(np.clip(best, -8, 3)))))


def move_to_sides(image: NDArray[np.uint8], corners: Corners) -> Sided | None:
    """Return the floor roughly at `corners` (pixels), moved to its visible sides; None if they do not make a floor."""
    small, places = shrunk(image, np.array(corners))
    to_image = from_unit(places)
    answer = maps("sides", strips(small, to_image))
    square = cross_sides(
        MIDDLES, answer[:, 0].astype(np.float64), np.exp(-np.clip(answer[:, 1].astype(np.float64), -8, 3))
    )
    moved = transform(to_image, square)
    if not np.isfinite(moved).all() or not cv2.isContourConvex(moved.astype(np.float32)):
        return None
    return Sided(enlarge(moved, small, image), sureness(answer[:, 1].astype(np.float64)))


NOTHING = 1e-9
"""Added to a distance before dividing by it."""
ROUNDS = 8
"""How many times points are weighed again; after that a line hardly moves."""


def fitted_line(points: NDArray[np.float64], trust: NDArray[np.float64]) -> tuple[float, float]:
    """Fit the line on which most of the points (n, 2) lie, by reweighted least squares; return its offset and slope.

    trust: (n,), the weight of each point at the start.
    """
    along, beside = points[:, 0], points[:, 1]
    trusted = trust / trust.max()
    weight = trusted
    offset = slope = 0.0
    for _ in range(ROUNDS):
        offset, slope = _weighted_line(along, beside, weight)
        off = np.abs(beside - slope * along - offset)
        weight = trusted / (1 + (off / (_median(off) + NOTHING)) ** 2)
    return float(offset), float(slope)


def _median(values: NDArray[np.float64]) -> float:
    """Return the median of a few values (n,), ten times as fast as numpy's; many lines are fitted."""
    ordered, half = np.sort(values), len(values) // 2
    return float(ordered[half] if len(values) % 2 else (ordered[half - 1] + ordered[half]) / 2)


def _weighted_line(
    along: NDArray[np.float64], beside: NDArray[np.float64], weight: NDArray[np.float64]
) -> tuple[float, float]:
    """Return the offset and slope of the line by weighted least squares."""
    total = weight.sum()
    middle, height = weight @ along / total, weight @ beside / total
    from_middle = weight * (along - middle)
    slope = from_middle @ (beside - height) / (from_middle @ (along - middle))
    return float(height - slope * middle), float(slope)


def meet(across: tuple[float, float], down: tuple[float, float]) -> tuple[float, float]:
    """Return the point where y = a + b * x meets x = c + d * y."""
    (a, b), (c, d) = across, down
    x = (c + d * a) / (1 - d * b)
    return x, a + b * x
