"""Where a floor's left and right sides are, told by its points: each of them is its own mirror image.

Piled dames hide a side and lean over it, and what is seen of the rest is short. But the twelve points of a row and
what lies beside them are alike to the left and to the right of their middles, whatever their shape and colours, and
so are rows of dames; and the middles are as far from one another as the sides and the bar say. So each place along a
row is told how unlike its left and its right are, and the sides are where that is least at all twelve middles (the
greatest posterior).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry import as_corners
from vision.locate.likeness import against, unlikeness
from vision.locate.rectify import transform
from vision.locate.sides import UNIT, from_unit, strip

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from events.field import Corners

ROW: Final = (320, 16)
"""A row of points is looked at in so many pixels (width, height)."""
BEYOND: Final = 0.06
"""It goes on so far past either side, as a share of the floor's width."""
DEEP: Final = (0.03, 0.30)
"""It reaches from here to there, as shares of the floor's height: to the tips of no points but short ones."""
AROUND: Final = 17
"""So many pixels on either side of a middle are compared: three quarters of a case."""
UNLIKE: Final = 30.0
"""Two pixels whose channels differ by this in all are half as unlike as they can be."""
HOW_UNLIKE: Final = unlikeness(UNLIKE)
ALIKE: Final = 0.08
"""However alike the two halves of a point are, they count as so unlike: a patch of one colour is no point."""
FURTHEST: Final = 0.035
"""Either end of a side is looked for so far off, as a share of the floor's width."""
ENDS: Final = np.linspace(-FURTHEST, FURTHEST, 29)
BARS: Final = np.arange(0.01, 0.13, 0.01)
"""Widths of bars, as shares of the floor's."""
WEIGHT: Final = 25.0
"""How much a row tells, beside what speaks against moving a side: with more, sides that lie right move too."""
USUAL, SPREAD = 0.002, 0.02
"""How far off a row's ends are told to be (`against`)."""
UNLIKELY: Final = against(ENDS, USUAL, SPREAD)[:, None] + against(ENDS, USUAL, SPREAD)
"""What speaks against each of a row's two ends being so far off, (left ends, right ends)."""
MIDWAY: Final = sum(DEEP) / 2
"""A row tells of the sides so deep, as a share of the floor's height."""


def to_points(image: NDArray[np.uint8], corners: Corners) -> Corners:
    """A floor's corners (pixels), its left and right sides moved to where the points' middles tell them to be."""
    to_image = from_unit(np.array(corners))
    unlikely = np.array([WEIGHT * _unlike_middles(_unlike(image, to_image, far)) + UNLIKELY for far in (True, False)])
    bar = int(np.argmin(unlikely.min(axis=(2, 3)).sum(axis=0)))  # The same in both rows.
    found = [np.unravel_index(int(np.argmin(row[bar])), UNLIKELY.shape) for row in unlikely]
    (far_left, far_right), (near_left, near_right) = ((ENDS[left], ENDS[right]) for left, right in found)
    beyond = MIDWAY / (1 - 2 * MIDWAY)
    left, right = (near_left - far_left) * beyond, (near_right - far_right) * beyond
    moved = UNIT.copy()
    moved[:, 0] += far_left - left, far_right - right, near_right + right, near_left + left
    return as_corners(transform(to_image, moved))


def _unlike(image: NDArray[np.uint8], to_image: NDArray[np.float64], far: bool) -> NDArray[np.float64]:
    """How unlike (0..1) the left and the right are of each pixel along a row, (ROW[0],)."""
    one, other = DEEP if far else (1 - DEEP[0], 1 - DEEP[1])
    places = np.array([[-BEYOND, one], [1 + BEYOND, one], [1 + BEYOND, other], [-BEYOND, other]])
    cut = strip(image, to_image, places, (ROW[0], 2 * ROW[1]), cv2.BORDER_REPLICATE)
    row = cv2.resize(cv2.GaussianBlur(cut, (0, 0), 1.0), ROW, interpolation=cv2.INTER_AREA)
    # Channels apart: numpy adds them up ten times as fast so.
    channels = np.array(cv2.split(row), np.int16)
    unlike = np.zeros(ROW[0] - 2 * AROUND)
    for aside in range(1, AROUND + 1):
        left = channels[..., AROUND - aside : -AROUND - aside]
        right = channels[..., AROUND + aside : ROW[0] - AROUND + aside]
        unlike += HOW_UNLIKE[np.abs(left - right).sum(axis=0)].sum(axis=0)
    return np.pad(unlike / (AROUND * ROW[1]), AROUND, mode="maximum")


def _unlike_middles(unlike: NDArray[np.float64]) -> NDArray[np.float64]:
    """How unlike the two halves of the points are (a logarithm, their mean), (bars, left ends, right ends)."""
    logarithm = np.log(unlike + ALIKE)
    return np.asarray(((1 - PART) * logarithm[FIRST] + PART * logarithm[FIRST + 1]).mean(axis=3), np.float64)


def _middles() -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Where the middles of a row's points are: the pixel before and how far from there, (bars, lefts, rights, 12)."""
    left, right, bar = ENDS[:, None, None], 1 + ENDS[:, None], BARS[:, None, None, None]
    column = np.arange(12)
    along = (column + 0.5) * (1 - bar) / 12 + np.where(column >= 6, bar, 0)
    pixels = (left + along * (right - left) + BEYOND) / (1 + 2 * BEYOND) * ROW[0] - 0.5
    first = np.floor(pixels).astype(np.int64)
    return first, pixels - first


FIRST, PART = _middles()
