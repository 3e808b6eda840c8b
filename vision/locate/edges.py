"""Where the edges of a map of P(floor) meet: corners to a fraction of a cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.models.network import CELL

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHARE = 0.06
"""What is left out at either end of an edge: a map rounds the corners off."""
LEAST_POINTS = 6
"""A side that is seen at fewer places, or at fewer than half, is left to what the network says of the whole."""
FINE = 0.25
"""Cells: an edge is found no finer, so places this near to the line lie on it."""
NOTHING = 1e-9
"""What is added to a distance that something is divided by."""
ROUNDS = 8
"""How often points are weighed anew: after that a line hardly moves."""


def edge_corners(floor: NDArray[np.float32], corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners (4, 2) where lines fitted to the edges of a map of P(floor) meet, in pixels of its picture.

    corners: where they are roughly, clockwise from the top left, the floor nearly upright; a side with too little of
    an edge to fit keeps what they say.
    """
    rough = (corners - (CELL - 1) / 2) / CELL
    inner = rough.mean(axis=0)
    # The far and the near edge are y = a + b * x; the left and the right one x = a + b * y: the map turned over.
    top = _edge(floor, rough[0], rough[1], inner[1], -1)
    bottom = _edge(floor, rough[3], rough[2], inner[1], 1)
    left = _edge(floor.T, rough[0][::-1], rough[3][::-1], inner[0], -1)
    right = _edge(floor.T, rough[1][::-1], rough[2][::-1], inner[0], 1)
    crossings = [meet(top, left), meet(top, right), meet(bottom, right), meet(bottom, left)]
    return np.array(crossings) * CELL + (CELL - 1) / 2


def _edge(
    floor: NDArray[np.float32], start: NDArray[np.float64], end: NDArray[np.float64], inside: float, way: int
) -> tuple[float, float]:
    """Offset and slope of an edge that runs along x: from each column's `inside` the way (-1 up, 1 down) to it."""
    low, high = start[0], end[0]
    reach = SHARE * (high - low)
    columns = np.arange(max(int(np.ceil(low + reach)), 0), min(int(high - reach), floor.shape[1] - 1) + 1)
    row = int(np.clip(inside, 1, floor.shape[0] - 2))
    found = _crossings(floor, columns, row, way)
    if len(found) < max(LEAST_POINTS, len(columns) // 2):
        slope = (end[1] - start[1]) / (end[0] - start[0])
        return float(start[1] - slope * start[0]), float(slope)
    return fitted_line(found, least=FINE)


def _crossings(floor: NDArray[np.float32], columns: NDArray[np.intp], row: int, way: int) -> NDArray[np.float64]:
    """Where columns first fall below a half, going from `row` up or down, between cells: (n, 2) of those that do."""
    profiles = floor[row::way, columns]
    falls = (profiles[:-1] >= 0.5) & (profiles[1:] < 0.5)
    falling = np.flatnonzero(falls.any(axis=0))
    step = falls.argmax(axis=0)[falling]
    last, next_one = profiles[step, falling], profiles[step + 1, falling]
    beyond = (last - 0.5).astype(np.float64) / (last - next_one)
    return np.column_stack([columns[falling], row + way * (step + beyond)])


def fitted_line(
    points: NDArray[np.float64], trust: NDArray[np.float64] | None = None, least: float = 0.0
) -> tuple[float, float]:
    """Offset and slope of the line most of the points (n, 2) lie on: least squares, far ones weighing ever less.

    trust: (n,), how much each is worth to begin with, all alike if not said; least: no point is far from the line that
    is nearer than this.
    """
    along, beside = points[:, 0], points[:, 1]
    trusted = np.ones(len(points)) if trust is None else trust / trust.max()
    weight = trusted
    offset = slope = 0.0
    for _ in range(ROUNDS):
        offset, slope = _weighed(along, beside, weight)
        off = np.abs(beside - slope * along - offset)
        weight = trusted / (1 + (off / max(least, _median(off) + NOTHING)) ** 2)
    return float(offset), float(slope)


def _median(values: NDArray[np.float64]) -> float:
    """The median of a few values (n,): numpy's own takes ten times as long on so few, and many lines are fitted."""
    ordered, half = np.sort(values), len(values) // 2
    return float(ordered[half] if len(values) % 2 else (ordered[half - 1] + ordered[half]) / 2)


def _weighed(
    along: NDArray[np.float64], beside: NDArray[np.float64], weight: NDArray[np.float64]
) -> tuple[float, float]:
    """Offset and slope of the weighted least squares' line."""
    total = weight.sum()
    middle, height = weight @ along / total, weight @ beside / total
    from_middle = weight * (along - middle)
    slope = from_middle @ (beside - height) / (from_middle @ (along - middle))
    return float(height - slope * middle), float(slope)


def meet(across: tuple[float, float], down: tuple[float, float]) -> tuple[float, float]:
    """Where y = a + b * x meets x = c + d * y."""
    (a, b), (c, d) = across, down
    x = (c + d * a) / (1 - d * b)
    return x, a + b * x
