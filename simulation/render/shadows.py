"""Draw soft shadows: each solid's outline is projected from many points of each lamp onto a level plane, and averaged.

A caster is the corners of a convex solid, (K, 3) world points. Its shadow on a plane is the convex hull of those
corners, projected by the light. Penumbrae and contact shadows follow from the lamps' sizes and the room's dome.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.render.camera import Camera
from simulation.render.lamps import Lighting
from simulation.render.rects import Rect

SUBPIXEL_BITS = 4
NEAREST = 20.0
"""A shadow or face with any part nearer to the camera than this, mm, is not drawn."""

FARTHEST = 8000
"""Polygons are cut at this distance from the picture's corner, in pixels."""

ROOM = 0
"""Index of the room's light in lists of lights; the lamps follow."""


class LightPoints:
    """The points of the light: first the room's, then each lamp's; far directions are points 100 m away."""

    def __init__(self, lighting: Lighting, middle: tuple[float, float], room: int, lamp: int) -> None:
        centre = np.array([middle[0], middle[1], 0.0])
        self.groups: list[NDArray[np.float64]] = [centre + lighting.dome(room) * 1e5]
        self.groups += [each.samples(lamp) for each in lighting.lamps]
        self.all = np.concatenate(self.groups)
        ends = np.cumsum([len(group) for group in self.groups])
        self.slices = [slice(int(end - len(group)), int(end)) for end, group in zip(ends, self.groups, strict=True)]


Outlines = list["NDArray[Any]"]
"""One convex polygon (fixed point, SUBPIXEL_BITS) for each light point, in pixels."""


def outlines(
    casters: Sequence[NDArray[np.float64]], lights: NDArray[np.float64], planes: Sequence[float], camera: Camera
) -> list[list[Outlines]]:
    """Return the shadows of convex solids on level planes.

    For each plane, and each caster above it, one polygon a light point.
    """
    heights = [(float(caster[:, 2].min()), float(caster[:, 2].max())) for caster in casters]
    standing = [
        [
            caster if low >= plane else _above(caster, plane)
            for caster, (low, high) in zip(casters, heights, strict=True)
            if high > plane + 0.05
        ]
        for plane in planes
    ]
    if not any(standing):
        return [[] for _ in planes]
    corners = np.concatenate([caster for on in standing for caster in on])
    level = np.repeat(planes, [sum(map(len, on)) for on in standing])
    above = corners[None, :, 2]
    share = (above - level) / np.maximum(lights[:, 2:3] - above, 1.0)
    points = corners + (corners - lights[:, None]) * share[..., None]
    points[..., 2] = level
    pixels, depth = camera.project_deep(points)
    pixels *= 1 << SUBPIXEL_BITS
    limit = FARTHEST << SUBPIXEL_BITS
    fixed = np.rint(np.clip(pixels, -limit, limit, out=pixels), out=pixels).astype(np.int32)
    near = depth < NEAREST
    hidden = bool(near.any())
    thrown: list[list[Outlines]] = []
    end = 0
    for on in standing:
        thrown.append([])
        for caster in on:
            own = np.s_[:, end : end + len(caster)]
            end += len(caster)
            shadow = fixed[own]
            if hidden:
                # A shadow that reaches behind the camera has no outline in the picture, so it is not drawn.
                shadow[near[own].any(axis=1)] = -limit
            thrown[-1].append(list(map(cv2.convexHull, shadow)))
    return thrown


def _above(caster: NDArray[np.float64], plane: float) -> NDArray[np.float64]:
    """Return the corners of the part of a convex solid above a plane that cuts it."""
    over = caster[:, 2] >= plane
    high, low = caster[over], caster[~over]
    share = (high[:, None, 2] - plane) / (high[:, None, 2] - low[None, :, 2])
    cut = high[:, None] + share[..., None] * (low[None] - high[:, None])
    return np.concatenate([high, cut.reshape(-1, 3)])


