"""The lines a floor's sides are seen as: where one is sharp, a side is told finer by it than by what it looks like.

The networks know what a floor's edge looks like, to a few thousandths of its width on boards like those they learnt
from. A line is seen more finely, but the feet of the points, a rail's upper edge and its shadow are lines too. So a
line counts by how sharp it is all the way and by how near it is to where the networks have the side (the greatest
posterior), and only at sides that no rail can hide: of a hidden one, the rail's edge is the line that is seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.locate.edges import meet
from vision.locate.rectify import transform
from vision.locate.sides import enlarged, from_unit, shrunk, strip, strip_corners

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from events.field import Corners

STRIP: Final = (256, 72)
"""Each side is looked at as a strip of so many pixels, what is outside the floor above."""
REACH: Final = 0.018
"""A strip reaches so far out of the floor and into it, as a share of the floor's other measure."""
FLOOR_PIXELS: Final = 900
"""Images are shrunk until the floor is about so wide."""
BLOCK: Final = 8
"""Pixels along a strip of which the mean counts."""
SOFT: Final = (1.0, 1.5)
"""Strips are softened by so many pixels (standard deviation) along and across: grain has lines too."""
STEEPEST: Final = 8.0
"""Edges steeper than this (grey levels a pixel) count no more: a dame's rim or a glint is no line."""
FAINT: Final = 2.0
"""Steps of brightness much less than this (grey levels a pixel) speak for no line."""
FURTHEST: Final = 0.01
"""Either end of a side is looked for so far off, as a share of the floor's other measure."""
SPREAD: Final = 0.004
"""How far off the networks are at an end of a side (standard deviation; 0.0037 on pictures of another renderer than
they learnt from, 0.0044 on their own renderer's, where rails hide a little of some)."""
TURNED: Final = 1.5
"""The ends of a side differ by so many times that."""
NEARER: Final = 1.08
"""A side so many times as long as the one across is nearer to the camera: its rail may hide it."""
ENDS: Final = np.linspace(-FURTHEST, FURTHEST, 21)


def to_lines(image: NDArray[np.uint8], corners: Corners) -> Corners:
    """A floor's corners (pixels), each side that no rail can hide moved to the line seen near it."""
    small, places = shrunk(image, np.array(corners), FLOOR_PIXELS)
    to_image = from_unit(places)
    lengths = np.linalg.norm(np.roll(places, -1, axis=0) - places, axis=1)
    lines = []
    for side in range(4):
        seen = lengths[side] < NEARER * lengths[(side + 2) % 4]
        start, end = 0.0, 0.0
        if seen:
            # What is outside the image repeats its rim, which is no line so.
            along = strip_corners(side, 0.0, REACH, REACH)
            start, end = _line(_steps(strip(small, to_image, along, STRIP, cv2.BORDER_REPLICATE)))
        lines.append((1 - start, start - end) if side in (1, 2) else (start, end - start))
    far, right, near, left = lines
    moved = transform(to_image, np.array([meet(far, left), meet(far, right), meet(near, right), meet(near, left)]))
    return enlarged(moved, small, image)


def _steps(cut: NDArray[np.uint8]) -> NDArray[np.float32]:
    """How steeply brightness changes across a strip, in the channel where it does most: (rows, blocks).

    The first row is that between the strip's first and third.
    """
    soft = cv2.GaussianBlur(cut.astype(np.float32), (0, 0), sigmaX=SOFT[0], sigmaY=SOFT[1])
    steps = np.minimum((np.abs(soft[2:] - soft[:-2]) / 2).max(axis=2), STEEPEST)
    return np.asarray(steps.reshape(len(steps), -1, BLOCK).mean(axis=2), np.float32)


def _line(steps: NDArray[np.float32]) -> tuple[float, float]:
    """How far into the floor a side's two ends go, by the line of the greatest posterior.

    A line that is missing for a part of the way loses there what it is sharp by: the mean is one of logarithms.
    """
    columns = np.arange(steps.shape[1])
    sharp = np.log((1 - PART) * steps[ROW, columns] + PART * steps[ROW + 1, columns] + FAINT).mean(axis=2)
    start, end = np.divmod(int(np.argmax(sharp - UNLIKELY)), len(ENDS))
    return float(ENDS[start]), float(ENDS[end])


def _rows() -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Where every line meets every block of steps: the row before it and how far from there, (starts, ends, blocks)."""
    along = (np.arange(STRIP[0] // BLOCK) + 0.5) * BLOCK / STRIP[0]
    across = ENDS[:, None, None] * (1 - along) + ENDS[:, None] * along
    rows = (across + REACH) / (2 * REACH) * STRIP[1] - 1.5
    first = np.floor(rows).astype(np.int64)
    return first, rows - first


ROW, PART = _rows()
UNLIKELY = (ENDS[:, None] ** 2 + ENDS**2 + ((ENDS[:, None] - ENDS) / TURNED) ** 2) / (2 * SPREAD**2)
"""(starts, ends): what speaks against a line, where the networks' errors are normal."""
