"""Where the edges of a map of P(floor) meet: corners to a fraction of a cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

CELL = 4
"""Pixels of a picture per cell of its maps."""
SHARE = 0.06
"""What is left out at either end of an edge: the corners themselves are rounded in a map."""


def edge_corners(floor: NDArray[np.float32], corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners (4, 2) where lines fitted to the edges of a map of P(floor) meet, in pixels of its picture.

    corners: where they are roughly; a side with too little of an edge to fit keeps what they say.
    """
    height, width = floor.shape
    middle = (corners.mean(axis=0) - (CELL - 1) / 2) / CELL
    column, row = int(np.clip(middle[0], 1, width - 2)), int(np.clip(middle[1], 1, height - 2))
    sides = []
    for number in range(4):
        a, b = (corners[number] - (CELL - 1) / 2) / CELL, (corners[(number + 1) % 4] - (CELL - 1) / 2) / CELL
        across = number % 2 == 0  # the far and the near edge run across the picture
        low, high = sorted((a[0 if across else 1], b[0 if across else 1]))
        span = high - low
        steps = np.arange(int(np.ceil(low + SHARE * span)), int(np.floor(high - SHARE * span)) + 1)
        steps = steps[(steps >= 0) & (steps < (width if across else height))]
        found = []
        for step in steps:
            profile = floor[:, step] if across else floor[step]
            at = _crossing(profile, row if across else column, -1 if number in (0, 3) else 1)
            if at is not None:
                found.append((float(step), at))
        line = _line(np.array(found), len(steps)) if found else None
        if line is None:
            along = np.array([a[0], b[0]]) if across else np.array([a[1], b[1]])
            beside = np.array([a[1], b[1]]) if across else np.array([a[0], b[0]])
            slope = (beside[1] - beside[0]) / max(abs(along[1] - along[0]), 1e-6) * np.sign(along[1] - along[0])
            line = (float(beside[0] - slope * along[0]), float(slope))
        sides.append(line)
    (top, right, bottom, left) = sides
    meet = [(top, left), (top, right), (bottom, right), (bottom, left)]
    points = []
    for (y0, dy), (x0, dx) in meet:
        x = (x0 + dx * y0) / (1 - dx * dy)
        points.append((x, y0 + dy * x))
    return np.array(points) * CELL + (CELL - 1) / 2


def _crossing(profile: NDArray[np.float32], start: int, way: int) -> float | None:
    """Where a profile falls below a half, going from `start` up or down, between cells."""
    index = start
    while 0 <= index + way < len(profile):
        if profile[index] >= 0.5 > profile[index + way]:
            fall = float(profile[index] - profile[index + way])
            return index + way * float(profile[index] - 0.5) / fall
        index += way
    return None


def _line(points: NDArray[np.float64], wanted: int) -> tuple[float, float] | None:
    """Offset and slope of the line most of the points (n, 2) lie on; None when they are too few of those wanted."""
    if len(points) < max(6, wanted // 2):
        return None
    along, beside = points[:, 0], points[:, 1]
    weight = np.ones(len(points))
    offset = slope = 0.0
    for _ in range(8):
        slope, offset = np.polyfit(along, beside, 1, w=np.sqrt(weight))
        off = np.abs(beside - slope * along - offset)
        weight = 1 / (1 + (off / max(0.25, float(np.median(off)))) ** 2)
    return float(offset), float(slope)
