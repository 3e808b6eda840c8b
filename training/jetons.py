"""Lay jetons on a board: at home by the talons' rail, on their marks, two side by side, or anywhere."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from events.field import Field
from training.boards import Make
from training.camera import Camera
from training.laying import darken_locally
from training.picture_files import Scene
from training.pieces import circle, dame_sprite, draw_round, fill
from training.positions import Piece
from training.surfaces import Image, any_colour, dark_colour, light_colour

OWNER = -2
"""The first jeton's number among the owners of pixels; the next ones are below it."""
SEEN = 0.5
"""Least visible share of a jeton that must be found."""


def lay_jetons(
    rng: Generator,
    image: Image,
    owner: NDArray[np.int16],
    camera: Camera,
    make: Make,
    pieces: list[Piece],
    floor: Image,
) -> list[tuple[float, float, float]]:
    """Draw jetons next to the places of the dames; return each one's middle and the height of its top (mm).

    floor: its texture, since a few jetons have the colour of the floor.
    """
    f = make.field
    if rng.random() < 0.35:
        return []
    thick = f.jeton * rng.uniform(0.1, 0.3)
    shared = _any_look(rng, floor, f, None)
    alike = rng.random()
    laid: list[tuple[float, float, float]] = []
    for x, y in _places(rng, f):
        if not (f.jeton * 0.45 < x < f.width - f.jeton * 0.45 and f.jeton * 0.45 < y < f.height - f.jeton * 0.45):
            continue
        if make.bar_height and abs(x - f.width / 2) < (f.bar + f.jeton) / 2:
            continue
        if any(math.hypot(p.x - x, p.y - y) < (f.dame + f.jeton) / 2 for p in pieces):
            continue
        if any(math.hypot(other[0] - x, other[1] - y) < f.jeton for other in laid):
            continue
        face, side = shared if alike < 0.3 else _any_look(rng, floor, f, (x, y))
        off = rng.normal(0, 0.08 * f.jeton, 2)
        darken_locally(
            image, circle(camera, x + off[0], y + off[1], 0, f.jeton * rng.uniform(0.5, 0.6)), rng.uniform(0, 0.5)
        )
        top = draw_round(image, camera, (x, y, 0), f.jeton / 2, thick, face, side, rng.uniform(0, 6))
        fill(owner, top, OWNER - len(laid))
        laid.append((x, y, thick))
    return laid


def count_jetons_seen(
    owner: NDArray[np.int16], camera: Camera, make: Make, laid: list[tuple[float, float, float]], scene: Scene
) -> None:
    """Record in the scene the jetons that nothing laid later hides."""
    for number, (x, y, top) in enumerate(laid):
        outline = circle(camera, x, y, top, make.field.jeton / 2)
        area = max(cv2.contourArea(outline.astype(np.float32)), 1.0)
        if (owner == OWNER - number).sum() >= SEEN * area:
            scene.jetons.append((camera.floor(x, y, top), make.field.jeton))


def _places(rng: Generator, f: Field) -> list[tuple[float, float]]:
    """Places of three jetons (rarely fewer or more): (x, y) in millimetres; dames may take some of them."""
    mirrored = rng.random() < 0.5
    near = f.jeton * rng.uniform(0.5, 1.2)
    apart = f.jeton * (1.0 + abs(rng.normal(0.02, 0.05)) + (rng.uniform(0, 0.6) if rng.random() < 0.3 else 0.0))
    left = 3 if rng.random() < 0.85 else int(rng.integers(1, 6))
    places: list[tuple[float, float]] = []
    while left > 0:
        kind = rng.random()
        if kind < 0.35:  # at home, one above the other against the rail
            many = min(left, int(rng.integers(1, 4)))
            ranks = np.arange(many) - (many - 1) / 2
            places += [(near + rng.normal(0, 0.5), f.height / 2 + rank * apart) for rank in ranks]
            left -= many
        elif kind < 0.8:  # on a mark, one or two of them
            x, y = _mark(rng, f)
            places.append((x, y))
            left -= 1
            if left and rng.random() < 0.35:
                way = rng.choice([0.0, np.pi, np.pi / 2]) + rng.normal(0, 0.25)
                places.append((x + apart * math.cos(way), y + apart * math.sin(way)))
                left -= 1
        else:
            places.append((rng.uniform(0, f.width), rng.uniform(0.05, 0.95) * f.height))
            left -= 1
    return [(f.width - x if mirrored else x, y) for x, y in places]


def _mark(rng: Generator, f: Field) -> tuple[float, float]:
    """A place by the tips of two flèches, against the bar or against the side rail (Lois XV)."""
    cases = rng.choice([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 6.0, 12.0, 12.0])
    x = cases * f.case_width + (f.bar if cases > 6 else 0.0) - (f.jeton * 0.6 if cases in (6.0, 12.0) else 0.0)
    if cases == 6.0 and rng.random() < 0.5:
        x += f.bar + f.jeton * 1.2
    y = min(f.fleche, 0.45 * f.height) + f.jeton * rng.uniform(-0.3, 1.0)
    x += rng.normal(0, 0.15 * f.jeton)
    return x, y if rng.random() < 0.5 else f.height - y


def _any_look(
    rng: Generator, floor: Image, f: Field, place: tuple[float, float] | None
) -> tuple[Image, NDArray[np.float32]]:
    """A jeton's face and the colour of its side: random, a set's, or nearly that of the floor below it."""
    kind = rng.random()
    if kind < 0.3:
        height, width = floor.shape[:2]
        x, y = place or (rng.uniform(0, f.width), rng.uniform(0, f.height))
        spot = floor[min(int(y / f.height * height), height - 1), min(int(x / f.width * width), width - 1)]
        colour = np.clip(spot * rng.uniform(0.6, 1.5) + rng.normal(0, 10, 3), 0, 255).astype(np.float32)
    elif kind < 0.6:
        colour = light_colour(rng) if rng.random() < 0.5 else dark_colour(rng)
    else:
        colour = any_colour(rng)
    return dame_sprite(rng, colour), np.asarray(colour * rng.uniform(0.4, 0.95), np.float32)
