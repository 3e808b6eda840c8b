"""Dames, jetons, cups and hands as a camera sees them, drawn into an image."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.camera import Camera
from training.surfaces import Image, any_colour, blotched, hsv, noise, plain, wood

SPRITE = 96
ROUND = np.stack(
    [np.cos(np.linspace(0, 2 * np.pi, 40, endpoint=False)), np.sin(np.linspace(0, 2 * np.pi, 40, endpoint=False))],
    axis=1,
)


def polygon(image: NDArray[np.float32], points: NDArray[np.float64], colour: NDArray[np.float32] | float) -> None:
    """Fill a polygon. Its edge is smoothed if the image has colours."""
    fixed = np.rint(np.clip(points, -4000, 4000) * 16).astype(np.int32)
    value = [float(c) for c in np.atleast_1d(colour)]
    cv2.fillPoly(image, [fixed], value, cv2.LINE_AA if image.ndim == 3 else cv2.LINE_8, 4)


def fill(mask: NDArray[Any], outline: NDArray[Any], value: float) -> None:
    """Set the pixels inside an outline (n, 2) to a value, without smoothing its edge."""
    cv2.fillPoly(mask, [np.rint(np.clip(outline, -4000, 4000)).astype(np.int32)], value)


def around(*outlines: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the outline (n, 2) of the convex hull of these."""
    return cv2.convexHull(np.vstack(outlines).astype(np.float32)).reshape(-1, 2).astype(np.float64)


