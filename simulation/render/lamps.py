"""The light on a table: lamps and windows of some size, and the light of the room from all other directions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from events.field import Field

Light = tuple[float, float, float]
"""Linear blue, green, red."""

DOME_SINE = 0.75
"""Sine of the greatest angle from the vertical at which the room's light comes in."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp or a window: its middle (x, y, h) and radius in mm, and the light it gives the middle of the board."""

    place: tuple[float, float, float]
    radius: float
    light: Light

    def samples(self, count: int) -> NDArray[np.float64]:
        """Return (count, 3) points spread evenly over the lamp's disc, which faces the board."""
        centre = np.array(self.place)
        axis = centre / np.linalg.norm(centre)
        side = np.cross(axis, [0.0, 0.0, 1.0]) if abs(axis[2]) < 0.99 else np.array([1.0, 0.0, 0.0])
        side /= np.linalg.norm(side)
        other = np.cross(axis, side)
        index = np.arange(count)
        radius = self.radius * np.sqrt((index + 0.5) / count)
        angle = index * math.pi * (3 - math.sqrt(5))
        return np.asarray(
            centre + np.outer(radius * np.cos(angle), side) + np.outer(radius * np.sin(angle), other), np.float64
        )


@dataclass(frozen=True, slots=True)
class Lighting:
    """All light on a table.

    ambient: light of the room on an open level surface; slant: how much more of it comes from the side `azimuth`, 0..1.
    """

    lamps: tuple[Lamp, ...]
    ambient: Light
    slant: float = 0.0
    azimuth: float = 0.0

    @classmethod
    def from_seed(cls, seed: int, board: Field) -> Lighting:
        """Return one to three lights of any warmth and size: a kitchen lamp, ceiling spots, a window, a desk lamp."""
        random = Random(f"light {seed}")  # noqa: S311 - a picture, not a secret
        share = random.choice((0.25, 0.35, 0.5, 0.7, 0.9)) * random.uniform(0.8, 1.15)
        lamps = []
        count = random.choice((1, 1, 2, 2, 3))
        weights = [random.uniform(0.4, 1) for _ in range(count)]
        for weight in weights:
            window = random.random() < 0.3
            high = random.uniform(500, 1100) if window else random.uniform(700, 2200)
            away = random.uniform(900, 2200) if window else random.uniform(100, 1300)
            angle = random.uniform(-math.pi, math.pi)
            place = (board.width / 2 + away * math.cos(angle), board.height / 2 + away * math.sin(angle), high)
            radius = random.uniform(250, 600) if window else random.choice((15, 40, 90, 180)) * random.uniform(0.7, 1.4)
            warmth = random.uniform(-0.12, 0.2) if window else random.uniform(-0.05, 0.35)
            power = (1 - share) * weight / sum(weights)
            lamps.append(Lamp(place, radius, _tinted(power, warmth)))
        ambient = _tinted(share, random.uniform(-0.15, 0.2))
        return cls(tuple(lamps), ambient, random.uniform(0, 0.6), random.uniform(-math.pi, math.pi))

    def dome(self, count: int) -> NDArray[np.float64]:
        """Return (count, 3) directions of the room's light; each gives an equal share of it."""
        index = np.arange(count)
        # Even in the square of the sine: every direction weighs the same on a level surface. Light from lower than
        # DOME_SINE is moved up a little: its long, faint shadows are expensive and hardly visible.
        sine = np.sqrt((index + 0.5) / count) * DOME_SINE
        angle = index * math.pi * (3 - math.sqrt(5)) + self.azimuth
        return np.stack([sine * np.cos(angle), sine * np.sin(angle), np.sqrt(1 - sine * sine)], -1)


def _tinted(power: float, warmth: float) -> Light:
    return power * (1 - warmth), power, power * (1 + 0.7 * warmth)
