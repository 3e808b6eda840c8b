"""The ground and the surroundings of the dice in a patch: tables, cloths, boards, dames, letters and other things."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.boards import any_make, paste
from training.camera import Camera
from training.fittings import (
    button,
    dial,
    emblem,
    fingertips,
    glossy,
    hinge,
    holes,
    keys,
    lacquered,
    lettering,
    numerals,
    peg_holes,
    plate,
    weave,
)
from training.floors import floor_texture
from training.pieces import SPRITE, around, circle, dame_sprite, draw_round, polygon, yaw
from training.surfaces import Image, any_colour, noise, surface

SIDE = 160
"""The side of a patch, in pixels."""
EDGE = 16.0
"""The edge of its dice, in millimetres."""
NO_DICE = (
    (hinge, (0.5, 1.6)),
    (plate, (0.5, 1.6)),
    (button, (0.4, 1.6)),
    (keys, (1.5, 4.8)),
    (lettering, (0.3, 2.0)),
    (lettering, (0.3, 2.0)),
    (emblem, (0.5, 2.5)),
    (holes, (0.3, 1.5)),
    (glossy, (0.5, 1.8)),
    (numerals, (0.4, 1.5)),
    (numerals, (0.4, 1.5)),
    (dial, (0.5, 2.5)),
    (peg_holes, (0.4, 1.6)),
    (fingertips, (0.5, 2.0)),
)
"""Things that are not dice, with the range of their half height, in edges of the dice next to them."""


def ground(rng: Generator) -> Image:
    """An empty patch, (SIDE, SIDE, 3)."""
    kind = rng.random()
    if kind < 0.45:
        laid = surface(rng, (SIDE, SIDE))
    elif kind < 0.7:
        texture = floor_texture(rng, any_make(rng))
        scale = rng.uniform(0.5, 3)
        side = int(SIDE / scale)
        x, y = (
            int(rng.integers(0, max(1, texture.shape[1] - side))),
            int(rng.integers(0, max(1, texture.shape[0] - side))),
        )
        laid = np.asarray(cv2.resize(texture[y : y + side, x : x + side], (SIDE, SIDE)), np.float32)
    elif kind < 0.75:
        laid = weave(rng, (SIDE, SIDE))
    elif kind < 0.86:  # carpet and cloth: strong fine grain
        grain = rng.uniform(1, 7, 2)
        laid = any_colour(rng) * (1 + rng.uniform(0.1, 0.5) * noise(rng, (SIDE, SIDE), tuple(grain)))[..., None]
    else:
        laid = surface(rng, (SIDE, SIDE))
        for _ in range(rng.integers(1, 6)):
            corners = rng.uniform(-0.2, 1.2, (4, 2)) * SIDE
            polygon(laid, around(corners), any_colour(rng))
    return np.ascontiguousarray(np.clip(laid, 0, 255), np.float32)


def floor_point(camera: Camera, pixel: NDArray[np.float64]) -> tuple[float, float]:
    """The point of the ground (mm) that a pixel shows."""
    ray = np.array([*(pixel - camera.middle) / camera.focal, 1.0]) @ camera.axes
    reach = -camera.place[2] / min(ray[2], -0.05)
    x, y, _ = camera.place + reach * ray
    return float(x), float(y)


def clutter(rng: Generator, image: Image, camera: Camera) -> list[tuple[float, float, float, float]]:
    """Draw dames, jetons, letters and dots that are not dice; return the round ones as (x, y, radius, height), mm."""
    pieces = _rounds(rng, image, camera)
    if rng.random() < 0.25:
        size, ink = rng.uniform(1, 6), [float(c) for c in any_colour(rng)]
        for x, y in rng.uniform(0, SIDE, (rng.integers(1, 25), 2)):
            cv2.circle(image, (int(x), int(y)), int(size), ink, -1, cv2.LINE_AA)
    if rng.random() < 0.15:
        _overprint(rng, image)
    if rng.random() < 0.15:
        _card(rng, image, camera)
    for _ in range(int(rng.choice([0, 0, 1, 1, 2, 3]))):
        _like_a_face(rng, image, camera)
    return pieces


def _rounds(rng: Generator, image: Image, camera: Camera) -> list[tuple[float, float, float, float]]:
    """Sometimes draw dames or jetons of one set, in a row or anywhere; return (x, y, radius, height) of each, mm."""
    pieces: list[tuple[float, float, float, float]] = []
    if rng.random() < 0.45:
        colour = any_colour(rng) * np.float32(rng.uniform(0.1, 1))
        polished = rng.random() < 0.4
        sprite = lacquered(rng, colour, SPRITE) if polished else dame_sprite(rng, colour)
        radius, height = EDGE * rng.uniform(0.6, 1.6), EDGE * rng.uniform(0.1, 0.7)
        x, y = floor_point(camera, rng.uniform(0, SIDE, 2))
        way, row = rng.uniform(0, 2 * np.pi), rng.random() < 0.5
        for _ in range(rng.integers(1, 6)):
            # All mirror the same lamps.
            turn = 0.0 if polished else rng.uniform(0, 6)
            draw_round(image, camera, (x, y, 0), radius, height, sprite, colour * 0.7, turn)
            pieces.append((x, y, radius, height))
            if row:
                x, y = x + 2.03 * radius * math.cos(way), y + 2.03 * radius * math.sin(way)
            else:
                x, y = floor_point(camera, rng.uniform(0, SIDE, 2))
                radius, height = EDGE * rng.uniform(0.6, 1.6), EDGE * rng.uniform(0.1, 0.7)
    return pieces


def _card(rng: Generator, image: Image, camera: Camera) -> None:
    """A card or a domino with dots: flat on the ground."""
    x, y = floor_point(camera, rng.uniform(0, SIDE, 2))
    spin = yaw(rng.uniform(0, 6))[:2, :2]
    quad = np.array([[-1, -2], [1, -2], [1, 2], [-1, 2]]) * EDGE * rng.uniform(0.5, 1.5) @ spin.T + [x, y]
    polygon(image, camera.project(np.column_stack([quad, np.zeros(4)])), any_colour(rng))
    for dx, dy in rng.uniform(-0.7, 0.7, (rng.integers(0, 7), 2)) * EDGE:
        polygon(image, circle(camera, x + dx, y + dy, 0, EDGE * 0.1), any_colour(rng))


def _like_a_face(rng: Generator, image: Image, camera: Camera) -> None:
    """Draw something flat that may look like a die's face."""
    draw, (least, most) = NO_DICE[int(rng.integers(len(NO_DICE)))]
    texture = np.clip(draw(rng), 0, 255)
    x, y = floor_point(camera, rng.uniform(0, SIDE, 2))
    tall = EDGE * rng.uniform(least, most)
    shrink = min(1.0, 3 * tall * camera.scale(x, y, 0) / texture.shape[0])
    if shrink < 0.6:
        smaller = cv2.resize(texture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        texture = np.asarray(smaller, np.float32)
    wide = tall * texture.shape[1] / texture.shape[0]
    spin = yaw(rng.uniform(0, 6))[:2, :2]
    quad = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) @ spin.T + [x, y]
    paste(image, texture, camera.project(np.column_stack([quad, np.zeros(4)])))


def _overprint(rng: Generator, image: Image) -> None:
    """Letters over the picture, level or not, clear or faint: a watermark, a broadcast's caption."""
    text = "".join(rng.choice(list("ABCDEFGHKMNPRSTXYZabdegmnoswy0123456789."), rng.integers(1, 9)))
    at = (int(rng.uniform(-20, 120)), int(rng.uniform(10, 150)))
    stencil = np.zeros((SIDE, SIDE), np.uint8)
    font, size, bold = int(rng.integers(0, 8)), rng.uniform(0.3, 2.5), int(rng.integers(1, 5))
    cv2.putText(stencil, text, at, font, size, 255, bold, cv2.LINE_AA)
    if rng.random() < 0.5:
        turn = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), rng.uniform(-90, 90), 1.0)
        stencil = np.asarray(cv2.warpAffine(stencil, turn, (SIDE, SIDE)), np.uint8)
    share = stencil[..., None].astype(np.float32) / 255 * np.float32(rng.uniform(0.3, 1))
    image *= 1 - share
    image += any_colour(rng) * share
