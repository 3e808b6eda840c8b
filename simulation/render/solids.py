"""Draw dames, jetons and pegs as exact solids: camera rays meet cylinders and thin sheets."""

from __future__ import annotations

import math
import random as chance
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from events.field import Field
from simulation.render.figures import Figure, draw_figures
from simulation.render.looks import DameLook
from simulation.render.materials import SWATCH_SCALE, Material, linear, swatch
from simulation.render.shading import Planes
from simulation.render.shadows import disc
from simulation.render.sprite import Eye, RayHits, Sprite
from simulation.scene import JETON_HEIGHT, Dame, Jeton, dame_low

FAR = np.float32(np.inf)
"""The depth of a ray that meets nothing."""


def rotation(lean: float, towards: float, spin: float = 0.0) -> NDArray[np.float64]:
    """Return a piece's own x, y and upward axes, turned by `spin` and then leaned, as rows in world coordinates."""
    sin_l, cos_l = math.sin(lean), math.cos(lean)
    ux, uy = math.cos(towards), math.sin(towards)
    # Leaning turns the upward axis towards (ux, uy): a rotation about the level axis across it.
    lean_matrix = np.array(
        [
            [cos_l * ux * ux + uy * uy, (cos_l - 1) * ux * uy, sin_l * ux],
            [(cos_l - 1) * ux * uy, cos_l * uy * uy + ux * ux, sin_l * uy],
            [-sin_l * ux, -sin_l * uy, cos_l],
        ]
    )
    sin_s, cos_s = math.sin(spin), math.cos(spin)
    own = np.array([[cos_s, sin_s, 0.0], [-sin_s, cos_s, 0.0], [0.0, 0.0, 1.0]])
    return np.asarray(own @ lean_matrix.T, np.float64)


def to_own_axes(matrix: NDArray[np.float64], rays: Planes) -> Planes:
    """Turn world directions into a piece's own axes (the rows of `matrix`); the transpose turns them back."""
    m = matrix.astype(np.float32)
    x, y, h = (m[i, 0] * rays[0] + m[i, 1] * rays[1] + m[i, 2] * rays[2] for i in range(3))
    return x, y, h


def trace_cylinder(
    origin: NDArray[np.float64], rays: Planes, radius: float, height: float
) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return depth, upper-face mask and side mask of rays that meet the own cylinder 0 <= h <= height."""
    ox, oy, oh = (np.float32(v) for v in origin)
    dx, dy, dh = rays
    with np.errstate(divide="ignore", invalid="ignore"):
        top = (np.float32(height) - oh) / dh
        x, y = ox + top * dx, oy + top * dy
        face = (x * x + y * y <= radius * radius) & (top > 0)
        a = dx * dx + dy * dy
        b = ox * dx + oy * dy
        c = ox * ox + oy * oy - np.float32(radius * radius)
        under = b * b - a * c
        side = (-b - np.sqrt(under)) / a
        h = oh + side * dh
        wall = (under > 0) & (h >= 0) & (h <= height) & (side > 0) & ~face
    depth = np.where(face, top, np.where(wall, side, FAR))
    return np.asarray(depth, np.float32), face, wall


@lru_cache(maxsize=32)
def _profile(look: DameLook) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the outward slope of a dame's face and the darkness of its grooves, for 256 radii from middle to edge."""
    radius = (np.arange(256, dtype=np.float32) + 0.5) / 256
    slope = -look.dish * np.clip(1 - radius, 0, 1) * radius * 4
    shade = np.ones(256, np.float32)
    for middle, width, depth in look.grooves:
        across = (radius - middle) / (width / 2)
        bump = np.exp(-across * across)
        slope += depth * across * bump * 1.2
        shade *= 1 - max(depth, 0) * 0.45 * bump
    edge = np.clip((radius - (1 - look.bevel)) / max(look.bevel, 1e-3), 0, 1)
    slope = slope * (1 - edge) + 1.4 * edge * edge
    return np.asarray(slope, np.float32), np.asarray(shade, np.float32)


