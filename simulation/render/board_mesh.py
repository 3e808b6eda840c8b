"""The board as a joiner makes it: flat faces with their textures, from the table under it to the tops of the rails."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from random import Random
from typing import Literal, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import HOLES, hole_place
from simulation.render.figures import draw_figures
from simulation.render.marquetry import SCALE, draw_fleches, draw_ornament, draw_planks
from simulation.render.materials import Material, Texture, linear, noise, texture
from simulation.render.shadows import box
from simulation.render.style import Style
from simulation.scene import Dame, Die, Jeton

TABLE_TEXELS = 1700
"""Side of the table's texture; beyond it the pattern is mirrored."""

RAISED = 0.5
"""A bar higher than this (mm) above the floor has sides."""

TABLE, FLOOR, BAR, TOP = 0, 1, 2, 3
"""The levels on which shadows fall: the table, the playing floor, the tops of the bar and of the rails."""


@dataclass(frozen=True, slots=True)
class Face:
    """A flat rectangle.

    Attributes:
        corners: (4, 3) world points, clockwise from the texture's top left.
        level: The level whose shadows fall on it, unless it is upright.
        outward: The direction an upright face looks in.
        shine: Gloss of each texel, instead of `gloss`.
        bevel: Rounding of its edges, mm.
        grow: Whether it is drawn a pixel too large, since another face covers its edges.
        shade: Share of the room's light that reaches it.
        endless: Whether its pattern goes on without end, as the table's does.
    """

    corners: NDArray[np.float64]
    albedo: Texture
    gloss: float
    roughness: float
    level: int
    outward: tuple[float, float, float] = (0.0, 0.0, 1.0)
    shine: NDArray[np.float32] | None = None
    bevel: float = 0.0
    grow: bool = False
    upright: bool = False
    shade: float = 1.0
    endless: bool = False


def levels(style: Style) -> tuple[float, float, float, float]:
    """Return the heights of TABLE, FLOOR, BAR and TOP, mm above the floor."""
    return -style.board.thickness, 0.0, max(style.board.bar_height, 0.0), style.field.rail_height


def outline(style: Style) -> tuple[float, float, float, float]:
    """Return the left, right, far and near outer edges of the board with its trays, mm."""
    field = style.field
    with_tray = field.rail + (style.board.tray + field.rail if style.board.tray else 0.0)
    left = with_tray if style.board.left_tray else field.rail
    return -left, field.width + with_tray, -field.rail, field.height + field.rail


def _trays(style: Style) -> list[tuple[float, float, float]]:
    """Return the left and right edge of each tray's floor, and the left edge of its outer rail."""
    field = style.field
    left, right, _, _ = outline(style)
    if not style.board.tray:
        return []
    beyond = [(field.width + field.rail, right - field.rail, right - field.rail)]
    return [(left + field.rail, -field.rail, left), *beyond] if style.board.left_tray else beyond


def walls_of(style: Style) -> list[NDArray[np.float64]]:
    """Return the corners of every upright wooden part, which throw shadows."""
    if style.bare:
        return []
    field, board = style.field, style.board
    left, right, far, near = outline(style)
    low, high = -board.thickness, field.rail_height
    parts = [
        box(left, right, far, 0, low, high),
        box(left, right, field.height, near, low, high),
        box(-field.rail, 0, 0, field.height, low, high),
        box(field.width, field.width + field.rail, 0, field.height, low, high),
        box(left, right, far, near, low, 0),
    ]
    if board.bar_height > RAISED:
        middle, half = field.width / 2, field.bar / 2
        parts.append(box(middle - half, middle + half, 0, field.height, 0, board.bar_height))
    for _, _, rail in _trays(style):
        parts.append(box(rail, rail + field.rail, 0, field.height, low, high))
    return parts


