"""The effects of lamps, lenses and cameras on a picture (float32 BGR, 0..255, in; uint8 out)."""

from __future__ import annotations

import math

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.random import Generator
from numpy.typing import NDArray

from training.surfaces import Image, any_colour, noise


def relight(rng: Generator, image: MatLike) -> Image:
    """Add uneven light, shadows of people, glare of lamps and a tint; lighten or darken it."""
    height, width = image.shape[:2]
    way = rng.uniform(0, 2 * np.pi)
    slope = np.linspace(-1, 1, width)[None, :] * math.cos(way) + np.linspace(-1, 1, height)[:, None] * math.sin(way)
    image = image * (1 + rng.uniform(0, 0.3) * slope[..., None])
    if rng.random() < 0.4:
        image = image * (1 + rng.uniform(0, 0.2) * noise(rng, (width, height), (width / 2.5, height / 2.5)))[..., None]
    if rng.random() < 0.25:
        veil = np.zeros((height, width), np.float32)
        corners = rng.uniform(-0.3, 1.3, (4, 2)) * (width, height)
        cv2.fillPoly(veil, [np.rint(cv2.convexHull(corners.astype(np.float32)).reshape(-1, 2)).astype(np.int32)], 1.0)
        soft = rng.uniform(0.5, 40)
        shadow = cv2.resize(
            cv2.GaussianBlur(cv2.resize(veil, None, fx=0.25, fy=0.25), (0, 0), max(soft / 4, 0.4)), (width, height)
        )
        image = image * (1 - rng.uniform(0.1, 0.55) * shadow[..., None])
    if rng.random() < 0.25:
        for _ in range(rng.integers(1, 4)):
            x, y, reach = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0.02, 0.2) * width
            yy, xx = np.ogrid[:height, :width]
            glow = np.exp(-(((xx - x) / reach) ** 2 + ((yy - y) / (reach * rng.uniform(0.4, 1.5))) ** 2))
            image = image + rng.uniform(20, 160) * glow[..., None]
    tint = np.exp(rng.normal(0, 0.09, 3)) * math.exp(rng.normal(0.05, 0.25))
    return np.asarray(image * tint, np.float32)


def add_overlay(rng: Generator, image: Image, board: NDArray[np.float64] | None = None) -> Image:
    """Sometimes add what a broadcast, film or telephone lays over a picture: bands, panels, marks, black rims.

    board: a quadrilateral (4, 2; pixels) that no panel or rim covers.
    """
    kind = rng.random()
    if kind < 0.06:
        _band(rng, image)
    elif kind < 0.11:
        _panel(rng, image, board)
    elif kind < 0.14:
        _watermark(rng, image)
    elif kind < 0.17:
        _black_rims(rng, image, board)
    return image


def _words(rng: Generator) -> str:
    return "".join(rng.choice(list("ABCDEFGHIKLMNOPRSTabcdefghiklmnoprst 0123456789:-"), rng.integers(3, 22)))


def _write(rng: Generator, image: Image, x: float, y: float, size: float) -> None:
    ink = [float(c) for c in any_colour(rng)]
    cv2.putText(image, _words(rng), (int(x), int(y)), int(rng.integers(0, 5)), size, ink, 2, cv2.LINE_AA)


def _band(rng: Generator, image: Image) -> None:
    """A transparent band across the picture, with words on it."""
    height, width = image.shape[:2]
    top, tall = int(rng.uniform(0, 0.9) * height), int(rng.uniform(0.05, 0.25) * height)
    share = rng.uniform(0.3, 0.8)
    image[top : top + tall] = image[top : top + tall] * (1 - share) + any_colour(rng) * share
    for _ in range(int(rng.integers(1, 4))):
        _write(rng, image, rng.uniform(0, 0.6) * width, top + rng.uniform(0.4, 0.9) * tall, rng.uniform(0.5, 1.8))


