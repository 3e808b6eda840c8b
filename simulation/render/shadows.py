"""Soft shadows: each solid's outline is thrown from many points of each lamp onto a level plane, and averaged.

A caster is the corners of a convex solid, (K, 3) world points; its shadow on a plane is the convex hull of where the
light through those corners meets it. Penumbrae and contact shadows follow from the lamps' sizes and the room's dome.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from simulation.render.camera import Camera
    from simulation.render.lamps import Lighting
    from simulation.render.rects import Rect

SUBPIXEL_BITS = 4
NEAREST = 20.0
"""Nothing is drawn, shadow or face, of which anything is nearer to the camera than this, mm."""

FARTHEST = 8000
"""Polygons are cut at this many pixels from the picture's corner."""

ROOM = 0
"""Index of the room's light in lists that go on with the lamps."""


class LightPoints:
    """The points light comes from: for the room, then each lamp; far directions are points 100 m away."""

    def __init__(self, lighting: Lighting, middle: tuple[float, float], room: int, lamp: int) -> None:
        centre = np.array([middle[0], middle[1], 0.0])
        self.groups: list[NDArray[np.float64]] = [centre + lighting.dome(room) * 1e5]
        self.groups += [each.samples(lamp) for each in lighting.lamps]
        self.all = np.concatenate(self.groups)
        ends = np.cumsum([len(group) for group in self.groups])
        self.slices = [slice(int(end - len(group)), int(end)) for end, group in zip(ends, self.groups, strict=True)]


Outlines = list["NDArray[np.int32]"]
"""One convex polygon (fixed point, SUBPIXEL_BITS) for each light point, in pixels."""


def outlines(caster: NDArray[np.float64], lights: NDArray[np.float64], plane: float, camera: Camera) -> Outlines:
    """Where the shadow of `caster` falls on the level `plane`, one polygon a light point; [] if it is below."""
    if caster[:, 2].max() <= plane + 0.05:
        return []
    caster = _above(caster, plane)
    above = caster[None, :, 2]
    share = (above - plane) / np.maximum(lights[:, 2:3] - above, 1.0)
    x = caster[None, :, 0] + (caster[None, :, 0] - lights[:, 0:1]) * share
    y = caster[None, :, 1] + (caster[None, :, 1] - lights[:, 1:2]) * share
    points = np.stack([x, y, np.full_like(x, plane)], -1)
    pixels = camera.project(points)
    # A shadow that reaches behind the camera has no outline in the picture; it is not drawn.
    pixels[(camera.depth(points) < NEAREST).any(axis=1)] = -FARTHEST
    fixed = np.rint(np.clip(pixels, -FARTHEST, FARTHEST) * (1 << SUBPIXEL_BITS)).astype(np.int32)
    return [np.asarray(cv2.convexHull(each), np.int32) for each in fixed]


def _above(caster: NDArray[np.float64], plane: float) -> NDArray[np.float64]:
    """The corners of the part of a convex solid that is above a plane."""
    over = caster[:, 2] >= plane
    if over.all():
        return caster
    high, low = caster[over], caster[~over]
    share = (high[:, None, 2] - plane) / (high[:, None, 2] - low[None, :, 2])
    cut = high[:, None] + share[..., None] * (low[None] - high[:, None])
    return np.concatenate([high, cut.reshape(-1, 3)])


def bounds(shadow: Outlines) -> Rect:
    """The rectangle of pixels all the polygons can darken, their softened edges included."""
    points = np.concatenate(shadow)[:, 0, :] >> SUBPIXEL_BITS
    x, y = (int(v) for v in points.min(axis=0))
    right, bottom = (int(v) for v in points.max(axis=0))
    return x - 2, y - 2, right - x + 5, bottom - y + 5


def visibility(shadows: Sequence[Outlines], which: slice, rect: Rect, soften: float = 0.8) -> NDArray[np.float32]:
    """Which share of one light the pixels of `rect` receive, 0..1, behind all the shadows together."""
    x, y, width, height = rect
    # A pixel more all round: softening must not depend on where the rectangle was cut.
    x, y = x - 1, y - 1
    count = which.stop - which.start
    step = 255 // count
    total = np.zeros((height + 2, width + 2), np.uint8)
    mask = np.empty_like(total)
    origin = np.array([x, y], np.int32) << SUBPIXEL_BITS
    for sample in range(which.start, which.stop):
        mask[:] = 0
        for shadow in shadows:
            cv2.fillConvexPoly(mask, shadow[sample] - origin, step, cv2.LINE_8, SUBPIXEL_BITS)
        cv2.add(total, mask, dst=total)
    if soften:
        cv2.GaussianBlur(total, (3, 3), soften, dst=total)
    return np.asarray(cv2.LUT(total[1:-1, 1:-1], _LIT[count]), np.float32)


_LIT = {n: np.clip(1 - np.arange(256) / (255 // n * n), 0, 1).astype(np.float32) for n in range(1, 65)}
"""For each number of samples: the light left at each sum of their shadows."""


def disc(x: float, y: float, low: float, high: float, radius: float, corners: int = 14) -> NDArray[np.float64]:
    """The corners of an upright cylinder."""
    angle = np.arange(corners) * (2 * np.pi / corners)
    ring = np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], -1)
    return np.concatenate([np.c_[ring, np.full(corners, h)] for h in (low, high)])


def box(x0: float, x1: float, y0: float, y1: float, low: float, high: float) -> NDArray[np.float64]:
    """The corners of an upright box."""
    return np.array([(x, y, h) for x in (x0, x1) for y in (y0, y1) for h in (low, high)])
