"""Read how a die lies (flat, leaning on an edge, or on another die) in a view of it as from straight above."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.locate.pose import Pose
from vision.locate.rectify import transform, warp_part
from vision.models.network import maps

VIEW = 48
"""Width and height of the view of a die, pixels."""
EDGE = 17.0
"""Pixels of the view for one edge of a die that lies flat."""
TOP = (23.5, 19.5)
"""The middle of the upper face in the view. The ground below the die appears under it."""
FLAT, LEANS, ON_DIE = range(3)
"""How a die lies, in the order of the network's answers."""
SETTLED = 0.8
"""A die that is flat with at least this probability at the first look gets no second one."""
STEEPEST = math.radians(60)
"""Seen from further aside an upper face is too thin to show how it lies."""


@dataclass(frozen=True, slots=True)
class Sighted:
    """A die as the camera sees it.

    Attributes:
        x, y: The middle of its upper face, pixels.
        edge: Millimetres.
        aside: The angle (radians) from straight above at which it is seen.
        warp: 2x3, from the pixels of its view to those of the image.
    """

    x: float
    y: float
    edge: float
    aside: float
    warp: NDArray[np.float64]


def sighted(x: float, y: float, edge: float, to_floor: NDArray[np.float64], pose: Pose) -> Sighted:
    """Return the die at (x, y), pixels, with an edge of `edge` millimetres; to_floor: 3x3, from pixels to millimetres.

    Its view shows the plane of its upper face as from straight above, with the camera's side at the bottom. A flat die
    shows a square of EDGE pixels and, below it, its sides: more of them when it is seen from further aside.
    """
    beside = np.array([[x, y], [x + 1, y], [x, y + 1]])
    here, right, down = transform(to_floor, beside)
    eye = pose.place
    away = here - eye[:2]
    distance = float(np.hypot(*away))
    aside = math.atan2(distance, max(float(eye[2]), 1.0))
    # From straight above there is no direction towards the camera: any direction is right.
    up = away / distance if distance > 1e-6 else np.array([0.0, -1.0])
    # Rows: to the right in the view, and down in it, in millimetres on the floor.
    turn = np.array([[-up[1], up[0]], [-up[0], -up[1]]])
    to_view = turn @ np.column_stack([right - here, down - here]) * EDGE / edge
    back = np.linalg.inv(to_view)
    warp = np.column_stack([back, np.array([x, y]) - back @ np.array(TOP)])
    return Sighted(x, y, edge, aside, warp)


def view(image: NDArray[np.uint8], die: Sighted, margin: int = 0) -> NDArray[np.uint8]:
    """Return the view (VIEW, VIEW, 3) of a die in an image (BGR), with `margin` more pixels on each side."""
    side = VIEW + 2 * margin
    warp = die.warp @ np.array([[1, 0, -margin], [0, 1, -margin], [0, 0, 1.0]])
    shrink = math.sqrt(abs(float(np.linalg.det(warp[:, :2]))))
    return warp_part(image, np.linalg.inv(np.vstack([warp, [0, 0, 1]])), (side, side), shrink)


def with_aside(views: NDArray[np.uint8], aside: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return views (n, VIEW, VIEW, 3) with a fourth channel: the angle aside (radians, n) of each, 255 at STEEPEST."""
    level = np.rint(255 * np.clip(aside / STEEPEST, 0, 1)).astype(np.uint8)
    planes = np.broadcast_to(level[:, None, None, None], (*views.shape[:3], 1))
    return np.concatenate([views, planes], axis=3)


def lying(image: NDArray[np.uint8], dice: Sequence[Sighted]) -> NDArray[np.float64]:
    """Return P(flat, leaning, on another) of each die of an image (BGR): (n, 3)."""
    if not dice:
        return np.zeros((0, 3))
    return lying_in(np.stack([view(image, die) for die in dice]), np.array([die.aside for die in dice]))


def lying_in(seen: NDArray[np.uint8], aside: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return `lying` of dice by their views (n, VIEW, VIEW, 3) and the angle aside (radians, n) of each."""
    views = with_aside(seen, aside)
    scores = maps("die_lie", list(views)).astype(np.float64)
    doubtful = np.flatnonzero(_likely(scores)[:, FLAT] < SETTLED)
    if len(doubtful):
        # A mirror image shows the same lie, and two looks are surer than one.
        mirrored = np.ascontiguousarray(views[doubtful, :, ::-1])
        scores[doubtful] = (scores[doubtful] + maps("die_lie", list(mirrored))) / 2
    return _likely(scores)


def leaning(likely: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return P(leaning) of dice, (n,), that lie flat or lean, from P(flat, leaning, on another), (n, 3)."""
    return np.asarray(likely[:, LEANS] / (likely[:, LEANS] + likely[:, FLAT]), np.float64)


def _likely(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return probabilities (n, 3) of scores (n, 3)."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float64)
