"""Place a floor's near side, which its rail hides, by its points: those of both rows are equally long.

Seen aslant, the near rail hides the near side and some of the floor. The points stay visible: their edges and tips are
as far from the near side as those of the far row are from the far side, in any colours. So the near side is placed
where the view from there inwards is most like the view from the far side inwards (the greatest posterior).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Corners
from vision.locate.rectify import transform
from vision.locate.sides import UNIT, enlarge, from_unit, shrunk, strip
from vision.models import numbers_of

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
ENDS: Final = np.indices((FURTHER.size,) * 2).reshape(2, -1)
"""Every pair of offsets (2, n) of the near side's left and right end, as numbers of FURTHER."""
CASES: Final = np.rint(ENDS[0, :, None] + np.diff(ENDS, axis=0).T * ((np.arange(12) + 0.5) / 12)).astype(int)
"""The offset (n, 12) of each case for every such pair, as numbers of FURTHER."""
ROUNDS: Final = 3
"""How often a side cut off is placed again, from where it was placed before."""


@dataclass(frozen=True, slots=True)
class Laws:
    """What is known of a near side beforehand; all but `weight` are shares of the floor.

    Attributes:
        weight: Of how alike the rows are (`alike`).
        usual, spread: Most errors of the middles of its halves are within `usual` (Cauchy's law), and hardly one is
            much larger than `spread` (a normal law).
        askew: The deviation of the difference between the halves.
    """

    weight: float
    usual: float
    spread: float
    askew: float

    def likelihoods(self, likeness: NDArray[np.float64], ends: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the log likelihoods (n,) of the side's ends, (2, n), up to a constant; likeness: (..., n), `alike`."""
        left, right = ends
        halves = np.array([0.75 * left + 0.25 * right, 0.25 * left + 0.75 * right])
        against = (np.log1p((halves / self.usual) ** 2) + (halves / self.spread) ** 2 / 2).sum(axis=0)
        unlikely = (against + ((halves[1] - halves[0]) / self.askew) ** 2) / 2
        return np.asarray(self.weight * likeness - unlikely, np.float64)


SEEN: Final = Laws(*numbers_of("rows"))
AT_EDGE: Final = Laws(*numbers_of("rows_at_edge"))
"""The laws of a near side found along the picture's edge, which may cut off some of the floor."""


def move_to_rows(image: NDArray[np.uint8], corners: Corners, *, at_edge: bool = False) -> Corners:
    """Return a floor's corners (pixels), with the near side moved to where its two rows of points are most alike.

    at_edge: the near side was found along the picture's edge.
    """
    small, places = shrunk(image, np.array(corners), PIXELS)
    moved = np.zeros((2, 1))
    for _ in range(ROUNDS if at_edge else 1):
        to_image = from_unit(places)
        ends = moved + FURTHER[ENDS]
        known = (AT_EDGE if at_edge else SEEN).likelihoods(alike(small, to_image), ends)
        best = ends[:, [int(np.argmax(known))]]
        square = UNIT.copy()
        square[2:, 1] += (best - moved)[::-1, 0]
        places, moved = transform(to_image, square), best
    return enlarge(places, small, image)


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
    """Return how alike (-2 to 2) the two rows of points are for each of ENDS, (n,): the sum of both halves' means.

    Each case has the same weight, so that dames on one do not outweigh the others. to_image: 3x3, from the floor's unit
    square to pixels.
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
    return np.asarray(np.array(cases)[CASES, np.arange(12)].sum(axis=1) / 6, np.float64)
