"""Find changes between two frames, both much reduced: a die that moves, but not flickering light or grain."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

GRID = (160, 90)
"""Size (width, height) of the grey pictures in which frames are compared."""
LEAST_CHANGE = 9.0
"""A cell that changes by fewer grey levels (0..255) than this has not changed."""
NOISE_FACTOR = 8.0
"""A cell that changes by less than this many times the frame's median change has not changed.

Well-lit parts are twice as grainy as the dark around them, and among thousands of cells no two neighbours may seem to
move.
"""
MOST_NOISE = 48.0
"""A cell that changes by more grey levels has changed, even if most of the frame did: the board was lifted away."""
VARIES = (8.0, 247.0)
"""Between these grey levels (0..255) a cell shows grain and changes of light; beyond them both are cut off."""
DIE = 2
"""Least number of neighbouring cells that make a change.

A moving die covers a few of them, while the noise of a dark room changes single cells here and there.
"""
MOST_SHAKE = 6
"""Most cells by which a hand-held camera moves from one frame to the next."""
WAVER = 1.0
"""Cells by which an edge may waver when a hand holds the camera."""


def reduce(frame: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return a frame (height, width, 3; BGR) as the grey cells that are compared, (GRID[1], GRID[0])."""
    step = max(1, min(frame.shape[1] // (4 * GRID[0]), frame.shape[0] // (4 * GRID[1])))
    # Whole grey levels would round the noise of a cell down to nothing, or up.
    sparse: NDArray[Any] = frame[::step, ::step, 1].astype(np.float32)
    return np.asarray(cv2.resize(sparse, GRID, interpolation=cv2.INTER_AREA), np.float32)


def count_changes(before: NDArray[np.float32], now: NDArray[np.float32], watched: NDArray[np.bool_]) -> int:
    """Return how many of the watched cells differ."""
    return int(np.count_nonzero(different(before, now, watched)))


def different(before: NDArray[np.float32], now: NDArray[np.float32], watched: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which watched cells differ, with a neighbour, by more than the light's flicker and the camera's noise."""
    difference = now - before
    # Light and grain are measured on all cells that can vary, watched or not. A table too bright to show any grain does
    # not count, and when the board moves, its surroundings stay.
    some = ((np.minimum(before, now) > VARIES[0]) & (np.maximum(before, now) < VARIES[1]))[::4, ::4]
    some = some if some.any() else np.ones_like(some)
    difference -= np.median(difference[::4, ::4][some])  # a cloud, the camera's own exposure
    size = np.abs(difference)
    least = max(LEAST_CHANGE, min(MOST_NOISE, NOISE_FACTOR * float(np.median(size[::4, ::4][some]))))
    cells = (size > least) & watched
    if np.count_nonzero(cells) < DIE:
        return np.zeros_like(cells)
    together = cv2.boxFilter(cells.astype(np.uint8), -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(cells & (together >= DIE), np.bool_)


def count_changes_in_hand(before: NDArray[np.float32], now: NDArray[np.float32]) -> int:
    """Return how many cells differ when a hand holds the camera: its movement is removed, and edges may waver."""
    # OpenCV multiplies its arrays by the window in place when their size needs no padding, so it gets copies.
    (right, down), _ = cv2.phaseCorrelate(before.copy(), now.copy(), cv2.createHanningWindow(GRID, cv2.CV_32F))
    if max(abs(right), abs(down)) > MOST_SHAKE:
        return now.size
    shake = np.array([[1, 0, -right], [0, 1, -down]], np.float32)
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
