"""Dice as a camera sees them: rounded cubes met by rays, their faces textured, their edges lit."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from training.boards import paste
from training.surfaces import hsv, noise

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    from training.camera import Camera
    from training.surfaces import Image

FACE = 96
"""The side of a face's texture, in pixels."""
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class DieStyle:
    """How a set of dice looks: body and pips, how round it is, where the pips sit, or a number instead of pips.

    rounding: the radius of its edges, in half edges; cut: the radius, in half edges, of the ball its corners are
    turned off to (0: none); pip, one_pip: radii in edges; reach: from a face's middle to the outer pips, in edges;
    hollow: how much of the body's colour the lamp brings to the bottoms of drilled pips; clear: how much of what lies
    behind shines through; narrow: how near each other the six's two rows are, 1 as far as the four's.
    """

    body: NDArray[np.float32]
    ink: NDArray[np.float32]
    one: NDArray[np.float32]
    rounding: float
    pip: float
    one_pip: float
    reach: float
    hollow: float
    veined: float
    gloss: float
    numbers: tuple[str, ...] | None
    cut: float = 0.0
    clear: float = 0.0
    ringed: bool = False
    narrow: float = 1.0


def die_style(rng: Generator, *, numbered: bool = False, ground: NDArray[np.float32] | None = None) -> DieStyle:
    """Any die: white, bone, wooden, black, red, translucent; pips of the contrasting colour, drilled or printed.

    ground: the colour (BGR) of what it lies on; now and then a die is of nearly the same.
    """
    kind = rng.random()
    if ground is not None and rng.random() < 0.28:
        body = np.clip(ground * np.exp(rng.normal(0, 0.25)) + rng.normal(0, 12, 3), 4, 250).astype(np.float32)
        dark = (body.mean() > 110) != (rng.random() < 0.15)
        ink = (
            hsv(rng.uniform(0, 360), rng.uniform(0, 0.5), rng.uniform(0, 0.3))
            if dark
            else hsv(rng.uniform(20, 60), rng.uniform(0, 0.25), rng.uniform(0.7, 1))
        )
    elif kind < 0.42:
        body, ink = (
            hsv(rng.uniform(20, 60), rng.uniform(0, 0.35), rng.uniform(0.7, 1)),
            hsv(rng.uniform(0, 360), rng.uniform(0, 1) ** 2, rng.uniform(0, 0.35)),
        )
    elif kind < 0.68:
        body, ink = (
            hsv(rng.uniform(0, 360), rng.uniform(0, 0.4), rng.uniform(0.03, 0.25)),
            hsv(rng.uniform(20, 60), rng.uniform(0, 0.25), rng.uniform(0.6, 1)),
        )
    elif kind < 0.88:
        body, ink = (
            hsv(rng.uniform(0, 360), rng.uniform(0.4, 1), rng.uniform(0.2, 0.85)),
            hsv(rng.uniform(20, 60), rng.uniform(0, 0.15), rng.uniform(0.8, 1)),
        )
    elif kind < 0.95:  # pips of a colour of their own: gold, red, blue
        body, ink = (
            hsv(rng.uniform(0, 360), rng.uniform(0, 0.25), rng.uniform(0.75, 1)),
            hsv(rng.uniform(0, 360), rng.uniform(0.6, 1), rng.uniform(0.25, 0.7)),
        )
    else:
        body, ink = (
            hsv(rng.uniform(15, 45), rng.uniform(0.3, 0.7), rng.uniform(0.5, 0.85)),
            hsv(rng.uniform(0, 40), rng.uniform(0, 0.6), rng.uniform(0.02, 0.25)),
        )
    if rng.random() < 0.22:  # worn, or of nearly one tone
        worn = np.float32(rng.uniform(0.25, 0.7))
        ink = ink * (1 - worn) + body * worn
    pip, reach = rng.uniform(0.058, 0.14), rng.uniform(0.19, 0.3)
    red_one = rng.random() < 0.12
    cut = rng.uniform(1.2, 1.62) if rng.random() < 0.45 else 0.0
    if cut:  # its faces are discs, and the pips are within them
        reach = min(reach, (math.sqrt(cut * cut - 1) / 2 + 0.06 - pip) / math.sqrt(2))
    pip = min(pip, 0.46 * reach)  # the six's do not run into one another
    return DieStyle(
        body,
        ink,
        hsv(rng.uniform(-10, 10), 0.9, rng.uniform(0.5, 0.9)) if red_one else ink,
        rng.uniform(0.03, 0.28) if rng.random() < 0.65 else rng.uniform(0.28, 0.6),
        pip,
        min(pip * rng.uniform(1.2, 2.6), 0.32) if rng.random() < 0.3 else pip,
        reach,
        rng.uniform(0.15, 0.75) if rng.random() < 0.35 else 0.0,
        rng.uniform(0, 0.25) if rng.random() < 0.3 else 0.0,
        rng.uniform(0, 1) if rng.random() < 0.5 else 0.0,
        tuple(rng.permutation(["2", "4", "8", "16", "32", "64"])) if numbered else None,
        cut,
        rng.uniform(0.1, 0.55) if rng.random() < 0.12 else 0.0,
        bool(rng.random() < 0.05),
        rng.uniform(0.5, 1.0) if rng.random() < 0.25 else 1.0,
    )


