"""Random colours and textures of materials (images are float32 BGR, 0..255)."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Image = NDArray[np.float32]


def hsv(hue: float, saturation: float, value: float) -> NDArray[np.float32]:
    """A colour from hue (0..360), saturation and value (0..1)."""
    pixel = np.array([[[hue % 360, saturation, value]]], np.float32)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] * 255, np.float32)


def any_colour(rng: Generator) -> NDArray[np.float32]:
    """A random colour, with more greys and browns than chance alone gives."""
    kind = rng.random()
    if kind < 0.25:
        return hsv(0, 0, rng.uniform(0.03, 1))
    if kind < 0.5:
        return hsv(rng.uniform(10, 42), rng.uniform(0.15, 0.85), rng.uniform(0.12, 0.95))
    return hsv(rng.uniform(0, 360), rng.uniform(0.1, 1), rng.uniform(0.1, 1))


def light_colour(rng: Generator) -> NDArray[np.float32]:
    """The colour of a light set: white, ivory, boxwood, pastel."""
    kind = rng.random()
    if kind < 0.45:
        return hsv(rng.uniform(20, 60), rng.uniform(0, 0.2), rng.uniform(0.75, 1))
    if kind < 0.75:
        return hsv(rng.uniform(18, 45), rng.uniform(0.2, 0.6), rng.uniform(0.65, 0.97))
    return hsv(rng.uniform(0, 360), rng.uniform(0.05, 0.55), rng.uniform(0.65, 1))


def dark_colour(rng: Generator) -> NDArray[np.float32]:
    """The colour of a dark set: black, ebony, red, blue, green."""
    kind = rng.random()
    if kind < 0.4:
        return hsv(rng.uniform(0, 360), rng.uniform(0, 0.3), rng.uniform(0.04, 0.3))
    if kind < 0.6:
        return hsv(rng.uniform(5, 30), rng.uniform(0.3, 0.85), rng.uniform(0.1, 0.42))
    if kind < 0.8:
        return hsv(rng.uniform(-15, 12), rng.uniform(0.6, 1), rng.uniform(0.25, 0.75))
    return hsv(rng.uniform(0, 360), rng.uniform(0.3, 1), rng.uniform(0.15, 0.55))


def ink_of(colour: NDArray[np.float32]) -> list[float]:
    """Return a colour as OpenCV's drawing functions take it."""
    return [float(c) for c in colour]


def lightness(colour: NDArray[np.float32]) -> float:
    """Return the CIE L* (0..100) of a colour."""
    return float(cv2.cvtColor((colour / 255).reshape(1, 1, 3).astype(np.float32), cv2.COLOR_BGR2LAB)[0, 0, 0])


def noise(rng: Generator, size: tuple[int, int], grain: tuple[float, float]) -> NDArray[np.float32]:
    """Return smooth noise of mean 0 and deviation 1, `grain` pixels wide in x and in y; size is (width, height)."""
    width, height = size
    small = (max(2, int(width / grain[0])), max(2, int(height / grain[1])))
    values = rng.standard_normal((small[1], small[0])).astype(np.float32)
    return np.asarray(cv2.resize(values, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def plain(rng: Generator, size: tuple[int, int], colour: NDArray[np.float32], rough: float = 3) -> Image:
    """A colour with a little unevenness."""
    grain = rng.uniform(0, rough) * noise(rng, size, (1.5, 1.5)) + rng.uniform(0, rough) * noise(rng, size, (60, 60))
    return np.asarray(colour + grain[..., None], np.float32)


def wood(rng: Generator, size: tuple[int, int], colour: NDArray[np.float32] | None = None, *, along_x: bool) -> Image:
    """Grain along x or y, of one colour of wood."""
    if colour is None:
        colour = hsv(rng.uniform(8, 38), rng.uniform(0.25, 0.85), rng.uniform(0.2, 0.95))
    long, fine = rng.uniform(60, 250), rng.uniform(1.5, 6)
    grain = (long, fine) if along_x else (fine, long)
    broad = (long * 2, fine * 6) if along_x else (fine * 6, long * 2)
    depth = rng.uniform(0.02, 0.14)
    veins = 1 + depth * noise(rng, size, grain) + depth * noise(rng, size, broad)
    return np.asarray(colour * veins[..., None], np.float32)


def blotched(rng: Generator, size: tuple[int, int], colour: NDArray[np.float32]) -> Image:
    """Leather, marble, cloth: two colours mixed by noise."""
    other = colour + rng.normal(0, 25, 3)
    grain = rng.uniform(3, 40)
    share = 0.5 + 0.5 * np.tanh(noise(rng, size, (grain, grain)))[..., None] * rng.uniform(0.2, 1)
    return np.asarray(colour * share + other * (1 - share), np.float32)


def chequered(rng: Generator, size: tuple[int, int], colour: NDArray[np.float32]) -> Image:
    """A tablecloth: stripes one way or both."""
    width, height = size
    period, strength = rng.uniform(12, 90), rng.uniform(8, 60)
    x = np.sign(np.sin(np.arange(width) * 2 * np.pi / period))[None, :]
    y = np.sign(np.sin(np.arange(height) * 2 * np.pi / period))[:, None] * (rng.random() < 0.6)
    return np.asarray(colour + ((x + y) * strength)[..., None] * rng.uniform(-1, 1, 3), np.float32)


def surface(rng: Generator, size: tuple[int, int], colour: NDArray[np.float32] | None = None) -> Image:
    """Return any surface that a board, its frame or a table may have."""
    kind = rng.random()
    if kind < 0.35:
        return wood(rng, size, colour if rng.random() < 0.5 else None, along_x=bool(rng.random() < 0.5))
    if colour is None:
        colour = any_colour(rng)
    if kind < 0.7:
        return plain(rng, size, colour, 5)
    if kind < 0.92:
        return blotched(rng, size, colour)
    return chequered(rng, size, colour)
