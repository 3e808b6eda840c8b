"""Find fichets and pavillon in the holes of the rails by the camera: evidence for a board without sensors."""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from events.board_reading import PegSeen
from events.field import HOLES, Corners, Field
from vision.calibration import Lens
from vision.models.fitted import numbers_of
from vision.models.network import maps
from vision.pieces.holes import hole_views

STANDING: Final = (0.05, 0.05, 0.1, 0.8)
"""Probabilities that none, one, two and three pegs stand in holes.

A game has two fichets and the pavillon (Lois III), but one may be in a hand, and some tables are played without pegs.
"""
EVIDENCE: Final = numbers_of("pegs")
"""log(P(look | a peg) / P(look | none)) = a + b * score."""
CLAIMED: Final = 0.9
"""Least probability of a peg that is reported: a false one makes a false score."""


def find_pegs(
    image: NDArray[np.uint8], corners: Corners, field: Field, lens: Lens | None = None
) -> tuple[PegSeen, ...]:
    """Return the pegs in the holes of a board of these measures, in the order of their holes.

    image: straightened, BGR; lens: the lens that it was straightened with. Holes outside the picture, and on rails too
    small in it, are left out.
    """
    holes, views = hole_views(image, corners, field, lens)
    if not holes:
        return ()
    scores = maps("peg_teller", list(views)).ravel().astype(np.float64)
    likely = taken(EVIDENCE[0] + EVIDENCE[1] * scores)
    return tuple(PegSeen(hole, float(p)) for hole, p in zip(holes, likely, strict=True) if p >= CLAIMED)


def taken(evidence: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return P(a peg stands there) for each hole seen, by how much each looks like it (log odds, any base rate).

    At most three of the thirty are taken, and all sets of holes are equally likely. So a hole that looks a little like
    a peg counts as taken if no other does, and not if three others clearly do.
    """
    odds = np.exp(np.r_[evidence, np.zeros(HOLES - len(evidence))])
    each = np.array([likely / comb(HOLES, pegs) for pegs, likely in enumerate(STANDING)])
    others = np.tile(odds, (len(evidence), 1))
    np.fill_diagonal(others, 0.0)
    whole = _ways(odds[None]) @ each
    return np.asarray(odds[: len(evidence)] * (_ways(others)[:, :-1] @ each[1:]) / whole, np.float64)


def _ways(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each row of odds (n, holes) the sums of the products of no, one, two and three of them: (n, 4)."""
    sums = np.tile(np.eye(len(STANDING))[0], (len(odds), 1))
    for column in odds.T:
        sums[:, 1:] += column[:, None] * sums[:, :-1]
    return sums
