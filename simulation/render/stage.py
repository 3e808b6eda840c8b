"""The empty board on its table, drawn once and kept: light by source, depth, and the level of each pixel."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.render.board_mesh import TABLE, Face, faces_of, levels, walls_of
from simulation.render.camera import Camera
from simulation.render.clutter import see_clutter
from simulation.render.rects import Rect
from simulation.render.shading import Planes, shade
from simulation.render.shadows import NEAREST, ROOM, LightPoints, Outlines, disc, outlines, visibility
from simulation.render.sprite import Eye
from simulation.render.style import Style

FINE = 4
"""How many times as fine as the picture the edges of faces are drawn."""


@dataclass(frozen=True, slots=True)
class Stage:
    """The empty table in front of one camera.

    Attributes:
        layers: Light by source, (H, W, 3) each, with the board's own shadows.
        depth: (H, W), mm along the view.
        level: (H, W), TABLE, FLOOR, BAR or TOP of each pixel.
        heights: Heights of those levels, mm above the floor.
    """

    style: Style
    camera: Camera
    eye: Eye
    layers: tuple[NDArray[np.float32], ...]
    depth: NDArray[np.float32]
    level: NDArray[np.uint8]
    heights: tuple[float, ...]
    gain: float


def set_stage(style: Style, camera: Camera, fineness: float = 1.0) -> Stage:
    """Build and light the empty table; fineness: of its patterns, 1 = usual."""
    field = style.field
    middle = (field.width / 2, field.height / 2)
    eye = Eye(camera, style.lighting, middle)
    shape = (camera.height, camera.width)
    layers = [np.zeros((*shape, 3), np.float32) for _ in range(1 + len(style.lighting.lamps))]
    depth = np.full(shape, np.inf, np.float32)
    level = np.zeros(shape, np.uint8)
    heights = levels(style)
    lights = LightPoints(style.lighting, middle, 24, 24)
    walls = walls_of(style)
    static: dict[int, list[Outlines]] = {}
    for which, height in enumerate(heights):
        casters = [box for box in walls if box[:, 2].max() > height + 0.5]
        if which == TABLE:
            casters += [disc(c.x, c.y, height, height + 80, c.size / 2) for c in style.clutter if c.kind == "cup"]
        shadows = outlines(casters, lights.all, [height], camera)[0]
        static[which] = [shadow for shadow in shadows if shadow]
    whole: Rect = (0, 0, camera.width, camera.height)
    lit = {
        which: visibility(shadows, lights.slices, whole, 1.0) if shadows else None for which, shadows in static.items()
    }
    for face in faces_of(style, camera.focal / camera.distance, fineness):
        _lay(face, eye, layers, depth, level, lit)
    if camera.sensor.vignette:
        layers = [np.asarray(layer * eye.fall[..., None], np.float32) for layer in layers]
    for sprite in see_clutter(style, eye):
        x, y, width, height_px = sprite.rect
        at = np.s_[y : y + height_px, x : x + width]
        cover = sprite.cover[..., None]
        for layer, own in zip(layers, sprite.layers, strict=True):
            layer[at] = layer[at] * (1 - cover) + own
        nearer = (sprite.cover > 0.5) & np.isfinite(sprite.depth)
        depth[at][nearer] = sprite.depth[nearer]
    return Stage(style, camera, eye, tuple(layers), depth, level, heights, _exposure(layers, level))


def _lay(
    face: Face,
    eye: Eye,
    layers: list[NDArray[np.float32]],
    depth: NDArray[np.float32],
    level: NDArray[np.uint8],
    lit: dict[int, list[NDArray[np.float32]] | None],
) -> None:
    """Paint one flat face over the picture; faces come back to front."""
    normal = _looking_at(eye, face)
    placed = None if normal is None else _placed(face, eye)
    if normal is None or placed is None:
        return
    rect, cover = placed
    x, y, width, height = rect
    at = np.s_[y : y + height, x : x + width]
    one, other, ahead = (np.ascontiguousarray(plane[at]) for plane in eye.rays)
    rays = (one, other, ahead)
    t, points = _met(face, normal, rays, eye)
    across, along = _within(face, points)
    albedo, gloss = _skin(face, across, along)
    normals = _bevelled(face, normal, across, along)
    made = shade(points, normals, rays, albedo, gloss, face.roughness, eye.lighting, eye.middle)
    shadowed = None if face.upright else lit[face.level]
    for source, layer in enumerate(made):
        light = layer if shadowed is None else layer * shadowed[source][at][..., None]
        if source == ROOM and face.shade != 1:
            light = light * np.float32(face.shade)
        layers[source][at] += cover[..., None] * (light - layers[source][at])
    solid = cover > 0.5
    depth[at][solid] = t[solid]
    level[at][solid] = face.level


def _looking_at(eye: Eye, face: Face) -> NDArray[np.float64] | None:
    """Return the face's unit normal on the visible side; None when its back is turned."""
    corner = face.corners[0]
    across = np.cross(*_sides(face))
    normal: NDArray[np.float64] = across / np.linalg.norm(across)
    if normal[2] < 0 or (abs(normal[2]) < 0.5 and np.dot(normal, face.outward) < 0):
        normal = -normal
    return normal if np.dot(normal, eye.origin - corner) > 0 else None


