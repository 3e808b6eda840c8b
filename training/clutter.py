"""Things on tables next to boards, and tables without a board: papers, screens, keyboards, other games."""

from __future__ import annotations

import math
from itertools import pairwise

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.boards import paste
from training.camera import Camera, framing
from training.degrade import add_overlay, camera_noise, relight
from training.pieces import circle, draw_cup, draw_hand, polygon, yaw
from training.surfaces import Image, any_colour, dark_colour, ink_of, light_colour, surface


def printed(rng: Generator) -> Image:
    """A page: lines of text, a heading, a picture."""
    image = np.ascontiguousarray(surface(rng, (120, 160), light_colour(rng)), np.float32)
    ink, step, left = ink_of(dark_colour(rng)), int(rng.integers(5, 14)), int(rng.integers(6, 16))
    for y in range(left, 160 - left, step):
        end = int(rng.uniform(60, 120 - left))
        cv2.line(image, (left, y), (end, y), ink, max(1, step // 4))
    if rng.random() < 0.4:
        y = int(rng.uniform(10, 90))
        image[y : y + 50, left : 120 - left] = any_colour(rng)
    return image


def screen(rng: Generator) -> Image:
    """A telephone, a tablet or a clock: a dark rim around something bright."""
    image = np.ascontiguousarray(surface(rng, (120, 80), dark_colour(rng)), np.float32)
    rim = int(rng.integers(3, 12))
    shown = np.linspace(rng.uniform(0.4, 1), rng.uniform(0.4, 1), 120 - 2 * rim)[None, :, None] * any_colour(rng)
    if rng.random() < 0.75:
        image[rim : 80 - rim, rim : 120 - rim] = shown
    for _ in range(int(rng.integers(0, 6))):
        x, y = int(rng.uniform(rim, 70)), int(rng.uniform(20, 75 - rim))
        text = "".join(rng.choice(list("0123456789:.AMTX"), rng.integers(1, 6)))
        cv2.putText(image, text, (x, y), 0, rng.uniform(0.3, 1.2), ink_of(any_colour(rng)), 2, cv2.LINE_AA)
    return image


def grid(rng: Generator) -> Image:
    """Cells side by side: a keyboard, a chequered board, tiles, a calendar."""
    columns, rows = (8, 8) if rng.random() < 0.4 else (int(rng.integers(3, 16)), int(rng.integers(2, 9)))
    cell, gap = 20, int(rng.choice([0, 0, 1, 2, 4]))
    image = np.ascontiguousarray(surface(rng, (columns * cell + 20, rows * cell + 20), any_colour(rng)), np.float32)
    colours = [any_colour(rng) for _ in range(int(rng.integers(1, 4)))]
    for row in range(rows):
        for column in range(columns):
            x, y = 10 + column * cell, 10 + row * cell
            tone = colours[(row + column) % len(colours)] * rng.uniform(0.95, 1.05)
            image[y + gap : y + cell - gap, x + gap : x + cell - gap] = tone
            if rng.random() < 0.1:
                cv2.circle(image, (x + 10, y + 10), 8, ink_of(any_colour(rng)), -1, cv2.LINE_AA)
    return image


def striped(rng: Generator) -> Image:
    """Bars or wedges side by side, like rulers, fans, books in a row and flags."""
    image = np.ascontiguousarray(surface(rng, (160, 100), any_colour(rng)), np.float32)
    colours = [any_colour(rng) for _ in range(int(rng.integers(2, 5)))]
    edges = np.cumsum(rng.uniform(4, 30, 40))
    taper = rng.uniform(0.2, 1.0)
    for index, (left, right) in enumerate(pairwise(edges)):
        if right > 160:
            break
        slim = (right - left) * (1 - taper) / 2
        quad = np.array([(left, 0), (right, 0), (right - slim, 100), (left + slim, 100)])
        polygon(image, quad, colours[index % len(colours)])
    return image


def bare(rng: Generator) -> Image:
    """A book, a box, a cloth, a mat."""
    image = surface(rng, (100, 100))
    if rng.random() < 0.5:
        inset = int(rng.integers(3, 30))
        image[inset:-inset, inset:-inset] = surface(rng, (100 - 2 * inset, 100 - 2 * inset))
    return np.asarray(image, np.float32)


def lay_things(
    rng: Generator,
    image: Image,
    camera: Camera,
    span: tuple[float, float],
    count: int,
    ring: tuple[float, float],
    largest: float = 260.0,
) -> None:
    """Lay things of at most `largest` mm around a field of `span` mm.

    ring: their least and greatest distance from the field's middle, as a share of its span.
    """
    width, height = span
    for _ in range(count):
        way, out = rng.uniform(0, 2 * np.pi), rng.uniform(*ring)
        x, y = width / 2 + math.cos(way) * width * out, height / 2 + math.sin(way) * height * out
        kind = rng.random()
        if kind < 0.2:
            draw_cup(rng, image, camera, x, y, rng.uniform(30, 90))
        elif kind < 0.3:
            for reach in np.sort(rng.uniform(5, 110, rng.integers(1, 4)))[::-1]:
                polygon(image, circle(camera, x, y, 0, float(reach)), any_colour(rng))
        else:
            draw = (bare, bare, printed, screen, grid, striped)[int(rng.integers(6))]
            wide, turn = rng.uniform(20, largest), rng.uniform(0, np.pi)
            texture = draw(rng)
            tall = wide * texture.shape[0] / texture.shape[1] * rng.uniform(0.6, 1.5)
            quad = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) / 2
            laid = quad @ yaw(turn)[:2, :2].T + [x, y]
            paste(image, np.clip(texture, 0, 255), camera.project(np.column_stack([laid, np.zeros(4)])))


def table_top(rng: Generator, size: tuple[int, int]) -> Image:
    """Return a table top that fills a picture of `size`."""
    half = (max(size[0] // 2, 2), max(size[1] // 2, 2))
    return np.clip(cv2.resize(surface(rng, half), size), 0, 255).astype(np.float32)


def draw_nothing(rng: Generator, size: tuple[int, int]) -> NDArray[np.uint8]:
    """Return a picture of a table with things on it, but no board."""
    image = table_top(rng, size)
    span = (440.0, 400.0)
    camera = framing(rng, size, *span, (0.3, 1.5), math.radians(52))
    lay_things(rng, image, camera, span, int(rng.integers(0, 12)), (0.0, 1.2), 500.0)
    if rng.random() < 0.3:
        at = camera.floor(rng.uniform(0, span[0]), rng.uniform(0, span[1]))
        way = rng.uniform(0, 2 * np.pi)
        start = at + np.array([math.cos(way), math.sin(way)]) * max(size) * 1.2
        draw_hand(rng, image, start, at, rng.uniform(50, 110) * camera.scale(span[0] / 2, span[1] / 2))
    return camera_noise(rng, add_overlay(rng, relight(rng, image)))
