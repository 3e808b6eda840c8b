"""Training samples for the two dice networks: from drawn and rendered tables, boards, and photographs with a licence.

Photographs are in PHOTOS/dice_wood, PHOTOS/dice (table_*) and PHOTOS/dice_small: `small` of the public repository
KamilPiechowiak/DiceDetection. The labels of the last, made by eye with the finder's sizes, are in dice_small.json;
pictures of other surfaces than those learnt from are held out there.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.drawn import GRAIN, colour_jitter
from training.picture_files import UNSURE, PatchDie, read_patches, shards
from vision.models.network import CELL
from vision.pieces.dice import CROP, SPREAD, USUAL_EDGE

WINDOW = 128
"""The side of a finder's training window."""
GOAL = (0.5 * USUAL_EDGE, 2.0 * USUAL_EDGE)
"""Edges (pixels) to which a window's dice are scaled: one octave on both sides."""
OURS = (0.46 * USUAL_EDGE, 2.2 * USUAL_EDGE)
"""Edges (pixels) of dice that the finder must find."""
THEIRS = (0.36 * USUAL_EDGE, 2.8 * USUAL_EDGE)
"""Edges (pixels) of dice that belong to another scale, so that finding them is neither right nor wrong."""
BREADTH = 0.22
"""Standard deviation of a die's hill on the finder's map, in edges of the die."""


@dataclass(slots=True)
class Source:
    """A picture with its dice.

    Attributes:
        picture: Encoded, or (height, width, 3) BGR.
        dice: Its dice, and things that are none (value 0).
        real: Whether it is a photograph.
    """

    picture: NDArray[np.uint8]
    dice: list[PatchDie]
    real: bool


