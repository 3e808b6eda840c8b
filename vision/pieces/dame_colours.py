"""The two sets of dames: the colours that distinguish them, and which of them is the light one."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from vision.models.fitted import fitted
from vision.models.network import sigmoid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.calibration import Lab

DOUBT = fitted("sets")
"""log(P(light) / P(dark)) = a * (across - 0.5) + b * logit(guess), where `across` says how far a dame's colour is from
the dark set's (0) to the light set's (1)."""
UNLIKE = (-0.62, 2.9)
"""Upper limit a - b * log(away) of log(P(light) / P(dark)) for a dame read as light.

`away` is the distance of its colour from the middle of the light set, divided by the distance of the dark set's. On 269
boards drawn by another renderer 12 of 74 such dames at 0.3 to 0.6 were dark, and 10 of 23 further away.
"""
STILL_LIGHT = 0.1
"""Least log odds that such a dame keeps, so that it is still read as light."""
OWN = 3.9
"""Limit of the log odds from the network's answer for one dame: P(light) of 0.02 and of 0.98."""
ROUNDS = 6
"""Most times that the dames are divided again. It ends earlier when the division stays the same."""
GRAIN = 4.0
"""Least spread of one set's colours in every direction of Lab, even if few dames are visible."""
TINT, GREY = 25.0, 6.0
"""Two full tints are at most twice TINT apart, in units of Lab; a colour of the chroma GREY has seven tenths of a
tint."""
WHICH = 5.5
"""P(the set that the network finds lighter is the light one) = sigmoid(WHICH * difference of log odds). Fitted on 269
boards drawn by another renderer; on one it was the dark set."""
LOOKS = 50
"""The present look counts for at least one in this many looks, since daylight changes."""
SURELY = 0.8
"""Only dames at least this probable teach the sets' colours, or as probable as the median if that is lower."""
APART = 14.0
"""Least distance of two sets' Lab colours; closer clusters are one set in uneven light."""


class ColoursSeen:
    """Which of one table's two sets is the light one, from all looks at it.

    For two dark sets the network's answer varies, but the dames do not change colour between two looks.
    """

    def __init__(self) -> None:
        self._colours: NDArray[np.float64] | None = None
        self._odds = 0.0
        self._looks = 0

    def weighed(self, one: NDArray[np.float64], other: NDArray[np.float64], odds: float) -> float:
        """Return the log odds that the first of two sets of these colours is the light one: the mean of all looks.

        odds: the log odds of this look.
        """
        seen = np.array([one, other])
        if self._colours is None:
            self._colours = seen
        straight, crossed = (float(np.linalg.norm(self._colours - each)) for each in (seen, seen[::-1]))
        self._looks = min(self._looks + 1, LOOKS)
        sign = 1.0 if straight <= crossed else -1.0
        self._odds += (sign * odds - self._odds) / self._looks
        self._colours = self._colours + ((seen if sign > 0 else seen[::-1]) - self._colours) / self._looks
        return sign * self._odds


def light_probability(
    colours: NDArray[np.float64],
    weights: NDArray[np.float64],
    guess: NDArray[np.float64],
    light: Lab | None,
    dark: Lab | None,
    before: ColoursSeen | None = None,
) -> NDArray[np.float64]:
    """Return P(light) for dames of these Lab colours (n, 3).

    With both sets' colours known, each dame's colour and the network's guess for it decide. Otherwise the two colours
    are found that divide the dames best (weighted by their probability), starting from the guesses. If they are too
    close, there is only one set, and the guesses for all dames together decide. The answer is unsure when the two sets
    hardly differ. It is also unsure for a light dame of an unusual colour, which may be a dark one that mirrors a lamp
    or window.
    """
    across, sure = between_sets(colours, weights, guess, light, dark, before)
    own = np.clip(np.log(guess / (1 - guess)), -OWN, OWN)
    if across is None:
        return np.full(len(colours), 1 / (1 + np.exp(-float(np.average(own, weights=weights)))))
    odds = DOUBT[0] * (across - 0.5) + DOUBT[1] * own
    odds = np.minimum(odds, _unlike(_tinted(colours), odds > 0, weights, light))
    p = np.asarray(sigmoid(odds.astype(np.float32)), np.float64)
    return sure * p + (1 - sure) * (1 - p)


def _unlike(
    colours: NDArray[np.float64], lit: NDArray[np.bool_], weights: NDArray[np.float64], light: Lab | None
) -> NDArray[np.float64]:
    """Return the largest log odds, at least STILL_LIGHT, that dames of these tinted colours (n, 5) are light.

    lit: the dames read as light; light: the light set's colour if known.
    """
    sure = weights >= min(0.5, float(weights.max()))
    if not (lit & sure).any() or not (~lit & sure).any():
        return np.full(len(colours), np.inf)
    dark = np.median(colours[~lit & sure], axis=0)
    usual = np.median(colours[lit & sure], axis=0) if light is None else _tinted(np.array([light]))[0]
    away = np.linalg.norm(colours - usual, axis=1) / max(float(np.linalg.norm(usual - dark)), 1e-9)
    return np.asarray(np.maximum(UNLIKE[0] - UNLIKE[1] * np.log(np.maximum(away, 1e-3)), STILL_LIGHT), np.float64)


