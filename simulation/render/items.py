"""Drawn pieces, the order to paint them in, and the piece that each pixel shows."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.render.rects import Rect, joined
from simulation.render.shadows import Outlines
from simulation.render.sprite import Sprite
from simulation.scene import Piece


@dataclass(slots=True)
class Item:
    """A drawn piece.

    Attributes:
        sprites: Its sprites, back to front.
        casters: Its solids, which throw shadows.
        low, high: Its lowest and highest points, mm.
        place: Where it stands.
        shadows: Its shadows, by the plane on which they fall.
        spread: All pixels that it or its shadows change.
    """

    piece: Piece
    order: int
    sprites: tuple[Sprite, ...]
    casters: tuple[NDArray[np.float64], ...]
    low: float
    high: float
    place: tuple[float, float]
    shadows: dict[float, tuple[tuple[Outlines, ...], Rect] | None] = field(default_factory=dict)
    spread: Rect | None = None


def item_of(
    piece: Piece,
    index: int,
    sprites: tuple[Sprite | None, ...],
    caster: NDArray[np.float64],
    low: float,
    high: float,
) -> Item:
    """Return a piece that one solid represents, with its visible sprites."""
    place = (float(caster[:, 0].mean()), float(caster[:, 1].mean()))
    seen = tuple(sprite for sprite in sprites if sprite is not None)
    return Item(piece, index, seen, (caster,), low, high, place)


def _outline(item: Item) -> Rect:
    """Return the rectangle of all its sprites; a piece without sprites overlaps nothing."""
    outline: Rect | None = None
    for sprite in item.sprites:
        outline = joined(outline, sprite.rect)
    return outline or (-9, -9, 0, 0)


def back_to_front(items: list[Item], eye: NDArray[np.float64]) -> list[Item]:
    """Return the painting order: higher pieces later; of pieces side by side, those nearer below the camera later."""
    count = len(items)
    if count < 2:
        return items
    low = np.array([item.low for item in items])
    high = np.array([item.high for item in items])
    place = np.array([item.place for item in items])
    away = np.hypot(place[:, 0] - eye[0], place[:, 1] - eye[1])
    above = low[:, None] >= high[None, :] - 0.3
    apart = ~above & ~above.T
    after = above | (apart & (away[:, None] < away[None, :]))
    np.fill_diagonal(after, val=False)
    # Only pieces that may overlap in the picture constrain each other.
    rects = np.array([_outline(item) for item in items])
    left, top = rects[:, 0], rects[:, 1]
    right, bottom = left + rects[:, 2], top + rects[:, 3]
    after &= (left[:, None] < right[None]) & (left[None] < right[:, None])
    after &= (top[:, None] < bottom[None]) & (top[None] < bottom[:, None])
    waits = after.sum(axis=1)
    ordered: list[Item] = []
    left_over = set(range(count))
    while left_over:
        ready = [i for i in left_over if waits[i] == 0]
        if not ready:  # Leaning things form a cycle: break it at the lowest.
            ready = [min(left_over, key=lambda i: low[i])]
        for i in sorted(ready, key=lambda i: (low[i], -away[i], i)):
            ordered.append(items[i])
            left_over.discard(i)
            waits -= after[:, i]
            waits[i] = count
    return ordered


HANDS = -2
"""The value of `Owners.map` where a hand is."""


@dataclass(frozen=True, slots=True)
class Owners:
    """The piece that each pixel shows: `map` (H, W) holds the numbers in `keys`, 0 = none of them."""

    map: NDArray[np.int16]
    keys: dict[tuple[object, int], int]

    def share(self, key: tuple[object, int], outline: NDArray[np.float64]) -> float:
        """Return the share of a convex outline, (N, 2) pixels, that shows the piece `key`; 0 outside the frame."""
        # Slightly inside, where pixels belong wholly to the face.
        middle = outline.mean(axis=0)
        radius = max(float(np.linalg.norm(outline - middle, axis=1).min()), 1.0)
        outline = middle + (outline - middle) * max(1 - 1.0 / radius, 0.3)
        x0, y0 = np.floor(outline.min(axis=0)).astype(int)
        x1, y1 = np.ceil(outline.max(axis=0)).astype(int) + 1
        height, width = self.map.shape
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(mask, np.rint((outline - [x0, y0]) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        area = int(mask.sum())
        cx0, cy0, cx1, cy1 = max(x0, 0), max(y0, 0), min(x1, width), min(y1, height)
        if area == 0 or cx1 <= cx0 or cy1 <= cy0:
            return 0.0
        shown = self.map[cy0:cy1, cx0:cx1] == self.keys.get(key, -1)
        inside = mask[cy0 - y0 : cy1 - y0, cx0 - x0 : cx1 - x0].astype(bool)
        return min(round(float((shown & inside).sum()) / area, 3), 1.0)
