"""Dice as a camera sees them: rounded cubes drawn by casting rays, with textured faces and lit edges."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.boards import paste
from training.camera import Camera
from training.dice_looks import FACE, DieStyle, face_texture
from training.surfaces import Image

FACES: tuple[tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]], ...] = (
    # outward normal, direction of the texture's x, direction of its y (so that it is not mirrored from outside)
    ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    ((0, 0, -1), (1, 0, 0), (0, -1, 0)),
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
    ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
    ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
)


def face_values(rng: Generator, up: int) -> tuple[int, ...]:
    """Return the values of FACES with `up` on top; opposite faces sum to seven, in either handedness."""
    sides = [value for value in (1, 2, 3, 4, 5, 6) if value not in (up, 7 - up)]
    first = int(rng.choice(sides))
    second = int(rng.choice([value for value in sides if value not in (first, 7 - first)]))
    return up, 7 - up, first, 7 - first, second, 7 - second


@dataclass(frozen=True, slots=True)
class DrawnDie:
    """The truth of a drawn die: its value, the corners of its upper face and the outline of all of it, in pixels."""

    value: int
    top: NDArray[np.float64]
    hull: NDArray[np.float64]


MOST_RAYS = 4200
"""The number of rays for a die: a pixel of a small die gets more of them than a pixel of a large one."""
EVENLY = 0.3
"""The share of dice whose sides are nearly as light as the top, as in soft light or on a bright surface."""
STEPS = 18
NEAR = 0.02
"""A ray within this distance (half edges) of the body has met it."""


def draw_die(
    rng: Generator,
    image: Image,
    camera: Camera,
    middle: tuple[float, float, float],
    edge: float,
    turn: NDArray[np.float64],
    style: DieStyle,
    value: int,
    light: NDArray[np.float64],
) -> DrawnDie:
    """Draw a die around `middle`, turned by the 3x3 rotation `turn` (the identity lays it flat)."""
    half, centre = edge / 2, np.array(middle)
    corners = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)], np.float64) * half
    spots = camera.project(corners @ turn.T + centre)
    square = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]], np.float64) * half
    top = camera.project(square @ turn.T + centre)
    low = np.floor(spots.min(axis=0)).astype(int) - 1
    wide, tall = (np.ceil(spots.max(axis=0)).astype(int) + 2 - low).tolist()
    fine = float(np.clip(math.sqrt(MOST_RAYS / (wide * tall)), 0.5, 4.0))
    columns, rows = max(4, round(wide * fine)), max(4, round(tall * fine))
    xs = low[0] + (np.arange(columns) + 0.5) * wide / columns - 0.5
    ys = low[1] + (np.arange(rows) + 0.5) * tall / rows - 0.5
    pixels = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    rays = np.column_stack([(pixels - np.array(camera.middle)) / camera.focal, np.ones(len(pixels))]) @ camera.axes
    rays = (rays / np.linalg.norm(rays, axis=1, keepdims=True)) @ turn
    eye = (camera.place - centre) @ turn / half
    hit, places = _met(eye, rays, style)
    colour = _lit(rng, style, face_values(rng, value), places, rays[hit], turn, light)
    patch, cover = np.zeros((rows * columns, 3), np.float32), np.zeros(rows * columns, np.float32)
    patch[hit], cover[hit] = colour, 1.0
    size = (wide, tall)
    share = cv2.resize(cover.reshape(rows, columns), size, interpolation=cv2.INTER_AREA)[..., None]
    laid = cv2.resize(patch.reshape(rows, columns, 3), size, interpolation=cv2.INTER_AREA)
    x0, y0 = max(low[0], 0), max(low[1], 0)
    x1, y1 = min(low[0] + wide, image.shape[1]), min(low[1] + tall, image.shape[0])
    if x1 > x0 and y1 > y0:
        part = np.s_[y0 - low[1] : y1 - low[1], x0 - low[0] : x1 - low[0]]
        solid = 1 - style.clear
        image[y0:y1, x0:x1] *= 1 - share[part] * solid
        image[y0:y1, x0:x1] += laid[part] * solid
    outline = pixels[hit] if hit.any() else spots
    hull = cv2.convexHull(outline.astype(np.float32)).reshape(-1, 2).astype(np.float64)
    return DrawnDie(value, top, hull)


def draw_face(
    rng: Generator,
    image: Image,
    camera: Camera,
    middle: tuple[float, float, float],
    edge: float,
    turn: NDArray[np.float64],
    style: DieStyle,
    value: int,
) -> DrawnDie:
    """Draw a die as programs and books do: only its upper face, around `middle`.

    The corners are square or rounded, up to a disc. The face may have an outline, a slope or disc of light, and a
    shadow.
    """
    # A disc with one dot looks like a jeton or a dame, not like an ace.
    rounding = rng.uniform(0.04, 0.25 if value == 1 else 0.5) if rng.random() < 0.6 else 0.0
    room = math.sqrt(0.5) - rounding * (math.sqrt(2) - 1)
    style = replace(style, reach=min(style.reach, (0.96 * room - style.pip) / math.sqrt(2)))
    texture = face_texture(rng, style, value)
    axis, way = np.linspace(-1, 1, FACE, dtype=np.float32), rng.uniform(0, 2 * np.pi)
    slope = axis[None, :] * np.float32(math.cos(way)) + axis[:, None] * np.float32(math.sin(way))
    shaded = rng.random()
    if shaded < 0.3:
        outside = np.hypot(axis[None, :], axis[:, None]) > rng.uniform(0.9, 1.35)
        shade = np.clip(rng.uniform(0.4, 0.9) + rng.uniform(0, 0.5) * slope, 0.05, 1.2)
        texture = np.where(outside[..., None], texture * shade[..., None], texture).astype(np.float32)
    elif shaded < 0.6:
        texture = texture * (1 + np.float32(rng.uniform(0.05, 0.35)) * slope)[..., None]
    # The distance of each place inside the outline, in edges.
    over = np.maximum(np.abs(axis) / 2 - (0.5 - rounding), 0)
    inside = rounding - np.hypot(over[None, :], over[:, None]) if rounding else _to_border(axis)
    if rng.random() < 0.35:
        line = style.ink if rng.random() < 0.5 else style.body * np.float32(rng.uniform(0.2, 1.3))
        texture = np.where((inside < rng.uniform(0.02, 0.08))[..., None], line, texture).astype(np.float32)
    cover = np.clip(inside * FACE + 0.5, 0, 1).astype(np.float32) * np.float32(1 - style.clear)
    square = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], np.float64) * edge / 2
    top = camera.project(square @ turn.T + np.array(middle))
    side = float(np.linalg.norm(top - np.roll(top, 1, axis=0), axis=1).max())
    fewer = int(np.clip(1.5 * side, 8, FACE))
    laid = np.asarray(cv2.resize(texture, (fewer, fewer), interpolation=cv2.INTER_AREA), np.float32)
    hides = np.asarray(cv2.resize(cover, (fewer, fewer), interpolation=cv2.INTER_AREA), np.float32)
    if rng.random() < 0.35:
        shadow = np.array([math.cos(way), math.sin(way)]) * side * rng.uniform(0.03, 0.2)
        paste(image, np.zeros_like(laid), top + shadow, hides * np.float32(rng.uniform(0.1, 0.7)))
    paste(image, laid, top, hides)
    return DrawnDie(value, top, top)


def _to_border(axis: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the distance of each place of a square face from its border, in edges, along the nearer axis."""
    along = 0.5 - np.abs(axis) / 2
    return np.asarray(np.minimum(along[None, :], along[:, None]), np.float32)


