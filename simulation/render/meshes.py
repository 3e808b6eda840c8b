"""Pieces as triangle meshes, and hands as distances on a grid, for the path tracer; measures as in the compositor."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.render.dice import die_faces, number_mask, pip_places
from simulation.render.limbs import SEAM, Limb
from simulation.render.looks import DameLook, DieLook
from simulation.render.materials import Texture, linear

AROUND = 72
"""Number of corners of a turned piece's circles."""

PER_FACE = 18
"""Squares along the edge of a die's face."""

ATLAS = 128
"""Pixels along the edge of a die's face in its texture."""


@dataclass(frozen=True, slots=True)
class Mesh:
    """Triangles: (V, 3) points in mm, (F, 3) indices, (V, 2) texture coordinates 0..1, (V, 3) normals, None if flat."""

    points: NDArray[np.float64]
    faces: NDArray[np.int64]
    texels: NDArray[np.float64]
    normals: NDArray[np.float64] | None = None

    def placed(self, matrix: NDArray[np.float64], place: NDArray[np.float64]) -> Mesh:
        """Return the mesh turned so that its own axes are the rows of `matrix`, then moved."""
        normals = None if self.normals is None else self.normals @ matrix
        return Mesh(self.points @ matrix + place, self.faces, self.texels, normals)


def grid(rows: int, columns: int) -> NDArray[np.int64]:
    """Two triangles for every cell of a grid of rows x columns points."""
    corner = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)[None, :]).ravel()
    upper = np.stack([corner, corner + 1, corner + columns], -1)
    lower = np.stack([corner + 1, corner + columns + 1, corner + columns], -1)
    return np.concatenate([upper, lower])


def quad_mesh(corners: NDArray[np.float64]) -> Mesh:
    """A flat rectangle with the texture's top left at its first corner."""
    texels = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    return Mesh(corners, np.array([(0, 1, 2), (0, 2, 3)]), texels)


def turned_mesh(profile: NDArray[np.float64], span: float) -> Mesh:
    """Turn a profile, (N, 2) radius and height from the axis outwards, around the upward axis.

    span: size of the texture seen from above, mm.
    """
    angle = np.arange(AROUND + 1) * (2 * math.pi / AROUND)
    radius, height = profile[:, :1], profile[:, 1:]
    x, y = radius * np.cos(angle), radius * np.sin(angle)
    points = np.stack([x, y, np.broadcast_to(height, x.shape)], -1).reshape(-1, 3)
    step = np.gradient(profile, axis=0)
    upward = step[:, :1]
    # The normal of a profile running outwards and down is to its left: (-dh, dr).
    outward = -step[:, 1:]
    length = np.maximum(np.hypot(outward, upward), 1e-9)
    outward, upward = outward / length, upward / length
    normals = np.stack(
        [outward * np.cos(angle), outward * np.sin(angle), np.broadcast_to(upward, x.shape)], -1
    ).reshape(-1, 3)
    texels = points[:, :2] / span + 0.5
    return Mesh(points, grid(len(profile), AROUND + 1), texels, normals)


def dame_profile(look: DameLook, radius: float, height: float) -> NDArray[np.float64]:
    """Return the profile from the middle of the upper face over the rounded rim down to the lower face."""
    edge = max(look.bevel, 0.02) * radius * 0.6
    edge = min(edge, height * 0.45)
    flat = np.linspace(0, radius - edge, 90)
    share = flat / radius
    # The dish is at most half as deep as the edge's rounding.
    hollow = -look.dish * edge * 1.5 * np.clip(1 - share / 0.75, 0, 1) ** 0.5
    for middle, width, depth in look.grooves:
        across = (share - middle) / (width / 2)
        hollow = hollow - depth * 0.25 * width * radius * np.exp(-across * across)
    upper = np.stack([flat, height + hollow], -1)
    turn = np.linspace(0, math.pi / 2, 9)[1:]
    rim = np.stack([radius - edge + edge * np.sin(turn), height - edge + edge * np.cos(turn)], -1)
    foot = np.stack([radius - edge + edge * np.cos(turn), edge - edge * np.sin(turn)], -1)
    return np.concatenate([upper, rim, [[radius, edge]], foot])


def tube_mesh(radius: float, height: float) -> Mesh:
    """An upright cylinder, closed above."""
    profile = [(0.0, height), (radius * 0.98, height), (radius, height - 0.03 * radius), (radius, 0.0)]
    return turned_mesh(np.array(profile), 2 * radius)