def dame_height(field: Field) -> float:
    """Return the drawn height of a dame, slightly less than its own: piled dames keep a dark line between them."""
    return field.dame_height * 0.985


def dame_solid(dame: Dame, field: Field) -> NDArray[np.float64]:
    """Return the corners of a dame, which throw its shadow."""
    own = disc(0.0, 0.0, 0.0, field.dame_height, field.dame / 2)
    place = np.array([dame.x, dame.y, dame_low(dame, field)])
    return np.asarray(own + place, np.float64)


def see_dame(dame: Dame, look: DameLook, field: Field, eye: Eye) -> Sprite | None:
    """Draw one dame."""
    place = (dame.x, dame.y, dame_low(dame, field))
    return see_disc(place, field.dame / 2, dame_height(field), np.eye(3), look, eye)


def see_jeton(jeton: Jeton, material: Material, field: Field, eye: Eye) -> Sprite | None:
    """Draw one jeton."""
    look = jeton_look(material)
    return see_disc((jeton.x, jeton.y, jeton.height), field.jeton / 2, JETON_HEIGHT, np.eye(3), look, eye)


@lru_cache(maxsize=32)
def jeton_look(material: Material) -> DameLook:
    """Return the look of a jeton of some material."""
    return DameLook(material, ((0.8, 0.08, 0.3),), 0.03, 0.2)


def see_disc(
    place: tuple[float, float, float],
    radius: float,
    height: float,
    matrix: NDArray[np.float64],
    look: DameLook,
    eye: Eye,
) -> Sprite | None:
    """Draw a disc with the middle of its lower face at `place`; its own axes are the rows of `matrix`."""
    angle = np.arange(16) * (math.pi / 8)
    ring = np.stack([np.cos(angle) * radius * 1.02, np.sin(angle) * radius * 1.02, np.zeros(16)], -1)
    centre = np.array(place)
    corners = np.concatenate([ring, ring + np.array([0, 0, height])]) @ matrix + centre
    rect = eye.rect_of(corners)
    if rect is None:
        return None
    rays = eye.fine_rays(rect)
    own_origin = matrix @ (eye.origin - centre)
    own_rays = to_own_axes(matrix, rays)
    depth, face, wall = trace_cylinder(own_origin, own_rays, radius, height)
    hit = face | wall
    deep = np.where(hit, depth, 0)
    x = np.float32(own_origin[0]) + deep * own_rays[0]
    y = np.float32(own_origin[1]) + deep * own_rays[1]
    h = np.float32(own_origin[2]) + deep * own_rays[2]
    distance = np.sqrt(x * x + y * y)
    outward = 1 / np.maximum(distance, 1e-3)
    share = np.minimum(distance / np.float32(radius), 1)
    slopes, dark = _profile(look)
    index = np.minimum((share * 256).astype(np.int32), 255)
    slope = slopes[index]
    # On the wall the normal is level, but turns up or down where the edges are rounded.
    rounded = max(look.bevel * radius * 0.8, 0.3)
    up = np.clip((h - (height - rounded)) / rounded, 0, 1) ** 2 - np.clip((rounded - h) / rounded, 0, 1) ** 2
    level = np.where(face, slope, 1.0)
    upward = np.where(face, 1.0, up * 0.8)
    scale = 1 / np.sqrt(level * level + upward * upward)
    normal = (level * scale * x * outward, level * scale * y * outward, upward * scale)
    albedo = _disc_albedo(look, radius, place, x, y, h, share, face)
    albedo *= np.where(face, dark[index], 0.92)[..., None]
    traced = RayHits(
        hit,
        depth,
        to_own_axes(matrix.T, tuple(np.asarray(n, np.float32) for n in normal)),  # type: ignore[arg-type]  # three of them
        albedo,
        look.material.gloss,
        look.material.roughness,
    )
    return eye.see(rect, rays, traced)


