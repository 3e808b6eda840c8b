"""Means over pairs of games with the same dice and exchanged sides."""

from __future__ import annotations

import numpy as np


def interval(values: np.ndarray, pairs: int) -> tuple[float, float]:
    """The mean over pairs and half the width of its 95 % interval; values: first games, then second games."""
    means = (values[:pairs] + values[pairs:]) / 2
    return float(means.mean()), float(1.96 * means.std(ddof=1) / np.sqrt(pairs))