class Pool:
    """Decoded pictures; few are kept at a time."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources, self._kept = sources, [decoded(source) for source in sources[:KEPT]]

    def any(self, rng: Generator) -> Source:
        """Return a picture, now and then one that was not kept before."""
        slot = int(rng.integers(len(self._kept)))
        if rng.random() < FRESH:
            self._kept[slot] = decoded(self._sources[int(rng.integers(len(self._sources)))])
        return self._kept[slot]


KEPT, FRESH = 300, 0.1
"""Pictures kept decoded, and how often one of them is exchanged: decoding takes longer than drawing a sample."""


def drawn_sources(folders: str, *, held_out: bool) -> list[Source]:
    """Return the pictures of training.draw_dice, dice_tables or mine_mistakes in folders, separated by colons.

    The last shard of each folder is held out.
    """
    return [
        Source(encoded, dice, real=False)
        for shard in shards(map(Path, folders.split(":")), held_out=held_out)
        for encoded, dice in read_patches(shard)
    ]


@dataclass(frozen=True, slots=True)
class SmallSet:
    """The labels of PHOTOS/dice_small: x, y, edge (pixels) and value of each die by picture, and those held out."""

    dice: dict[str, list[tuple[float, float, float, int]]]
    held_out: frozenset[str]


@cache
def small_set() -> SmallSet:
    """Return the labels of PHOTOS/dice_small; UNSURE is the value of dice that people could not read."""
    known = json.loads(Path(__file__).with_name("dice_small.json").read_text())
    dice = {f"{SMALL}/{name}": [tuple(die) for die in dice] for name, dice in known["dice"].items()}
    return SmallSet(dice, frozenset(f"{SMALL}/{name}" for name in known["held_out"]))


SMALL = "dice_small"
"""The folder of the pictures of several sets of dice on desks, cloths and bags."""


def held_out_photograph(name: str) -> bool:
    """Return whether a photograph is never trained on: a fifth, chosen by name alone, and of SMALL other surfaces."""
    return name in small_set().held_out if name.startswith(SMALL) else zlib.crc32(name.encode()) % 5 == 0


def photographs(folder: Path, measured: dict[str, list[list[float]]], *, held_out: bool) -> list[Source]:
    """Return the dice photographs for training in `folder`; measured: their dice, by training.measure_edges."""
    return [
        _shrunk(
            np.asarray(cv2.imread(str(folder / name)), np.uint8),
            [PatchDie(x, y, edge, int(value), flat=True) for x, y, edge, value in known],
        )
        for name, known in measured.items()
        if held_out_photograph(name) == held_out
    ]


def by_set(photographs: dict[str, list[list[float]]]) -> list[dict[str, list[list[float]]]]:
    """Return the photographs of dice_wood and dice, and those of SMALL: the latter show more kinds of dice."""
    small = {name: dice for name, dice in photographs.items() if name.startswith(SMALL)}
    return [{name: dice for name, dice in photographs.items() if name not in small}, small]


def photograph_labels(folder: Path, name: str) -> list[tuple[float, float, int]]:
    """Return x, y (pixels) and value of every die of one photograph."""
    if name.startswith(SMALL):
        return [(x, y, value) for x, y, _, value in small_set().dice[name]]
    if name.startswith("dice_wood/"):
        lines = (folder / name).with_suffix(".txt").read_text().split("\n")
        numbers = [[float(word) for word in line.split()] for line in lines if line.strip()]
        return [(x * 640, y * 480, int(kind) + 1) for kind, x, y, *_ in numbers]
    known = json.loads((folder / "dice.json").read_text())["photos"]
    (entry,) = [photo for photo in known if photo["file"] == name]
    return [(die["x"], die["y"], die["value"]) for die in entry["dice"]]


SHARP = 32.0
"""The usual edge (pixels) of dice in photographs for training: in larger pictures a sample takes longer to draw."""


def _shrunk(image: NDArray[np.uint8], dice: list[PatchDie]) -> Source:
    """Return a photograph whose smallest usual dice have at most SHARP pixels."""
    shrink = min(1.0, SHARP / float(np.quantile([die.edge for die in dice if die.value], 0.25)))
    smaller = np.asarray(cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    return Source(
        smaller, [replace(die, x=die.x * shrink, y=die.y * shrink, edge=die.edge * shrink) for die in dice], real=True
    )


def decoded(source: Source) -> Source:
    """Return the source with its picture decoded."""
    if source.picture.ndim == 3:
        return source
    return replace(source, picture=np.asarray(cv2.imdecode(source.picture, cv2.IMREAD_COLOR), np.uint8))


def finder_sample(rng: Generator, source: Source) -> tuple[NDArray[Any], ...]:
    """Return a window of WINDOW pixels, its (die, log2 edge / USUAL_EDGE) maps and their weights."""
    image = source.picture
    edges = [die.edge for die in source.dice]
    goal = math.exp(rng.uniform(*np.log(GOAL)))
    scale = goal / float(rng.choice(edges)) if edges else rng.uniform(0.4, 1.2)
    scale = float(np.clip(scale, 0.15, 3.0))
    turn = _turned(rng, scale, 0.08, real=source.real)
    if edges and rng.random() < 0.85:
        die = _any_die(rng, source.dice)
        middle = np.array([die.x, die.y])
        aim = rng.uniform(10, WINDOW - 10, 2)
    else:
        middle, aim = rng.uniform(0, 1, 2) * [image.shape[1], image.shape[0]], np.array([WINDOW / 2] * 2)
    warp = np.column_stack([turn, aim - turn @ middle])
    window = _warp(image, warp, scale, WINDOW, rng)
    target, weight = (
        np.zeros((2, WINDOW // CELL, WINDOW // CELL), np.float32),
        np.zeros((2, WINDOW // CELL, WINDOW // CELL), np.float32),
    )
    weight[0] = 1
    for die in source.dice:
        x, y = turn @ [die.x, die.y] + warp[:, 2]
        edge, cx, cy = die.edge * scale, (x - 1.5) / CELL, (y - 1.5) / CELL
        column, row = round(cx), round(cy)
        if not (0 <= column < WINDOW // CELL and 0 <= row < WINDOW // CELL):
            continue
        around = np.s_[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2]
        if OURS[0] <= edge <= OURS[1] and die.value > 0:
            _raise(target[0], cx, cy, BREADTH * edge / CELL)
            weight[(1, *around)] = 1
            target[(1, *around)] = math.log2(edge / USUAL_EDGE)
        elif die.value and THEIRS[0] < edge < THEIRS[1]:
            reach = max(1, round(edge / CELL / 2))
            weight[0, max(row - reach, 0) : row + reach + 1, max(column - reach, 0) : column + reach + 1] = 0
    weight[0][target[0] > 0.3] = 1
    if rng.random() < 0.5:
        window, target, weight = window[:, ::-1], target[:, :, ::-1], weight[:, :, ::-1]
    window = _far(rng, _smear(rng, np.ascontiguousarray(window), goal), goal, FAR_SHARE * (scale < 1))
    return (
        colour_jitter(rng, _burnt(rng, window)),
        np.ascontiguousarray(target),
        np.ascontiguousarray(weight),
    )


def _raise(heat: NDArray[np.float32], x: float, y: float, spread: float) -> None:
    """Add a hill around (x, y), which lies between cells: the nearest cell becomes 1, however small the hill."""
    rows, columns = np.ogrid[: heat.shape[0], : heat.shape[1]]
    hill = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * spread * spread)).astype(np.float32)
    np.maximum(heat, hill / hill.max(), out=heat)


def reader_sample(rng: Generator, source: Source) -> tuple[NDArray[Any], ...]:
    """Return a crop of CROP pixels, its class (0: no die, 1..6) and how it lies (1: flat, 0: leaning, -1: unknown)."""
    image = source.picture
    shape = [image.shape[1], image.shape[0]]
    value, flat = 0, -1.0
    if source.dice and rng.random() < 0.86:
        die = _any_die(rng, source.dice)
        # The finder's typical errors. They are largest for dice seen aslant, whose sides it sees as well.
        sides = rng.uniform(0, 1) if rng.random() < SIDES_TAKEN else 0.0
        scale = CROP / (die.edge * SPREAD * (1 + 0.45 * sides)) * math.exp(rng.normal(0, 0.17 - 0.07 * sides))
        shift = (rng.normal(0, 0.12 - 0.06 * sides, 2) + np.array([0, 0.3 * sides])) * die.edge
        if rng.random() < 0.12:  # off its middle: not a die
            reach, way = rng.uniform(0.75, 1.6) * die.edge, rng.uniform(0, 2 * np.pi)
            shift = reach * np.array([math.cos(way), math.sin(way)])
        else:
            value, flat = die.value, float(die.flat) if die.value else -1.0
        middle = np.array([die.x, die.y]) + shift
        if value == 0:
            far = [
                math.hypot(other.x - middle[0], other.y - middle[1]) / other.edge
                for other in source.dice
                if other.value
            ]
            if far and min(far) < 0.6:  # Another die, or too near one to be none.
                value = UNSURE
    else:
        scale, middle = CROP / (rng.uniform(12, 60) * SPREAD), rng.uniform(0, 1, 2) * shape
        if any(math.hypot(die.x - middle[0], die.y - middle[1]) < die.edge for die in source.dice):
            value = UNSURE
    turn = _turned(rng, scale, 0.12, real=source.real)
    warp = np.column_stack([turn, np.array([CROP / 2, CROP / 2]) - turn @ middle])
    crop = _warp(image, warp, scale, CROP, rng)
    if rng.random() < 0.5:
        crop = crop[:, ::-1]
    crop = _smear(rng, np.ascontiguousarray(crop), CROP / SPREAD)
    return colour_jitter(rng, _far(rng, _burnt(rng, crop), CROP / SPREAD, FAR_SHARE * (scale < 1))), np.array(
        [value, flat], np.float32
    )


SIDES_TAKEN = 0.3
"""Share of crops made as if the finder had taken a die's sides for a part of its upper face.