def _met(
    eye: NDArray[np.float64], rays: NDArray[np.float64], style: DieStyle
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Return which rays (n, 3; of length 1, in half edges) from `eye` meet the body, and where (m, 3)."""
    inner = 1 - style.rounding
    ball = style.cut or 9.0
    toward = -(rays @ eye)
    near = np.flatnonzero((eye @ eye) - toward**2 < 3.1)
    ways, reach = rays[near], toward[near] - 1.8
    for _ in range(STEPS):
        reach += _distance(eye + ways * reach[:, None], inner, style.rounding, ball)
    places = eye + ways * reach[:, None]
    met = _distance(places, inner, style.rounding, ball) < NEAR
    hit = np.zeros(len(rays), bool)
    hit[near[met]] = True
    return hit, places[met]


def _distance(places: NDArray[np.float64], inner: float, rounding: float, ball: float) -> NDArray[np.float64]:
    """Return the distance of places (n, 3) from a rounded cube with corners turned off to a ball (below 0 inside)."""
    over = np.abs(places) - inner
    outside = np.sqrt((np.maximum(over, 0) ** 2).sum(axis=1))
    cube = outside + np.minimum(over.max(axis=1), 0) - rounding
    return np.asarray(np.maximum(cube, np.sqrt((places**2).sum(axis=1)) - ball), np.float64)


def _lit(
    rng: Generator,
    style: DieStyle,
    values: tuple[int, ...],
    places: NDArray[np.float64],
    rays: NDArray[np.float64],
    turn: NDArray[np.float64],
    light: NDArray[np.float64],
) -> NDArray[np.float32]:
    """Return the colours (n, 3) of places on the body: their faces' textures under one lamp and a sky."""
    over = np.maximum(np.abs(places) - (1 - style.rounding), 0) * np.sign(places)
    if style.cut:
        radius = np.sqrt((places**2).sum(axis=1))
        over = np.where((radius > style.cut - 2 * NEAR)[:, None], places, over)
    normals = over / np.maximum(np.linalg.norm(over, axis=1, keepdims=True), 1e-6)
    axis = np.abs(places).argmax(axis=1)
    side = np.take_along_axis(places, axis[:, None], axis=1)[:, 0] < 0
    colour = np.zeros((len(places), 3), np.float32)
    for (normal, across, down), number in zip(FACES, values, strict=True):
        along = int(np.argmax(np.abs(normal)))
        here = (axis == along) & (side == (min(normal) < 0))
        if not here.any():
            continue
        texture = face_texture(rng, style, number)
        u = ((places[here] @ np.array(across) + 1) / 2 * FACE - 0.5).astype(np.float32)
        v = ((places[here] @ np.array(down) + 1) / 2 * FACE - 0.5).astype(np.float32)
        looked = cv2.remap(texture, u[:, None], v[:, None], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        colour[here] = looked.reshape(-1, 3)
    lamp = light @ turn
    up = normals @ turn[2]
    diffuse = np.maximum(normals @ lamp, 0)
    sky = rng.uniform(0.35, 0.65)
    shade = sky * (0.75 + 0.25 * up) + (1.05 - sky) * diffuse
    shade *= 1 - rng.uniform(0, 0.3) * np.clip(-(places @ turn[2]), 0, 1)  # the table's own shadow from below
    if rng.random() < EVENLY:
        even = rng.uniform(0.4, 1)
        shade = shade * (1 - even) + even * 0.95
    lit = colour * shade[:, None]
    if style.gloss:
        mirrored = rays - 2 * (rays * normals).sum(axis=1, keepdims=True) * normals
        shine = np.maximum(mirrored @ lamp, 0) ** rng.uniform(6, 60)
        lit = lit + (rng.uniform(60, 220) * style.gloss * shine)[:, None]
    return np.asarray(lit, np.float32)
