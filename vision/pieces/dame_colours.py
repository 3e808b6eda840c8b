"""The two sets of dames: by which colours they part, and which of them is the light one."""

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
"""log(P(light) / P(dark)) = a * (across - 0.5) + b * logit(guess), where `across` is how far from the dark set's colour
to the light one's a dame's is."""
UNLIKE = (-0.62, 2.9)
"""log(P(light) / P(dark)) <= a - b * log(away) of a dame told light: how far from the middle of the light set its
colour lies, as a share of how far the dark one's does. On 269 boards drawn by another renderer 12 of 74 such dames at
0.3 to 0.6 were dark ones, and 10 of 23 further away."""
STILL_LIGHT = 0.1
"""But it stays light: these log odds are left to it."""
OWN = 3.9
"""The network's word for one dame counts for no more than these log odds: P(light) of 0.02 and of 0.98."""
ROUNDS = 6
"""So often at most the dames are divided anew, until the division stays as it is."""
GRAIN = 4.0
"""Dames of one set differ by this much in every direction of Lab, however few are seen."""
TINT, GREY = 25.0, 6.0
"""How far two full tints lie apart at most is twice TINT, in units of Lab; a colour
of the chroma GREY has seven tenths of a tint."""
WHICH = 5.5
"""P(the set the network takes the more for the light one is) = sigmoid(WHICH * by how much more, log odds): fitted on
269 boards drawn by another renderer, on one of which it is not."""
LOOKS = 50
"""What is seen now counts for no less than one in so many looks: the light of day wanders."""
SURELY = 0.8
"""From what is so surely a dame, or as surely as half of what is seen, the sets' colours are learnt."""
APART = 14.0
"""How far two clusters' Lab colours must lie apart to be two sets and not one under uneven light."""


class ColoursSeen:
    """Which of one table's two sets is the light one, as all that was read of it says.

    The network's word wavers about nothing for two dark sets, and the dames do not change colour between two looks.
    """

    def __init__(self) -> None:
        self._colours: NDArray[np.float64] | None = None
        self._odds = 0.0
        self._looks = 0

    def weighed(self, one: NDArray[np.float64], other: NDArray[np.float64], odds: float) -> float:
        """By how much more the first of two sets of these colours is taken for the light one, at the mean of all looks.

        odds: by how much this time, log odds.
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
    """P(light) for dames of these Lab colours (n, 3).

    With both sets' colours known, by which of them each is like and the network's guess for each. Otherwise the two
    colours are those that divide the dames seen (weighted by their probability) best, starting from the guesses; where
    they do not lie apart there is but one set, and the guess for all of them together decides. Which of two sets hardly
    told apart is the light one is told with doubt, and so is a light dame of another colour than the others: dark ones
    that mirror a lamp or a window are.
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
    """The greatest log odds, STILL_LIGHT at least, that dames of these tinted colours (n, 5) are of the light set.

    lit: which are taken for light; light: the light set's colour where it is known.
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
    """How far each colour is from the dark set's (0) to the light set's (1), None where there is but one set.

    And how sure it is which of them is which (0.5..1).
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
    """Lab colours (n, 3) and their tints beside them, (n, 5): what is alike under any glare.

    A lamp's glare adds white: chroma falls and lightness grows, hue stays. Of what is nearly grey the tint says little.
    """
    chroma = np.hypot(colours[:, 1], colours[:, 2])[:, None]
    return np.hstack([colours, TINT * colours[:, 1:] / np.hypot(chroma, GREY)])


def _parted(
    colours: NDArray[np.float64],
    weights: NDArray[np.float64],
    guess: NDArray[np.float64],
    before: ColoursSeen | None,
) -> tuple[NDArray[np.float64] | None, float]:
    """`_between` of the two sets that are the most compact of those found from several beginnings.

    The light set is the one the network takes for it on the whole: a lamp's glare may make the dark one the lighter.
    How sure that is. None when there is but one: their colours lie less than APART from one another.
    """
    odds = np.log(guess / (1 - guess))  # All of it: two sets darker or lighter than most differ in how sure it is.
    # A die or an ornament that is half a dame is no set of its own.
    sure = weights >= min(SURELY, float(np.median(weights)))
    weights = np.where(sure, weights, 0.0)
    middle = (colours[sure].min(axis=0) + colours[sure].max(axis=0)) / 2
    best, found, first = np.inf, None, np.ones(len(colours), np.bool_)
    met: set[bytes] = set()  # Divisions whose like was divided anew already: most beginnings lead to the same.
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
    """The mean of values (n, ...), weighted."""
    return np.asarray(weights @ values / weights.sum(), np.float64)


def _spread(within: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """How what differs within the sets varies, (5, 5)."""
    return np.asarray((within * weights[:, None]).T @ within / weights.sum() + GRAIN**2 * np.eye(5), np.float64)


def _between(
    colours: NDArray[np.float64], spread: NDArray[np.float64], light: NDArray[np.float64], dark: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How far each colour is from the dark set's (0) to the light set's (1).

    A lamp's glare makes dames of one set lighter and darker, and hardly of another tint: what varies within the sets
    counts little (Fisher's linear discriminant).
    """
    towards = np.linalg.solve(spread, light - dark)
    return np.asarray(0.5 + (colours - (light + dark) / 2) @ towards / max(float((light - dark) @ towards), 1e-9))
