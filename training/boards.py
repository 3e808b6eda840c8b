"""Boards of every make: bar, rails with what lines them, trays and holes, drawn under a camera."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from training.fittings import hinge, keys, plate
from training.pieces import circle, polygon
from training.surfaces import any_colour, dark_colour, surface, wood
from vision.geometry import HOLES, Field, hole_place

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    from training.camera import Camera
    from training.surfaces import Image


@dataclass(frozen=True, slots=True)
class Make:
    """How a board is made: its measures, its trays' widths (left, right), the bar's height, whether it has holes."""

    field: Field
    trays: tuple[float, float]
    bar_height: float
    holes: bool


def any_make(rng: Generator) -> Make:
    """A board as trictrac, backgammon and tavla boards are: never twice the same measures."""
    width = 440.0
    bar = width * (rng.uniform(0.02, 0.125) if rng.random() < 0.9 else 0.004)
    case = (width - bar) / 12
    height = width * rng.uniform(0.78, 1.0)
    field = Field(
        width=width,
        height=height,
        bar=bar,
        fleche=height * rng.uniform(0.33, 0.46),
        dame=case * rng.uniform(0.76, 1.0),
        dame_height=case * rng.uniform(0.12, 0.36),
        de=case * rng.uniform(0.3, 0.55),
        jeton=case * rng.uniform(0.4, 0.6),
        rail=case * rng.uniform(0.25, 1.2),
        rail_height=case * (0.08 + 1.1 * rng.uniform(0, 1) ** 1.5 if rng.random() < 0.85 else 0.02),
    )
    if rng.random() < 0.08:  # points that reach the middle
        field = replace(field, fleche=height * rng.uniform(0.46, 0.5))
    if rng.random() < 0.04:  # points that reach between those of the other row
        field = replace(field, fleche=height * rng.uniform(0.55, 0.85))
    if rng.random() < 0.05:  # a printed sheet, a cloth: no rails at all
        field = replace(field, rail=case * rng.uniform(0.02, 0.3), rail_height=case * 0.01)
    tray = case * rng.uniform(1.0, 2.6)
    trays = (tray, tray) if rng.random() < 0.4 else (0.0, tray) if rng.random() < 0.15 else (0.0, 0.0)
    return Make(
        field, trays, field.rail_height * (rng.uniform(0.3, 1) if rng.random() < 0.8 else 0), bool(rng.random() < 0.4)
    )


def paste(image: Image, texture: Image, quad: NDArray[np.float64], cover: Image | None = None) -> None:
    """Lay a texture on a quadrilateral (pixels, clockwise from the texture's top left).

    cover: how much of what lies below each of its pixels (height, width) hides, 0..1; all of it, if not said.
    """
    height, width = texture.shape[:2]
    warp = cv2.getPerspectiveTransform(
        np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32), quad.astype(np.float32)
    )
    low = np.clip(np.floor(quad.min(axis=0)).astype(int) - 1, 0, None)
    high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 2, (image.shape[1], image.shape[0]))
    if (high <= low).any() or abs(cv2.contourArea(quad.astype(np.float32))) < 1:
        return
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])
    laid = cv2.warpPerspective(texture, shift @ warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    stencil = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(stencil, [np.rint((quad - low) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    share = stencil[..., None].astype(np.float32) / 255
    if cover is not None:
        hides = cv2.warpPerspective(cover, shift @ warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        share = share * np.asarray(hides, np.float32)[..., None]
    region = image[low[1] : high[1], low[0] : high[0]]
    region *= 1 - share
    region += laid * share


@dataclass(frozen=True, slots=True)
class Lining:
    """How the inside of a rail looks: its texture, rim above and foot below, and how wide (mm) and bright its bevel."""

    texture: Image
    bevel: float
    shine: float


LINED = (96, 24)
"""Width and height of a lining's texture, in pixels."""
MIRRORING = (384, 24)
"""Those of the texture of a wall that mirrors the floor."""


def any_lining(rng: Generator, rail: NDArray[np.float32], ground: NDArray[np.float32], breadth: float) -> Lining:
    """Of the rail's wood, of the floor's cloth or leather drawn up the wall, or of another; darker towards its foot."""
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
    """The far, left, right and near wall's lining, mirroring the floor before them as polished walls do, or hardly.

    floor: the floor's texture from above.
    """
    share = rng.uniform(0.1, 0.8) if rng.random() < 0.35 else rng.uniform(0, 0.1)
    blur, fading = rng.uniform(0.3, 6), rng.uniform(0.15, 2)
    up = np.linspace(1, 0, MIRRORING[1])[:, None, None]
    lined = cv2.resize(lining.texture, MIRRORING, interpolation=cv2.INTER_LINEAR)
    # As seen from the floor: what lies at the wall's foot is mirrored at its foot, left is left.
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
    """A block (x0, y0, x1, y1, low, high), its top textured, its sides shaded (far, right, near, left).

    inner: the side that faces the floor, if it has a lining of its own.
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
            if bevel:  # the slope is seen even from above
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


@dataclass(frozen=True, slots=True)
class Blocks:
    """A board's rails and bar as blocks: (x0, y0, x1, y1, low, high), with their texture, shades and lining.

    The first four are the rails round the floor: far, left, right, near; they have the linings.
    """

    blocks: tuple[tuple[float, float, float, float, float, float], ...]
    textures: tuple[Image, ...]
    shades: tuple[float, float, float, float]
    linings: tuple[Lining, ...]


INNER = (2, 1, 3, 0)
"""Which side of each of the first four blocks faces the floor."""
FAR_RAIL = 100.0
"""Rails that run across and begin farther down than this (mm) are near ones: they may hide pieces."""


def rails(rng: Generator, make: Make, ground: NDArray[np.float32], floor: Image, lamp: NDArray[np.float64]) -> Blocks:
    """The four rails, the trays' outer rails and the bar, round a floor whose colour is `ground`.

    floor: its texture; lamp: the way to the light, as long as one.
    """
    field = make.field
    w, h, r, up = field.width, field.height, field.rail, field.rail_height
    left, right = make.trays
    low = -rng.uniform(0, 12)
    blocks = [
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
    colour = any_colour(rng)
    wooden = rng.random() < 0.6
    textures = []
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
        size = (max(4, int(field.bar)), int(h))
        textures[-1] = np.asarray(np.clip(surface(rng, size, any_colour(rng)), 0, 255), np.float32)
    tone = textures[0].reshape(-1, 3).mean(axis=0)
    if rng.random() < 0.15:  # rounded: darker towards both edges
        deep, steep = rng.uniform(0.3, 0.95), rng.uniform(1, 4)
        textures = [_rounded(texture, deep, steep) for texture in textures]
    lining = any_lining(rng, tone, ground, min(r, up))
    return Blocks(tuple(blocks), tuple(textures), _shades(rng, lamp), mirroring(rng, lining, field, floor))


def _rounded(texture: Image, deep: float, steep: float) -> Image:
    """A rail's texture as much darker at its edges as `deep` says (0..1)."""
    long = 0 if texture.shape[0] > texture.shape[1] else 1
    across = np.abs(np.linspace(-1, 1, texture.shape[1 - long]))
    return np.asarray(texture * np.expand_dims(1 - deep * across**steep, (long, 2)), np.float32)


def _shades(rng: Generator, lamp: NDArray[np.float64]) -> tuple[float, float, float, float]:
    """How bright the upright sides of rails are that face the far end, the right, the near end, the left."""
    if rng.random() < 0.4:  # lit by more than one lamp
        one, two, three, four = (float(shade) for shade in rng.uniform(0.35, 1.3, 4))
        return one, two, three, four
    around, gain = rng.uniform(0.25, 0.9), rng.uniform(0.2, 1.2)
    far, right = -gain * lamp[1], gain * lamp[0]
    one, two, three, four = (float(np.clip(around + facing, 0.08, 1.5)) for facing in (far, right, -far, -right))
    return one, two, three, four


def draw_blocks(image: Image, camera: Camera, blocks: Blocks, *, before: bool) -> None:
    """Those rails a piece on the floor can hide (before the pieces), or that can hide pieces (after them)."""
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


def draw_fittings(rng: Generator, image: Image, camera: Camera, make: Make) -> None:
    """Holes, pegs, hinges and brass corners."""
    field = make.field
    if make.holes:
        ink, ring = dark_colour(rng), any_colour(rng)
        peg = any_colour(rng)
        ringed = rng.random() < 0.5
        for hole in range(HOLES):
            x, y = hole_place(field, hole)
            size = min(field.rail * 0.2, rng.uniform(1.5, 3))
            if ringed:
                polygon(image, circle(camera, x, y, field.rail_height, size * 1.6), ring)
            polygon(image, circle(camera, x, y, field.rail_height, size), ink)
            if rng.random() < 0.08:
                base, tip = (
                    circle(camera, x, y, field.rail_height, size),
                    circle(camera, x, y, field.rail_height + 25, size * 0.8),
                )
                hull = cv2.convexHull(np.vstack([base, tip]).astype(np.float32)).reshape(-1, 2).astype(np.float64)
                polygon(image, hull, peg * 0.8)
                polygon(image, tip, peg)
    if field.bar > 8 and rng.random() < 0.4:
        leaf = hinge(rng)
        wide = field.bar * rng.uniform(0.25, 0.5)
        long = field.height * rng.uniform(0.025, 0.06)
        for share in (0.2, 0.8) if rng.random() < 0.7 else (0.1, 0.5, 0.9):
            _lay(image, camera, leaf, (field.width / 2, field.height * share, make.bar_height), wide, long)
    if rng.random() < 0.2:
        fitting, half = plate(rng), field.rail * rng.uniform(0.3, 0.5)
        for x in (-field.rail / 2, field.width + field.rail / 2):
            for y in (-field.rail / 2, field.height + field.rail / 2):
                _lay(image, camera, fitting, (x, y, field.rail_height), half, half)
    if rng.random() < 0.15:  # a lock or a maker's plate on a rail
        place = (rng.uniform(0.1, 0.9) * field.width, -field.rail / 2, field.rail_height)
        _lay(image, camera, (plate, hinge, keys)[int(rng.integers(3))](rng), place, field.rail * 0.8, field.rail * 0.4)


def _lay(
    image: Image, camera: Camera, texture: Image, place: tuple[float, float, float], wide: float, long: float
) -> None:
    """A texture laid level, `wide` and `long` mm from its middle to its sides."""
    x, y, high = place
    quad = [[x - wide, y - long], [x + wide, y - long], [x + wide, y + long], [x - wide, y + long]]
    paste(image, np.clip(texture, 0, 255), camera.project(np.array([[*corner, high] for corner in quad])))