def _room(image: Image, board: NDArray[np.float64] | None) -> tuple[int, int, int, int]:
    """Pixels between the board and the left, top, right and bottom edges."""
    height, width = image.shape[:2]
    if board is None:
        return width // 3, height // 3, width // 3, height // 3
    low, high = np.maximum(board.min(axis=0), 0).astype(int), np.maximum([width, height] - board.max(axis=0), 0)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _panel(rng: Generator, image: Image, board: NDArray[np.float64] | None) -> None:
    """A panel next to the board, with boxes, names and emblems."""
    height, width = image.shape[:2]
    room = _room(image, board)
    side = int(np.argmax(room))
    reach = int(room[side] * rng.uniform(0.5, 1.0))
    if reach < 20:
        return
    part = (image[:, :reach], image[:reach], image[:, width - reach :], image[height - reach :])[side]
    if rng.random() < 0.6:
        part[:] = any_colour(rng) * rng.uniform(0, 1)
    tall, wide = part.shape[:2]
    for _ in range(int(rng.integers(1, 7))):
        x, y = int(rng.uniform(0, 0.8) * wide), int(rng.uniform(0, 0.9) * tall)
        far = (x + int(rng.uniform(0.1, 0.5) * wide) + 2, y + int(rng.uniform(0.05, 0.3) * tall) + 2)
        colour = [float(c) for c in any_colour(rng)]
        if rng.random() < 0.6:
            cv2.rectangle(part, (x, y), far, colour, -1)
        else:
            cv2.circle(part, (x, y), max(3, (far[0] - x) // 3), colour, -1, cv2.LINE_AA)
        _write(rng, part, x, y, rng.uniform(0.4, 1.2))


def _watermark(rng: Generator, image: Image) -> None:
    """Faint slanted words all over the picture."""
    height, width = image.shape[:2]
    words = np.zeros((height, width), np.float32)
    text, step, size = _words(rng), int(rng.uniform(0.15, 0.5) * height), rng.uniform(0.8, 2.5)
    for y in range(0, 2 * height, step):
        cv2.putText(words, text, (int(rng.uniform(-0.2, 0.4) * width), y), 0, size, 1.0, 3, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), rng.uniform(-45, 45), 1.0)
    share = cv2.warpAffine(words, turn, (width, height))[..., None] * rng.uniform(0.1, 0.5)
    image *= 1 - share
    image += any_colour(rng) * share


def _black_rims(rng: Generator, image: Image, board: NDArray[np.float64] | None) -> None:
    """Black bars above and below, or left and right, as around films of another shape."""
    height, width = image.shape[:2]
    left, top, right, bottom = (int(free * rng.uniform(0.2, 1.0)) for free in _room(image, board))
    tone = rng.uniform(0, 30)
    if rng.random() < 0.5:
        image[:top] = tone
        image[height - bottom :] = tone
    else:
        image[:, :left] = tone
        image[:, width - right :] = tone


def camera_noise(rng: Generator, image: MatLike, strength: float = 1.0) -> NDArray[np.uint8]:
    """Apply a tone curve, blur, sharpening, grain, a video's lower resolution, a telephone's smoothing and JPEG.

    strength (0..1) scales each of them, so that small things in the picture stay visible.
    """
    image = np.clip(image, 0, 320)
    curve = math.exp(rng.normal(0, 0.22))
    image = 255 * np.clip(image / 255, 0, 1) ** curve
    if rng.random() < 0.2:
        grey = image.mean(axis=2, keepdims=True)
        image = grey + (image - grey) * rng.uniform(0.0, 1.3)
    if rng.random() < 0.3:
        image = 127 + (image - 127) * rng.uniform(0.6, 1.2) + rng.uniform(-20, 20)
    kind = rng.random()
    if kind < 0.6:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.6) * strength)
    elif kind < 0.72:
        length = int(rng.uniform(2, 7) * strength) + 1
        kernel = np.zeros((length, length), np.float32)
        way = rng.uniform(0, np.pi)
        half = (length - 1) / 2
        for step in np.linspace(-half, half, length * 2):
            kernel[round(half + step * math.sin(way)), round(half + step * math.cos(way))] = 1
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    if rng.random() < 0.12:
        size, fewer = (image.shape[1], image.shape[0]), 1 - rng.uniform(0.05, 0.5) * strength
        image = cv2.resize(image, None, fx=fewer, fy=fewer, interpolation=cv2.INTER_AREA)
        image = cv2.resize(image, size, interpolation=cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR)
    if rng.random() < 0.25:
        image = image + rng.uniform(0.3, 1.2) * (image - cv2.GaussianBlur(image, (0, 0), 1.5))
    grain = rng.uniform(0, 9) * strength if rng.random() < 0.7 else 0
    if grain:
        size = (image.shape[1], image.shape[0])
        shared = noise(rng, size, (1, 1)) if rng.random() < 0.5 else noise(rng, size, (1.7, 1.7))
        image = image + grain * shared[..., None]
    picture = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.08 and strength > 0.6:
        picture = np.asarray(cv2.bilateralFilter(picture, 5, rng.uniform(10, 50), 2.0), np.uint8)
    if rng.random() < 0.7:
        picture = compress(picture, int(rng.uniform(25, 96)))
    return picture


def compress(picture: NDArray[np.uint8], quality: int) -> NDArray[np.uint8]:
    """The picture after JPEG compression of this quality (0..100)."""
    jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
