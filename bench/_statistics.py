"""The uncertainty of figures, with 95 % intervals: shares, rates, pairs of games, and Elo."""

from __future__ import annotations

from math import sqrt
from typing import Final

import numpy as np

Match = tuple[str, str, np.ndarray]
"""First player, second player, and the share of each pair of games that the first won, (pairs,)."""
_STEPS, _RESAMPLED = 200, 100
SCALE = 400 / np.log(10)


def ladder(matches: list[Match], zero: str, seed: int) -> dict[str, tuple[float, float, float]]:
    """Return the Elo of each player, and the ends of the interval of 95 % of resampled matches; `zero` has 0.

    The bootstrap draws pairs with replacement, because the two games of a pair share their dice.
    """
    random = np.random.default_rng(seed)
    drawn = [_ratings(matches, zero)]
    drawn += [
        _ratings([(one, two, random.choice(shares, len(shares))) for one, two, shares in matches], zero)
        for _ in range(_RESAMPLED)
    ]
    return {
        name: (drawn[0][name], *np.quantile([each[name] for each in drawn[1:]], [0.025, 0.975])) for name in drawn[0]
    }


def _ratings(matches: list[Match], zero: str) -> dict[str, float]:
    """Return the likeliest ratings; each match counts one extra win and loss, so that no rating is infinite."""
    names = sorted({name for one, two, _ in matches for name in (one, two)})
    at = {name: number for number, name in enumerate(names)}
    one = np.array([at[first] for first, _, _ in matches])
    two = np.array([at[second] for _, second, _ in matches])
    played = np.array([2 * len(shares) + 2 for _, _, shares in matches])
    won = np.array([2 * shares.sum() + 1 for _, _, shares in matches])
    strength = np.zeros(len(names))
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(strength[two] - strength[one]))
        slope, curve = np.zeros(len(names)), np.full(len(names), 1e-9)
        for side, sign in ((one, 1), (two, -1)):
            np.add.at(slope, side, sign * (won - played * chance))
            np.add.at(curve, side, played * chance * (1 - chance))
        strength += np.clip(slope / curve, -1, 1) / 2
    return {name: float(SCALE * (strength[at[name]] - strength[at[zero]])) for name in names}


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
    """Write a share with its interval: `364/365 (99.73%, 98.47-99.95)`."""
    if not of:
        return "-"
    low, high = (100 * end for end in share_interval(right, of))
    return f"{right:,}/{of:,} ({100 * right / of:.4g}%, {low:.4g}-{high:.4g})"


def rate_text(events: int, of: int) -> str:
    """Write a rate with its interval: `3 (0.06, 0.012-0.17)`."""
    if not of:
        return "-"
    low, high = rate_interval(events, of)
    return f"{events:,} ({events / of:.3g}, {low:.2g}-{high:.2g})"


def pair_interval(values: np.ndarray, pairs: int) -> tuple[float, float]:
    """Return the mean over pairs of games with the same dice and exchanged sides, and half the width of its interval.

    values: of the first games of all pairs, then of the second ones.
    """
    means = (values[:pairs] + values[pairs:]) / 2
    return float(means.mean()), float(Z * means.std(ddof=1) / np.sqrt(pairs))
