"""The rails of a board with their linings, its trays and bar, as blocks drawn under a camera."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from events.field import Field
from training.boards import Make, paste
from training.camera import Camera
from training.pieces import polygon
from training.surfaces import Image, any_colour, surface, wood


@dataclass(frozen=True, slots=True)
class Lining:
    """The look of a rail's inside: its texture, rim above and foot below; its bevel's width (mm) and brightness."""

    texture: Image
    bevel: float
    shine: float


LINED = (96, 24)
"""Width and height of a lining's texture, in pixels."""
MIRRORING = (384, 24)
"""Width and height of the texture of a wall that mirrors the floor."""


def any_lining(rng: Generator, rail: NDArray[np.float32], ground: NDArray[np.float32], breadth: float) -> Lining:
    """Return a lining of the rail's wood, the floor's cloth or leather, or another material; its foot is darker."""
    kind = rng.random()
    colour = rail if kind < 0.5 else ground if kind < 0.8 else any_colour(rng)
    cover = wood(rng, LINED, colour, along_x=True) if rng.random() < 0.5 else surface(rng, LINED, colour)
    up = np.linspace(1, 0, LINED[1])[:, None, None]
    foot, rim = rng.uniform(0.4, 1.05), rng.uniform(0.65, 1.15)
    tone = foot * (1 - up) + rim * up - rng.uniform(0, 0.35) * np.exp(-up / rng.uniform(0.05, 0.3))
    edge = np.exp(-np.minimum(np.arange(LINED[0]), np.arange(LINED[0])[::-1]) / rng.uniform(2, 10))[None, :, None]
    tone = tone * (1 - rng.uniform(0, 0.4) * edge)
    if rng.random() < 0.25:  # the rim catches the light
        tone[: int(rng.integers(1, 5))] *= rng.uniform(1.1, 1.8)
    bevel = breadth * rng.uniform(0.02, 0.45) if rng.random() < 0.45 else 0.0
    return Lining(np.asarray(np.clip(cover * tone, 0, 255), np.float32), bevel, rng.uniform(0.7, 1.5))


def mirroring(rng: Generator, lining: Lining, field: Field, floor: Image) -> tuple[Lining, ...]:
    """Return the linings of the far, left, right and near wall, which mirror the floor clearly or faintly.

    floor: the floor's texture from above.
    """
    share = rng.uniform(0.1, 0.8) if rng.random() < 0.35 else rng.uniform(0, 0.1)
    blur, fading = rng.uniform(0.3, 6), rng.uniform(0.15, 2)
    up = np.linspace(1, 0, MIRRORING[1])[:, None, None]
    lined = cv2.resize(lining.texture, MIRRORING, interpolation=cv2.INTER_LINEAR)
    # As seen from the floor: the floor at the wall's foot is mirrored at its foot, left is left.
    turned = (floor, np.rot90(floor, -1), np.rot90(floor), np.rot90(floor, 2))
    walls = []
    for before in turned:
        per_mm = before.shape[1] / (field.width if before.shape == floor.shape else field.height)
        depth = int(np.clip(field.rail_height * rng.uniform(0.7, 1.5) * per_mm, 2, before.shape[0] / 3))
        mirrored = cv2.resize(np.ascontiguousarray(before[:depth][::-1]), MIRRORING, interpolation=cv2.INTER_AREA)
        mirrored = cv2.GaussianBlur(mirrored, (0, 0), blur)
        weight = (share * np.exp(-up / fading)).astype(np.float32)
        walls.append(replace(lining, texture=np.asarray(lined * (1 - weight) + mirrored * weight, np.float32)))
    return tuple(walls)


