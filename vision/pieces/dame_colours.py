"""The two sets of dames: the colours that distinguish them, and which of them is the light one."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from vision.models.fitted import fitted
from vision.models.network import sigmoid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.calibration import Lab

DOUBT = fitted("sets")
"""log(P(light) / P(dark)) = a * (across - 0.5) + b * logit(guess), where `across` says how far a dame's colour is from
the dark set's (0) to the light set's (1)."""
OWN = 3.9
"""Limit of the log odds from the network's answer for one dame: P(light) of 0.02 and of 0.98."""
GRAIN = 4.0
"""Least spread of one set's colours in every direction of Lab, even if few dames are visible."""
SLOPE = GRAIN / 2
"""Usual change of a colour by the light, from the middle of the floor to its edge. It is small, because a steep slope
can separate any two groups of a few dames."""
TINT = 25.0
"""Two full tints are at most twice TINT apart, in units of Lab."""
WHICH = 5.5
"""P(the set that the network finds lighter is the light one) = sigmoid(WHICH * difference of log odds). Fitted on 269
boards drawn by another renderer; on one it was the dark set."""
LOOKS = 50
"""The present look counts for at least one in this many looks, since daylight changes."""
SURELY = 0.8
"""Only dames at least this probable teach the sets' colours, or as probable as the median if that is lower."""
APART = 2 * GRAIN
"""Least distance of two sets' Lab colours. Two normal distributions have two peaks only if their means are further than
two standard deviations apart; closer ones are one set in uneven light."""


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


