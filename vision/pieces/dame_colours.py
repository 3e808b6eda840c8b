"""The two sets of dames: which dames are of one set, and which of the sets is the light one.

One likelihood answers both. What is measured of a dame, its colour and the network's answer for it, is the mean of its
set, changed by the light across and down the floor, and scattered as on this board (a normal law). Means, changes and
scatter differ between boards; how far they do is fitted to labelled boards (`training.calibrate_flat sets`). The best
division has the greatest evidence, with all of them integrated out: C. Bishop, Pattern Recognition and Machine Learning
(2006), 10.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.calibration import Lab
from vision.models import numbers_of

LOOKS = 50
"""The present look counts for at least one in this many looks, since daylight changes."""
SURELY = 0.8
"""Only dames at least this probable tell the sets apart, or as probable as the median if that is lower."""
MEASURED = 6
"""What is measured of a dame: its colour (CIE Lab), its tint (2), and the network's log odds that it is light."""
EFFECTS = 4
"""Rows of what explains it: the mean of the light set and of the dark one, the change across and down the floor."""
NOTICEABLE = 2.3
"""Least difference of two colours that people see: M. Mahy et al., Evaluation of uniform color differences (1994)."""
ROUNDS = 3
"""Rounds in which means and scatter are fitted to each other; they hardly change after that."""


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
        """Return for each dame the mean of the values (..., n) of all dames of its case."""
        weights = np.where(self.cases[:, None] == self.cases, self.weights, 0.0)
        return np.asarray(values @ weights.T / np.maximum(weights.sum(axis=1), 1e-9), np.float64)


