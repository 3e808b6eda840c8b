"""Draw ornaments, painted or inlaid on a floor between its points: rings, stars, garlands, spots."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from events.field import Field
from training.pieces import polygon
from training.surfaces import Image, any_colour, ink_of

Draw = Callable[[Generator, Image, NDArray[np.float64], float, NDArray[np.float32]], None]


def draw_ornaments(rng: Generator, image: Image, field: Field) -> None:
    """Draw one ornament at each of its places: in the middle of each table or of the floor, or along a line.

    image: the floor from above. Ornaments are as wide as jetons, as dames, or as two or three cases, so that size alone
    does not distinguish them from pieces.
    """
    scale = image.shape[1] / field.width
    reach = 0.5 * field.case_width * scale * math.exp(rng.uniform(math.log(0.2), math.log(3.5)))
    kinds: tuple[Draw, ...] = (_rings, _rings, _rings, _star, _garland, _spot)
    draw = kinds[int(rng.integers(len(kinds)))]
    colour = any_colour(rng)
    if rng.random() < 0.4:  # nearly the floor's colour
        spot = image[image.shape[0] // 2, image.shape[1] // 4]
        colour = np.clip(spot * rng.uniform(0.5, 1.6), 0, 255).astype(np.float32)
    state = int(rng.integers(0, 2**31))
    for middle in _places(rng, field):
        draw(np.random.default_rng(state), image, middle * scale, reach, colour)


def _places(rng: Generator, field: Field) -> list[NDArray[np.float64]]:
    """Return the ornaments' middles, in millimetres."""
    kind = rng.random()
    width, height = field.width, field.height
    if kind < 0.55:  # the middle of each table
        across = (0.5 * (width - field.bar) / 2, width - 0.5 * (width - field.bar) / 2)
        down = 0.5 if rng.random() < 0.8 else rng.uniform(0.4, 0.6)
        return [np.array([x, down * height]) for x in across]
    if kind < 0.7:  # by the tips of the points, or between them
        shift = 0.5 * (rng.random() < 0.5)
        tip = min(field.fleche, 0.45 * height) + rng.uniform(-5, 15)
        xs = [field.column_centre(column) + shift * field.case_width for column in range(1, 13)]
        return [np.array([x, y]) for x in xs for y in (tip, height - tip)]
    if kind < 0.85:  # a line along the middle
        many = int(rng.integers(3, 13))
        return [np.array([(rank + 0.5) / many * width, height / 2]) for rank in range(many)]
    return [rng.uniform(0.05, 0.95, 2) * (width, height) for _ in range(int(rng.integers(1, 6)))]


def _line(image: Image, middle: NDArray[np.float64], radius: float, colour: NDArray[np.float32], thick: int) -> None:
    at = (round(middle[0] * 16), round(middle[1] * 16))
    cv2.circle(image, at, max(1, round(radius * 16)), ink_of(colour), thick, cv2.LINE_AA, 4)


def _rings(
    rng: Generator, image: Image, middle: NDArray[np.float64], reach: float, colour: NDArray[np.float32]
) -> None:
    """Draw circles around one middle, thin or broad, on the floor or on a disc of another colour."""
    if rng.random() < 0.2:
        _line(image, middle, reach, any_colour(rng), -1)
    thick = max(1, round(reach * rng.uniform(0.02, 0.15)))
    many = int(rng.integers(1, 5))
    for share in (1.0, *rng.uniform(0.1, 0.9, many - 1)):
        _line(image, middle, reach * share, colour, thick)
    if rng.random() < 0.3:
        _line(image, middle, reach * rng.uniform(0.05, 0.25), colour, -1)


def _star(rng: Generator, image: Image, middle: NDArray[np.float64], reach: float, colour: NDArray[np.float32]) -> None:
    """Rays or petals, perhaps in two alternating colours, perhaps within a circle."""
    rays, inner = int(rng.integers(3, 13)), reach * rng.uniform(0.15, 0.6)
    turn, other = rng.uniform(0, np.pi), any_colour(rng) if rng.random() < 0.4 else colour
    for ray in range(rays):
        ways = turn + (ray + np.array([-0.5, 0.0, 0.5])) * 2 * np.pi / rays
        tips = np.array([inner, reach, inner])
        outline = np.column_stack([np.cos(ways), np.sin(ways)]) * tips[:, None] + middle
        polygon(image, np.vstack([outline, middle]), colour if ray % 2 else other)
    if rng.random() < 0.5:
        _line(image, middle, reach * rng.uniform(1.0, 1.2), colour, max(1, round(0.05 * reach)))


def _garland(
    rng: Generator, image: Image, middle: NDArray[np.float64], reach: float, colour: NDArray[np.float32]
) -> None:
    """Spots or leaves in a ring."""
    many = int(rng.integers(5, 24))
    small = reach * rng.uniform(0.05, 0.22)
    for way in np.arange(many) * 2 * np.pi / many:
        _line(image, middle + reach * np.array([math.cos(way), math.sin(way)]), small, colour, -1)


def _spot(rng: Generator, image: Image, middle: NDArray[np.float64], reach: float, colour: NDArray[np.float32]) -> None:
    """A nail or an inlay, smaller than a jeton or far wider than a dame, so that it does not look like one."""
    wide = reach * (0.25 if reach < image.shape[1] / 26 else 1.6)
    _line(image, middle, wide, colour, -1)
    if rng.random() < 0.4:
        _line(image, middle, wide * rng.uniform(0.7, 1.0), any_colour(rng), max(1, round(0.1 * wide)))
