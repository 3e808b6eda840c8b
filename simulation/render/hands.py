"""Draw hands: smooth unions of their limbs, as a height field towards the camera."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.render.camera import Camera
from simulation.render.limbs import NAIL, SEAM, SKIN, SLEEVE, Limb, direction, limbs
from simulation.render.materials import SWATCH_SCALE, linear, noise, swatch
from simulation.render.shading import shade
from simulation.render.sprite import Eye, Sprite
from simulation.render.style import Style
from simulation.scene import Hand

NEAREST = 90.0
"""No part of an arm is drawn nearer to the lens than this, mm."""

EMPTY = 1e5
"""Depths beyond this, mm, are empty."""


@dataclass(slots=True)
class _Field:
    """The height field, per pixel.

    Attributes:
        depth: Along the view, mm.
        cover: Share of the pixel that the hand takes, 0..1.
        surface: The visible surface: SKIN, NAIL or SLEEVE.
        blush: Redness.
    """

    depth: NDArray[np.float32]
    cover: NDArray[np.float32]
    surface: NDArray[np.int8]
    blush: NDArray[np.float32]


def see_hand(hand: Hand, style: Style, eye: Eye, coarse: int = 1) -> Sprite | None:
    """Draw one hand; `coarse` 2 draws it at half the resolution, for moving pictures."""
    made = _before_lens(limbs(hand), eye)
    if not made:
        return None
    points = _ends(made).reshape(-1, 3)
    radii = _radii(made).ravel()
    reach = np.concatenate([points + radii[:, None] * way for way in np.vstack([np.eye(3), -np.eye(3)])])
    rect = eye.rect_of(reach, 4)
    if rect is None:
        return None
    x, y, width, height = rect
    width, height = width + (-width) % coarse, height + (-height) % coarse
    shape = (height // coarse, width // coarse)
    drawn = _draw(made, eye, (x, y), coarse, shape)
    hit = drawn.cover > 0
    if not hit.any():
        return None
    layers, cover = _light(hand, style, eye, drawn, (x, y), coarse)
    depth = np.where(hit, drawn.depth, np.float32(np.inf))
    if coarse > 1:
        size = (width, height)
        layers = [np.asarray(cv2.resize(layer, size, interpolation=cv2.INTER_LINEAR), np.float32) for layer in layers]
        cover = np.asarray(cv2.resize(cover, size, interpolation=cv2.INTER_LINEAR), np.float32)
        depth = np.asarray(cv2.resize(depth, size, interpolation=cv2.INTER_NEAREST), np.float32)
    at = np.s_[: rect[3], : rect[2]]
    return Sprite(rect, cover[at], tuple(layer[at] for layer in layers), depth[at])


def _ends(made: list[Limb]) -> NDArray[np.float64]:
    """Return both ends of each limb, (n, 2, 3)."""
    return np.array([(limb.start, limb.end) for limb in made])


def _radii(made: list[Limb]) -> NDArray[np.float64]:
    """Return the radii at both ends of each limb, (n, 2), mm."""
    return np.array([(limb.thick, limb.thin) for limb in made])


def _before_lens(made: list[Limb], eye: Eye) -> list[Limb]:
    """Return the parts of limbs that are far enough from the lens to be drawn: an arm may be close to it."""
    far = []
    for limb, (start, end) in zip(made, eye.camera.depth(_ends(made)).tolist(), strict=True):
        if start < NEAREST:
            continue
        share = 1.0 if end >= NEAREST else (start - NEAREST) / (start - end)
        far.append(limb if share == 1 else _shortened(limb, share))
    return far


def _shortened(limb: Limb, share: float) -> Limb:
    """Return a share of a limb, from its start."""
    end = limb.start + share * (limb.end - limb.start)
    thin = limb.thick + share * (limb.thin - limb.thick)
    return Limb(limb.start, end, limb.thick, thin, limb.surface, limb.blush)


def _draw(made: list[Limb], eye: Eye, corner: tuple[int, int], coarse: int, shape: tuple[int, int]) -> _Field:
    camera = eye.camera
    depth = np.full(shape, 1e6, np.float32)
    field = _Field(depth, np.zeros(shape, np.float32), np.zeros(shape, np.int8), np.zeros(shape, np.float32))
    ends = _ends(made)
    pixels = (camera.project(ends) - corner + 0.5) / coarse - 0.5
    away = camera.depth(ends)
    radii = _radii(made) * camera.focal / away / coarse
    low = np.floor((pixels - radii[..., None]).min(axis=1) - 1).astype(int)
    high = np.ceil((pixels + radii[..., None]).max(axis=1) + 2).astype(int)
    windows = np.concatenate([np.maximum(low, 0), np.minimum(high, shape[::-1])], axis=1).tolist()
    for number, limb in enumerate(made):
        x0, y0, x1, y1 = windows[number]
        if x1 > x0 and y1 > y0:
            _add(field, limb, pixels[number], away[number], radii[number], (x0, y0, x1, y1))
    if (depth < EMPTY).any():
        _smooth(field, 1.6 * camera.focal / 900 / coarse)
    return field


def _add(
    field: _Field,
    limb: Limb,
    pixels: NDArray[np.float64],
    away: NDArray[np.float64],
    radii: NDArray[np.float64],
    window: tuple[int, int, int, int],
) -> None:
    """Merge one limb into the height field: the nearer surface shows, with a soft seam."""
    x0, y0, x1, y1 = window
    xs = np.arange(x0, x1, dtype=np.float32)[None, :]
    ys = np.arange(y0, y1, dtype=np.float32)[:, None]
    start = pixels[0].astype(np.float32)
    along = (pixels[1] - pixels[0]).astype(np.float32)
    squared = float(along @ along) + 1e-6
    dx, dy = xs - start[0], ys - start[1]
    t = np.clip((dx * along[0] + dy * along[1]) / np.float32(squared), 0, 1)
    ox, oy = dx - t * along[0], dy - t * along[1]
    distance2 = ox * ox + oy * oy
    radius = np.float32(radii[0]) + t * np.float32(radii[1] - radii[0])
    rise = radius * radius - distance2
    middle = np.float32(away[0]) + t * np.float32(away[1] - away[0])
    millimetres = np.float32(limb.thick) + t * np.float32(limb.thin - limb.thick)
    near = middle - np.sqrt(np.maximum(rise, 0)) * (millimetres / radius)
    inside = rise > -2 * radius  # One pixel beyond the rim, for smooth edges.
    at = np.s_[y0:y1, x0:x1]
    edge = np.clip(radius - np.sqrt(distance2) + 0.5, 0, 1) * inside
    old = field.depth[at]
    seam = np.float32(SEAM * max(limb.thick / 9, 1))
    blend = np.clip(0.5 + 0.5 * (old - near) / seam, 0, 1)
    joined = old + blend * (near - old) - seam * blend * (1 - blend)
    shows = inside & (near < old)
    cloth = field.surface[at] == SLEEVE
    mixing = inside & ~cloth & (limb.surface != SLEEVE) & (old < EMPTY)
    field.depth[at] = np.where(mixing, joined, np.where(shows, near, old))
    kind = np.full(near.shape, SKIN if limb.surface == NAIL else limb.surface, np.int8)
    if limb.surface == NAIL:
        across = (ox * along[1] - oy * along[0]) / np.float32(math.sqrt(squared))
        nail = ((t - 0.72) / 0.36) ** 2 + (across / (0.58 * radius)) ** 2 < 1
        kind[nail] = NAIL
    field.surface[at] = np.where(shows, kind, field.surface[at])
    reddened = np.float32(limb.blush) * t
    field.blush[at] = np.where(shows, reddened, field.blush[at])
    field.cover[at] = np.maximum(field.cover[at], edge)


def _smooth(field: _Field, sigma: float) -> None:
    """Round the height field a little within its outline."""
    inside = (field.depth < EMPTY).astype(np.float32)
    middle = float(field.depth[inside > 0].mean())
    level = np.where(inside > 0, field.depth - middle, 0).astype(np.float32)
    share = cv2.GaussianBlur(inside, (0, 0), sigma)
    soft = cv2.GaussianBlur(level, (0, 0), sigma) / np.maximum(share, 1e-3) + middle
    field.depth = np.where(inside > 0, soft, np.float32(1e6)).astype(np.float32)
    field.blush = np.asarray(cv2.GaussianBlur(field.blush, (0, 0), 2 * sigma), np.float32)


def _light(
    hand: Hand, style: Style, eye: Eye, drawn: _Field, corner: tuple[int, int], coarse: int
) -> tuple[list[NDArray[np.float32]], NDArray[np.float32]]:
    camera = eye.camera
    rows, columns = np.nonzero(drawn.cover > 0)
    filled = _folded(hand, style, drawn, coarse)
    normals = _normals(camera, filled, rows, columns, coarse)
    z = filled[rows, columns]
    px = np.minimum(columns * coarse + corner[0] + coarse // 2, camera.width - 1)
    py = np.minimum(rows * coarse + corner[1] + coarse // 2, camera.height - 1)
    rays = eye.rays[:, py, px]
    points = eye.origin.astype(np.float32)[:, None] + z * rays
    albedo, gloss, rough = _make(hand, style, drawn, rows, columns, points)
    lit = shade(
        (points[0], points[1], points[2]),
        (normals[0], normals[1], normals[2]),
        (rays[0], rays[1], rays[2]),
        albedo,
        gloss,
        rough,
        eye.lighting,
        eye.middle,
    )
    # Creases between fingers get little of the room's light.
    soft = cv2.GaussianBlur(filled, (0, 0), 6 / coarse)
    crease = np.clip(1 - 0.07 * (filled - soft), 0.45, 1.1)[rows, columns]
    fall = eye.fall[py, px]
    cover = drawn.cover
    layers = []
    for light in lit:
        full = np.zeros((*cover.shape, 3), np.float32)
        full[rows, columns] = light * (crease * fall * cover[rows, columns])[:, None]
        layers.append(full)
    return layers, cover


def _folded(hand: Hand, style: Style, drawn: _Field, coarse: int) -> NDArray[np.float32]:
    """Return the hand's depth, mm, with the folds of its sleeve; around the hand, its mean depth."""
    inside = drawn.depth < EMPTY
    filled = np.where(inside, drawn.depth, float(drawn.depth[inside].mean())).astype(np.float32)
    owner = 0 if hand.side == "near" else 1
    generator = np.random.default_rng([style.seed, owner])
    folds = noise(filled.shape, (26 / coarse, 44 / coarse), generator) + 0.5 * noise(
        filled.shape, (9 / coarse, 16 / coarse), generator
    )
    return np.where(drawn.surface == SLEEVE, filled - 3.2 * folds, filled)


