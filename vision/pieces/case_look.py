"""Look at all twenty-four cases together, in addition to finding dames one by one (vision.pieces.dames).

The network sees each case from its rail to beyond its point. It says how many tops there are and whether they are
piled.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Corners
from vision.locate.rectify import rectangle, warp_part
from vision.models.network import CELL, answer_of, maps

VIEW: Final = (288, 272)
"""Width and height (pixels) of the board as the network sees it."""
FLOOR: Final = (18, 24, 252, 230)
"""Left, top, width and height of the floor in the view: piles lean out further at the far side."""
ACROSS: Final = (np.arange(8) + 0.5) / 8 * 1.5 - 0.75
"""Places across a case, in cases from its middle."""
ALONG: Final = (np.arange(40) + 0.5) / 40 * 0.68 - 0.13
"""Places along a case, from its rail, as a share of the floor's height."""
COUNTS: Final = 16
"""A case shows 0 to 15 tops."""
PILED: Final = COUNTS + 1
"""The index of the score of a pile, after those of the counts and of the light set."""


class CaseLook(NamedTuple):
    """The answer for one case, or for each of n.

    counts: log P(k tops are visible), k = 0..15; piled: the log odds that one of them lies on others.
    """

    counts: NDArray[np.float64]
    piled: NDArray[np.float64]

    def of(self, number: int) -> CaseLook:
        """Return the answer for one case."""
        return CaseLook(*(each[number] for each in self))


def look_at_cases(image: NDArray[np.uint8], corners: Corners, bar: float) -> CaseLook:
    """Look at the cases of the floor between corners (pixels): (24, ...), the near row first, columns 1 to 12.

    bar: its width, as a share of the floor's.
    """
    (features,) = maps("case_look", [board_view(image, corners)])
    scores = answer_of("case_teller", strips(features, bar))[0].astype(np.float64)
    counts = scores[:, :COUNTS] - np.logaddexp.reduce(scores[:, :COUNTS], axis=1, keepdims=True)
    return CaseLook(counts, scores[:, PILED])


def to_board_view(corners: NDArray[np.float64], scale: int = 1) -> NDArray[np.float64]:
    """Return the homography (3x3) from pixels to those of a view `scale` times VIEW, of the floor at corners (4, 2)."""
    left, top, width, height = FLOOR
    # Pixels are counted from their middles: the view's edge is half a pixel before the first one.
    placed = (scale * rectangle(left, top, left + width, top + height) - 0.5).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), placed), np.float64)


def board_view(image: NDArray[np.uint8], corners: Corners) -> NDArray[np.uint8]:
    """Return the board (VIEW) as the network sees it, each pixel the mean of four."""
    places = np.array(corners, np.float64)
    area = cv2.contourArea(places.astype(np.float32)) / (FLOOR[2] * FLOOR[3])
    large = warp_part(image, to_board_view(places, 2), (2 * VIEW[0], 2 * VIEW[1]), float(area**0.5) / 2)
    return np.asarray(cv2.resize(large, VIEW, interpolation=cv2.INTER_AREA), np.uint8)


def case_places(bar: float) -> NDArray[np.float64]:
    """Return the places (x, y in cells of the features) in each case: (24, 40, 8, 2), beginning at its rail."""
    left, top, width, height = FLOOR
    case = (1 - bar) / 12
    columns = np.arange(12)
    middles = (columns + 0.5) * case + (columns >= 6) * bar
    places = np.empty((2, 12, len(ALONG), len(ACROSS), 2))
    places[..., 0] = (left + width * (middles[:, None] + ACROSS * case))[None, :, None]
    for row, along in enumerate((1 - ALONG, ALONG)):
        places[row, ..., 1] = (top + height * along)[None, :, None]
    return (places.reshape(24, len(ALONG), len(ACROSS), 2) - (CELL - 1) / 2) / CELL


def strips(features: NDArray[np.float32], bar: float) -> NDArray[np.float32]:
    """Cut the features (channels, rows, columns) of each case, interpolated between cells: (24, channels, 40, 8)."""
    channels, rows, columns = features.shape
    cells = np.ascontiguousarray(features.reshape(channels, -1).T)
    places = case_places(bar)
    x, y = np.clip(places[..., 0], 0, columns - 1.001), np.clip(places[..., 1], 0, rows - 1.001)
    left, top = x.astype(np.intp), y.astype(np.intp)
    right, down = ((x - left).astype(np.float32)[..., None], (y - top).astype(np.float32)[..., None])
    first = top * columns + left
    upper = cells[first] * (1 - right) + cells[first + 1] * right
    lower = cells[first + columns] * (1 - right) + cells[first + columns + 1] * right
    return np.ascontiguousarray(np.moveaxis(upper * (1 - down) + lower * down, 3, 1))