They are up to 0.3 edges too low and nearly half as wide again. Measured on small white dice with sharp edges, on a
rendered table seen from 43 degrees.
"""


ACES = 2.0
"""How much more often an ace is shown than another die: most things that are no dice look like aces."""


def _any_die(rng: Generator, dice: Sequence[PatchDie]) -> PatchDie:
    """Return one of the dice, and of the things that are none."""
    weights = np.array([ACES if die.value == 1 else 1.0 for die in dice])
    return dice[int(rng.choice(len(dice), p=weights / weights.sum()))]


def _turned(rng: Generator, scale: float, roll: float, *, real: bool) -> NDArray[np.float64]:
    """Return the 2x2 matrix of a roll, sometimes with the stretch of oblong pixels or of a view from the side.

    real: turn photographs by any quarters, too, since they show few dice from few sides.
    """
    way = rng.normal(0, roll) + (rng.integers(4) * np.pi / 2 if real else 0.0)
    turn = scale * np.array([[math.cos(way), -math.sin(way)], [math.sin(way), math.cos(way)]])
    stretch, axis = rng.normal(0, 0.26 if rng.random() < 0.35 else 0.07), rng.uniform(0, np.pi)
    along = np.array([[math.cos(axis), -math.sin(axis)], [math.sin(axis), math.cos(axis)]])
    return np.asarray(along @ np.diag(np.exp(stretch * np.array([1, -1]))) @ along.T @ turn, np.float64)


def _smear(rng: Generator, picture: NDArray[np.uint8], edge: float) -> NDArray[np.uint8]:
    """Sometimes add the blur of a moving die or camera, shorter than half an edge (pixels)."""
    if rng.random() > 0.25:
        return picture
    length, way, reach = rng.uniform(0.07, 0.42) * edge, rng.uniform(0, np.pi), 6
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for step in np.linspace(-length / 2, length / 2, 32):
        kernel[round(reach + step * math.sin(way)), round(reach + step * math.cos(way))] += 1
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.uint8)


FAR = (7.5, 16.0)
"""Edges (pixels) of dice in pictures from far cameras and in small pictures, which are enlarged to be read."""

FAR_SHARE = 0.4
"""Share of larger dice that are shrunk to a FAR size."""


def _far(rng: Generator, picture: NDArray[np.uint8], edge: float, share: float) -> NDArray[np.uint8]:
    """Sometimes (`share`) show the picture as a far camera would: with fewer pixels, then degraded.

    edge: edge of its dice, pixels.
    """
    shrink = math.exp(rng.uniform(*np.log(FAR))) / edge
    if rng.random() > share or shrink > 0.95:
        return picture
    size = (picture.shape[1], picture.shape[0])
    fewer = (max(8, round(size[0] * shrink)), max(8, round(size[1] * shrink)))
    small = np.asarray(cv2.resize(picture, fewer, interpolation=cv2.INTER_AREA), np.uint8)
    if rng.random() < 0.4:
        small = _mosaic(small)
    if rng.random() < 0.6:
        small = np.asarray(cv2.GaussianBlur(small, (0, 0), rng.uniform(0.3, 0.9)), np.uint8)
    if rng.random() < 0.4:
        small = _sharpened(small, rng.uniform(0.2, 1))
    if rng.random() < 0.6:
        x, y = int(rng.integers(0, 1000)), int(rng.integers(0, 1000))
        grain = GRAIN[y : y + small.shape[0], x : x + small.shape[1]] * np.float32(rng.uniform(1, 6))
        small = np.clip(small + grain, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        # JPEG's blocks may begin anywhere around a die.
        right, down = rng.integers(0, 16, 2).tolist()
        padded = cv2.copyMakeBorder(small, down, 0, right, 0, cv2.BORDER_REPLICATE)
        packed = cv2.imencode(".jpg", padded, [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(35, 95))])[1]
        small = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)[down:, right:]
    return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def _burnt(rng: Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Now and then overexpose the picture: the faces of a pale die then have no edges between them, only pips."""
    if rng.random() > 0.2:
        return picture
    gain = rng.uniform(0.9, 1.7) * 255 / max(float(np.quantile(picture, 0.97)), 1.0)
    return np.asarray(np.clip(picture * gain, 0, 255), np.uint8)


