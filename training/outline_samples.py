"""Samples to train the network of the outline: views of drawn boards, as cameras other than the drawn ones show them.

Cameras are held in the hand or on a stand, are near or far, cut off sides, see in colour or not, and are exposed and
balanced in many ways; lamps and windows throw shadows across a side.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from simulation.render.materials import encoded
from simulation.render.palette import any_colour
from training.drawn import colour_jitter, light_unevenly, load_scenes, make_coarse, without_board
from vision.locate.floor import first_look
from vision.locate.outline import FLOOR_PIXELS, MIRRORED, PLACES, VIEW, upright
from vision.locate.rectify import as_corners, transform
from vision.locate.sides import UNIT, from_unit, shrunk

Kept: TypeAlias = "tuple[NDArray[np.uint8], NDArray[np.float64]]"
"""A picture and the corners (4, 2; pixels) of its floor."""

KEPT = 450
"""Scenes are kept with floors about this wide (pixels), and pictures without a floor twice as wide: views show less."""
NOT_A_FLOOR, SIDEWAYS, WRONG, FIRST = 0.07, 0.08, 0.1, 0.25
"""Shares of samples: no floor; a floor turned by a quarter; half a floor or its surroundings; the whole picture."""
AS_DRAWN, HELD = 0.25, 0.5
"""The share of pictures shown as drawn; of the others, the share rolled as by a camera held in the hand."""
ROLL, LEVEL = math.radians(30), math.radians(3)
"""The furthest roll of a camera in the hand, all equally likely; the deviation of one on a stand."""
ASLANT = 0.05
"""Deviation of a frame's corners (share of the board): the camera stands elsewhere."""
FORMATS = (4 / 3, 16 / 9, 1.0, 3 / 4)
"""Width to height of pictures: of cameras and screens, cropped, and upright."""
FILL = (0.4, 1.2)
"""Share of a picture that a board spans, the way it fits less well; of one that spans more than all, a side is cut."""
LARGEST = 800
"""The longer side of a picture is at most this many pixels."""
GREY, SHADOWS = 0.15, 0.25
"""The shares of pictures without colour, as at night, and of those with the edge of a shadow across."""
WARMTH, EXPOSURE = 0.2, 0.3
"""Deviations of the logarithms of a white balance's gains and of the tone curve's power."""
NEAR, OFF = 0.1, 0.28
"""A view shows the floor if all corners are less than NEAR off (share of the floor), none if one is more than OFF."""
FURTHEST = 0.7
"""A side further into the view is reported here (share of the view)."""


def load_small(folders: str, *, held_out: bool) -> list[Kept]:
    """Return the scenes' pictures, as small as views need, and the corners (4, 2; pixels) of their floors."""
    return [shrunk(scene.image, scene.corners, KEPT) for scene in load_scenes(folders, held_out=held_out)]


def load_without_board(folders: str) -> list[NDArray[np.uint8]]:
    """Return the pictures without a board, as small as views need."""
    pictures = (np.asarray(cv2.imread(str(path)), np.uint8) for path in without_board(folders))
    return [shrunk(picture, UNIT * picture.shape[1::-1], 2 * KEPT)[0] for picture in pictures]