def bounds(shadows: Sequence[Outlines]) -> Rect:
    """Return the rectangle of pixels that the polygons can darken, including their softened edges."""
    points = np.concatenate([polygon for shadow in shadows for polygon in shadow])[:, 0, :] >> SUBPIXEL_BITS
    x, y = points.min(axis=0).tolist()
    right, bottom = points.max(axis=0).tolist()
    return x - 2, y - 2, right - x + 5, bottom - y + 5


def visibility(
    shadows: Sequence[Outlines], lights: Sequence[slice], rect: Rect, soften: float = 0.8
) -> list[NDArray[np.float32]]:
    """Return the share of each light that the pixels of `rect` receive, 0..1, behind all shadows together."""
    # A margin: the result must not depend on where the rectangle was cut.
    grid = (rect[0] - 1, rect[1] - 1, rect[2] + 2, rect[3] + 2)
    return [lit[1:-1, 1:-1] for lit in visible_samples(shadows, lights, grid, 1, soften)]


def sample_grid(rect: Rect, coarse: int) -> Rect:
    """Return samples of coarse x coarse pixels around `rect`: left, top (pixels), columns and rows."""
    x, y, width, height = rect
    left, top = (x // coarse - 2) * coarse, (y // coarse - 2) * coarse
    return left, top, -(-(x + width - left) // coarse) + 2, -(-(y + height - top) // coarse) + 2


def to_pixels(samples: NDArray[np.float32], grid: Rect, rect: Rect, coarse: int) -> NDArray[np.float32]:
    """Return the pixels of `rect` between the samples of a grid around it, (height, width)."""
    x, y, width, height = rect
    size = (samples.shape[1] * coarse, samples.shape[0] * coarse)
    fine = cv2.resize(samples, size, interpolation=cv2.INTER_LINEAR) if coarse > 1 else samples
    return np.asarray(fine[y - grid[1] :, x - grid[0] :][:height, :width], np.float32)


def visible_samples(
    shadows: Sequence[Outlines], lights: Sequence[slice], grid: Rect, coarse: int, soften: float = 0.8
) -> list[NDArray[np.float32]]:
    """Return the share of each light that the samples of a grid receive, (rows, columns), 0..1.

    The outermost samples are not exact.
    """
    left, top, columns, rows = grid
    total = np.zeros((len(lights), rows, columns), np.uint8)
    mask = np.empty((rows, columns), np.uint8)
    # The middle of a sample lies between the middles of its pixels.
    origin = (np.array([left, top], np.int32) << SUBPIXEL_BITS) + ((coarse - 1) << SUBPIXEL_BITS) // 2
    bits = SUBPIXEL_BITS + coarse.bit_length() - 1
    for which, sum_of_shadows in zip(lights, total, strict=True):
        step = 255 // (which.stop - which.start)
        for sample in range(which.start, which.stop):
            mask.fill(0)
            for shadow in shadows:
                cv2.fillConvexPoly(mask, shadow[sample] - origin, step, cv2.LINE_8, bits)
            cv2.add(sum_of_shadows, mask, dst=sum_of_shadows)
    if soften:
        # One light below the other: only the outermost samples mix.
        stacked = total.reshape(-1, columns)
        cv2.GaussianBlur(stacked, (3, 3), soften, dst=stacked)
    counts = [which.stop - which.start for which in lights]
    return [np.asarray(cv2.LUT(each, _LIT[count]), np.float32) for each, count in zip(total, counts, strict=True)]


_LIT = {n: np.clip(1 - np.arange(256) / (255 // n * n), 0, 1).astype(np.float32) for n in range(1, 65)}
"""For each number of samples: the remaining light at each sum of their shadows."""


def disc(x: float, y: float, low: float, high: float, radius: float, corners: int = 14) -> NDArray[np.float64]:
    """The corners of an upright cylinder."""
    angle = np.arange(corners) * (2 * np.pi / corners)
    ring = np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], -1)
    return np.concatenate([np.c_[ring, np.full(corners, h)] for h in (low, high)])


def box(x0: float, x1: float, y0: float, y1: float, low: float, high: float) -> NDArray[np.float64]:
    """The corners of an upright box."""
    return np.array([(x, y, h) for x in (x0, x1) for y in (y0, y1) for h in (low, high)])
