"""Flat drawings of polygons and words: on floors, on sheets, on the faces of dames, and laid over whole pictures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Point
from simulation.render.materials import Material, Texture, linear, texture
from simulation.render.rects import Rect

LETTER = 22.0
"""Pixels of a capital letter of OpenCV's fonts at scale 1."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A polygon, a line or words; lengths are in the units of what it is drawn on.

    Attributes:
        points: Its outline; the place of the first letter's foot for words.
        colour: Its colour, or its material.
        line: Width of its line, 0 for a filled polygon.
        words: The words, "" for none.
        tall: Height of a capital letter.
        font: OpenCV's number of the font.
        turn: Angle of the words, radians.
        share: Its opacity, 0..1.
        soft: Sigma of its blurred edge.
    """

    points: tuple[Point, ...]
    colour: str | Material
    line: float = 0.0
    words: str = ""
    tall: float = 0.0
    font: int = 0
    turn: float = 0.0
    share: float = 1.0
    soft: float = 0.0

    def moved(self, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> Figure:
        """Return the figure scaled and turned about the origin, then moved."""
        cos, sin = math.cos(turn) * scale, math.sin(turn) * scale
        points = tuple((x + cos * a - sin * b, y + sin * a + cos * b) for a, b in self.points)
        line, tall, soft = self.line * scale, self.tall * scale, self.soft * scale
        return replace(self, points=points, line=line, tall=tall, soft=soft, turn=self.turn + turn)


def rectangle(x0: float, y0: float, x1: float, y1: float, colour: str | Material, line: float = 0.0) -> Figure:
    """Return an upright rectangle."""
    return Figure(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), colour, line)


def ellipse(x: float, y: float, across: float, down: float, colour: str, line: float = 0.0) -> Figure:
    """Return an upright ellipse with these half axes."""
    ways = [step * math.pi / 16 for step in range(32)]
    return Figure(tuple((x + across * math.cos(way), y + down * math.sin(way)) for way in ways), colour, line)


def circle(x: float, y: float, radius: float, colour: str, line: float = 0.0) -> Figure:
    """Return a disc, or a circle when `line` is its width."""
    return ellipse(x, y, radius, radius, colour, line)


def stroke(x0: float, y0: float, x1: float, y1: float, colour: str, line: float) -> Figure:
    """Return a straight line."""
    return Figure(((x0, y0), (x1, y1)), colour, line)


def lettering(x: float, y: float, words: str, tall: float, colour: str, line: float, font: int = 0) -> Figure:
    """Return words whose first letter has its foot at (x, y)."""
    return Figure(((x, y),), colour, line, words, tall, font)


def draw_figures(
    image: NDArray[np.float32],
    figures: Iterable[Figure],
    scale: tuple[float, float],
    colour_of: Callable[[str], NDArray[np.float32]] = linear,
    shine: NDArray[np.float32] | None = None,
) -> None:
    """Draw figures onto an image (H, W, 3), the later ones over the earlier.

    scale: pixels for each of their units across and down; shine: the gloss of each pixel, changed by materials.
    """
    for figure in figures:
        drawn = _mask(figure, np.array(scale), image.shape[:2])
        if drawn is None:
            continue
        (x, y, width, height), mask = drawn
        at = np.s_[y : y + height, x : x + width]
        share = mask.astype(np.float32) * np.float32(figure.share / 255)
        colour = figure.colour
        if isinstance(colour, Material):
            own: NDArray[np.float32] = _cut(colour, (width, height), scale[0])
            if shine is not None:
                shine[at] += share * (colour.gloss - shine[at])
        else:
            own = colour_of(colour)
        image[at] += share[..., None] * (own - image[at])


def _cut(material: Material, size: tuple[int, int], scale: float) -> Texture:
    made = texture(material, (size[0] / scale, size[1] / scale), scale, size[0] * 31 + size[1])
    return np.asarray(cv2.resize(made, size, interpolation=cv2.INTER_LINEAR), np.float32)


def _mask(figure: Figure, scale: NDArray[np.float64], shape: Sequence[int]) -> tuple[Rect, NDArray[np.uint8]] | None:
    """Return the pixels of an image that a figure can change, and how much it covers each, 0..255."""
    per = float(scale.mean())
    thick = max(1, round(figure.line * per)) if figure.line else 0
    soft = figure.soft * per
    pixels = np.array(figure.points) * scale
    if figure.words:
        size = figure.tall * per / LETTER
        (wide, tall), below = cv2.getTextSize(figure.words, figure.font, size, thick or 1)
        cos, sin = math.cos(figure.turn), math.sin(figure.turn)
        box = np.array([(0, below), (wide, below), (wide, -tall), (0, -tall)])
        reach = pixels[0] + box @ np.array([[cos, sin], [-sin, cos]])
    else:
        reach = pixels
    margin = thick + 2 + math.ceil(3 * soft)
    low = np.maximum(np.floor(reach.min(axis=0)).astype(int) - margin, 0)
    high = np.minimum(np.ceil(reach.max(axis=0)).astype(int) + margin + 1, (shape[1], shape[0]))
    if (high <= low).any():
        return None
    mask = np.zeros((int(high[1] - low[1]), int(high[0] - low[0])), np.uint8)
    if figure.words:
        written = np.zeros((tall + below + 2 * margin, wide + 2 * margin), np.uint8)
        cv2.putText(written, figure.words, (margin, tall + margin), figure.font, size, 255, thick or 1, cv2.LINE_AA)
        foot = pixels[0] - low
        warp = np.array([[cos, -sin, foot[0]], [sin, cos, foot[1]]])
        warp[:, 2] -= warp[:, :2] @ [margin, tall + margin]
        mask = np.asarray(cv2.warpAffine(written, warp, mask.shape[::-1]), np.uint8)
    else:
        fixed = np.rint((pixels - low) * 16).astype(np.int32)
        if thick:
            cv2.polylines(mask, [fixed], len(fixed) > 2, 255, thick, cv2.LINE_AA, 4)
        else:
            cv2.fillPoly(mask, [fixed], 255, cv2.LINE_AA, 4)
    if soft > 0.3:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), np.uint8)
    return (int(low[0]), int(low[1]), mask.shape[1], mask.shape[0]), mask
