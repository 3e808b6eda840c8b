"""Place a floor's near side, which its rail hides, by its points: those of both rows are equally long.

Seen aslant, the near rail hides the near side and some of the floor. The points stay visible: their edges and tips are
as far from the near side as those of the far row are from the far side, in any colours. So the near side is placed
where the view from there inwards is most like the view from the far side inwards (the greatest posterior).
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Corners
from vision.locate.rectify import transform
from vision.locate.sides import UNIT, enlarge, from_unit, shrunk, strip
from vision.models.fitted import numbers_of

PIXELS: Final = 600
"""Images are shrunk until the floor is about this wide."""
HALF: Final = (324, 114)
"""Width and height, in pixels, of the view of one half of the floor."""
OUTSIDE: Final = 0.05
INSIDE: Final = 0.52
"""How far the view reaches out of the floor and into it, as shares of the floor's height."""
COMPARED: Final = (22, 104)
"""First and last row of the view that is compared: the rows next to a rail are hidden or in its shadow."""
FAINT: Final = 20.0
"""Sum of the differences of three channels at which two pixels count as half an edge."""
DIFFER: Final = np.arange(3 * 255 + 1, dtype=np.float32)
EDGE: Final = DIFFER / (DIFFER + FAINT)
"""How much of an edge (0 to 1) two pixels are, for each such sum."""
FURTHEST: Final = 9
"""The near side is searched for up to this many rows further in or out."""
FURTHER: Final = np.arange(-FURTHEST, FURTHEST + 1) * (OUTSIDE + INSIDE) / HALF[1]
NOTHING: Final = 1e-6
"""Added before dividing: without edges, the likeness is 0."""


def unlikely(usual: float, spread: float, askew: float) -> NDArray[np.float64]:
    """Return the cost of each pair of offsets of the near side, in its left and in its right half: (left, right).

    Most errors of the near side before this step are within `usual` (Cauchy's law), and hardly one is much larger than
    `spread` (a normal law). askew: the deviation of the difference between the halves. All are shares of the floor.
    """
    against = np.log1p((FURTHER / usual) ** 2) + (FURTHER / spread) ** 2 / 2
    return np.asarray((against[:, None] + against + ((FURTHER[:, None] - FURTHER) / askew) ** 2) / 2, np.float64)


WEIGHT, *LAWS = numbers_of("rows")
"""Weight of the likeness (-1 to 1) of each half of a row to the same half of the other row; the rest is for
`unlikely`."""
UNLIKELY: Final = unlikely(*LAWS)


def move_to_rows(image: NDArray[np.uint8], corners: Corners) -> Corners:
    """Return a floor's corners (pixels), with the near side moved to where its two rows of points are most alike."""
    small, places = shrunk(image, np.array(corners), PIXELS)
    to_image = from_unit(places)
    unlike = UNLIKELY - WEIGHT * alike(small, to_image)
    left, right = (FURTHER[each] for each in np.unravel_index(int(np.argmin(unlike)), unlike.shape))
    moved = UNIT.copy()
    # Each half of a row gives the side at the half's middle, a quarter of the way along the side.
    moved[2:, 1] += (3 * right - left) / 2, (3 * left - right) / 2
    return enlarge(transform(to_image, moved), small, image)


def _edges(image: NDArray[np.uint8], to_image: NDArray[np.float64], *, far: bool) -> NDArray[np.float32]:
    """Return the upright edges of a half of the floor, less the mean of those around: (rows inwards, 12, columns)."""
    side, deep = (-OUTSIDE, INSIDE) if far else (1 + OUTSIDE, 1 - INSIDE)
    places = np.array([[0, side], [1, side], [1, deep], [0, deep]])
    cut = cv2.GaussianBlur(strip(image, to_image, places, HALF, cv2.BORDER_REPLICATE), (0, 0), 1.0)
    edges = np.zeros(HALF[::-1], np.float32)
    # The channels are separate: numpy adds them up ten times as fast this way.
    channels = np.array(cv2.split(cut), np.int16)
    edges[:, 1:-1] = EDGE[np.abs(channels[..., 2:] - channels[..., :-2]).sum(axis=0)]
    edges -= cv2.blur(edges, (HALF[0] // 12, 1))
    return edges.reshape(HALF[1], 12, -1)


def alike(image: NDArray[np.uint8], to_image: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how alike the two rows of points are, for each place of the near side: (left halves, right halves).

    The likenesses (-1 to 1) of both halves are added. Each case has the same weight, so that dames on one do not
    outweigh the others. to_image: 3x3, from the floor's unit square to pixels.
    """
    far, near = _edges(image, to_image, far=True), _edges(image, to_image, far=False)
    first, last = COMPARED
    each = np.einsum("rcw,rcw->rc", near, near)
    one, sharp = far[first:last], np.einsum("rcw,rcw->c", far[first:last], far[first:last])
    cases = []
    for further in range(-FURTHEST, FURTHEST + 1):
        rows = np.s_[first - further : last - further]
        apart = np.sqrt(sharp * each[rows].sum(axis=0) + NOTHING)
        cases.append(np.einsum("rcw,rcw->c", one, near[rows]) / apart)
    left, right = np.array(cases).reshape(-1, 2, 6).mean(axis=2).T
    return np.asarray(left[:, None] + right, np.float64)
