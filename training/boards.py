"""Boards of every make: their measures and their fittings, drawn under a camera."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from events.field import HOLES, Field, hole_place
from training.camera import Camera
from training.fittings import hinge, keys, plate
from training.pieces import around, circle, polygon
from training.surfaces import Image, any_colour, dark_colour


@dataclass(frozen=True, slots=True)
class Make:
    """How a board is made.

    Attributes:
        field: Its measures.
        trays: Widths of its left and right tray, mm.
        bar_height: Height of the bar, mm.
        holes: Whether it has holes for pegs.
    """

    field: Field
    trays: tuple[float, float]
    bar_height: float
    holes: bool


def any_make(rng: Generator) -> Make:
    """Return a board with random measures, in the range of trictrac, backgammon and tavla boards."""
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

    cover: the opacity (0..1) of each pixel of the texture (height, width); opaque if None.
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


def draw_fittings(rng: Generator, image: Image, camera: Camera, make: Make) -> None:
    """Draw holes, pegs, hinges and brass corners."""
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
                base = circle(camera, x, y, field.rail_height, size)
                tip = circle(camera, x, y, field.rail_height + 25, size * 0.8)
                polygon(image, around(base, tip), peg * 0.8)
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
    """Lay a texture level, `wide` and `long` mm from its middle to its sides."""
    x, y, high = place
    quad = [[x - wide, y - long], [x + wide, y - long], [x + wide, y + long], [x - wide, y + long]]
    paste(image, np.clip(texture, 0, 255), camera.project(np.array([[*corner, high] for corner in quad])))
