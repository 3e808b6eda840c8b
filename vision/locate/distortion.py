"""Find how a lens bends straight lines by the sides of a board: its rails and its floor's edges are straight."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Corners
from vision.locate.rectify import transform
from vision.locate.sides import INSIDE, OUTSIDE, STRIP, UNIT, from_unit, shrunk, strips

Pixel = TypeVar("Pixel", np.uint8, np.float32)

BLOCK = 8
"""Pixels along a strip within which lines count as straight and level."""
FINEST = 24
"""Number of Fourier waves across a padded strip that are used: finer ones are noise."""
PADDED = 128
STEEPEST = 12.0
"""Steeper edges are cut to this (grey levels a pixel): a dame's rim or a glint is not a line."""
BENDS = np.arange(-0.08, 0.221, 0.02)
"""Bends tried (Bend.k): telephones hardly bend lines, webcams by a few hundredths, the widest lenses by a fifth."""
SLOPES = np.linspace(-4, 4, 9)
"""Slopes tried, in pixels from a strip's middle to its end: as inexact are the corners."""
UNLIKELY = 3.0
"""A bend of k costs this times k squared."""
CONVINCING = 0.012
"""A bend is accepted only if it makes the lines sharper by this share than no bend."""
LEAST = 1e-9
"""Least sharpness to divide by: outside the picture nothing changes across a strip."""
TURNS = 2j * np.pi * np.arange(1, FINEST + 1) / PADDED
"""The phase by which each wave turns for every pixel that a block is moved up."""
TURNED = np.exp(SLOPES[:, None, None] * np.linspace(-1, 1, STRIP[0] // BLOCK)[:, None] * TURNS)
"""These phases for each slope and block: (slopes, blocks, waves)."""


def _along() -> NDArray[np.float64]:
    """Return the middle of every block of every side on the floor's unit square, (sides * blocks, 2)."""
    along = (np.arange(STRIP[0] // BLOCK) + 0.5) * BLOCK / STRIP[0]
    none, all_of_it = np.zeros_like(along), np.ones_like(along)
    sides = ((along, none), (all_of_it, along), (along, all_of_it), (none, along))
    return np.vstack([np.column_stack(side) for side in sides])


ALONG = _along()


@dataclass(frozen=True, slots=True)
class Bend:
    """A lens that bends straight lines: a point at radius r (1 at the corners) is seen at r' with r ~ r' (1 + k r'^2).

    size: of the picture, in pixels. k: positive for a barrel, negative for a pincushion.

    The straight picture has the same size. It is scaled down to hold all of the bent one.
    """

    size: tuple[int, int]
    k: float

    def points(self, straight: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return where points (..., 2; pixels of the straight picture) are in the bent picture."""
        middle, radius = self._frame()
        goal = (straight - middle) / radius * self._room
        seen = goal.copy()
        for _ in range(8):
            seen = goal / (1 + self.k * (seen**2).sum(axis=-1, keepdims=True))
        return np.asarray(seen * radius + middle, np.float64)

    def straight(self, seen: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return where points (..., 2; pixels) of the bent picture are in the straight one."""
        middle, radius = self._frame()
        places = (seen - middle) / radius
        places = places * ((1 + self.k * (places**2).sum(axis=-1, keepdims=True)) / self._room)
        return np.asarray(places * radius + middle, np.float64)

    def picture(self, straight: NDArray[Pixel]) -> NDArray[Pixel]:
        """Return the bent picture of a straight one; its edge is repeated where the straight picture ends."""
        return self._redraw(straight, self.straight)

    def straighten(self, seen: NDArray[Pixel]) -> NDArray[Pixel]:
        """Return the straight picture of a bent one; its edge is repeated where the bent picture ends."""
        return self._redraw(seen, self.points)

    def _redraw(
        self, picture: NDArray[Pixel], source: Callable[[NDArray[np.float64]], NDArray[np.float64]]
    ) -> NDArray[Pixel]:
        places = source(np.dstack(np.meshgrid(*(np.arange(side, dtype=np.float64) for side in self.size))))
        across, down = (np.ascontiguousarray(places[..., axis], np.float32) for axis in (0, 1))
        drawn = cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(drawn, picture.dtype)

    @property
    def _room(self) -> float:
        return 1 + max(self.k, 0.0)

    def _frame(self) -> tuple[NDArray[np.float64], float]:
        return (np.array(self.size, np.float64) - 1) / 2, math.hypot(*self.size) / 2


def bend_of(image: NDArray[np.uint8], corners: Corners) -> Bend | None:
    """Return the lens that makes the lines along a floor's sides straightest; None if the lens seems straight.

    corners: the floor's, roughly (pixels). The method is that of plumb lines (Brown, Close-range camera calibration,
    1971): a step of brightness along a straight line stays at one height.
    """
    small, places = shrunk(image, np.array(corners))
    to_image = from_unit(places)
    size = (small.shape[1], small.shape[0])
    waves = np.array([_waves(strip) for strip in strips(small, to_image)])
    sharp = np.array([_sharpness(waves, _heights(Bend(size, float(k)), to_image)) for k in BENDS])
    straight = int(np.argmin(np.abs(BENDS)))
    gain = (sharp / np.maximum(sharp.max(axis=0), LEAST)).mean(axis=1)
    if gain[straight] == 0:
        return None
    gain = gain / gain[straight] - 1 - UNLIKELY * BENDS**2
    best = int(np.argmax(gain))
    if gain[best] < CONVINCING:
        return None
    return Bend((image.shape[1], image.shape[0]), _between(gain, best))


def _waves(strip: NDArray[np.uint8]) -> NDArray[np.complex128]:
    """Return the Fourier transform of the steps of brightness down each block of a strip: (blocks, FINEST)."""
    grey = cv2.cvtColor(strip, cv2.COLOR_BGR2GRAY).astype(np.float64)
    blocks = grey.reshape(STRIP[1], -1, BLOCK).mean(axis=2)
    steps = np.clip(np.diff(blocks, axis=0), -STEEPEST, STEEPEST)
    return np.asarray(np.fft.rfft(steps.T, PADDED)[:, 1 : FINEST + 1], np.complex128)


def _heights(bend: Bend, to_image: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far (sides, blocks; pixels of the strip, downwards) the bent sides are from the straight ones."""
    corners = bend.straight(transform(to_image, UNIT))
    seen = bend.points(transform(from_unit(corners), ALONG))
    far, right, near, left = transform(np.asarray(np.linalg.inv(to_image), np.float64), seen).reshape(4, -1, 2)
    into = np.array([far[:, 1], 1 - right[:, 0], 1 - near[:, 1], left[:, 0]])
    return np.asarray(into * STRIP[1] / (OUTSIDE + INSIDE), np.float64)


def _sharpness(waves: NDArray[np.complex128], heights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how sharp each side's mean of blocks is, with each block moved up by its height, at the best slope."""
    moved = waves * np.exp(heights[..., None] * TURNS)
    means = np.einsum("abf,sbf->asf", moved, TURNED)
    return np.asarray((np.abs(means) ** 2).sum(axis=2).max(axis=1))


def _between(gain: NDArray[np.float64], best: int) -> float:
    """Return the bend at the top of the parabola through the best bend tried and its neighbours."""
    if not 0 < best < len(gain) - 1:
        return float(BENDS[best])
    before, here, after = gain[best - 1 : best + 2]
    return float(BENDS[best] + (BENDS[1] - BENDS[0]) * (before - after) / (2 * (before + after - 2 * here)))