def _normals(
    camera: Camera,
    depth: NDArray[np.float32],
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    coarse: int,
) -> NDArray[np.float32]:
    """Return the unit normals (3, n), in the board's axes, of the surface of this depth at n places."""
    slope_x = cv2.Sobel(depth, cv2.CV_32F, 1, 0, scale=1 / 8) * np.float32(camera.focal / coarse)
    slope_y = cv2.Sobel(depth, cv2.CV_32F, 0, 1, scale=1 / 8) * np.float32(camera.focal / coarse)
    z = depth[rows, columns]
    nx, ny = slope_x[rows, columns] / z, slope_y[rows, columns] / z
    # A rim falls away steeply: beyond this the slope only measures the pixel grid.
    steep = np.sqrt(nx * nx + ny * ny)
    ease = np.minimum(1, 3.0 / np.maximum(steep, 1e-3))
    nx, ny = nx * ease, ny * ease
    scale = 1 / np.sqrt(nx * nx + ny * ny + 1)
    own = np.stack([nx * scale, ny * scale, -scale])
    return (camera.axes.T.astype(np.float32) @ own.astype(np.float32)).astype(np.float32)


def _make(
    hand: Hand,
    style: Style,
    drawn: _Field,
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    points: NDArray[np.float32],
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Return albedo, gloss and roughness of skin, nails and cloth. Their patterns move with the hand."""
    owner = 0 if hand.side == "near" else 1
    forward, aside = direction(hand)
    along = (points[0] - hand.x) * np.float32(forward[0]) + (points[1] - hand.y) * np.float32(forward[1])
    across = (points[0] - hand.x) * np.float32(aside[0]) + (points[1] - hand.y) * np.float32(aside[1])
    skin = linear(style.skins[owner])
    patch = _mottling(style.seed, owner)
    u, v = along.astype(np.int32) & 255, across.astype(np.int32) & 255
    mottled = 1 + 0.045 * patch[u, v]
    albedo = skin * mottled[:, None]
    blush = drawn.blush[rows, columns]
    albedo *= np.stack([1 - 0.35 * blush, 1 - 0.32 * blush, 1 - 0.02 * blush], -1)
    kind = drawn.surface[rows, columns]
    nails = kind == NAIL
    albedo[nails] = 0.55 * albedo[nails] + 0.45 * linear("#f0cfc0") * float(skin.max() / 0.8)
    material = style.sleeves[owner]
    cloth = swatch(material, style.seed + 90 + owner)
    side = cloth.shape[0]
    at = kind == SLEEVE
    u, v = ((each[at] * (SWATCH_SCALE / 2)).astype(np.int32) % side for each in (along, across))
    woven = cloth[u, v]
    albedo[at] = woven
    gloss = np.where(at, 0.0, np.where(nails, 0.06, 0.028)).astype(np.float32)
    rough = np.where(at, 1.0, np.where(nails, 0.35, 0.55)).astype(np.float32)
    return np.asarray(albedo, np.float32), gloss, rough


@lru_cache(maxsize=8)
def _mottling(seed: int, owner: int) -> NDArray[np.float32]:
    """Return the pattern of a player's uneven skin, (256, 256)."""
    generator = np.random.default_rng([seed, 40 + owner])
    return np.asarray(noise((256, 256), (5, 5), generator) + 0.7 * noise((256, 256), (24, 24), generator), np.float32)
