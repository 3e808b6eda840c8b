"""Compare the peaks of a map with the truth, for the calibrations of dames and of jetons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from training.logistic import fitted, with_level
from vision.geometry import as_corners
from vision.locate.flat import look
from vision.locate.rectify import flatten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from events.field import Corners
    from training.drawn import DrawnScene, Scenes
    from vision.locate.flat import FlatMaps
    from vision.locate.rectify import FlatView

LEAST = 0.03
"""Peaks lower than this are left out of the fit."""


def views(scenes: Scenes) -> Iterator[tuple[Corners, FlatView, FlatMaps, DrawnScene]]:
    """Yield for each scene the flat view between slightly wrong corners, as on real tables, and its maps."""
    rng = np.random.default_rng(0)
    for scene in scenes:
        span = float(np.linalg.norm(scene.corners[1] - scene.corners[0]))
        corners = as_corners(scene.corners + rng.normal(0, 0.003 * span, (4, 2)))
        view = flatten(scene.image, corners)
        yield corners, view, look(view), scene


def belongs(places: NDArray[Any], tops: NDArray[Any], reach: float) -> NDArray[Any]:
    """Return for each place, the surest first, the index of its piece; each piece is used once; -1 for none."""
    owner, taken = np.full(len(places), -1), set[int]()
    for index, place in enumerate(places if len(tops) else ()):
        away = np.linalg.norm(tops - place, axis=1)
        nearest = int(np.argmin(away))
        if away[nearest] < reach and nearest not in taken:
            taken.add(nearest)
            owner[index] = nearest
    return owner


def fit(heights: NDArray[Any], real: NDArray[Any]) -> NDArray[Any]:
    """Fit a and b of P(real) = sigmoid(a + b * logit(height)), for heights within 0..1."""
    return fitted(with_level(logit(heights)[:, None]), real)


def logit(heights: NDArray[Any]) -> NDArray[np.float64]:
    """log(p / (1 - p)) of heights within 0..1, from -8 to 8."""
    return np.asarray(np.log(heights / (1 - heights)).clip(-8, 8), np.float64)


def by_height(heights: NDArray[Any], real: NDArray[Any], kind: str) -> Iterator[str]:
    """Yield the share of real peaks in each class of height."""
    for low, high in ((LEAST, 0.1), (0.1, 0.2), (0.2, 0.3), (0.3, 0.4), (0.4, 0.5), (0.5, 0.7), (0.7, 1.0)):
        within = (heights >= low) & (heights < high)
        if within.any():
            yield f"  peaks {low}..{high}: {within.sum()}, {kind} {real[within].mean():.3f}"