def box(
    image: Image,
    camera: Camera,
    block: tuple[float, float, float, float, float, float],
    texture: Image,
    shades: tuple[float, float, float, float],
    inner: int | None = None,
    lining: Lining | None = None,
) -> None:
    """Draw a block (x0, y0, x1, y1, low, high) with a textured top and shaded sides (far, right, near, left).

    inner: the side that faces the floor, if it has a lining.
    """
    x0, y0, x1, y1, low, high = block
    eye = camera.place
    tone = texture.reshape(-1, 3).mean(axis=0)
    bevel = lining.bevel if lining is not None else 0.0
    sides = (
        (eye[1] < y0, [(x0, y0), (x1, y0)], (0, 1)),
        (eye[0] > x1, [(x1, y0), (x1, y1)], (-1, 0)),
        (eye[1] > y1, [(x1, y1), (x0, y1)], (0, -1)),
        (eye[0] < x0, [(x0, y1), (x0, y0)], (1, 0)),
    )
    outline = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
    for index, (seen, ((ax, ay), (bx, by)), (outx, outy)) in enumerate(sides):
        if index == inner and lining is not None:
            wall = min(bevel, 0.8 * (high - max(low, 0.0)))
            foot = max(low, 0.0)
            if seen:
                ends = [(bx, by), (ax, ay)]  # Seen from the floor, a side's end is on the left.
                quad = np.array([[x, y, high - wall] for x, y in ends] + [[x, y, foot] for x, y in ends[::-1]])
                paste(image, np.clip(lining.texture * np.float32(shades[index]), 0, 255), camera.project(quad))
            if bevel:  # the slope is visible even from above
                dx, dy = outx * bevel, outy * bevel
                quad = np.array(
                    [
                        [ax, ay, high - wall],
                        [bx, by, high - wall],
                        [bx + dx, by + dy, high],
                        [ax + dx, ay + dy, high],
                    ]
                )
                polygon(image, camera.project(quad), tone * lining.shine)
                for corner in (index, (index + 1) % 4):
                    outline[corner][0] += dx
                    outline[corner][1] += dy
        elif seen:
            quad = np.array([[ax, ay, low], [bx, by, low], [bx, by, high], [ax, ay, high]], np.float64)
            polygon(image, camera.project(quad), tone * shades[index])
    paste(image, texture, camera.project(np.array([[x, y, high] for x, y in outline], np.float64)))


Block: TypeAlias = tuple[float, float, float, float, float, float]
"""x0, y0, x1, y1, low, high, in millimetres of the field."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """A board's rails and bar as blocks, with their texture, shades and lining.

    The first four are the rails around the floor: far, left, right, near. They have the linings.
    """

    blocks: tuple[Block, ...]
    textures: tuple[Image, ...]
    shades: tuple[float, float, float, float]
    linings: tuple[Lining, ...]


INNER = (2, 1, 3, 0)
"""Which side of each of the first four blocks faces the floor."""
FAR_RAIL = 100.0
"""Rails across the board that begin beyond this (mm from the far edge) are near ones: they may hide pieces."""


def rails(rng: Generator, make: Make, ground: NDArray[np.float32], floor: Image, lamp: NDArray[np.float64]) -> Blocks:
    """Return the four rails, the trays' outer rails and the bar, around a floor whose colour is `ground`.

    floor: its texture; lamp: unit vector towards the light.
    """
    field = make.field
    blocks = _frame(rng, make)
    textures = _textures(rng, make, blocks)
    tone = textures[0].reshape(-1, 3).mean(axis=0)
    if rng.random() < 0.15:  # rounded: darker towards both edges
        deep, steep = rng.uniform(0.3, 0.95), rng.uniform(1, 4)
        textures = [_rounded(texture, deep, steep) for texture in textures]
    lining = any_lining(rng, tone, ground, min(field.rail, field.rail_height))
    return Blocks(tuple(blocks), tuple(textures), _shades(rng, lamp), mirroring(rng, lining, field, floor))


def _frame(rng: Generator, make: Make) -> list[Block]:
    """Return the four rails, the trays' outer rails and partitions, and last the bar if it stands up."""
    field = make.field
    w, h, r, up = field.width, field.height, field.rail, field.rail_height
    left, right = make.trays
    low = -rng.uniform(0, 12)
    blocks: list[Block] = [
        (-r, -r, w + r, 0.0, low, up),
        (-r, 0.0, 0.0, h, low, up),
        (w, 0.0, w + r, h, low, up),
        (-r, h, w + r, h + r, low, up),
    ]
    if left:
        blocks += [
            (-2 * r - left, -r, -r - left, h + r, low, up),
            (-r - left, -r, -r, 0.0, low, up),
            (-r - left, h, -r, h + r, low, up),
        ]
    if right:
        blocks += [
            (w + r + right, -r, w + 2 * r + right, h + r, low, up),
            (w + r, -r, w + r + right, 0.0, low, up),
            (w + r, h, w + r + right, h + r, low, up),
        ]
    if rng.random() < 0.5:  # trays in two or three parts
        shares = (0.5,) if rng.random() < 0.6 else (1 / 3, 2 / 3)
        thick, high = r * rng.uniform(0.3, 1.0) / 2, up * rng.uniform(0.4, 1)
        for share in shares:
            y0, y1 = h * share - thick, h * share + thick
            blocks += [(-r - left, y0, -r, y1, low, high)] if left else []
            blocks += [(w + r, y0, w + r + right, y1, low, high)] if right else []
    if make.bar_height:
        blocks.append((w / 2 - field.bar / 2, 0.0, w / 2 + field.bar / 2, h, 0.0, make.bar_height))
    return blocks


