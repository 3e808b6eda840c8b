"""Elo of players from the games they won against each other (Bradley and Terry 1952), with 95 % intervals."""

from __future__ import annotations

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