class Tops(NamedTuple):
    """n possible dames, by which the sets are distinguished.

    Attributes:
        colours: (n, 3), CIE Lab.
        weights: P(it is a dame).
        guess: The network's own P(light) for each.
        places: (n, 2), from -1 to 1 over the floor.
        cases: The number of each one's case; dames of one case are of one set.
    """

    colours: NDArray[np.float64]
    weights: NDArray[np.float64]
    guess: NDArray[np.float64]
    places: NDArray[np.float64]
    cases: NDArray[np.int64]

    def by_case(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return for each dame the mean of the values (n,) of all dames of its case."""
        sums = np.bincount(self.cases, self.weights * values) / np.maximum(np.bincount(self.cases, self.weights), 1e-9)
        return np.asarray(sums[self.cases], np.float64)


def light_probability(
    tops: Tops, light: Lab | None, dark: Lab | None, before: ColoursSeen | None = None
) -> NDArray[np.float64]:
    """Return P(light) for each of these dames, by itself.

    With both sets' colours known, each dame's colour and the network's guess for it decide. Otherwise the two colours
    are found that divide the dames best (weighted by their probability), starting from the guesses. If they are too
    close, there is only one set, and the guesses for all dames together decide. The answer is unsure when the two sets
    hardly differ.
    """
    across, sure = between_sets(tops, light, dark, before)
    own = own_odds(tops.guess)
    if across is None:
        return np.full(len(own), 1 / (1 + np.exp(-float(np.average(own, weights=tops.weights)))))
    odds = DOUBT[0] * (across - 0.5) + DOUBT[1] * own
    p = np.asarray(sigmoid(odds.astype(np.float32)), np.float64)
    return sure * p + (1 - sure) * (1 - p)


def own_odds(guess: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the log odds of the network's guesses, limited by OWN."""
    return np.asarray(np.clip(np.log(guess / (1 - guess)), -OWN, OWN), np.float64)


def between_sets(
    tops: Tops,
    light: Lab | None = None,
    dark: Lab | None = None,
    before: ColoursSeen | None = None,
) -> tuple[NDArray[np.float64] | None, float]:
    """Return where each colour is from the dark set's (0) to the light set's (1), None if there is only one set.

    The second value says how sure it is which set is which (0.5..1).
    """
    colours = _tinted(tops.colours)
    if light is None or dark is None:
        return _parted(tops, colours, before)
    one, other = _tinted(np.array([light, dark]))
    across = (np.linalg.norm(colours - one, axis=1) < np.linalg.norm(colours - other, axis=1)).astype(np.float64)
    belongs, met = tops.by_case(across) > 0.5, set[bytes]()
    while belongs.tobytes() not in met:
        met.add(belongs.tobytes())
        within = colours - np.where(belongs[:, None], one, other)
        lit = tops.places @ _slopes(within, tops.weights, tops.places)
        across = _between(colours - lit, _spread(within - lit, tops.weights), one, other)
        belongs = tops.by_case(across) > 0.5
    return np.clip(across, 0.0, 1.0), 1.0


def _tinted(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return Lab colours (n, 3) with their tints, (n, 5); the tint hardly changes under glare.

    A lamp's glare adds white: chroma falls, lightness grows, hue stays.
    """
    chroma = np.hypot(colours[:, 1], colours[:, 2])[:, None]
    return np.hstack([colours, TINT * colours[:, 1:] / np.maximum(chroma, 1.0)])


def _parted(
    tops: Tops, colours: NDArray[np.float64], before: ColoursSeen | None
) -> tuple[NDArray[np.float64] | None, float]:
    """Return `_between` for the best two sets found, and how sure it is which is which.

    The best sets are compact and agree with the network. The search begins from several starting points; colours:
    tinted. The light set is the one that the network reads as lighter on the whole, since a lamp's glare may make the
    dark one lighter. None when there is only one set: the two colours are less than APART from each other.
    """
    odds = np.log(tops.guess / (1 - tops.guess))  # No limit: only the size differs for two dark sets.
    # A die or an ornament that looks a little like a dame does not make a set.
    sure = tops.weights >= min(SURELY, float(np.median(tops.weights)))
    weights = np.where(sure, tops.weights, 0.0)
    middle = (colours[sure].min(axis=0) + colours[sure].max(axis=0)) / 2
    best, found, first = np.inf, None, np.ones(len(colours), np.bool_)
    met: set[bytes] = set()  # Divisions already refined: most starting points lead to the same.
    for start in (tops.guess > 0.5, *(colours > middle).T, *(tops.places > 0).T):
        belongs = tops.by_case(start.astype(np.float64)) > 0.5
        while belongs.tobytes() not in met and belongs[sure].any() and not belongs[sure].all():
            met.add(belongs.tobytes())
            slopes = _slopes(colours, weights, tops.places, belongs)
            even = colours - tops.places @ slopes
            mine, theirs = (_mean(even, weights * own) for own in (belongs, ~belongs))
            spread = _spread(even - np.where(belongs[:, None], mine, theirs), weights)
            across = _between(even, spread, mine, theirs)
            size = float(np.linalg.slogdet(spread)[1]) + float(((slopes / SLOPE) ** 2).sum() / weights.sum())
            size -= 2 * _agreement(tops, belongs) / weights.sum()
            if size < best and np.linalg.norm((mine - theirs)[:3]) >= APART:
                best, found, first = size, across, belongs
            belongs = tops.by_case(across) > 0.5
    if found is None:
        return None, 1.0
    one, two = (_mean(colours, weights * own) for own in (first, ~first))
    likely, other = (float(_mean(odds, weights * own)) for own in (first, ~first))
    more = likely - other if before is None else before.weighed(one, two, likely - other)
    return np.clip(found if more >= 0 else 1.0 - found, 0.0, 1.0), 1 / (1 + math.exp(-WHICH * abs(more)))


def _agreement(tops: Tops, belongs: NDArray[np.bool_]) -> float:
    """Return log P(the network's guesses | the sets are so divided), either set being the light one.

    On one board the network errs alike on every case of a set: the guesses for one set are one piece of evidence.
    """
    odds = DOUBT[1] * own_odds(tops.guess)
    for_light, for_dark = -np.logaddexp(0.0, -odds), -np.logaddexp(0.0, odds)
    return max(
        float(np.average(one, weights=tops.weights * belongs) + np.average(other, weights=tops.weights * ~belongs))
        for one, other in ((for_light, for_dark), (for_dark, for_light))
    )


def _slopes(
    colours: NDArray[np.float64],
    weights: NDArray[np.float64],
    places: NDArray[np.float64],
    belongs: NDArray[np.bool_] | None = None,
) -> NDArray[np.float64]:
    """Return how colours change across and down the floor, (2, 5), by the light, and not by the set.

    belongs: (n,), the dames of one set, whose mean differs from that of the others; None when colours are differences
    from the means. Ridge regression: a slope of SLOPE is as usual as an error of GRAIN in one dame's colour.
    """
    design = places if belongs is None else np.column_stack([places, belongs, ~belongs])
    steep = (GRAIN / SLOPE) ** 2
    usual = np.diag([steep, steep] + [1e-6] * (design.shape[1] - 2))
    weighed = design.T * weights
    return np.asarray(np.linalg.solve(weighed @ design + usual, weighed @ colours)[:2], np.float64)


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