def outline_sample(rng: Generator, scene: Kept, nothing: list[NDArray[np.uint8]]) -> tuple[Any, ...]:
    """Return the view, the place of each side (4, 2, cells: offset, weight), and P(floor), -1 where it is undecided."""
    image, corners = scene
    truth = np.zeros((4, 2, len(PLACES)))
    kind = rng.random()
    bare = nothing[int(rng.integers(len(nothing)))]
    if kind < NOT_A_FLOOR:
        image = bare
        found = (UNIT * rng.uniform(0.4, 1) + rng.normal(0, 0.08, (4, 2))) * [image.shape[1], image.shape[0]]
        view, floor = _view(image, found), 0.0
    else:
        if rng.random() > AS_DRAWN:
            image, corners = change_camera(rng, image, corners, bare)
        found, floor = _assume_corners(rng, image, corners, kind - NOT_A_FLOOR)
        if not cv2.isContourConvex(found.astype(np.float32)):
            found, floor = corners, 1.0
        view = _view(image, found)
        if floor != 0.0:
            square = transform(np.linalg.inv(from_unit(found)), corners)
            off = float(np.abs(square - UNIT).max())
            floor = 1.0 if off < NEAR else 0.0 if off > OFF else -1.0
            truth = np.stack([offsets_along(square, side) for side in range(4)])
    if rng.random() < 0.3:
        view = make_coarse(rng, view)
    view = colour_jitter(rng, _develop(rng, _in_shadow(rng, light_unevenly(rng, view))))
    if rng.random() < GREY:
        view = np.repeat(cv2.cvtColor(view, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2)
    if rng.random() < 0.5:
        view, truth = view[:, ::-1], truth[list(MIRRORED)]
        truth[[0, 2]] = truth[[0, 2], ..., ::-1]
    return np.ascontiguousarray(view), truth.astype(np.float32), np.float32(floor)


def _assume_corners(
    rng: Generator, image: NDArray[np.uint8], corners: NDArray[np.float64], kind: float
) -> tuple[NDArray[np.float64], float]:
    """Return the assumed corners of a floor, and 0 if no floor lies there, else 1."""
    if kind < SIDEWAYS:
        around = transform(from_unit(corners), UNIT + rng.normal(0, 0.04, (4, 2)))
        start = around if rng.random() < 0.5 else np.array(first_look(image))
        return np.roll(start, 1 if rng.random() < 0.5 else -1, axis=0), 0.0
    if kind < SIDEWAYS + WRONG:
        return wrong_corners(rng, corners), 1.0
    if kind < SIDEWAYS + WRONG + FIRST:
        return np.array(first_look(image)) + rng.normal(0, 0.02 * image.shape[1], (4, 2)), 1.0
    off = UNIT + rng.normal(0, rng.choice([0.006, 0.02, 0.05, 0.1, 0.2], p=[0.35, 0.25, 0.2, 0.1, 0.1]), (4, 2))
    if rng.random() < 0.35:  # a side mistaken for the end of a tray or of a point
        side = int(rng.integers(4))
        off[UNIT[:, side % 2] == side // 2, side % 2] += rng.normal(0, 0.06)
    if rng.random() < 0.25:  # a corner hidden, or cut off
        off[int(rng.integers(4))] += rng.normal(0, 0.15, 2)
    if rng.random() < 0.35:
        way = rng.normal(0, 0.2)
        turn = np.array([[math.cos(way), -math.sin(way)], [math.sin(way), math.cos(way)]])
        off = ((off - 0.5) * np.exp(rng.normal(0, 0.15, 2))) @ turn.T + 0.5 + rng.normal(0, 0.08, 2)
    return transform(from_unit(corners), off), 1.0


def wrong_corners(rng: Generator, corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return corners that are clearly wrong: half of the floor, smaller or larger than it, or next to it."""
    kind = rng.random()
    if kind < 0.35:
        off = UNIT * ([0.5, 1] if rng.random() < 0.6 else [1, 0.5]) + rng.uniform(0, 0.5, 2) * (rng.random() < 0.5)
    elif kind < 0.6:
        off = (UNIT - 0.5) * rng.uniform(0.35, 0.75, 2) + 0.5 + rng.normal(0, 0.05, 2)
    elif kind < 0.8:
        off = (UNIT - 0.5) * rng.uniform(1.25, 1.6, 2) + 0.5 + rng.normal(0, 0.05, 2)
    else:
        off = UNIT + rng.choice([-1, 1], 2) * rng.uniform(0.2, 0.6, 2)
    return transform(from_unit(corners), off + rng.normal(0, 0.02, (4, 2)))


def _view(image: NDArray[np.uint8], found: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return the view of a floor with these corners (4, 2)."""
    return upright(*shrunk(image, np.array(as_corners(found)), FLOOR_PIXELS))


def change_camera(
    rng: Generator, image: NDArray[np.uint8], corners: NDArray[np.float64], ground: NDArray[np.uint8]
) -> Kept:
    """Return the picture and its corners as another camera would show them: rolled, more aslant, in another frame.

    ground: a picture that may surround it.
    """
    far, near = corners[:2].mean(axis=0), corners[2:].mean(axis=0)
    roll = rng.uniform(-ROLL, ROLL) if rng.random() < HELD else rng.normal(0, LEVEL)
    way = math.atan2(*(near - far)) + roll
    turn = np.array([[math.cos(way), -math.sin(way)], [math.sin(way), math.cos(way)]])
    board = corners @ turn.T
    low, wide = board.min(axis=0), np.ptp(board, axis=0)
    across = rng.choice(FORMATS)
    size = max(wide[0], wide[1] * across) / rng.uniform(*FILL) * np.array([1, 1 / across])
    corner = low - rng.uniform(0, 1, 2) * (size - wide)
    frame = (corner + UNIT * size + rng.normal(0, ASLANT, (4, 2)) * wide) @ turn
    pixels = (size * min(1.0, LARGEST / size.max())).astype(int)
    to_seen = cv2.getPerspectiveTransform(frame.astype(np.float32), (UNIT * pixels - 0.5).astype(np.float32))
    seen = np.asarray(to_seen, np.float64)
    return _shift_frame(rng, image, seen, pixels.tolist(), ground), transform(seen, corners)


def _shift_frame(
    rng: Generator, image: NDArray[np.uint8], seen: NDArray[np.float64], size: list[int], ground: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Return the picture of this size (width, height); around the image it repeats the rim, or shows another ground."""
    kind = rng.random()
    if kind < 1 / 3:
        return np.asarray(cv2.warpPerspective(image, seen, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    colour = encoded(any_colour(Random(int(rng.integers(1 << 31)))))  # noqa: S311 - pictures, not secrets
    around = cv2.resize(ground, size) if kind < 2 / 3 else np.full((size[1], size[0], 3), colour, np.uint8)
    return np.asarray(cv2.warpPerspective(image, seen, size, around, borderMode=cv2.BORDER_TRANSPARENT), np.uint8)


def _in_shadow(rng: Generator, view: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the view, sometimes with a shadow's edge across it, as from a window or a lamp."""
    if rng.random() > SHADOWS:
        return view
    way, through, soft = rng.uniform(0, 2 * math.pi), rng.uniform(0, VIEW, 2), rng.uniform(0.5, 12)
    y, x = np.ogrid[:VIEW, :VIEW]
    beyond = ((x - through[0]) * math.cos(way) + (y - through[1]) * math.sin(way)) / soft
    dark = 1 - rng.uniform(0.2, 0.7) * np.clip(beyond + 0.5, 0, 1)
    return np.asarray(view * dark[..., None], np.uint8)


def _develop(rng: Generator, view: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the view with another camera's white balance and exposure."""
    warm, power = rng.normal(0, WARMTH), math.exp(rng.normal(0, EXPOSURE))
    tones = 255 * (np.arange(256) / 255) ** power
    gains = np.exp([-warm, 0, warm])
    return np.asarray(cv2.LUT(view, np.clip(tones[:, None] * gains, 0, 255).astype(np.uint8)[None]), np.uint8)


def offsets_along(square: NDArray[np.float64], side: int) -> NDArray[np.float64]:
    """Return how far the true side is inside the assumed one (2, cells: offset, weight), at PLACES.

    square: the true corners (4, 2) on the unit square of the assumed floor.
    """
    one, other = ((0, 1), (1, 2), (3, 2), (0, 3))[side]
    (s, a), (t, b) = (square[one], square[other]) if side in (0, 2) else (square[one][::-1], square[other][::-1])
    offset = a + (PLACES - s) * (b - a) / (t - s) if abs(t - s) > 0.05 else np.full(len(PLACES), a)
    seen = (s - 0.01 < PLACES) & (t + 0.01 > PLACES)
    into = np.clip(1 - offset if side in (1, 2) else offset, PLACES[0], FURTHEST)
    return np.stack([into, seen.astype(float)])
