"""A pinhole camera over a board, in field coordinates: millimetres, x right, y towards the near edge, h upwards."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.locate.distortion import Bend


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera.

    Attributes:
        place: Its place, mm.
        axes: Its directions, in rows: right, down, forward.
        focal: Focal length, pixels.
        middle: The pixel on its axis.
    """

    place: NDArray[np.float64]
    axes: NDArray[np.float64]
    focal: float
    middle: tuple[float, float]

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Pixels (n, 2) of points (n, 3)."""
        seen = (np.asarray(points, np.float64) - self.place) @ self.axes.T
        return np.asarray(seen[:, :2] * (self.focal / np.maximum(seen[:, 2:], 1e-3)) + self.middle, np.float64)

    def floor(self, x: float, y: float, h: float = 0.0) -> NDArray[np.float64]:
        """The pixel of one point."""
        return self.project(np.array([[x, y, h]])).reshape(2)

    def scale(self, x: float, y: float, h: float = 0.0) -> float:
        """Pixels per millimetre at a point."""
        depth = float((np.array([x, y, h]) - self.place) @ self.axes[2])
        return self.focal / max(depth, 1e-3)


def look(
    centre: tuple[float, float],
    distance: float,
    tilt: float,
    azimuth: float,
    roll: float,
    focal: float,
    middle: tuple[float, float],
) -> Camera:
    """Return a camera that looks at a floor point from `distance` mm.

    tilt: from the vertical; azimuth: from the near side; roll: about its own axis (all in radians).
    """
    target = np.array([*centre, 0.0])
    away = np.array(
        [
            math.sin(tilt) * math.sin(azimuth),
            math.sin(tilt) * math.cos(azimuth),
            math.cos(tilt),
        ]
    )
    place = target + distance * away
    forward = -away
    right = np.array([math.cos(azimuth), -math.sin(azimuth), 0.0])
    down = np.array([right[1] * forward[2], -right[0] * forward[2], right[0] * forward[1] - right[1] * forward[0]])
    if down[1] < 0:
        down = -down
    turned_right = math.cos(roll) * right + math.sin(roll) * down
    turned_down = -math.sin(roll) * right + math.cos(roll) * down
    return Camera(place, np.stack([turned_right, turned_down, forward]), focal, middle)


def framing(
    rng: Generator, size: tuple[int, int], width: float, height: float, fill: tuple[float, float], most_tilt: float
) -> Camera:
    """Return a camera that sees a floor of `width` x `height` mm.

    The floor spans a share `fill` of an image of `size` pixels. Angles are in radians.
    """
    tilt = abs(rng.normal(0, 0.12)) if rng.random() < 0.45 else rng.uniform(0, most_tilt)
    azimuth = rng.normal(0, 0.12) if rng.random() < 0.8 else rng.uniform(-0.55, 0.55)
    roll = rng.normal(0, 0.03) if rng.random() < 0.75 else rng.uniform(-0.25, 0.25)
    share = rng.uniform(*fill)
    focal = size[0] * rng.uniform(0.65, 1.8)
    spread = min(size[0] / width, size[1] / (height * math.cos(tilt * 0.8))) * share
    distance = focal / spread
    centre = (width * (0.5 + rng.normal(0, 0.02)), height * (0.5 + rng.normal(0, 0.02)))
    slack = max(0.0, 1 - share) / 2
    middle = (size[0] * (0.5 + rng.uniform(-slack, slack)), size[1] * (0.5 + rng.uniform(-slack, slack)))
    return look(centre, distance, tilt, azimuth, roll, focal, middle)


def any_bend(rng: Generator, size: tuple[int, int]) -> Bend:
    """Return a random bend. Telephones nearly straighten pictures; webcams bend by a few hundredths, mostly barrels."""
    if rng.random() < 0.12:  # wide lenses
        return Bend(size, float(rng.uniform(0.03, 0.12)))
    return Bend(size, float(np.clip(rng.normal(0.006, 0.014), -0.03, 0.05)))