def _sides(face: Face) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return two sides of a face, from its first corner."""
    return face.corners[1] - face.corners[0], face.corners[3] - face.corners[0]


def _placed(face: Face, eye: Eye) -> tuple[Rect, NDArray[np.float32]] | None:
    """Return a face's part of the picture, and how much of each pixel it covers; None when it is not visible."""
    edge = np.concatenate(
        [np.linspace(face.corners[i], face.corners[(i + 1) % 4], 24, endpoint=False) for i in range(4)]
    )
    if face.endless:
        whole = (eye.camera.height, eye.camera.width)
        return (0, 0, eye.camera.width, eye.camera.height), np.ones(whole, np.float32)
    if not (eye.camera.depth(edge) > NEAREST).all():
        return None
    rect = eye.rect_of(edge)
    return None if rect is None else (rect, _cover(eye.camera.project(edge), rect, grow=face.grow, foot=face.upright))


def _met(face: Face, normal: NDArray[np.float64], rays: Planes, eye: Eye) -> tuple[NDArray[np.float32], Planes]:
    """Return the distance along each ray to the face's plane, and the point there (mm)."""
    n = normal.astype(np.float32)
    facing = n[0] * rays[0] + n[1] * rays[1] + n[2] * rays[2]
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.float32(np.dot(normal, face.corners[0] - eye.origin)) / facing
    t = np.where((t > 0) & np.isfinite(t), t, np.float32(1e6))
    x, y, z = (np.float32(eye.origin[i]) + t * rays[i] for i in range(3))
    return t, (x, y, z)


def _within(face: Face, points: Planes) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the places of points within a face: 0 to 1 along each of its sides."""
    own = [points[i] - np.float32(face.corners[0][i]) for i in range(3)]
    first, second = (
        own[0] * np.float32(side[0] / length)
        + own[1] * np.float32(side[1] / length)
        + own[2] * np.float32(side[2] / length)
        for side, length in ((side, float(np.dot(side, side))) for side in _sides(face))
    )
    return first, second


def _skin(
    face: Face, across: NDArray[np.float32], along: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32] | float]:
    """Return the colours and the gloss of a face at places within it."""
    rows, columns = face.albedo.shape[:2]
    map_x = np.asarray(across * columns - 0.5, np.float32)
    map_y = np.asarray(along * rows - 0.5, np.float32)
    border = cv2.BORDER_REFLECT if face.endless else cv2.BORDER_REPLICATE
    albedo = np.asarray(cv2.remap(face.albedo, map_x, map_y, cv2.INTER_LINEAR, borderMode=border), np.float32)
    if face.shine is None:
        return albedo, face.gloss
    return albedo, np.asarray(cv2.remap(face.shine, map_x, map_y, cv2.INTER_LINEAR, borderMode=border), np.float32)


def _bevelled(
    face: Face, normal: NDArray[np.float64], across: NDArray[np.float32], along: NDArray[np.float32]
) -> Planes:
    """Return the face's normal at places within it, turned outward where its edges are rounded."""
    n = normal.astype(np.float32)
    normals = [np.full(across.shape, n[i], np.float32) for i in range(3)]
    if face.bevel:
        for share, side in zip((across, along), _sides(face), strict=True):
            length = float(np.dot(side, side)) ** 0.5
            low = np.clip(1 - share * length / face.bevel, 0, 1) ** 2
            high = np.clip(1 - (1 - share) * length / face.bevel, 0, 1) ** 2
            for i in range(3):
                normals[i] = normals[i] + np.asarray((high - low) * (side[i] / length), np.float32)
        scale = 1 / np.sqrt(normals[0] ** 2 + normals[1] ** 2 + normals[2] ** 2)
        normals = [np.asarray(each * scale, np.float32) for each in normals]
    return normals[0], normals[1], normals[2]


def _cover(pixels: NDArray[np.float64], rect: Rect, *, grow: bool, foot: bool = False) -> NDArray[np.float32]:
    """Return how much of each pixel a polygon covers, 0..1; grow: draw it a pixel too large.

    foot: the third of its four sides is the foot of a wall, and stays where it is: a floor begins there.
    """
    x, y, width, height = rect
    # OpenCV fills the pixels that an outline touches, so the outline is drawn FINE times as large.
    fixed = np.rint(((pixels - [x, y] + 0.5) * FINE - 0.5) * 16).astype(np.int32)
    mask = np.zeros((height * FINE, width * FINE), np.uint8)
    cv2.fillPoly(mask, [fixed], 255, cv2.LINE_8, 4)
    if grow:
        grown = np.roll(fixed, len(fixed) // 4, axis=0)[: 3 * len(fixed) // 4] if foot else fixed
        cv2.polylines(mask, [grown], not foot, 255, 2 * FINE, cv2.LINE_8, 4)
    fine = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(fine.astype(np.float32) / 255, np.float32)


def _exposure(layers: list[NDArray[np.float32]], level: NDArray[np.uint8]) -> float:
    """Return the gain of a camera's automatic exposure: the board counts most, above all its brighter parts."""
    light = np.sum([layer[::4, ::4].mean(axis=2) for layer in layers], axis=0)
    on_board = light[level[::4, ::4] != TABLE]
    seen = on_board if on_board.size > 500 else light.ravel()
    whole = float(np.mean(light))
    key = 0.6 * float(np.mean(seen)) + 0.25 * float(np.percentile(seen, 92)) + 0.15 * whole
    return 0.27 / max(key, 1e-3)
