"""A drawn piece: a small picture with its cover, its light by source and its depth, ready to be composed."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.render.camera import Camera
from simulation.render.lamps import Lighting
from simulation.render.rects import Rect
from simulation.render.shading import Planes, shade

FINE = 2
"""Pieces are traced with this many rays a pixel each way, so that their edges are smooth."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """The pixels of one piece.

    Attributes:
        rect: Their place in the picture.
        cover: (h, w), 0..1.
        layers: Light by source (the room's, then each lamp's), (h, w, 3) each, already multiplied by cover.
        depth: (h, w), mm along the view, infinite where nothing is.
    """

    rect: Rect
    cover: NDArray[np.float32]
    layers: tuple[NDArray[np.float32], ...]
    depth: NDArray[np.float32]


@dataclass(slots=True)
class RayHits:
    """The hits of fine rays, (H, W) planes: the mask `hit`, and where it is true, depth, world normals and material."""

    hit: NDArray[np.bool_]
    depth: NDArray[np.float32]
    normals: Planes
    albedo: NDArray[np.float32]
    gloss: NDArray[np.float32] | float
    roughness: NDArray[np.float32] | float


class Eye:
    """The camera's rays, which can be cut out for one piece, and the lighting."""

    def __init__(self, camera: Camera, lighting: Lighting, middle: tuple[float, float]) -> None:
        self.camera = camera
        self.lighting = lighting
        self.middle = middle
        self.origin = camera.place
        self.rays = camera.rays()
        self.fall = light_fall(camera)

    def rect_of(self, points: NDArray[np.float64], margin: int = 2) -> Rect | None:
        """Return the pixels in which a convex solid with these corners can be visible; None outside the frame."""
        pixels = self.camera.project(points)
        x0, y0 = np.floor(pixels.min(axis=0)).astype(int) - margin
        x1, y1 = np.ceil(pixels.max(axis=0)).astype(int) + margin + 1
        x0, y0 = max(int(x0), 0), max(int(y0), 0)
        x1, y1 = min(int(x1), self.camera.width), min(int(y1), self.camera.height)
        return None if x1 <= x0 or y1 <= y0 else (x0, y0, x1 - x0, y1 - y0)

    def fine_rays(self, rect: Rect) -> Planes:
        """Return FINE x FINE rays for every pixel of a rectangle."""
        x, y, width, height = rect
        planes = []
        for plane in self.rays:
            crop = plane[y : y + height, x : x + width]
            planes.append(
                np.asarray(cv2.resize(crop, (width * FINE, height * FINE), interpolation=cv2.INTER_LINEAR), np.float32)
            )
        return planes[0], planes[1], planes[2]

    def see(self, rect: Rect, rays: Planes, traced: RayHits) -> Sprite | None:
        """Light the traced points and scale them down to whole pixels; None when no ray met anything."""
        hit = traced.hit
        if not hit.any():
            return None
        rows, columns = np.nonzero(hit)

        def pick(value: NDArray[np.float32] | float) -> NDArray[np.float32] | float:
            return value[rows, columns] if isinstance(value, np.ndarray) else value

        def planes_of(planes: Planes) -> Planes:
            return planes[0][rows, columns], planes[1][rows, columns], planes[2][rows, columns]

        some_rays = planes_of(rays)
        depth = traced.depth[rows, columns]
        points = tuple(np.float32(self.origin[i]) + depth * some_rays[i] for i in range(3))
        lit = shade(
            (points[0], points[1], points[2]),
            planes_of(traced.normals),
            some_rays,
            traced.albedo[rows, columns],
            pick(traced.gloss),
            pick(traced.roughness),
            self.lighting,
            self.middle,
        )
        x, y, width, height = rect
        size = (width, height)
        fall = self.fall[y : y + height, x : x + width, None]
        layers = []
        for layer in lit:
            full = np.zeros((*hit.shape, 3), np.float32)
            full[rows, columns] = layer
            small = cv2.resize(full, size, interpolation=cv2.INTER_AREA)
            layers.append(np.asarray(small * fall, np.float32))
        cover = cv2.resize(hit.astype(np.float32), size, interpolation=cv2.INTER_AREA)
        deep = np.where(hit, traced.depth, np.float32(np.inf))
        nearest = deep.reshape(height, FINE, width, FINE).min(axis=(1, 3))
        return Sprite(rect, np.asarray(cover, np.float32), tuple(layers), np.asarray(nearest, np.float32))


def light_fall(camera: Camera) -> NDArray[np.float32]:
    """Return (H, W): the share of light that the lens lets through, less towards the corners."""
    ys, xs = np.mgrid[0 : camera.height, 0 : camera.width].astype(np.float32)
    xs = (xs - camera.width / 2) / (camera.width / 2)
    ys = (ys - camera.height / 2) / (camera.width / 2)
    corner = 1 + (camera.height / camera.width) ** 2
    return np.asarray(1 - camera.sensor.vignette * (xs * xs + ys * ys) / corner, np.float32)
