"""Draw reflections on polished dames into flat views: a window or lamps over a part of the board."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def add_reflections(
    rng: Generator, view: NDArray[np.uint8], middles: NDArray[np.float64], radius: float
) -> NDArray[np.uint8]:
    """Return the view with reflections on the faces of its dames.

    middles: (n, 2), of visible faces of `radius` pixels. Flat faces at one height mirror parts of one image. No face is
    quite level, so each part is slightly shifted.
    """
    if len(middles) == 0:
        return view
    height, width = view.shape[:2]
    at = middles[int(rng.integers(len(middles)))] + rng.normal(0, 2 * radius, 2)
    mirrored = _mirrored(rng, (width, height), at, radius)
    tint = np.exp(rng.normal(0, 0.12, 3)) * rng.uniform(110, 255)
    rim, askew = rng.uniform(0.7, 1.0) * radius, rng.uniform(0, 0.6) * radius
    laid = rng.random() < 0.5  # otherwise the light is added: a clear coat hides nothing below it
    out = view.astype(np.float32)
    for x, y in middles:
        left, top = math.floor(x - radius), math.floor(y - radius)
        right, bottom = math.ceil(x + radius) + 1, math.ceil(y + radius) + 1
        if left < 0 or top < 0 or right > width or bottom > height:
            continue
        yy, xx = np.mgrid[top:bottom, left:right]
        face = np.clip(rim - np.hypot(xx - x, yy - y) + 0.5, 0, 1)
        dx, dy = rng.normal(0, askew, 2)
        columns = np.clip(np.rint(xx + dx).astype(int), 0, width - 1)
        rows = np.clip(np.rint(yy + dy).astype(int), 0, height - 1)
        share = (mirrored[rows, columns] * face)[..., None]
        part = out[top:bottom, left:right]
        out[top:bottom, left:right] = part * (1 - share) + tint * share if laid else part + tint * share
    return np.clip(out, 0, 255).astype(np.uint8)


def _mirrored(rng: Generator, size: tuple[int, int], at: NDArray[np.float64], radius: float) -> NDArray[np.float32]:
    """Return the light (0..1) that each place mirrors: a window's panes, or a lamp's broad glow."""
    width, height = size
    strength = rng.uniform(0.25, 0.9)
    if rng.random() < 0.4:
        reach = radius * math.exp(rng.uniform(math.log(0.7), math.log(10)))
        yy, xx = np.ogrid[:height, :width]
        away = ((xx - at[0]) ** 2 + (yy - at[1]) ** 2) / (2 * reach * reach)
        return np.asarray(strength * np.exp(-away), np.float32)
    light = np.zeros((height, width), np.float32)
    wide, tall = radius * np.exp(rng.uniform(math.log(0.8), math.log(9), 2))
    panes = int(rng.integers(1, 4))
    turn = rng.uniform(0, np.pi)
    along, down = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
    for pane in range(panes):
        middle = at + along * (pane - (panes - 1) / 2) * wide * 2.2
        outline = [middle + a * along * wide + b * down * tall for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        cv2.fillPoly(light, [np.rint(np.array(outline)).astype(np.int32)], strength)
    soft = radius * rng.uniform(0.05, 0.8)
    return np.asarray(cv2.GaussianBlur(light, (0, 0), soft), np.float32)
