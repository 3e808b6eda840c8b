"""The floor of a board from above: its ground, points of every shape, inlaid bands, letters, and the bar."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from events.field import Field
from training.boards import Make
from training.ornaments import draw_ornaments
from training.pieces import around, polygon
from training.surfaces import Image, any_colour, dark_colour, light_colour, noise, surface

GRAIN = 1.6
"""Pixels per millimetre of a floor's texture."""


def floor_texture(rng: Generator, make: Make) -> Image:
    """Draw the floor from above, with its points, lines, letters and bar, at GRAIN pixels a millimetre."""
    field = make.field
    size = (round(field.width * GRAIN), round(field.height * GRAIN))
    colour = any_colour(rng)
    image = _ground(rng, field, size, colour)
    _points(rng, image, field, colour)
    if rng.random() < 0.3:
        _letters(rng, image)
    if rng.random() < 0.35:
        draw_ornaments(rng, image, field)
    if rng.random() < 0.2:
        cv2.rectangle(
            image, (0, 0), (size[0] - 1, size[1] - 1), [float(c) for c in any_colour(rng)], round(rng.uniform(1, 6))
        )
    if rng.random() < 0.15:
        _bands(rng, image, field)
    if make.bar_height == 0:
        left, right = round((field.width - field.bar) / 2 * GRAIN), round((field.width + field.bar) / 2 * GRAIN)
        like_floor = rng.random() < 0.2  # two halves of one cloth with a fold between them
        if not like_floor:
            image[:, left:right] = (
                surface(rng, (right - left, size[1]), any_colour(rng)) if right > left + 2 else colour
            )
        if like_floor or rng.random() < 0.5:
            cv2.line(
                image, ((left + right) // 2, 0), ((left + right) // 2, size[1]), [float(c) for c in colour * 0.4], 2
            )
    return np.clip(image, 0, 255)


def _ground(rng: Generator, field: Field, size: tuple[int, int], colour: NDArray[np.float32]) -> Image:
    """Draw the surface under the points: mostly plain, sometimes two halves, a band, patches in many colours."""
    image = np.ascontiguousarray(surface(rng, size, colour), np.float32)
    kind = rng.random()
    if kind < 0.06:  # two halves
        image[:, size[0] // 2 :] = surface(rng, (size[0] - size[0] // 2, size[1]), any_colour(rng))
    elif kind < 0.12:  # another colour between the points' tips
        tall = int(rng.uniform(0.1, 0.3) * size[1])
        top = (size[1] - tall) // 2
        image[top : top + tall] = surface(rng, (size[0], tall), any_colour(rng))
    elif kind < 0.22:  # a patch for each case
        colours = [any_colour(rng) for _ in range(int(rng.integers(2, 9)))]
        shift = 0.5 * (rng.random() < 0.5)
        for row in (0, 1):
            for column in range(14):
                x0 = (field.case_width * (column - shift) + (field.bar if column > 6 else 0)) * GRAIN
                x1 = x0 + (field.case_width + (field.bar if column == 6 else 0)) * GRAIN
                half = np.s_[row * size[1] // 2 : (row + 1) * size[1] // 2]
                image[half, max(round(x0), 0) : max(round(x1), 0)] = colours[int(rng.integers(len(colours)))]
        image += rng.uniform(0, 4) * noise(rng, size, (1.5, 1.5))[..., None]
    elif kind < 0.26:  # from one colour into another
        way = rng.uniform(0, 2 * np.pi)
        x, y = np.linspace(-1, 1, size[0])[None, :], np.linspace(-1, 1, size[1])[:, None]
        share = (0.5 + 0.4 * (x * np.cos(way) + y * np.sin(way)))[..., None].astype(np.float32)
        image = image * (1 - share) + any_colour(rng) * share
    elif kind < 0.31:  # a printed picture: shapes of any colour and size
        for _ in range(int(rng.integers(4, 30))):
            middle = rng.uniform(0, 1, 2) * size
            shape = rng.normal(0, rng.uniform(10, 140), (int(rng.integers(3, 9)), 2)) + middle
            polygon(image, around(shape), any_colour(rng))
    return np.ascontiguousarray(image, np.float32)


@dataclass(frozen=True, slots=True)
class _Shape:
    """The shape that all points of a floor share; lengths in mm.

    Attributes:
        kind: straight, rounded, curved or lozenge.
        breadth: Half its breadth.
        base: Distance of its base from the floor's edge.
        blunt: Half the breadth of its tip.
        bulge: How much a curved side is hollow (above 0) or full (below 0).
    """

    kind: str
    breadth: float
    base: float
    blunt: float
    bulge: float


def _outline(shape: _Shape, x: float, tip: float) -> NDArray[np.float64]:
    """Return the outline of a point of the far row, (n, 2) in millimetres."""
    breadth, base, blunt = shape.breadth, shape.base, shape.blunt
    if shape.kind == "lozenge":
        waist = base + tip * 0.45
        return np.array([(x - blunt, base), (x - breadth, waist), (x, tip), (x + breadth, waist), (x + blunt, base)])
    if shape.kind == "rounded":
        foot = np.linspace(np.pi, 0, 9)
        return np.array([(x + breadth * 0.9 * np.cos(a), base + breadth * (1 - np.sin(a))) for a in foot] + [(x, tip)])
    if shape.kind == "curved":  # hollow like a thorn or full like an arch
        along = np.linspace(0, 1, 9)
        half = blunt + (breadth - blunt) * (1 - along) ** np.exp(shape.bulge)
        side = base + along * (tip - base)
        return np.array([*zip(x - half, side, strict=True), *zip((x + half)[::-1], side[::-1], strict=True)])
    return np.array([(x - breadth, base), (x - blunt, tip), (x + blunt, tip), (x + breadth, base)])


def _any_shape(rng: Generator, field: Field) -> _Shape:
    kind = rng.random()
    return _Shape(
        "lozenge" if kind < 0.1 else "rounded" if kind < 0.36 else "curved" if kind < 0.5 else "straight",
        rng.uniform(0.75, 1.0) * field.case_width / 2,
        rng.uniform(0, 0.05) * field.height if rng.random() < 0.2 else 0.0,
        rng.uniform(0, 0.18) * field.case_width if rng.random() < 0.3 else 0.0,
        rng.uniform(-0.7, 0.7),
    )


def _palette(rng: Generator, ground: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """Return the points' colours: mostly two, sometimes one, few or many, sometimes nearly that of the ground."""
    kind = rng.random()
    if kind < 0.45:
        colours = [light_colour(rng), dark_colour(rng)]
    elif kind < 0.72:
        colours = [any_colour(rng), any_colour(rng)]
    elif kind < 0.8:
        colours = [np.asarray(ground * rng.uniform(0.7, 1.35), np.float32) for _ in range(2)]
    elif kind < 0.86:
        colours = [any_colour(rng)] * 2
    elif kind < 0.92:
        colours = [any_colour(rng) for _ in range(int(rng.integers(3, 7)))]
    else:
        colours = [any_colour(rng) for _ in range(24)]
    return colours[::-1] if rng.random() < 0.5 else colours


def _points(rng: Generator, image: Image, field: Field, ground: NDArray[np.float32]) -> None:
    size = (image.shape[1], image.shape[0])
    colours = _palette(rng, ground)
    textures = [surface(rng, size, colour) if rng.random() < 0.3 else None for colour in colours[:2]]
    outline = rng.uniform(0.5, 2.2) if rng.random() < 0.35 else 0.0
    hollow = outline > 0 and rng.random() < 0.12
    line = any_colour(rng)
    shape = _any_shape(rng, field)
    inlay = any_colour(rng) if rng.random() < 0.1 else None
    ball = rng.uniform(0.06, 0.2) * field.case_width if rng.random() < 0.06 else 0.0
    parity = int(rng.integers(0, 2))
    order = rng.integers(0, len(colours), 24) if len(colours) in range(3, 24) else np.arange(24)
    for row in (0, 1):
        for column in range(1, 13):
            index = (column + row * parity) % 2 if len(colours) == 2 else int(order[column - 1 + 12 * row])
            x = field.column_centre(column)
            outlined = _outline(shape, x, field.fleche)
            middle = np.array([x, shape.base + 0.25 * (field.fleche - shape.base)])
            if row == 1:
                outlined[:, 1] = field.height - outlined[:, 1]
                middle[1] = field.height - middle[1]
            pixels = outlined * GRAIN
            texture = textures[index] if index < len(textures) else None
            if hollow:
                pass
            elif texture is not None:
                stencil = np.zeros(image.shape[:2], np.uint8)
                cv2.fillPoly(stencil, [np.rint(pixels).astype(np.int32)], 255)
                image[stencil > 0] = texture[stencil > 0]
            else:
                polygon(image, pixels, colours[index])
            if inlay is not None:
                polygon(image, (outlined - middle) * 0.5 * GRAIN + middle * GRAIN, inlay)
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
            if ball:
                tip = field.fleche if row == 0 else field.height - field.fleche
                at = (round(x * GRAIN), round(tip * GRAIN))
                cv2.circle(image, at, round(ball * GRAIN), [float(c) for c in colours[index]], -1, cv2.LINE_AA)


def _bands(rng: Generator, image: Image, field: Field) -> None:
    """Bands inlaid along the edges of the floor or of its two halves, or across the middle."""
    colour = [float(c) for c in any_colour(rng)]
    thick = round(rng.uniform(1, 5) * GRAIN)
    inset = rng.uniform(0.0, 0.03) * field.height * GRAIN
    height, width = image.shape[:2]
    half = (field.width - field.bar) / 2 * GRAIN
    spans = [(0.0, float(width))] if rng.random() < 0.4 else [(0.0, half), (width - half, float(width))]
    for left, right in spans:
        one = (round(left + inset), round(inset))
        other = (round(right - inset), round(height - inset))
        cv2.rectangle(image, one, other, colour, thick, cv2.LINE_AA)


def _letters(rng: Generator, image: Image) -> None:
    """Write names and emblems between the points, as on tournament boards."""
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


def in_shade_of_walls(rng: Generator, texture: Image, field: Field) -> Image:
    """Darken a floor's texture towards its walls, like the corners of a room; higher walls darken more of it."""
    depth, reach = rng.uniform(0, 0.45), rng.uniform(0.1, 0.8) * max(field.rail_height, 1.0) * GRAIN
    height, width = texture.shape[:2]
    across = np.minimum(np.arange(width), np.arange(width)[::-1]) + 0.5
    down = np.minimum(np.arange(height), np.arange(height)[::-1]) + 0.5
    shade = (1 - depth * np.exp(-across / reach))[None, :] * (1 - depth * np.exp(-down / reach))[:, None]
    return np.asarray(texture * shade[..., None], np.float32)