def _textures(rng: Generator, make: Make, blocks: Sequence[Block]) -> list[Image]:
    """Return the texture of each block, a pixel a millimetre: mostly one material; the bar sometimes has another."""
    colour = any_colour(rng)
    wooden = rng.random() < 0.6
    textures: list[Image] = []
    for x0, y0, x1, y1, _, _ in blocks:
        size = (max(4, int(x1 - x0)), max(4, int(y1 - y0)))
        along_x = x1 - x0 > y1 - y0
        textures.append(
            np.asarray(
                np.clip(wood(rng, size, colour, along_x=along_x) if wooden else surface(rng, size, colour), 0, 255),
                np.float32,
            )
        )
    if make.bar_height and rng.random() < 0.3:
        size = (max(4, int(make.field.bar)), int(make.field.height))
        textures[-1] = np.asarray(np.clip(surface(rng, size, any_colour(rng)), 0, 255), np.float32)
    return textures


def _rounded(texture: Image, deep: float, steep: float) -> Image:
    """Darken the edges of a rail's texture by `deep` (0..1)."""
    long = 0 if texture.shape[0] > texture.shape[1] else 1
    across = np.abs(np.linspace(-1, 1, texture.shape[1 - long]))
    return np.asarray(texture * np.expand_dims(1 - deep * across**steep, (long, 2)), np.float32)


def _shades(rng: Generator, lamp: NDArray[np.float64]) -> tuple[float, float, float, float]:
    """Return the brightness of the rails' upright sides that face the far end, the right, the near end, the left."""
    if rng.random() < 0.4:  # lit by more than one lamp
        one, two, three, four = (float(shade) for shade in rng.uniform(0.35, 1.3, 4))
        return one, two, three, four
    around, gain = rng.uniform(0.25, 0.9), rng.uniform(0.2, 1.2)
    far, right = -gain * lamp[1], gain * lamp[0]
    one, two, three, four = (float(np.clip(around + facing, 0.08, 1.5)) for facing in (far, right, -far, -right))
    return one, two, three, four


def draw_blocks(image: Image, camera: Camera, blocks: Blocks, *, before: bool) -> None:
    """Draw the rails that a piece can hide (before the pieces), or those that can hide pieces (after them)."""
    eye = camera.place
    order = sorted(
        range(len(blocks.blocks)),
        key=lambda i: (
            -np.hypot(
                (blocks.blocks[i][0] + blocks.blocks[i][2]) / 2 - eye[0],
                (blocks.blocks[i][1] + blocks.blocks[i][3]) / 2 - eye[1],
            )
        ),
    )
    for index in order:
        block = blocks.blocks[index]
        x0, y0, x1, y1, *_ = block
        hides = y0 > FAR_RAIL and x1 - x0 > y1 - y0 and eye[1] > y1
        if hides != before:
            inner, lining = (INNER[index], blocks.linings[index]) if index < len(INNER) else (None, None)
            box(image, camera, block, blocks.textures[index], blocks.shades, inner, lining)
