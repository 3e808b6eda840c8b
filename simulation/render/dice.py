"""Draw dice as exact solids: rays meet a cube with its corners cut off by a ball, and with sunken pips."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Field
from simulation.render.looks import DieLook
from simulation.render.materials import SWATCH_SCALE, Material, linear, swatch
from simulation.render.shading import Planes
from simulation.render.solids import FAR, rotation, to_own_axes
from simulation.render.sprite import Eye, RayHits, Sprite
from simulation.scene import Die

FACES: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""The places of the pips on each face, in units of DieLook.spread times the edge."""


def die_faces(value: int, handed: int) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int]]:
    """Return the values on a die's +x/-x, +y/-y and upper/lower faces; opposite faces sum to seven.

    handed distinguishes the two mirror-image dice: it is the sign of the turn 1, 2, 3 seen from their common corner.
    Raises ValueError for an invalid value.
    """
    if not 1 <= value <= 6:
        raise ValueError(f"a die shows 1..6, not {value}")
    pairs = [pair for pair in ((1, 6), (2, 5), (3, 4)) if value not in pair]
    (a, not_a), (b, not_b) = pairs
    axis = {1: 0, 2: 1, 3: 2}
    basis = np.zeros((3, 3))
    for column, shown in enumerate((a, b, value)):
        low = min(shown, 7 - shown)
        basis[axis[low], column] = 1 if shown == low else -1
    if round(float(np.linalg.det(basis))) != handed:
        b, not_b = not_b, b
    return (a, not_a), (b, not_b), (value, 7 - value)


def die_matrix(die: Die) -> NDArray[np.float64]:
    """Return the die's own axes in world coordinates, as rows (upper face last)."""
    return rotation(die.tilt, die.towards, die.yaw)


def die_solid(die: Die, field: Field) -> NDArray[np.float64]:
    """Return the corners of a die, slightly inside because of its rounding."""
    cube = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * field.de * 0.485
    return np.asarray(cube @ die_matrix(die) + np.array([die.x, die.y, die.height]), np.float64)


def see_die(die: Die, look: DieLook, field: Field, eye: Eye) -> Sprite | None:
    """Draw one die: a cube with its corners cut off by a ball, with sunken pips."""
    half = field.de / 2
    matrix = die_matrix(die)
    centre = np.array([die.x, die.y, die.height])
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half @ matrix + centre
    rect = eye.rect_of(corners)
    if rect is None:
        return None
    rays = eye.fine_rays(rect)
    own_origin = (matrix @ (eye.origin - centre)).astype(np.float32)
    own_rays = to_own_axes(matrix, rays)
    hit, enter, axis, on_ball = _met(own_origin, own_rays, half, look.rounding)
    deep = np.where(hit, enter, 0)
    point = [own_origin[i] + deep * own_rays[i] for i in range(3)]
    normal = _worn(point, axis, on_ball, half, look.rounding)
    albedo, sunk = _pips(die, look, field, point, normal, axis, on_ball)
    traced = RayHits(
        hit,
        np.asarray(enter, np.float32),
        to_own_axes(matrix.T, (normal[0], normal[1], normal[2])),
        albedo,
        np.where(sunk, np.float32(0.02), np.float32(look.gloss)),
        look.roughness,
    )
    sprite = eye.see(rect, rays, traced)
    if sprite is None or not look.clear:
        return sprite
    solid = np.float32(1 - look.clear)
    return replace(sprite, cover=sprite.cover * solid, layers=tuple(layer * solid for layer in sprite.layers))


