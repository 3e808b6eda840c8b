"""Boards of every make: floor, points, bar, rails, trays and holes, drawn under a camera."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from training.fittings import hinge, keys, plate
from training.pieces import circle, polygon
from training.surfaces import any_colour, dark_colour, light_colour, surface, wood
from vision.geometry import Field, hole_place

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    from training.camera import Camera
    from training.surfaces import Image

GRAIN = 1.6
"""Pixels per millimetre of a floor's texture."""


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
        rail_height=case * (rng.uniform(0.1, 0.9) if rng.random() < 0.8 else 0.02),
    )
    if rng.random() < 0.08:  # points that reach the middle
        field = replace(field, fleche=height * rng.uniform(0.46, 0.5))
    tray = case * rng.uniform(1.0, 2.6)
    trays = (tray, tray) if rng.random() < 0.4 else (0.0, tray) if rng.random() < 0.15 else (0.0, 0.0)
    return Make(
        field, trays, field.rail_height * (rng.uniform(0.3, 1) if rng.random() < 0.8 else 0), bool(rng.random() < 0.4)
    )


def floor_texture(rng: Generator, make: Make) -> Image:
    """The floor from above, with its points, lines, letters and bar; GRAIN pixels a millimetre."""
    field = make.field
    size = (round(field.width * GRAIN), round(field.height * GRAIN))
    ground = any_colour(rng)
    image = np.ascontiguousarray(surface(rng, size, ground), np.float32)
    contrasting = rng.random() < 0.5
    colours = [light_colour(rng), dark_colour(rng)] if contrasting else [any_colour(rng), any_colour(rng)]
    if rng.random() < 0.1:
        colours = [any_colour(rng) for _ in range(24)]
    if rng.random() < 0.5:
        colours = colours[::-1]
    textures = [surface(rng, size, colour) if rng.random() < 0.3 else None for colour in colours[:2]]
    outline = rng.uniform(0.5, 2.2) if rng.random() < 0.35 else 0.0
    line = any_colour(rng)
    breadth = rng.uniform(0.75, 1.0) * field.case_width / 2
    base = rng.uniform(0, 0.05) * field.height if rng.random() < 0.2 else 0.0
    blunt = rng.uniform(0, 0.18) * field.case_width if rng.random() < 0.3 else 0.0
    shape = rng.random()
    parity = int(rng.integers(0, 2))
    for row in (0, 1):
        for column in range(1, 13):
            index = ((column + row * parity) % len(colours)) if len(colours) == 2 else (column - 1 + 12 * row)
            x = field.column_centre(column)
            tip = field.fleche
            points = [(x - breadth, base), (x - blunt, tip), (x + blunt, tip), (x + breadth, base)]
            if shape < 0.12:  # lozenges: narrow at both ends
                points = [
                    (x - blunt, base),
                    (x - breadth, base + tip * 0.45),
                    (x, tip),
                    (x + breadth, base + tip * 0.45),
                    (x + blunt, base),
                ]
            elif shape < 0.45:  # rounded foot
                foot = np.linspace(np.pi, 0, 9)
                points = [(x + breadth * 0.9 * np.cos(a), base + breadth * (1 - np.sin(a))) for a in foot] + [(x, tip)]
            outlined = np.array(points)
            if row == 1:
                outlined[:, 1] = field.height - outlined[:, 1]
            pixels = outlined * GRAIN
            texture = textures[index] if index < len(textures) else None
            if texture is not None:
                stencil = np.zeros(image.shape[:2], np.uint8)
                cv2.fillPoly(stencil, [np.rint(pixels).astype(np.int32)], 255)
                image[stencil > 0] = texture[stencil > 0]
            else:
                polygon(image, pixels, colours[index])
            if outline:
                cv2.polylines(
                    image,
                    [np.rint(pixels * 16).astype(np.int32)],
                    True,
                    [float(c) for c in line],
                    max(1, round(outline * GRAIN)),
                    cv2.LINE_AA,
                    4,
                )
    if rng.random() < 0.3:
        _letters(rng, image)
    if rng.random() < 0.2:
        cv2.rectangle(
            image, (0, 0), (size[0] - 1, size[1] - 1), [float(c) for c in any_colour(rng)], round(rng.uniform(1, 6))
        )
    if make.bar_height == 0:
        left, right = round((field.width - field.bar) / 2 * GRAIN), round((field.width + field.bar) / 2 * GRAIN)
        image[:, left:right] = surface(rng, (right - left, size[1]), any_colour(rng)) if right > left + 2 else ground
        if rng.random() < 0.5:
            cv2.line(
                image, ((left + right) // 2, 0), ((left + right) // 2, size[1]), [float(c) for c in ground * 0.4], 2
            )
    return np.clip(image, 0, 255)


def _letters(rng: Generator, image: Image) -> None:
    """Names and emblems between the points, as tournament boards carry."""
    for _ in range(rng.integers(1, 5)):
        colour = [float(c) for c in any_colour(rng)]
        x, y = int(rng.uniform(0, 0.85) * image.shape[1]), int(rng.uniform(0.42, 0.58) * image.shape[0])
        if rng.random() < 0.6:
            text = "".join(rng.choice(list("abcdefghijkmnoprstuwxyz. ABGMT&"), rng.integers(2, 14)))
            cv2.putText(
                image,
                text,
                (x, y),
                int(rng.integers(0, 7)),
                rng.uniform(0.4, 1.3),
                colour,
                int(rng.integers(1, 4)),
                cv2.LINE_AA,
            )
        else:
            kind = rng.random()
            reach = int(rng.uniform(6, 45))
            if kind < 0.5:
                cv2.circle(image, (x, y), reach, colour, int(rng.choice([-1, 2, 4])), cv2.LINE_AA)
            else:
                cv2.rectangle(
                    image, (x - reach, y - reach // 2), (x + reach, y + reach // 2), colour, int(rng.choice([-1, 2]))
                )


def paste(image: Image, texture: Image, quad: NDArray[np.float64]) -> None:
    """Lay a texture on a quadrilateral (pixels, clockwise from the texture's top left)."""
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
    region = image[low[1] : high[1], low[0] : high[0]]
    region *= 1 - share
    region += laid * share


@dataclass(frozen=True, slots=True)
class Lining:
    """How the inside of a rail looks: its colour from foot to rim, how wide its bevelled edge is (mm), how bright."""

    foot: NDArray[np.float32]
    rim: NDArray[np.float32]
    bevel: float
    shine: float


def any_lining(rng: Generator, rail: NDArray[np.float32], ground: NDArray[np.float32], breadth: float) -> Lining:
    """Of the rail's wood, of the floor's cloth or leather drawn up the wall, or of another."""
    kind = rng.random()
    colour = rail if kind < 0.5 else ground if kind < 0.8 else any_colour(rng)
    foot, rim = rng.uniform(0.35, 1.0), rng.uniform(0.6, 1.15)
    bevel = breadth * rng.uniform(0.02, 0.45) if rng.random() < 0.45 else 0.0
    return Lining(colour * np.float32(foot), colour * np.float32(rim), bevel, rng.uniform(0.7, 1.5))


STRIPS = 3
"""A lining is drawn in so many strips from foot to rim."""


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
            steps = np.linspace(max(low, 0.0), high - wall, STRIPS + 1)
            for rank in range(STRIPS if seen else 0):
                share = (rank + 0.5) / STRIPS
                colour = (lining.foot * (1 - share) + lining.rim * share) * np.float32(shades[index])
                a, b = steps[rank], steps[rank + 1]
                quad = np.array([[ax, ay, a], [bx, by, a], [bx, by, b], [ax, ay, b]], np.float64)
                polygon(image, camera.project(quad), colour)
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

    The first four are the rails round the floor: far, left, right, near.
    """

    blocks: tuple[tuple[float, float, float, float, float, float], ...]
    textures: tuple[Image, ...]
    shades: tuple[float, float, float, float]
    lining: Lining


INNER = (2, 1, 3, 0)
"""Which side of each of the first four blocks faces the floor."""


def rails(rng: Generator, make: Make, ground: NDArray[np.float32]) -> Blocks:
    """The four rails, the trays' outer rails and the bar, round a floor whose colour is `ground`."""
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
    shades = tuple(float(shade) for shade in rng.uniform(0.35, 1.05, 4))
    return Blocks(tuple(blocks), tuple(textures), shades, any_lining(rng, tone, ground, min(r, up)))


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
        hides = (y0 > 100 and x1 - x0 > y1 - y0 and eye[1] > y1) or False
        if hides != before:
            inner = INNER[index] if index < len(INNER) else None
            box(image, camera, block, blocks.textures[index], blocks.shades, inner, blocks.lining)


def draw_fittings(rng: Generator, image: Image, camera: Camera, make: Make) -> None:
    """Holes, pegs, hinges and brass corners."""
    field = make.field
    if make.holes:
        ink, ring = dark_colour(rng), any_colour(rng)
        peg = any_colour(rng)
        ringed = rng.random() < 0.5
        for hole in range(30):
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
