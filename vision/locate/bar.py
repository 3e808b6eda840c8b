"""Find the bar in the maps of a flat view."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.locate.rectify import FLOOR, MARGIN
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