def face_texture(rng: Generator, style: DieStyle, value: int) -> Image:
    """One face, FACE pixels square."""
    size = (FACE, FACE)
    face = np.tile(style.body, (FACE, FACE, 1)).astype(np.float32)
    if style.veined:
        face *= 1 + style.veined * noise(rng, size, (rng.uniform(8, 40), rng.uniform(8, 40)))[..., None]
    face = np.ascontiguousarray(face + rng.normal(0, 2) * noise(rng, size, (30, 30))[..., None], np.float32)
    if style.numbers is not None:
        text = style.numbers[value - 1]
        scale = 2.2 if len(text) == 1 else 1.5
        (w, h), _ = cv2.getTextSize(text, 0, scale, 8)
        written = [float(c) for c in style.ink]
        cv2.putText(face, text, ((FACE - w) // 2, (FACE + h) // 2), 0, scale, written, 8, cv2.LINE_AA)
        return face
    ink = style.one if value == 1 else style.ink
    radius = (style.one_pip if value == 1 else style.pip) * FACE
    way, deep = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.35) * radius
    across = style.narrow if value == 6 else 1.0
    for dx, dy in PIPS[value]:
        centre = (FACE * (0.5 + style.reach * across * dx), FACE * (0.5 + style.reach * dy))
        fixed = (round(centre[0] * 16), round(centre[1] * 16))
        if style.ringed:
            cv2.circle(face, fixed, round(radius * 1.35 * 16), [float(c) for c in style.ink], 2, cv2.LINE_AA, 4)
        cv2.circle(face, fixed, round(radius * 16), [float(c) for c in ink], -1, cv2.LINE_AA, 4)
        if style.hollow:
            lit = (round((centre[0] + deep * math.cos(way)) * 16), round((centre[1] + deep * math.sin(way)) * 16))
            shade = [float(c) for c in ink * (1 - style.hollow) + style.body * style.hollow]
            cv2.circle(face, lit, round(radius * 0.6 * 16), shade, -1, cv2.LINE_AA, 4)
    return face


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
    """The values of FACES with `up` on top; opposite faces make seven, either handedness."""
    sides = [value for value in (1, 2, 3, 4, 5, 6) if value not in (up, 7 - up)]
    first = int(rng.choice(sides))
    second = int(rng.choice([value for value in sides if value not in (first, 7 - first)]))
    return up, 7 - up, first, 7 - first, second, 7 - second


@dataclass(frozen=True, slots=True)
class DrawnDie:
    """What is true of a die drawn: its upper face's corners in pixels, and the outline of all of it."""

    value: int
    top: NDArray[np.float64]
    hull: NDArray[np.float64]


MOST_RAYS = 4200
"""Rays a die is drawn with: more are cast through each pixel of a small one than of a large one."""
EVENLY = 0.3
"""The share of dice in a light so soft, or on a ground so bright, that their sides are nearly as light as the top."""
STEPS = 18
NEAR = 0.02
"""A ray this near (half edges) to the body has met it."""


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
    """A die whose middle is at `middle`, turned by the 3x3 rotation `turn` (the identity lays it flat)."""
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
    """A die as programs and books draw it: its upper face alone round `middle`.

    Its corners are square or rounded, up to a disc; it has an outline, a slope of light or a disc of it, a shadow, or
    none of these.
    """
    # A disc with one dot is a jeton's or a dame's look, not an ace's.
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
    # How far inside its outline each place is, in edges.
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
    """How far each place of a square face is from its border, in edges, along the nearer axis."""
    along = 0.5 - np.abs(axis) / 2
    return np.asarray(np.minimum(along[None, :], along[:, None]), np.float32)


def _met(
    eye: NDArray[np.float64], rays: NDArray[np.float64], style: DieStyle
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Which rays (n, 3; of length 1, in half edges) from `eye` meet the body, and where (m, 3)."""
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
    """How far places (n, 3) are from a rounded cube, its corners turned off to a ball (below 0 inside)."""
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
    """The colours (n, 3) of places on the body: their faces' textures under one lamp and a sky."""
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