def die_mesh(look: DieLook, edge: float) -> Mesh:
    """A cube with its corners cut off by a ball; its texture is an atlas of three by two faces."""
    half = edge / 2
    ball = half * (math.sqrt(3) - 0.42 * look.rounding)
    worn = half * (0.02 + 0.06 * look.rounding)
    line = np.linspace(-1, 1, PER_FACE + 1)
    u, v = (each.ravel() for each in np.meshgrid(line, line))
    points: list[NDArray[np.float64]] = []
    texels: list[NDArray[np.float64]] = []
    faces: list[NDArray[np.int64]] = []
    normals: list[NDArray[np.float64]] = []
    for axis in range(3):
        for sign in (1, -1):
            number = axis * 2 + (sign < 0)
            face = np.empty((u.size, 3))
            face[:, axis] = sign
            across, down = [(1, 2), (0, 2), (0, 1)][axis]
            face[:, across], face[:, down] = u, v
            # Rounded edges: the cube is shrunk by the wear, then grown by a ball of that radius.
            inner = np.clip(face * half, -half + worn, half - worn)
            away = face * half - inner
            away /= np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-9)
            place = inner + away * worn
            far = np.linalg.norm(place, axis=1, keepdims=True)
            beyond = far > ball
            normal = np.where(beyond, place / far, away)
            place = np.where(beyond, place * ball / far, place)
            first = len(points) * u.size
            triangles = grid(PER_FACE + 1, PER_FACE + 1) + first
            points.append(place)
            normals.append(normal)
            faces.append(triangles)
            column, row = number % 3, number // 3
            texels.append(np.stack([(column + (u + 1) / 2) / 3, (row + (v + 1) / 2) / 2], -1))
    return Mesh(np.concatenate(points), np.concatenate(faces), np.concatenate(texels), np.concatenate(normals))


def die_texture(look: DieLook, value: int) -> Texture:
    """The atlas of a die that shows `value` on its own upper face."""
    atlas = np.empty((2 * ATLAS, 3 * ATLAS, 3), np.float32)
    atlas[:] = linear(look.colour)
    for axis, (positive, negative) in enumerate(die_faces(value, look.handed)):
        for sign, shown in ((1, positive), (-1, negative)):
            number = axis * 2 + (sign < 0)
            column, row = number % 3, number // 3
            colour = linear(look.ace if shown == 1 and look.ace else look.pips)
            radius = look.pip * (look.ace_width if shown == 1 else 1.0) * ATLAS
            if look.numbers:
                cell = atlas[row * ATLAS : (row + 1) * ATLAS, column * ATLAS : (column + 1) * ATLAS]
                cell[number_mask(look.numbers[shown - 1], ATLAS)[::sign]] = colour
                continue
            for u, v in pip_places(look, shown):
                x = (column + 0.5 + u * look.spread) * ATLAS
                y = (row + 0.5 + v * sign * look.spread) * ATLAS
                # OpenCV counts from the middle of a pixel and draws discs half a pixel too wide.
                centre = (round((x - 0.5) * 16), round((y - 0.5) * 16))
                wide = round((radius - 0.45) * 16)
                cv2.circle(atlas, centre, wide, [float(c) for c in colour], -1, cv2.LINE_AA, 4)
    return atlas


MARGIN = 9.0


def distances(
    limbs: Sequence[Limb], count: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the lowest and highest corner (mm) of a grid around the limbs, and (count,) * 3 distances to them, mm."""
    reach = np.concatenate(
        [
            np.stack([end - radius, end + radius])
            for each in limbs
            for end, radius in ((each.start, each.thick), (each.end, each.thin))
        ]
    )
    low, high = reach.min(axis=0) - MARGIN, reach.max(axis=0) + MARGIN
    axes = [np.linspace(low[i], high[i], count) for i in range(3)]
    x, y, h = np.meshgrid(*axes, indexing="ij", sparse=True)
    field = np.full((count,) * 3, 1e3)
    for limb in limbs:
        along = limb.end - limb.start
        squared = float(along @ along) + 1e-9
        dx, dy, dh = x - limb.start[0], y - limb.start[1], h - limb.start[2]
        t = np.clip((dx * along[0] + dy * along[1] + dh * along[2]) / squared, 0, 1)
        away = np.sqrt((dx - t * along[0]) ** 2 + (dy - t * along[1]) ** 2 + (dh - t * along[2]) ** 2)
        own = away - (limb.thick + t * (limb.thin - limb.thick))
        seam = SEAM * max(limb.thick / 9, 1)
        blend = np.clip(0.5 + 0.5 * (field - own) / seam, 0, 1)
        field = field + blend * (own - field) - seam * blend * (1 - blend)
    return low, high, field