@lru_cache(maxsize=64)
def number_mask(words: str, side: int) -> NDArray[np.bool_]:
    """Return where a number is written on a face, (side, side)."""
    size = side / 44 if len(words) == 1 else side / 64
    thick = max(2, side // 12)
    (wide, tall), _ = cv2.getTextSize(words, 0, size, thick)
    mask = np.zeros((side, side), np.uint8)
    cv2.putText(mask, words, ((side - wide) // 2, (side + tall) // 2), 0, size, 255, thick, cv2.LINE_AA)
    return np.asarray(mask > 127, np.bool_)


def pip_places(look: DieLook, shown: int) -> tuple[tuple[float, float], ...]:
    """Return the places of a face's pips, in units of DieLook.spread times the edge."""
    return tuple((u * look.narrow, v) for u, v in FACES[shown]) if shown == 6 else FACES[shown]


def _met(
    origin: NDArray[np.float32], rays: Planes, half: float, rounding: float
) -> tuple[NDArray[np.bool_], NDArray[np.float32], NDArray[np.int8], NDArray[np.bool_]]:
    """Return for each ray whether it meets the die, how far off, the axis of the face, and whether it meets the ball.

    Args:
        origin, rays: In the cube's own axes.
        half: Half the die's edge, mm.
        rounding: Of its corners, as in DieLook.
    """
    enter = np.full(rays[0].shape, -FAR, np.float32)
    leave = np.full(rays[0].shape, FAR, np.float32)
    axis = np.zeros(rays[0].shape, np.int8)
    with np.errstate(divide="ignore", invalid="ignore"):
        for i in range(3):
            inverse = 1 / rays[i]
            one, other = (-half - origin[i]) * inverse, (half - origin[i]) * inverse
            near, far = np.minimum(one, other), np.maximum(one, other)
            axis[near > enter] = i
            np.maximum(enter, near, out=enter)
            np.minimum(leave, far, out=leave)
    # A cube's corner is sqrt(3) half edges from its middle; a ball through it leaves it sharp.
    ball = half * (math.sqrt(3) - 0.42 * rounding)
    a = rays[0] ** 2 + rays[1] ** 2 + rays[2] ** 2
    b = origin[0] * rays[0] + origin[1] * rays[1] + origin[2] * rays[2]
    c = np.float32(np.dot(origin, origin) - ball * ball)
    under = b * b - a * c
    root = np.sqrt(np.maximum(under, 0))
    in_ball, out_ball = (-b - root) / a, (-b + root) / a
    on_ball = in_ball > enter
    enter = np.where(on_ball, in_ball, enter)
    leave = np.minimum(leave, out_ball)
    return (under > 0) & (enter < leave) & (enter > 0), enter, axis, on_ball


def _worn(
    point: list[NDArray[np.float32]], axis: NDArray[np.int8], on_ball: NDArray[np.bool_], half: float, rounding: float
) -> list[NDArray[np.float32]]:
    """Return the normals at points of a die, in its own axes; near a worn edge they bend to the next face."""
    wear = 0.05 + 0.1 * rounding
    bent = []
    for i in range(3):
        share = np.abs(point[i]) / half
        flat = (axis == i) & ~on_ball
        edge = np.clip((share - (1 - wear)) / wear, 0, 1) ** 2 * 0.9
        amount = np.where(on_ball, share, np.where(flat, 1.0, edge))
        bent.append(np.sign(point[i]) * amount)
    length = 1 / np.sqrt(np.maximum(bent[0] ** 2 + bent[1] ** 2 + bent[2] ** 2, 1e-6))
    return [np.asarray(n * length, np.float32) for n in bent]


def _pips(
    die: Die,
    look: DieLook,
    field: Field,
    point: list[NDArray[np.float32]],
    normal: list[NDArray[np.float32]],
    axis: NDArray[np.int8],
    on_ball: NDArray[np.bool_],
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return the albedo and pip mask; normals inside pips are bent towards the hollow."""
    half = field.de / 2
    albedo = np.empty((*axis.shape, 3), np.float32)
    albedo[:] = linear(look.colour)
    if look.veins is not None:
        made = swatch(Material("marbled", look.colour, look.veins), die.value)
        across, down = (
            ((point[i] + 0.6 * point[2] + 2 * field.de) * SWATCH_SCALE).astype(np.int32) % made.shape[0] for i in (0, 1)
        )
        albedo = made[down, across]
    sunk = np.zeros(axis.shape, np.bool_)
    radius = look.pip * field.de
    for i, (positive, negative) in enumerate(die_faces(die.value, look.handed)):
        across, down = [(1, 2), (0, 2), (0, 1)][i]
        for sign, shown in ((1, positive), (-1, negative)):
            on = (axis == i) & (point[i] * sign > 0) & (np.abs(point[i]) > 0.9 * half) & ~on_ball
            if not on.any():
                continue
            colour = look.ace if shown == 1 and look.ace else look.pips
            wide = radius * (look.ace_width if shown == 1 else 1.0)
            if look.numbers:
                mask = number_mask(look.numbers[shown - 1], 96)
                u, v = (
                    np.clip((each / field.de + 0.5) * 96, 0, 95).astype(np.int32)
                    for each in (point[across], point[down] * sign)
                )
                albedo[on & mask[v, u]] = linear(colour)
                continue
            for u, v in pip_places(look, shown):
                du = point[across] - np.float32(u * look.spread * field.de)
                dv = point[down] - np.float32(v * sign * look.spread * field.de)
                away = du * du + dv * dv
                inside = on & (away < wide * wide)
                if look.ring:
                    inside &= away > 0.3 * wide * wide
                sunk |= inside
                albedo[inside] = linear(colour)
                normal[across][inside] -= 0.5 * du[inside] / wide
                normal[down][inside] -= 0.5 * dv[inside] / wide
    return albedo, sunk