def faces_of(style: Style, resolution: float, fineness: float = 1.0) -> list[Face]:
    """Return every face, back to front for any camera above: table, outer walls, floors, inner walls, tops.

    resolution: pixels a millimetre in the picture, for the table's pattern; fineness: of all patterns, 1 = usual.
    """
    field, board = style.field, style.board
    left, right, far, near = outline(style)
    low, high = -board.thickness, field.rail_height
    faces = [_table(style, low, resolution, fineness)]
    if style.bare:
        return faces
    rail, bar = board.rail, board.bar
    for x0, x1, y, way in ((left, right, far, -1.0), (left, right, near, 1.0)):
        faces.append(_wall((x0, y), (x1, y), low, high, rail, (0.0, way, 0.0), style.seed + 1, TABLE))
    for x, way in ((left, -1.0), (right, 1.0)):
        faces.append(_wall((x, far), (x, near), low, high, rail, (way, 0.0, 0.0), style.seed + 2, TABLE))
    floor = _floor(style, SCALE * fineness)
    faces.append(floor)
    floors = [(0.0, field.width)] + [(x0, x1) for x0, x1, _ in _trays(style)]
    faces += [_tray(style, x0, x1) for x0, x1 in floors[1:]]
    for x0, x1 in floors:
        inner = rail if board.lining is None or x0 else board.lining
        walls = [
            _wall((x0, 0), (x1, 0), 0, high, inner, (0.0, 1.0, 0.0), style.seed + 3, FLOOR),
            _wall((x0, field.height), (x1, field.height), 0, high, inner, (0.0, -1.0, 0.0), style.seed + 4, FLOOR),
            _wall((x0, 0), (x0, field.height), 0, high, inner, (1.0, 0.0, 0.0), style.seed + 5, FLOOR),
            _wall((x1, 0), (x1, field.height), 0, high, inner, (-1.0, 0.0, 0.0), style.seed + 6, FLOOR),
        ]
        faces += [_mirroring(wall, floor, board.mirror) for wall in walls] if board.mirror and x0 == 0 else walls
    middle, half = field.width / 2, field.bar / 2
    if board.bar_height > RAISED:
        for x, way in ((middle - half, -1.0), (middle + half, 1.0)):
            faces.append(
                _wall((x, 0), (x, field.height), 0, board.bar_height, bar, (way, 0.0, 0.0), style.seed + 7, FLOOR)
            )
    faces.append(_bar_top(style, middle - half, middle + half, SCALE * fineness))
    uprights = [(-field.rail, 0.0), (field.width, field.width + field.rail)]
    uprights += [(rail_left, rail_left + field.rail) for _, _, rail_left in _trays(style)]
    scale = SCALE * fineness
    faces += [_rail_top(style, x0, x1, 0.0, field.height, "y", scale) for x0, x1 in uprights]
    for x0, x1 in floors[1:]:
        faces += [_partition(style, x0, x1, field.height * share) for share in board.partitions]
    faces += [_rail_top(style, left, right, y0, y1, "x", scale) for y0, y1 in ((far, 0.0), (field.height, near))]
    return faces


def _partition(style: Style, x0: float, x1: float, y: float) -> Face:
    """Return the top of a wall across a tray."""
    rail, half = style.board.rail, style.field.rail / 4
    made = texture(replace(rail, along="x"), (x1 - x0, 2 * half), 1.5, style.seed + 80)
    corners = _level_corners(x0, x1, y - half, y + half, style.field.rail_height)
    return Face(corners, made, rail.gloss, rail.roughness, TOP, bevel=2.0)


def _mirroring(wall: Face, floor: Face, share: float) -> Face:
    """Return a wall that mirrors the strip of the floor before it, most of all at its foot."""
    x, y, _ = wall.outward
    turned = np.rot90(floor.albedo, {(0.0, 1.0): 0, (0.0, -1.0): 2, (1.0, 0.0): -1, (-1.0, 0.0): 1}[x, y])
    rows, columns = wall.albedo.shape[:2]
    deep = max(2, round(turned.shape[1] * rows / columns))
    # From the far and the left wall's ends; the other two are looked at from the other side.
    seen = turned[:deep][::-1] if y > 0 or x < 0 else turned[:deep][::-1, ::-1]
    laid = cv2.resize(np.ascontiguousarray(seen), (columns, rows), interpolation=cv2.INTER_AREA)
    weight = np.linspace(0.4, 1, rows, dtype=np.float32)[:, None, None] * np.float32(share)
    return replace(wall, albedo=np.asarray(wall.albedo * (1 - weight) + laid * weight, np.float32))


def _level_corners(x0: float, x1: float, y0: float, y1: float, height: float) -> NDArray[np.float64]:
    return np.array([(x0, y0, height), (x1, y0, height), (x1, y1, height), (x0, y1, height)])


def _wall(
    start: tuple[float, float],
    end: tuple[float, float],
    low: float,
    high: float,
    material: Material,
    outward: tuple[float, float, float],
    seed: int,
    level: int,
) -> Face:
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    corners = np.array([(*start, high), (*end, high), (*end, low), (*start, low)])
    made = texture(replace(material, along="x"), (length, high - low), 1.5, seed)
    return Face(corners, made, material.gloss, material.roughness, level, outward, grow=True, upright=True, shade=0.6)


def _table(style: Style, height: float, resolution: float, fineness: float) -> Face:
    field = style.field
    scale = min(max(0.6 * resolution, 0.7), 6.0) * fineness
    half = TABLE_TEXELS * fineness / scale / 2
    x, y = field.width / 2, field.height / 2
    material = style.table
    random = Random(f"table {style.seed}")  # noqa: S311 - a picture, not a secret
    made = texture(material, (2 * half, 2 * half), scale, style.seed + 11)
    if material.kind == "wood" and random.random() < 0.7:
        draw_planks(made, random, scale, material.along)
    return Face(
        _level_corners(x - half, x + half, y - half, y + half, height),
        made,
        material.gloss,
        material.roughness,
        TABLE,
        endless=True,
    )