def blend(image: Image, picture: Image, opacity: NDArray[np.float32], warp: NDArray[np.float64]) -> None:
    """Blend a small picture by its opacity (0..1) into the image, through an affine warp."""
    height, width = picture.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    placed = corners @ warp[:, :2].T + warp[:, 2]
    low = np.maximum(np.floor(placed.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(placed.max(axis=0)).astype(int) + 2, (image.shape[1], image.shape[0]))
    if (high <= low).any() or (high - low).max() > 3000:
        return
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    shrink = max(1.0, math.sqrt(height * width / max(cv2.contourArea(placed.astype(np.float32)), 1.0)))
    if shrink > 1.6:
        smaller = cv2.resize(picture, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
        picture = np.asarray(smaller, np.float32)
        smaller = cv2.resize(opacity, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_AREA)
        opacity = np.asarray(smaller, np.float32)
    rescale = np.diag([width / picture.shape[1], height / picture.shape[0], 1.0])
    shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])
    move = shift @ np.vstack([warp, [0, 0, 1]]) @ rescale
    laid = cv2.warpPerspective(picture, move, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    share = cv2.warpPerspective(opacity, move, size, flags=cv2.INTER_LINEAR)[..., None]
    region = image[low[1] : high[1], low[0] : high[0]]
    region *= 1 - share
    region += laid * share


def disc_mask() -> NDArray[np.float32]:
    """A disc of opacity 1 that fills a square of SPRITE pixels, smooth at its edge."""
    axis = (np.arange(SPRITE) + 0.5) / SPRITE * 2 - 1
    distance = np.hypot(axis[None, :], axis[:, None])
    return np.clip((1 - distance) * SPRITE / 2 + 0.5, 0, 1).astype(np.float32)


def dame_sprite(rng: Generator, colour: NDArray[np.float32]) -> Image:
    """The upper face of a dame: plain, wooden, marbled, with rings, a rim, a dished middle or a logo."""
    size = (SPRITE, SPRITE)
    kind = rng.random()
    face: NDArray[np.floating[Any]]
    if kind < 0.4:
        face = plain(rng, size, colour, 3)
    elif kind < 0.7:
        face = wood(rng, size, colour, along_x=True)
    else:
        face = blotched(rng, size, colour)
    axis = (np.arange(SPRITE) + 0.5) / SPRITE * 2 - 1
    distance = np.hypot(axis[None, :], axis[:, None])[..., None]
    if rng.random() < 0.45:  # turned rings, slightly darker or lighter
        for _ in range(rng.integers(1, 4)):
            at, wide = rng.uniform(0.2, 0.92), rng.uniform(0.02, 0.08)
            face = face * (1 + rng.uniform(-0.45, 0.35) * np.exp(-(((distance - at) / wide) ** 2)))
    if rng.random() < 0.25:  # a rim of another colour, metal often
        rim = any_colour(rng) if rng.random() < 0.5 else colour * rng.uniform(0.4, 1.5)
        inner = rng.uniform(0.8, 0.94)
        face = np.where(distance > inner, rim, face)
    if rng.random() < 0.3:  # a dished or raised middle catches the light on one side
        inner, depth = rng.uniform(0.4, 0.85), rng.uniform(-0.25, 0.25)
        ring = np.exp(-(((distance[..., 0] - inner) / 0.08) ** 2))
        face = face * (1 + depth * ring * (axis[None, :] + axis[:, None]))[..., None]
    if rng.random() < 0.15:
        mark = np.ascontiguousarray(face, np.float32)
        text = "".join(rng.choice(list("ABFGKMTX#*&@5"), rng.integers(1, 3)))
        ink = [float(c) for c in (any_colour(rng) if rng.random() < 0.5 else colour * rng.uniform(0.4, 1.6))]
        cv2.putText(mark, text, (int(SPRITE * 0.28), int(SPRITE * 0.62)), 0, rng.uniform(0.7, 1.4), ink, 3, cv2.LINE_AA)
        face = mark
    if rng.random() < 0.12:  # a star or petals, inlaid or carved
        way = np.arctan2(axis[:, None], axis[None, :])[..., None]
        rays, out = int(rng.integers(3, 13)), rng.uniform(0.4, 0.9)
        star = distance < out * (0.55 + 0.45 * np.cos(rays * way + rng.uniform(0, 6)))
        face = np.where(star, any_colour(rng) if rng.random() < 0.4 else face * rng.uniform(0.5, 1.5), face)
    if rng.random() < 0.18:  # polished: a lamp mirrored in it, dished or domed
        x, y = rng.uniform(-0.5, 0.5, 2)
        near = np.hypot(axis[None, :] - x, axis[:, None] - y)[..., None]
        face = face + rng.uniform(30, 200) * np.exp(-((near / rng.uniform(0.1, 0.5)) ** 2))
        face = face * (1 - rng.uniform(0, 0.5) * distance**2)
    bevel = 1 - rng.uniform(0, 0.35) * np.clip((distance - 0.9) / 0.1, 0, 1)
    slope = 1 + rng.uniform(0, 0.12) * (
        rng.uniform(-1, 1) * axis[None, :, None] + rng.uniform(-1, 1) * axis[:, None, None]
    )
    return np.ascontiguousarray(face * bevel * slope, np.float32)


def circle(camera: Camera, x: float, y: float, h: float, radius: float) -> NDArray[np.float64]:
    """The outline of a level disc in pixels, 40 points."""
    points = np.column_stack([x + radius * ROUND[:, 0], y + radius * ROUND[:, 1], np.full(len(ROUND), h)])
    return camera.project(points)


def draw_round(
    image: Image,
    camera: Camera,
    place: tuple[float, float, float],
    radius: float,
    height: float,
    sprite: Image,
    side: NDArray[np.float32],
    turn: float,
) -> NDArray[np.float64]:
    """A dame or a jeton standing on height place[2]; returns the outline of its top in pixels."""
    x, y, h = place
    base, top = circle(camera, x, y, h, radius), circle(camera, x, y, h + height, radius)
    polygon(image, around(base, top), side)
    centre = camera.floor(x, y, h + height)
    dx = camera.floor(x + radius * math.cos(turn), y + radius * math.sin(turn), h + height) - centre
    dy = camera.floor(x - radius * math.sin(turn), y + radius * math.cos(turn), h + height) - centre
    half = SPRITE / 2
    warp = np.column_stack([dx / half, dy / half, centre - dx - dy])
    blend(image, sprite, disc_mask(), warp)
    return top


def yaw(angle: float) -> NDArray[np.float64]:
    """A turn about the vertical."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def lean(angle: float, towards: float) -> NDArray[np.float64]:
    """Return a lean by `angle` towards a direction, as of a die on an edge of something."""
    c, s = math.cos(angle), math.sin(angle)
    tip = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    turned: NDArray[np.float64] = yaw(towards) @ tip @ yaw(-towards)
    return turned


def draw_hand(
    rng: Generator, image: Image, start: NDArray[np.float64], end: NDArray[np.float64], size: float
) -> NDArray[np.uint8]:
    """Draw an arm from `start` to a hand at `end` (pixels), `size` broad; return the mask of its pixels (0, 255)."""
    along = end - start
    along = along / (float(np.linalg.norm(along)) + 1e-6)
    skin, sleeve = np.zeros(image.shape[:2], np.uint8), np.zeros(image.shape[:2], np.uint8)
    _bare_hand(rng, skin, end, along, size)
    cuff = end - along * size * rng.uniform(0.7, 2.2)
    _capsule(sleeve, start, cuff, size * rng.uniform(0.5, 0.9), size * rng.uniform(0.36, 0.55))
    # Only the neighbourhood is shaded: textures over the whole image would take most of the time.
    tone = hsv(rng.uniform(5, 28), rng.uniform(0.2, 0.65), rng.uniform(0.3, 0.95))
    cloth = any_colour(rng)
    for part, colour in ((skin, tone), (sleeve, cloth)):
        depth = cv2.GaussianBlur(part, (0, 0), max(size * 0.12, 1.0)).astype(np.float32) / 255
        grain = noise(rng, (image.shape[1], image.shape[0]), (size * 0.5, size * 0.5))
        shade = (0.35 + 0.7 * depth + 0.05 * grain)[..., None] * colour
        edge = cv2.GaussianBlur(part, (0, 0), 0.8).astype(np.float32)[..., None] / 255
        image *= 1 - edge
        image += shade * edge
    return skin | sleeve


def _bare_hand(
    rng: Generator, mask: NDArray[np.uint8], end: NDArray[np.float64], along: NDArray[np.float64], size: float
) -> None:
    """Fill in (255) a palm, four fingers, a thumb and a wrist at `end`; along: a unit vector towards the fingers."""
    across = np.array([-along[1], along[0]])
    _capsule(mask, end - along * size * 0.3, end, size * 0.42, size * 0.5)
    bend = rng.uniform(-0.3, 0.3)
    for finger in range(4):
        root = end + across * size * (finger - 1.5) * 0.27 + along * size * 0.3
        angle = bend + (finger - 1.5) * rng.uniform(0.02, 0.25)
        way = along * math.cos(angle) + across * math.sin(angle)
        _capsule(mask, root, root + way * size * rng.uniform(0.15, 0.9), size * 0.13, size * 0.1)
    side = 1 if rng.random() < 0.5 else -1
    thumb = end + across * size * 0.45 * side
    tip = thumb + (along * 0.6 + across * side * 0.5) * size * rng.uniform(0.4, 0.9)
    _capsule(mask, thumb, tip, size * 0.16, size * 0.11)
    wrist = end - along * size * 0.6
    _capsule(mask, wrist - along * size, end, size * 0.32, size * 0.35)


def _capsule(
    mask: NDArray[np.uint8], start: NDArray[np.float64], end: NDArray[np.float64], thick: float, thin: float
) -> None:
    """Fill in (255) two discs, of radii `thick` at `start` and `thin` at `end`, and the area between them."""
    fill(mask, around(start + thick * ROUND, end + thin * ROUND), 255)


def draw_cup(rng: Generator, image: Image, camera: Camera, x: float, y: float, size: float) -> NDArray[np.float64]:
    """A dice cup, standing or lying; returns its outline in pixels."""
    colour = any_colour(rng)
    if rng.random() < 0.5:
        height = size * rng.uniform(1.4, 2.2)
        base, rim = circle(camera, x, y, 0, size * 0.45), circle(camera, x, y, height, size * 0.5)
        hull = around(base, rim)
        polygon(image, hull, colour)
        polygon(image, rim, colour * 1.25)
        polygon(image, (rim - rim.mean(axis=0)) * 0.86 + rim.mean(axis=0), colour * 0.4)
        return hull
    way = rng.uniform(0, 2 * np.pi)
    far = (x + size * 1.7 * math.cos(way), y + size * 1.7 * math.sin(way))
    base, rim = circle(camera, x, y, size * 0.4, size * 0.42), circle(camera, *far, size * 0.4, size * 0.5)
    hull = around(base, rim)
    polygon(image, hull, colour)
    middle = rim.mean(axis=0)
    squeeze = np.array([[abs(math.cos(way)) * 0.5 + 0.4, 0], [0, abs(math.sin(way)) * 0.5 + 0.4]])
    polygon(image, (rim - middle) @ squeeze + middle, colour * 0.4)
    return hull
