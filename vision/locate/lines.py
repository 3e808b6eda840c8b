"""Fit straight lines to points, and find where they meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
        offset, slope = _weighed(along, beside, weight)
        off = np.abs(beside - slope * along - offset)
        weight = trusted / (1 + (off / (_median(off) + NOTHING)) ** 2)
    return float(offset), float(slope)


def _median(values: NDArray[np.float64]) -> float:
    """Return the median of a few values (n,), ten times as fast as numpy's; many lines are fitted."""
    ordered, half = np.sort(values), len(values) // 2
    return float(ordered[half] if len(values) % 2 else (ordered[half - 1] + ordered[half]) / 2)


def _weighed(
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
