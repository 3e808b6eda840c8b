"""Find the bar in the maps of a flat view."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.locate.rectify import FLOOR, MARGIN
from vision.locate.sides import NOTHING, fitted_line
from vision.models.network import CELL


def bar_seen(seen: NDArray[np.float32]) -> tuple[float, float]:
    """Return the middle and the width of the bar, as fractions of the floor's width, by P(bar) over the flat view."""
    inside = seen[MARGIN[1] // CELL : (MARGIN[1] + FLOOR[1]) // CELL]
    profile = np.median(inside, axis=0).astype(np.float64)
    places = ((np.arange(len(profile)) + 0.5) * CELL - MARGIN[0]) / FLOOR[0]
    near = np.abs(places - 0.5) < 0.2
    total = float(profile[near].sum())
    middle = float((profile * places)[near].sum() / total) if total > 0.5 else 0.5
    return middle, total * CELL / FLOOR[0]


def bar_line(seen: NDArray[np.float32]) -> tuple[float, float]:
    """Return the middle of the bar at the far and at the near side, as for `bar_seen`."""
    inside = seen[MARGIN[1] // CELL : (MARGIN[1] + FLOOR[1]) // CELL].astype(np.float64)
    across, down = (
        ((np.arange(count) + 0.5) * CELL - edge) / size
        for count, edge, size in ((inside.shape[1], MARGIN[0], FLOOR[0]), (inside.shape[0], MARGIN[1] % CELL, FLOOR[1]))
    )
    likely = inside * (np.abs(across - 0.5) < 0.2) + NOTHING
    total = likely.sum(axis=1)
    far, slope = fitted_line(np.column_stack([down, likely @ across / total]), total)
    return far, far + slope