@dataclass(frozen=True, slots=True)
class Boards:
    """How boards differ.

    Attributes:
        means: (EFFECTS, MEASURED), of all boards; the light changes to either side alike.
        precision: (EFFECTS * MEASURED, ...), the inverse of the covariance of a board's effects.
        scatter: (MEASURED, MEASURED), the scale of the inverse Wishart law of a board's scatter within its sets.
        freedom: The degrees of freedom of that law.
        trust: P(the evidence for the set of a case means anything: what was found may be something else).
    """

    means: NDArray[np.float64]
    precision: NDArray[np.float64]
    scatter: NDArray[np.float64]
    freedom: float
    trust: float

    @classmethod
    def of(cls, values: tuple[float, ...]) -> Boards:
        """Undo `training.calibrate_flat.packed`."""
        two = 2 * MEASURED
        trust, freedom, *more = values
        means, light, scatter, sets = np.split(
            np.array(more), np.cumsum([two, MEASURED, MEASURED * (MEASURED + 1) // 2])
        )
        effects = np.diag(np.concatenate([np.zeros(two), light, light]))
        effects[:two, :two] = _symmetric(sets, two)
        return cls(
            np.concatenate([means, np.zeros(two)]).reshape(EFFECTS, MEASURED),
            np.asarray(np.linalg.inv(effects), np.float64),
            _symmetric(scatter, MEASURED),
            freedom,
            trust,
        )


def _symmetric(upper: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    """Return the symmetric matrix with these numbers in its upper half, row by row."""
    matrix = np.zeros((size, size))
    matrix[np.triu_indices(size)] = upper
    return matrix + np.triu(matrix, 1).T


@cache
def boards() -> Boards:
    """Return how boards differ, as fitted."""
    return Boards.of(numbers_of("sets"))


def _kron(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return numpy's `kron` of each two square matrices."""
    size = one.shape[-1] * other.shape[-1]
    return np.asarray((one[..., :, None, :, None] * other[..., None, :, None, :]).reshape(-1, size, size), np.float64)


class Explained(NamedTuple):
    """Divisions of a board's dames, k of them.

    Attributes:
        evidence: (k,), log P(what is measured), but for a constant.
        effects: (k, EFFECTS, MEASURED), the means of the sets and the light.
        doubt: (k, EFFECTS * MEASURED, ...), the covariance of `effects`.
        sharp: (k, MEASURED, MEASURED), the inverse of the scatter.
    """

    evidence: NDArray[np.float64]
    effects: NDArray[np.float64]
    doubt: NDArray[np.float64]
    sharp: NDArray[np.float64]


def explained(known: Boards, measured: NDArray[np.float64], tops: Tops, lit: NDArray[np.bool_]) -> Explained:
    """Explain what is measured of dames (n, MEASURED) with these of them light, in each of k divisions: lit (k, n)."""
    design = np.empty((*lit.shape, EFFECTS))
    design[..., 0], design[..., 1], design[..., 2:] = lit, ~lit, tops.places
    weighed = (design * tops.weights[:, None]).swapaxes(1, 2)
    gram, moment = weighed @ design, weighed @ measured
    freedom = known.freedom + float(tops.weights.sum())
    sharp = np.asarray(known.freedom * np.linalg.inv(known.scatter), np.float64)
    usual = known.precision @ known.means.ravel()
    for _ in range(ROUNDS):
        doubt = np.asarray(np.linalg.inv(known.precision + _kron(gram, sharp)), np.float64)
        told = usual + (moment @ sharp).reshape(len(lit), -1)
        effects = (doubt @ told[..., None]).reshape(moment.shape)
        off = measured - design @ effects
        parts = doubt.reshape(-1, EFFECTS, MEASURED, EFFECTS, MEASURED)
        unsure = (gram[:, :, None, :, None] * parts).sum(axis=(1, 3))
        scatter = known.scatter + (off * tops.weights[:, None]).swapaxes(1, 2) @ off + unsure
        sharp = np.asarray(freedom * np.linalg.inv(scatter), np.float64)
    unusual = (effects - known.means).reshape(len(lit), -1)
    evidence = np.linalg.slogdet(doubt)[1] - freedom * np.linalg.slogdet(scatter)[1]
    evidence -= (unusual @ known.precision * unusual).sum(axis=1) + (known.precision * doubt).sum(axis=(1, 2))
    return Explained(evidence / 2, effects, doubt, sharp)


def measure(tops: Tops) -> NDArray[np.float64]:
    """Return what is measured of each dame: (n, MEASURED).

    A lamp's glare adds white: chroma falls, lightness grows, hue stays. So the tint is measured besides the colour. A
    dame that hardly differs from grey has hardly a tint. In less light colours differ less: a and b shrink as L + 16.
    """
    lightness, chromatic = tops.colours[:, :1], tops.colours[:, 1:]
    grey = NOTICEABLE * (lightness + 16) / 116
    chroma = np.sqrt((chromatic**2).sum(axis=1, keepdims=True) + grey**2)
    own = np.log(tops.guess / (1 - tops.guess))
    return np.column_stack([tops.colours, chromatic / chroma, own])


def light_probability(
    tops: Tops, light: Lab | None, dark: Lab | None, before: ColoursSeen | None = None
) -> NDArray[np.float64]:
    """Return P(light) for each of these dames, by itself.

    light, dark: the known colours of the sets say which is which. before: the earlier looks at this table do so.
    """
    known = boards()
    odds, which = set_odds(known, tops, light, dark, before)
    alone, sure = (1 / (1 + np.exp(-np.clip(each, -50, 50))) for each in (odds, which))
    alone = 0.5 + known.trust * (alone - 0.5)
    return np.asarray(sure * alone + (1 - sure) * (1 - alone), np.float64)


def set_odds(
    known: Boards, tops: Tops, light: Lab | None = None, dark: Lab | None = None, before: ColoursSeen | None = None
) -> tuple[NDArray[np.float64], float]:
    """Return the log odds that each dame is of the set called light, and that this set is the light one."""
    # A die or an ornament that looks a little like a dame does not make a set.
    sure = tops.weights >= min(SURELY, float(np.median(tops.weights)))
    tops = tops._replace(weights=np.where(sure, tops.weights, 0.0))
    measured = measure(tops)
    best, lit = _divided(known, measured, tops)
    (odds,) = _odds(best, measured, tops)
    one, other = best.effects[0, :2]
    if light is not None and dark is not None:
        # Another light changes both sets alike.
        straight, crossed = (
            np.hypot(*np.linalg.norm(np.array(each) - (light, dark), axis=1))
            for each in ((one[:3], other[:3]), (other[:3], one[:3]))
        )
        return odds, np.inf if straight <= crossed else -np.inf
    which = float(best.evidence[0] - explained(known, measured, tops, ~lit).evidence[0])
    if before is not None and lit.any() and not lit.all():
        which = before.weighed(one, other, which)
    return odds, which


def _odds(found: Explained, measured: NDArray[np.float64], tops: Tops) -> NDArray[np.float64]:
    """Return the log odds (k, n) that each dame is light if the board is so explained."""
    even = measured - tops.places @ found.effects[:, 2:]
    off = even[:, None] - found.effects[:, :2, None]
    light, dark = ((off @ found.sharp[:, None]) * off).sum(axis=3).swapaxes(0, 1)
    return np.asarray((dark - light) / 2, np.float64)


def _divided(known: Boards, measured: NDArray[np.float64], tops: Tops) -> tuple[Explained, NDArray[np.bool_]]:
    """Return the best division found from several beginnings, and which dames are light in it, (1, n)."""
    middle = (measured.min(axis=0) + measured.max(axis=0)) / 2
    likely = (measured > middle).T - 0.5
    likely = np.vstack([likely, -likely])
    best: tuple[Explained, NDArray[np.bool_]] | None = None
    met: set[bytes] = set()  # Divisions already explained: most beginnings lead to the same.
    while True:
        several = {lit.tobytes(): lit for lit in tops.by_case(likely) > 0}
        several = {key: lit for key, lit in several.items() if key not in met}
        if not several:
            break
        met |= several.keys()
        lit = np.array(list(several.values()))
        found = explained(known, measured, tops, lit)
        most = slice(first := int(np.argmax(found.evidence)), first + 1)
        if best is None or found.evidence[first] > best[0].evidence[0]:
            best = Explained(*(each[most] for each in found)), lit[most]
        likely = _odds(found, measured, tops)
    assert best is not None  # noqa: S101 - the loop ran
    return best
