"""Find fichets and pavillon in the thirty holes of the rails by the camera: evidence for a board without sensors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from events.board_reading import PegSeen
from events.field import HOLES, Corners, Field, hole_place
from vision.calibration import Lens
from vision.locate.pose import board_pose
from vision.locate.rectify import warp_part
from vision.models import numbers_of
from vision.models.network import maps

VIEW = (32, 44)
"""Width and height of the view of a hole, pixels."""
PIXEL = 0.75
"""Millimetres on the rail that one pixel of the view shows."""
FOOT = (15.5, 31.0)
"""The place of the hole in the view; a peg in the hole rises above it."""
RISE = 12.0
"""Millimetres above the rail of the point that shows which way is up."""
LEAST_SCALE = 0.8
"""Least pixels a millimetre: below it a peg has three or four pixels and cannot be read."""
RAILS = (range(12), range(12, 24), range(24, 27), range(27, 30))
"""The holes of the near, the far, the left and the right rail."""
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


def hole_views(
    image: NDArray[np.uint8], corners: Corners, field: Field, lens: Lens | None = None
) -> tuple[tuple[int, ...], NDArray[np.uint8]]:
    """Return the holes that are wholly in the picture, and for each a view of it next to one of an empty hole.

    image: straightened, BGR; lens: what it was straightened with. Returns the numbers (n) and the views (n, 44, 64, 3;
    BGR), the hole to the left, the empty one to the right. The empty view is made of the hole's neighbours. On a long
    rail it is the median of the other holes. On a side rail, whose three holes are all taken at the start of a game, it
    is the mirrored median of the other side rail.
    """
    warps = _views(corners, field, (image.shape[1], image.shape[0]), lens)
    if not warps:
        return (), np.zeros((0, VIEW[1], 2 * VIEW[0], 3), np.uint8)
    views = {hole: warp_part(image, to_view, VIEW, shrink) for hole, (to_view, shrink) in warps.items()}
    empty = _empty(views)
    holes = tuple(hole for hole in views if hole in empty)
    if not holes:
        return (), np.zeros((0, VIEW[1], 2 * VIEW[0], 3), np.uint8)
    return holes, np.stack([np.hstack([views[hole], empty[hole]]) for hole in holes])


@lru_cache(maxsize=4)
def _views(
    corners: Corners, field: Field, size: tuple[int, int], lens: Lens | None
) -> dict[int, tuple[NDArray[np.float64], float]]:
    """Return for each hole in the picture the 3x3 from its pixels to the view's, and how many make one of the view's.

    Nothing when holes are too small.
    """
    pose = board_pose(corners, field, size, lens)
    if pose is None:
        return {}
    places = np.array([(*hole_place(field, hole), field.rail_height) for hole in range(HOLES)])
    feet, tips = pose.project(places), pose.project(places + np.array([0, 0, RISE]))
    aside = np.stack([pose.project(places + step) - feet for step in np.eye(3)[:2]], axis=-1)
    scales = np.sqrt(np.abs(np.linalg.det(aside)))
    if not np.isfinite(feet).all() or not np.isfinite(tips).all() or float(np.median(scales)) < LEAST_SCALE:
        return {}
    room = np.array(size) - 1
    inside = ((np.minimum(feet, tips) >= 0) & (np.maximum(feet, tips) <= room)).all(axis=1)
    return {
        int(hole): _upright(feet[hole], tips[hole] - feet[hole], float(scales[hole]) * PIXEL)
        for hole in np.flatnonzero(inside)
    }


def _upright(foot: NDArray[np.float64], up: NDArray[np.float64], scale: float) -> tuple[NDArray[np.float64], float]:
    """Return the 3x3 from pixels to a view in which `up` points straight up, and its `scale` (pixels a pixel)."""
    length = float(np.hypot(*up))
    # From straight above a peg has no length and no direction: any direction is right.
    x, y = (up / length if length > 1e-6 else np.array([0.0, -1.0])) * scale
    turn = np.array([[-y, -x], [x, -y]])
    to_picture = np.vstack([np.column_stack([turn, foot - turn @ np.array(FOOT)]), [0, 0, 1]])
    return np.asarray(np.linalg.inv(to_picture), np.float64), scale


def _empty(views: dict[int, NDArray[np.uint8]]) -> dict[int, NDArray[np.uint8]]:
    """Return the look of each hole if it were empty, for holes with neighbours to compute it from."""
    near, far, left, right = ([hole for hole in rail if hole in views] for rail in RAILS)
    empty: dict[int, NDArray[np.uint8]] = {}
    for rail in (near, far):
        if len(rail) > 2:
            empty |= dict(zip(rail, _medians_of_others([views[hole] for hole in rail]), strict=True))
    for rail, across in ((left, right), (right, left)):
        if across:
            middle = np.sort([views[hole] for hole in across], axis=0)[len(across) // 2]
            # Seen from between them, the two side rails are mirror images of each other.
            empty |= dict.fromkeys(rail, np.ascontiguousarray(middle[:, ::-1]))
    return empty


def _medians_of_others(views: Sequence[NDArray[np.uint8]]) -> list[NDArray[np.uint8]]:
    """Return for each of the views the (lower) median of all the others, pixel by pixel."""
    ranked = np.sort(views, axis=0)
    low = (len(views) - 2) // 2
    # Without a value at or below the middle, the value above it becomes the middle.
    return [np.where(view <= ranked[low], ranked[low + 1], ranked[low]) for view in views]
