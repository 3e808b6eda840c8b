"""Things on the table that do not belong to the game: cups, phones, papers, books, coins."""

from __future__ import annotations

import math

import numpy as np

from simulation.render.figures import draw_figures
from simulation.render.looks import Clutter, DameLook
from simulation.render.materials import Material, Texture, linear, texture
from simulation.render.solids import rotation, see_disc, to_own_axes, trace_cylinder
from simulation.render.sprite import Eye, RayHits, Sprite
from simulation.render.style import Style

CUP_HEIGHT = 80.0
THICKNESS = {"phone": 8.0, "paper": 0.6, "book": 22.0, "sheet": 0.4}
PROPORTION = {"phone": 0.48, "paper": 0.7, "book": 0.7, "sheet": 0.7}
FINEST = 360
"""Most pixels across a sheet's texture."""


def see_clutter(style: Style, eye: Eye) -> list[Sprite]:
    """Draw all things, farthest first."""
    things = sorted(style.clutter, key=lambda c: -math.hypot(c.x - eye.origin[0], c.y - eye.origin[1]))
    low = -style.board.thickness
    seen = (_see(thing, 0.0 if thing.on_board else low, eye) for thing in things)
    return [sprite for sprite in seen if sprite is not None]


def depth_of(thing: Clutter) -> float:
    """Return the size (mm) of something flat at right angles to its size across."""
    return thing.size * (thing.tall or PROPORTION[thing.kind])


def skin_of(thing: Clutter) -> Texture:
    """Return the texture of something flat, with its figures."""
    scale = min(FINEST / thing.size, 4.0) if thing.figures else 1.0
    made = texture(thing.material, (thing.size, depth_of(thing)), scale, round(thing.x) % 97)
    draw_figures(made, (figure.moved(0, 0, thing.size) for figure in thing.figures), (scale, scale))
    return made


def _see(thing: Clutter, low: float, eye: Eye) -> Sprite | None:
    place = (thing.x, thing.y, low)
    if thing.kind == "cup":
        if thing.lies:
            return _see_lying_cup(place, thing, eye)
        return _see_cup(place, thing.size / 2, CUP_HEIGHT, thing.material, eye)
    if thing.kind == "coin":
        return see_disc(place, thing.size / 2, 2.0, np.eye(3), DameLook(thing.material, ((0.85, 0.08, 0.4),)), eye)
    return _see_box(place, (thing.size, depth_of(thing), THICKNESS[thing.kind]), thing, eye)


def _see_lying_cup(place: tuple[float, float, float], thing: Clutter, eye: Eye) -> Sprite | None:
    """Draw a cup on its side: a cylinder with a dark mouth."""
    radius = thing.size / 2
    inside = DameLook(thing.material, (), 0.0, 0.06, (0.45, 0.9, "#0a0908"))
    x, y, low = place
    return see_disc((x, y, low + radius), radius, CUP_HEIGHT, rotation(math.pi / 2, thing.yaw), inside, eye)


def _see_cup(
    place: tuple[float, float, float], radius: float, height: float, material: Material, eye: Eye
) -> Sprite | None:
    """Draw an open cup: the outer wall, the rim, and the inside seen through the mouth."""
    centre = np.array(place)
    angle = np.arange(16) * (math.pi / 8)
    ring = np.stack([np.cos(angle) * radius, np.sin(angle) * radius, np.zeros(16)], -1)
    rect = eye.rect_of(np.concatenate([ring, ring + np.array([0, 0, height])]) + centre)
    if rect is None:
        return None
    rays = eye.fine_rays(rect)
    origin = eye.origin - centre
    depth, mouth, wall = trace_cylinder(origin, rays, radius, height)
    x = np.float32(origin[0]) + np.where(mouth | wall, depth, 0) * rays[0]
    y = np.float32(origin[1]) + np.where(mouth | wall, depth, 0) * rays[1]
    inner = radius * 0.92
    rim = mouth & (x * x + y * y > inner * inner)
    inside = mouth & ~rim
    # Behind the mouth a ray ends on the far inner wall or on the bottom.
    a = rays[0] ** 2 + rays[1] ** 2
    b = origin[0] * rays[0] + origin[1] * rays[1]
    c = origin[0] ** 2 + origin[1] ** 2 - inner**2
    far = (-b + np.sqrt(np.maximum(b * b - a * c, 0))) / np.maximum(a, 1e-9)
    floor = (4.0 - origin[2]) / rays[2]
    deep = np.where(inside, np.minimum(far, floor), depth)
    h = origin[2] + np.where(np.isfinite(deep), deep, 0) * rays[2]
    out = np.sqrt(np.maximum(x * x + y * y, 1e-6))
    zero, one = np.zeros_like(x), np.ones_like(x)
    normal = (
        np.where(wall, x / out, zero),
        np.where(wall, y / out, zero),
        np.where(wall, zero, one),
    )
    albedo = np.empty((*x.shape, 3), np.float32)
    albedo[:] = linear(material.colour)
    # Little light reaches the bottom of a cup.
    albedo *= np.where(inside, 0.15 + 0.5 * np.clip(h / height, 0, 1) ** 2, 1.0)[..., None]
    traced = RayHits(
        mouth | wall,
        np.asarray(depth, np.float32),
        tuple(np.asarray(n, np.float32) for n in normal),  # type: ignore[arg-type]  # three of them
        albedo,
        np.where(inside, np.float32(0), np.float32(material.gloss)),
        material.roughness,
    )
    return eye.see(rect, rays, traced)


def _see_box(
    place: tuple[float, float, float], size: tuple[float, float, float], thing: Clutter, eye: Eye
) -> Sprite | None:
    """A box lying flat: phone, book or a sheet of paper."""
    material = thing.material
    half = np.array(size) / 2
    centre = np.array(place) + np.array([0, 0, half[2]])
    matrix = rotation(0.0, 0.0, thing.yaw)
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half @ matrix + centre
    rect = eye.rect_of(corners)
    if rect is None:
        return None
    rays = eye.fine_rays(rect)
    origin = matrix @ (eye.origin - centre)
    own = to_own_axes(matrix, rays)
    enter = np.full(rays[0].shape, -np.inf, np.float32)
    leave = np.full(rays[0].shape, np.inf, np.float32)
    axis = np.zeros(rays[0].shape, np.int8)
    with np.errstate(divide="ignore", invalid="ignore"):
        for i in range(3):
            one, other = (-half[i] - origin[i]) / own[i], (half[i] - origin[i]) / own[i]
            near = np.minimum(one, other)
            axis[near > enter] = i
            enter = np.maximum(enter, near)
            leave = np.minimum(leave, np.maximum(one, other))
    hit = (enter < leave) & (enter > 0)
    side = [np.where(axis == i, -np.sign(own[i]), 0).astype(np.float32) for i in range(3)]
    made = skin_of(thing)
    scale = made.shape[1] / size[0] if thing.figures else 1.0
    deep = np.where(hit, enter, 0)
    u = np.clip(((origin[0] + deep * own[0] + half[0]) * scale).astype(np.int32), 0, made.shape[1] - 1)
    v = np.clip(((origin[1] + deep * own[1] + half[1]) * scale).astype(np.int32), 0, made.shape[0] - 1)
    normals = to_own_axes(matrix.T, (side[0], side[1], side[2]))
    traced = RayHits(hit, np.asarray(enter, np.float32), normals, made[v, u], material.gloss, material.roughness)
    return eye.see(rect, rays, traced)