def between_sets(
    colours: NDArray[np.float64],
    weights: NDArray[np.float64],
    guess: NDArray[np.float64],
    light: Lab | None = None,
    dark: Lab | None = None,
    before: ColoursSeen | None = None,
) -> tuple[NDArray[np.float64] | None, float]:
    """Return where each colour is from the dark set's (0) to the light set's (1), None if there is only one set.

    The second value says how sure it is which set is which (0.5..1).
    """
    colours = _tinted(colours)
    if light is None or dark is None:
        return _parted(colours, weights, guess, before)
    one, other = _tinted(np.array([light, dark]))
    across = (np.linalg.norm(colours - one, axis=1) < np.linalg.norm(colours - other, axis=1)).astype(np.float64)
    for _ in range(ROUNDS):
        within = colours - np.where(across[:, None] > 0.5, one, other)
        across = _between(colours, _spread(within, weights), one, other)
    return np.clip(across, 0.0, 1.0), 1.0


def _tinted(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return Lab colours (n, 3) with their tints, (n, 5); the tint hardly changes under glare.

    A lamp's glare adds white: chroma falls, lightness grows, hue stays. A nearly grey colour has little tint.
    """
    chroma = np.hypot(colours[:, 1], colours[:, 2])[:, None]
    return np.hstack([colours, TINT * colours[:, 1:] / np.hypot(chroma, GREY)])


def _parted(
    colours: NDArray[np.float64],
    weights: NDArray[np.float64],
    guess: NDArray[np.float64],
    before: ColoursSeen | None,
) -> tuple[NDArray[np.float64] | None, float]:
    """Return `_between` for the most compact two sets found, and how sure it is which is which.

    The search begins from several starting points. The light set is the one that the network reads as lighter on the
    whole, since a lamp's glare may make the dark one lighter. None when there is only one set: the two colours are less
    than APART from each other.
    """
    odds = np.log(guess / (1 - guess))  # No limit: for two dark sets, or two light ones, only the odds' size differs.
    # A die or an ornament that looks a little like a dame does not make a set.
    sure = weights >= min(SURELY, float(np.median(weights)))
    weights = np.where(sure, weights, 0.0)
    middle = (colours[sure].min(axis=0) + colours[sure].max(axis=0)) / 2
    best, found, first = np.inf, None, np.ones(len(colours), np.bool_)
    met: set[bytes] = set()  # Divisions already refined: most starting points lead to the same.
    for start in (guess > 0.5, *(colours > middle).T):
        belongs = start
        for _ in range(ROUNDS):
            if belongs.tobytes() in met or belongs[sure].all() or not belongs[sure].any():
                break
            met.add(belongs.tobytes())
            mine, theirs = (_mean(colours, weights * own) for own in (belongs, ~belongs))
            spread = _spread(colours - np.where(belongs[:, None], mine, theirs), weights)
            across = _between(colours, spread, mine, theirs)
            size = float(np.linalg.slogdet(spread)[1])
            if size < best and np.linalg.norm((mine - theirs)[:3]) >= APART:
                best, found, first = size, across, belongs
            belongs = across > 0.5
    if found is None:
        return None, 1.0
    one, two = (_mean(colours, weights * own) for own in (first, ~first))
    likely, other = (float(_mean(odds, weights * own)) for own in (first, ~first))
    more = likely - other if before is None else before.weighed(one, two, likely - other)
    return np.clip(found if more >= 0 else 1.0 - found, 0.0, 1.0), 1 / (1 + math.exp(-WHICH * abs(more)))


def _mean(values: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weighted mean of values (n, ...)."""
    return np.asarray(weights @ values / weights.sum(), np.float64)


def _spread(within: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the covariance of the differences within the sets, (5, 5)."""
    return np.asarray((within * weights[:, None]).T @ within / weights.sum() + GRAIN**2 * np.eye(5), np.float64)


def _between(
    colours: NDArray[np.float64], spread: NDArray[np.float64], light: NDArray[np.float64], dark: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return where each colour is from the dark set's (0) to the light set's (1).

    A lamp's glare makes dames of one set lighter and darker, but hardly changes their tint. So directions in which the
    sets vary count little (Fisher's linear discriminant).
    """
    towards = np.linalg.solve(spread, light - dark)
    return np.asarray(0.5 + (colours - (light + dark) / 2) @ towards / max(float((light - dark) @ towards), 1e-9))
