"""What changes from one frame to another, both much reduced: a die that moves, not light or grain that wavers."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

GRID = (160, 90)
"""Frames are compared as grey pictures of this size."""
LEAST_CHANGE = 9.0
"""A cell that changes by fewer grey levels (0..255) than this has not changed."""
NOISE_FACTOR = 8.0
"""Nor one that changes by less than this many times what the frame's cells do at their median: what is lit well is
twice as grainy as the dark about it, and of thousands of cells not two side by side may seem to move."""
VARIES = (8.0, 247.0)
"""Between these grey levels (0..255) a cell shows the grain and how the light changes; beyond they are cut off."""
DIE = 2
"""So many cells make a change: a die that moves covers a few of GRID's, side by side; the noise of a dark room changes
some as well, here and there."""
MOST_SHAKE = 6
"""Cells a camera in a hand may move from one frame to the next and still be held still."""
SEARCH = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 12, 1e-4)
"""When the search for a held camera's movement ends: after so many rounds, or when one gains hardly anything."""
WAVER = 1.0
"""Cells by which an edge may waver under such a camera."""


def reduced(frame: NDArray[np.uint8]) -> NDArray[np.float32]:
    """A frame (height, width, 3; BGR) as the grey cells that are compared, (GRID[1], GRID[0])."""
    step = max(1, min(frame.shape[1] // (4 * GRID[0]), frame.shape[0] // (4 * GRID[1])))
    # In whole grey levels the noise of a cell would be rounded to nothing, or to more than it is.
    sparse: NDArray[Any] = frame[::step, ::step, 1].astype(np.float32)
    return np.asarray(cv2.resize(sparse, GRID, interpolation=cv2.INTER_AREA), np.float32)


def changed(before: NDArray[np.float32], now: NDArray[np.float32], watched: NDArray[np.bool_]) -> int:
    """How many of the cells watched differ."""
    return int(np.count_nonzero(different(before, now, watched)))


def different(before: NDArray[np.float32], now: NDArray[np.float32], watched: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of the cells watched differ, with a neighbour, by more than the light's flicker and the camera's noise."""
    difference = now - before
    # All that can vary tells how light and grain do: a table too bright to show any does not, and of a board that moves
    # what lies about it does not move with it.
    some = ((np.minimum(before, now) > VARIES[0]) & (np.maximum(before, now) < VARIES[1]))[::4, ::4]
    some = some if some.any() else np.ones_like(some)
    difference -= np.median(difference[::4, ::4][some])  # a cloud, the camera's own exposure
    size = np.abs(difference)
    least = max(LEAST_CHANGE, NOISE_FACTOR * float(np.median(size[::4, ::4][some])))
    cells = (size > least) & watched
    if np.count_nonzero(cells) < DIE:
        return np.zeros_like(cells)
    together = cv2.boxFilter(cells.astype(np.uint8), -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(cells & (together >= DIE), np.bool_)


def changed_in_hand(before: NDArray[np.float32], now: NDArray[np.float32]) -> int:
    """How many cells differ for a camera held in a hand: its own movement is taken out, and edges may waver."""
    # OpenCV lays the window over the very arrays it is given where their size needs no padding: it gets copies.
    (right, down), _ = cv2.phaseCorrelate(before.copy(), now.copy(), cv2.createHanningWindow(GRID, cv2.CV_32F))
    if max(abs(right), abs(down)) > MOST_SHAKE:
        return now.size
    # A hand turns and nears it too.
    shake = np.array([[1, 0, -right], [0, 1, -down]], np.float32)
    with contextlib.suppress(cv2.error):  # It finds no better one.
        _, better = cv2.findTransformECC(now, before, shake, cv2.MOTION_AFFINE, SEARCH, np.ones_like(now, np.uint8), 3)
        shake = np.asarray(better, np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(before, shake, GRID, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    slope = np.maximum(
        np.abs(cv2.Sobel(now, cv2.CV_32F, 1, 0, scale=1 / 8)), np.abs(cv2.Sobel(now, cv2.CV_32F, 0, 1, scale=1 / 8))
    )
    difference = now - np.asarray(moved, np.float32)
    difference -= np.median(difference)
    rim = MOST_SHAKE
    excess = (np.abs(difference) - WAVER * slope)[rim:-rim, rim:-rim]
    return int(np.count_nonzero(excess > LEAST_CHANGE))