def _sharpened(picture: NDArray[np.uint8], strength: float) -> NDArray[np.uint8]:
    soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
    return np.asarray(cv2.addWeighted(picture, 1 + strength, soft, -strength, 0), np.uint8)


def _mosaic(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the picture as seen by a sensor that has one colour at each pixel."""
    raw = picture[..., 1].copy()
    raw[::2, ::2], raw[1::2, 1::2] = picture[::2, ::2, 2], picture[1::2, 1::2, 0]
    return np.asarray(cv2.cvtColor(raw, cv2.COLOR_BayerBG2BGR), np.uint8)


def _warp(
    image: NDArray[np.uint8], warp: NDArray[np.float64], scale: float, side: int, rng: Generator
) -> NDArray[np.uint8]:
    if scale < 0.67:
        corners = np.array([[0, 0], [side, 0], [side, side], [0, side]]) - warp[:, 2]
        seen = corners @ np.linalg.inv(warp[:, :2]).T
        low = np.clip(np.floor(seen.min(axis=0)) - 2, 0, np.array(image.shape[1::-1]) - 8).astype(int)
        high = np.maximum(np.ceil(seen.max(axis=0)).astype(int) + 2, low + 8)
        part = image[low[1] : high[1], low[0] : high[0]]
        small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        back = np.diag([part.shape[1] / small.shape[1], part.shape[0] / small.shape[0], 1.0])
        back[:2, 2] = low
        warp, image = np.vstack([warp, [0, 0, 1]])[:2] @ back, np.asarray(small, np.uint8)
    # The border is not mirrored: mirrored dice would be labelled as background.
    border = cv2.BORDER_CONSTANT if rng.random() < 0.5 else cv2.BORDER_REPLICATE
    beyond = [float(value) for value in image[int(rng.integers(len(image))), int(rng.integers(image.shape[1]))]]
    out = cv2.warpAffine(image, warp, (side, side), flags=cv2.INTER_LINEAR, borderMode=border, borderValue=beyond)
    return np.asarray(out, np.uint8)
