"""The uncertainty of figures: 95 % intervals of shares and of rates."""

from __future__ import annotations

from math import sqrt
from typing import Final

import numpy as np

Z: Final = 1.96
"""95 % of a normal distribution lie within this number of standard deviations."""


def share_interval(right: int, of: int) -> tuple[float, float]:
    """Return Wilson's interval of a share, each end 0..1; 0 to 1 where nothing was counted."""
    if not of:
        return 0.0, 1.0
    share = right / of
    middle = share + Z * Z / (2 * of)
    half = Z * sqrt(share * (1 - share) / of + Z * Z / (4 * of * of))
    low, high = ((middle + step) / (1 + Z * Z / of) for step in (-half, half))
    return max(0.0, low), min(1.0, high)


def rate_interval(events: int, of: int) -> tuple[float, float]:
    """Return Byar's interval of the rate of independent events, per unit of `of`. Raises ValueError when `of` is 0."""
    if not of:
        raise ValueError("a rate without a base: expected `of` to be at least 1")
    low = events * (1 - 1 / (9 * events) - Z / (3 * sqrt(events))) ** 3 if events else 0.0
    more = events + 1
    high = more * (1 - 1 / (9 * more) + Z / (3 * sqrt(more))) ** 3
    return low / of, high / of


def share_text(right: int, of: int) -> str:
    """Write a share with its interval: `364 of 365, 99.7 % (98.5 to 100)`."""
    if not of:
        return "-"
    low, high = (100 * end for end in share_interval(right, of))
    return f"{right:,} of {of:,}, {100 * right / of:.4g} % ({low:.4g} to {high:.4g})"


def rate_text(events: int, of: int) -> str:
    """Write a rate with its interval: `3, 0.06 each (0.012 to 0.17)`."""
    if not of:
        return "-"
    low, high = rate_interval(events, of)
    return f"{events:,}, {events / of:.3g} each ({low:.2g} to {high:.2g})"


def pair_interval(values: np.ndarray, pairs: int) -> tuple[float, float]:
    """Return the mean over pairs of games with the same dice and exchanged sides, and half the width of its interval.

    values: of the first games of all pairs, then of the second ones.
    """
    means = (values[:pairs] + values[pairs:]) / 2
    return float(means.mean()), float(Z * means.std(ddof=1) / np.sqrt(pairs))