def _floor(style: Style, scale: float) -> Face:
    field, board = style.field, style.board
    made = texture(board.floor, (field.width, field.height), scale, style.seed + 21)
    shine: NDArray[np.float32] = np.full((made.shape[0], made.shape[1]), board.floor.gloss, np.float32)
    draw_fleches(style, made, shine, scale)
    draw_ornament(style, made)
    draw_figures(made, board.figures, (made.shape[1] / field.width, made.shape[0] / field.height), shine=shine)
    generator = np.random.default_rng([style.seed, 5])
    wear = 1 + 0.25 * noise((made.shape[0], made.shape[1]), (60, 90), generator)
    return Face(
        _level_corners(0, field.width, 0, field.height, 0.0),
        made,
        board.floor.gloss,
        board.floor.roughness,
        FLOOR,
        shine=np.asarray(shine * wear, np.float32),
        grow=True,
    )


def _tray(style: Style, x0: float, x1: float) -> Face:
    field, board = style.field, style.board
    made = texture(board.floor, (x1 - x0, field.height), 1.5, style.seed + 50)
    return Face(
        _level_corners(x0, x1, 0, field.height, 0.0),
        made,
        board.floor.gloss,
        board.floor.roughness,
        FLOOR,
        grow=True,
    )


def _bar_top(style: Style, x0: float, x1: float, scale: float) -> Face:
    field, board = style.field, style.board
    made = texture(board.bar, (x1 - x0, field.height), scale, style.seed + 60)
    shine = np.full(made.shape[:2], board.bar.gloss, np.float32)
    rows, columns = made.shape[:2]
    seam = columns // 2
    if board.fold:
        made[:, max(seam - 1, 0) : seam + 1] *= 0.25
    if board.hinges:
        metal = linear("#b8a878" if style.seed % 2 else "#a8a8ac")
        for share in (0.2, 0.8):
            y, long, wide = int(rows * share), int(18 * scale), max(int(columns * 0.36), 3)
            at = np.s_[y - long : y + long, max(seam - wide, 0) : seam + wide]
            made[at] = metal * 0.45
            shine[at] = 0.12
            made[y - long : y + long, max(seam - 1, 0) : seam + 1] *= 0.3
            for turn in (-0.6, 0.6):
                for way in (-0.6, 0.6):
                    cv2.circle(
                        made, (int(seam + wide * way), int(y + long * turn)), 3, (0.08, 0.08, 0.08), -1, cv2.LINE_AA
                    )
    raised = board.bar_height > RAISED
    return Face(
        _level_corners(x0, x1, 0, field.height, max(board.bar_height, 0.0)),
        made,
        board.bar.gloss,
        board.bar.roughness,
        BAR,
        shine=shine,
        bevel=2.0 if raised else 0.0,
    )


def _rail_top(style: Style, x0: float, x1: float, y0: float, y1: float, along: Literal["x", "y"], scale: float) -> Face:
    field, board = style.field, style.board
    made = texture(
        replace(board.rail, along=along), (x1 - x0, y1 - y0), scale, style.seed + 70 + abs(round(x0 + 2 * y0))
    )
    shine = np.full(made.shape[:2], board.rail.gloss, np.float32)
    rows, columns = made.shape[:2]
    per_x, per_y = columns / (x1 - x0), rows / (y1 - y0)
    if board.holes is not None:
        for hole in range(HOLES):
            hx, hy = hole_place(field, hole)
            if x0 < hx < x1 and y0 < hy < y1:
                at = (int((hx - x0) * per_x * 16), int((hy - y0) * per_y * 16))
                if board.holes:
                    rim = tuple(float(c) for c in linear(board.holes))
                    cv2.circle(made, at, int(3.4 * per_x * 16), rim, -1, cv2.LINE_AA, 4)
                cv2.circle(made, at, int(2.1 * per_x * 16), (0.006, 0.007, 0.008), -1, cv2.LINE_AA, 4)
    if board.brass and along == "x":
        brass = linear("#b08838")
        length = int(field.rail * per_x)
        for end in (slice(0, length), slice(columns - length, columns)):
            made[:, end] = brass * 0.55
            shine[:, end] = 0.12
        for column in (length // 2, columns - length // 2):
            cv2.circle(made, (column, rows // 2), 4, (0.05, 0.08, 0.1), -1, cv2.LINE_AA)
    return Face(
        _level_corners(x0, x1, y0, y1, field.rail_height),
        made,
        board.rail.gloss,
        board.rail.roughness,
        TOP,
        shine=shine,
        bevel=board.bevel,
    )


Lying = TypeVar("Lying", Dame, Die, Jeton)


def ground_height(x: float, y: float, style: Style) -> float:
    """Return the height, mm, that counts as zero at a place: outside the board, that of the table."""
    left, right, far, near = outline(style)
    return 0.0 if left <= x <= right and far <= y <= near else -style.board.thickness


def on_its_ground(piece: Lying, style: Style) -> Lying:
    """Return the piece with its height measured from the floor."""
    low = ground_height(piece.x, piece.y, style)
    if low == 0.0:
        return piece
    if isinstance(piece, Dame):
        return replace(piece, base=piece.base + low)
    return replace(piece, height=piece.height + low)
