"""The dames on the floor: where their tops are, and which of the two sets each belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.calibration import Lab
    from vision.rectify import FlatView

RADII = (11, 17)
"""The least and greatest radius of a dame in a flat view, in pixels."""


@dataclass(frozen=True, slots=True)
class Dame:
    """One dame seen.

    x, y: the middle of its top, pixels of the flat view; confidence: P(it is a dame); light: P(it is of the light
    set); raised: P(it lies on another).
    """

    x: float
    y: float
    confidence: float
    light: float
    raised: float


def find_dames(view: FlatView, light: Lab | None = None, dark: Lab | None = None) -> tuple[Dame, ...]:
    """Every dame of a flat view; the two sets are told apart by `light` and `dark` or, unknown, within the view."""
    grey = cv2.medianBlur(cv2.cvtColor(view.image, cv2.COLOR_BGR2GRAY), 3)
    found = cv2.HoughCircles(
        grey, cv2.HOUGH_GRADIENT_ALT, 1, 20, param1=120, param2=0.55, minRadius=RADII[0], maxRadius=RADII[1]
    )
    if found is None:
        return ()
    circles = np.asarray(found, np.float64).reshape(-1, found.shape[-1])[:, :3]
    radius = float(np.median(circles[:, 2]))
    circles = circles[np.abs(circles[:, 2] - radius) <= 0.15 * radius]
    colours = disc_colours(view.image, circles[:, :2], 0.6 * radius)
    probability = light_probability(colours, light, dark)
    return tuple(
        Dame(float(x), float(y), 0.9, float(p), 0.0) for (x, y, _), p in zip(circles, probability, strict=True)
    )


def disc_colours(image: NDArray[np.uint8], centres: NDArray[np.float64], radius: float) -> NDArray[np.float64]:
    """The median CIE Lab colour (L 0..100) of a disc round each centre: (n, 3)."""
    lab = cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    height, width = lab.shape[:2]
    reach = int(radius)
    dy, dx = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    inside = dx * dx + dy * dy <= radius * radius
    dx, dy = dx[inside], dy[inside]
    xs = np.clip(np.rint(centres[:, :1]).astype(int) + dx, 0, width - 1)
    ys = np.clip(np.rint(centres[:, 1:2]).astype(int) + dy, 0, height - 1)
    return np.asarray(np.median(lab[ys, xs], axis=1), np.float64)


def light_probability(colours: NDArray[np.float64], light: Lab | None, dark: Lab | None) -> NDArray[np.float64]:
    """P(light) for dames of these colours (n, 3), by nearness to the two sets' colours."""
    if len(colours) == 0:
        return np.zeros(0)
    if light is None or dark is None:
        light, dark = two_sets(colours)
    to_light = np.linalg.norm(colours - np.array(light), axis=1)
    to_dark = np.linalg.norm(colours - np.array(dark), axis=1)
    # The scale of doubt: a dame half-way is a coin toss, one a quarter of the way over is nearly sure.
    apart = max(float(np.linalg.norm(np.array(light) - np.array(dark))), 1.0)
    odds = 12.0 * (to_dark - to_light) / apart
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))), np.float64)


def two_sets(colours: NDArray[np.float64]) -> tuple[Lab, Lab]:
    """The colours of the light and the dark set among dames of these colours (n, 3).

    Where they are all alike, the missing set is put as far on the other side of middle grey.
    """
    sample = colours.astype(np.float32)
    middle = sample.mean(axis=0)
    if len(sample) >= 2:
        order = np.argsort(sample[:, 0])
        start = np.zeros((len(sample), 1), np.int32)
        start[order[len(order) // 2 :]] = 1
        criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.1)
        _, _, centres = cv2.kmeans(sample, 2, start, criteria, 1, cv2.KMEANS_USE_INITIAL_LABELS)
        one, other = sorted(np.asarray(centres, np.float64).tolist())
        if np.linalg.norm(np.subtract(other, one)) > APART:
            return _lab(other), _lab(one)
    opposite = middle.copy()
    opposite[0] = middle[0] - 40 if middle[0] > 50 else middle[0] + 40
    return (_lab(middle), _lab(opposite)) if middle[0] > 50 else (_lab(opposite), _lab(middle))


APART = 16.0
"""How far two clusters' Lab colours must lie apart to be two sets and not one under uneven light."""


def _lab(values: NDArray[np.float32] | list[float]) -> Lab:
    lightness, green_red, blue_yellow = (float(value) for value in values)
    return lightness, green_red, blue_yellow