def _disc_albedo(
    look: DameLook,
    radius: float,
    place: tuple[float, float, float],
    x: NDArray[np.float32],
    y: NDArray[np.float32],
    h: NDArray[np.float32],
    share: NDArray[np.float32],
    face: NDArray[np.bool_],
) -> NDArray[np.float32]:
    """Return the colour of each point of a disc; every disc is another cut of the material."""
    own = chance.Random(f"{place[0]:.3f} {place[1]:.3f} {place[2]:.2f}")  # noqa: S311 - a picture, not a secret
    made = swatch(look.material, own.randrange(3))
    turn = own.uniform(-math.pi, math.pi)
    cos_t, sin_t = math.cos(turn), math.sin(turn)
    side = made.shape[0]
    offset = radius * SWATCH_SCALE + own.uniform(0, max(side - 2 * radius * SWATCH_SCALE - 2, 1))
    u = np.where(face, cos_t * x - sin_t * y, h + x)
    v = np.where(face, sin_t * x + cos_t * y, y)
    columns = (u * SWATCH_SCALE + offset).astype(np.int32) % side
    rows = (v * SWATCH_SCALE + offset).astype(np.int32) % side
    albedo = made[rows, columns] * own.uniform(0.9, 1.08)
    if look.rim is not None:
        albedo[~face | (share > 1 - 0.7 * look.bevel)] = linear(look.rim)
    if look.inlay is not None:
        middle, width, colour = look.inlay
        albedo[face & (np.abs(share - middle) < width / 2)] = linear(colour)
    if look.figures:
        drawn, cover = face_drawing(look.figures)
        scale = drawn.shape[0] / (2 * radius)
        last = drawn.shape[0] - 1
        across, down = (np.clip((each + radius) * scale, 0, last).astype(np.int32) for each in (u, v))
        laid = np.where(face, cover[down, across], 0)[..., None]
        albedo = albedo * (1 - laid) + drawn[down, across] * laid
    return np.asarray(albedo, np.float32)


@lru_cache(maxsize=8)
def face_drawing(figures: tuple[Figure, ...]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the drawings on a dame's face, (H, H, 3), and how much they cover of it, (H, H) 0..1."""
    side = 160
    moved = [figure.moved(1, 1) for figure in figures]
    drawn, cover = np.zeros((side, side, 3), np.float32), np.zeros((side, side, 3), np.float32)
    draw_figures(drawn, moved, (side / 2, side / 2))
    draw_figures(cover, moved, (side / 2, side / 2), lambda _: np.ones(3, np.float32))
    return np.asarray(drawn / np.maximum(cover, 1e-3), np.float32), cover[..., 0]


def see_sheet(corners: NDArray[np.float64], material: Material, eye: Eye) -> Sprite | None:
    """Draw a thin flat parallelogram, alike on both sides; (4, 3) corners in order."""
    rect = eye.rect_of(corners)
    if rect is None:
        return None
    rays = eye.fine_rays(rect)
    u, v = corners[1] - corners[0], corners[3] - corners[0]
    normal = np.cross(u, v)
    normal /= np.linalg.norm(normal)
    if normal @ (eye.origin - corners[0]) < 0:
        normal = -normal
    facing = rays[0] * normal[0] + rays[1] * normal[1] + rays[2] * normal[2]
    with np.errstate(divide="ignore", invalid="ignore"):
        depth = float(normal @ (corners[0] - eye.origin)) / facing
    points = [eye.origin[i] - corners[0][i] + depth * rays[i] for i in range(3)]
    across = (points[0] * u[0] + points[1] * u[1] + points[2] * u[2]) / (u @ u)
    down = (points[0] * v[0] + points[1] * v[1] + points[2] * v[2]) / (v @ v)
    hit = (across >= 0) & (across <= 1) & (down >= 0) & (down <= 1) & (depth > 0)
    albedo = np.empty((*hit.shape, 3), np.float32)
    albedo[:] = linear(material.colour)
    flat = [np.full(hit.shape, n, np.float32) for n in normal]
    deep = np.asarray(depth, np.float32)
    return eye.see(rect, rays, RayHits(hit, deep, (flat[0], flat[1], flat[2]), albedo, 0.0, 1.0))
