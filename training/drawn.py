"""Training samples from drawn scenes: flat views and whole pictures with their target maps."""

from __future__ import annotations

import math
import os
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, overload

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.command_line import CannotRun
from training.gleam import add_reflections
from training.picture_files import DameTruth, KeptScene, Make, read_scenes, shards
from vision.locate.rectify import FLOOR, VIEW, FlatView, as_corners, flatten, transform
from vision.models.network import CELL
from vision.pieces.case_look import COUNTS


class Scenes(Sequence[KeptScene]):
    """Stored scenes. They are decoded when they are asked for, since decoded scenes would fill the memory."""

    def __init__(self, kept: list[KeptScene]) -> None:
        self._kept = kept

    def __len__(self) -> int:
        return len(self._kept)

    @overload
    def __getitem__(self, index: int) -> KeptScene: ...
    @overload
    def __getitem__(self, index: slice) -> Scenes: ...
    def __getitem__(self, index: int | slice) -> KeptScene | Scenes:
        if isinstance(index, slice):
            return Scenes(self._kept[index])
        return self._kept[index].decode()


def load_scenes(folders: str, *, held_out: bool) -> Scenes:
    """Load the scenes of folders (separated by colons); the last shards of each folder are held out for measuring.

    Raises CannotRun when there are none.
    """
    files = shards(map(Path, folders.split(":")), held_out=held_out)
    return Scenes([kept for file in files for kept in read_scenes(file)])


def without_board(folders: str) -> list[Path]:
    """The photographs and pictures (.jpg) without a board in folders (separated by colons).

    Raises CannotRun when there are none.
    """
    pictures = sorted(path for folder in folders.split(":") for path in Path(folder).rglob("*.jpg"))
    if not pictures:
        raise CannotRun(f"{folders}: no picture (.jpg) without a board")
    return pictures


def compress(picture: NDArray[np.uint8], quality: int) -> NDArray[np.uint8]:
    """Return the picture after JPEG compression of this quality (0..100)."""
    jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)


def cut_off(
    image: NDArray[np.uint8], corners: NDArray[np.float64], side: int, share: float
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Return a picture that ends inside a side of a floor (0 far, 1 right, 2 near, 3 left), and the corners in it.

    share: of the floor that is left out there; less than nothing: the picture ends beside the floor.
    """
    edge, other = corners[[side, (side + 1) % 4]].mean(axis=0), corners[[side - 2, side - 1]].mean(axis=0)
    axis = int(np.argmax(np.abs(other - edge)))
    end = int(np.clip(edge + share * (other - edge), 0, image.shape[1::-1])[axis])
    kept = slice(None, end) if edge[axis] > other[axis] else slice(end, None)
    moved = corners - np.eye(2)[axis] * (kept.start or 0)
    return np.ascontiguousarray(image[kept] if axis else image[:, kept]), moved


def make_coarse(rng: Generator, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the picture as a small or strongly compressed one would show it, at its own size."""
    height, width = image.shape[:2]
    shrink = rng.uniform(0.35, 0.95)
    small = np.asarray(cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    if rng.random() < 0.5:
        small = compress(small, int(rng.uniform(12, 70)))
    way = cv2.INTER_LINEAR if rng.random() < 0.6 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(small, (width, height), interpolation=way), np.uint8)


def light_unevenly(rng: Generator, view: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the view, in two cases of five lit unevenly, sometimes in several colours."""
    if rng.random() > 0.4:
        return view
    strength = rng.uniform(0.05, 0.4)
    light = np.exp(rng.normal(0, strength, (3, 3, 3 if rng.random() < 0.3 else 1))).astype(np.float32)
    field = cv2.resize(np.broadcast_to(light, (3, 3, 3)), view.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(view * field, 0, 255), np.uint8)


GRAIN = np.random.default_rng(0).normal(0, 1, (1200, 1200, 3)).astype(np.float32)
"""Grain to cut pieces from. Drawing new grain for each sample would take longer than the network does."""


def colour_jitter(rng: Generator, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the picture as another lamp and camera would show it: hue, saturation, gains, gamma, noise, blur, JPEG."""
    if rng.random() < 0.4:
        hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(int) + int(rng.integers(0, 180))) % 180
        hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0, 1.3), 0, 255)
        image = np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)
    table = np.arange(256) / 255.0
    gains = np.exp(rng.normal(0, 0.06, 3)) * np.exp(rng.normal(0, 0.15))
    curve = np.exp(rng.normal(0, 0.15))
    out = np.stack(
        [cv2.LUT(image[..., c], np.clip(255 * gains[c] * table**curve, 0, 255).astype(np.uint8)) for c in range(3)],
        axis=-1,
    )
    if rng.random() < 0.25:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.3, 1.0))
    if rng.random() < 0.3:
        return add_grain(rng, np.asarray(out, np.uint8))
    return np.asarray(out, np.uint8)


def add_grain(rng: Generator, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the picture with a camera's grain. One in three is dark and coarse, as from a small camera in the dark."""
    height, width = image.shape[:2]
    dim = rng.random() < 1 / 3
    coarse = rng.uniform(1, 2.5) if dim else 1.0
    tall, wide = math.ceil(height / coarse), math.ceil(width / coarse)
    x, y = int(rng.integers(0, 1200 - wide)), int(rng.integers(0, 1200 - tall))
    grain = GRAIN[y : y + tall, x : x + wide]
    if rng.random() < 0.5:  # grey grain
        grain = np.repeat(grain[..., :1], 3, axis=2)
    if dim:
        grain = np.asarray(cv2.resize(grain, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    light = rng.uniform(0.35, 1.0) if dim else 1.0
    return np.clip(image * light + grain * rng.uniform(1, 12 if dim else 8), 0, 255).astype(np.uint8)


def raise_spot(heat: NDArray[np.float32], x: float, y: float, spread: float) -> None:
    """Raise a heat map (peak 1) around a cell."""
    height, width = heat.shape
    cx, cy, reach = round(x), round(y), int(3 * spread) + 1
    if not (0 <= cx < width and 0 <= cy < height):
        return
    x0, x1, y0, y1 = max(cx - reach, 0), min(cx + reach + 1, width), max(cy - reach, 0), min(cy + reach + 1, height)
    yy, xx = np.mgrid[y0:y1, x0:x1]
    bump = np.exp(-((xx - cx) ** 2 + (yy - cy) ** 2) / (2 * spread * spread)).astype(np.float32)
    np.maximum(heat[y0:y1, x0:x1], bump, out=heat[y0:y1, x0:x1])


JETON_SPREAD = 0.7
"""Spread of a jeton's spot, in cells. Jetons that touch are two cells apart, so their spots keep a dip between them."""

POLISHED = 0.3
"""Share of the views with polished dames that mirror a window or a lamp."""

SEEN, HIDDEN = 0.25, 0.1
"""Visible shares of a dame's upper face: a dame counts as seen from SEEN on, and as hidden up to HIDDEN."""

PARTLY = 0.35
"""A dame may count or not if its visible share is between HIDDEN and this. Its case counts only a quarter."""

FLAT_MAPS = ("dame", "light", "raised", "jeton", "hand", "bar", "floor")


def flat_sample(rng: Generator, scene: KeptScene) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.float32]]:
    """Return a flat view, randomly mirrored, with its maps and weights (7, h/4, w/4) in the order of FLAT_MAPS."""
    image, corners, make, hands, dames, _, jetons = scene
    span = float(np.linalg.norm(corners[1] - corners[0]))
    noisy = corners + rng.normal(0, span * rng.choice([0.003, 0.008, 0.025], p=[0.6, 0.2, 0.2]), (4, 2))
    view = flatten(image, as_corners(noisy))
    flat = view.image
    radius = make.field.dame / make.field.width * FLOOR[0] / 2
    if rng.random() < POLISHED:
        clear = [dame.top for dame in dames if dame.seen > 0.9]
        flat = add_reflections(rng, flat, transform(view.to_view, np.array(clear).reshape(-1, 2)), radius)
    if rng.random() < 0.35:  # a board small in the picture
        flat = make_coarse(rng, flat)
    flat = colour_jitter(rng, flat)
    width, height = VIEW[0] // CELL, VIEW[1] // CELL
    maps = np.zeros((7, height, width), np.float32)
    weights = np.ones((7, height, width), np.float32)
    weights[1:3] = 0
    spot_dames(maps, weights, view, dames, radius / CELL)
    for centre, _ in jetons:
        ((x, y),) = transform(view.to_view, centre[None]) / CELL - 0.5 + 0.5 / CELL
        raise_spot(maps[3], x, y, JETON_SPREAD)
    to_cells = np.diag([1 / CELL, 1 / CELL, 1]) @ view.to_view @ np.diag([2, 2, 1])
    maps[4] = cv2.warpPerspective(hands, to_cells, (width, height)) > 127
    maps[5], maps[6] = bar_and_floor(view, make, corners)
    weights[5] = maps[6] > 0.99
    for axis in (1, 2):
        if rng.random() < 0.5:
            flat = np.flip(flat, axis - 1)
            maps, weights = np.flip(maps, axis), np.flip(weights, axis)
    return np.ascontiguousarray(flat), np.ascontiguousarray(maps), np.ascontiguousarray(weights)


def case_truth(dames: Sequence[DameTruth], *, across: bool, down: bool) -> NDArray[np.float32]:
    """Return what each case shows (24, 5), near row first; across, down: whether the board is mirrored each way."""
    here: list[list[DameTruth]] = [[] for _ in range(24)]
    for dame in dames:
        if dame.case is not None:
            row, column = dame.case
            here[12 * ((row == "far") != down) + (12 - column if across else column - 1)].append(dame)
    truth = np.zeros((24, 5), np.float32)
    for number, lying in enumerate(here):
        tops = [dame for dame in lying if dame.seen >= SEEN]
        sets = {dame.light for dame in tops}
        unsure = any(HIDDEN < dame.seen < PARTLY for dame in lying)
        truth[number] = (
            min(len(tops), COUNTS - 1),
            float(sets.pop()) if len(sets) == 1 else -1,
            any(dame.level > 0 for dame in tops),
            len(lying) > len(tops),
            0.25 if unsure else 1,
        )
    return truth


def spot_dames(
    maps: NDArray[np.float32], weights: NDArray[np.float32], view: FlatView, dames: Sequence[DameTruth], radius: float
) -> None:
    """Put dames into the maps and weights of `flat_sample`: their middles, their sets, whether they lie on others.

    radius: of a dame, in cells. A dame that is hardly visible gets no weight.
    """
    _, height, width = maps.shape
    for dame in dames:
        ((x, y),) = transform(view.to_view, dame.top[None]) / CELL - 0.5 + 0.5 / CELL
        cx, cy = round(x), round(y)
        if not (0 <= cx < width and 0 <= cy < height):
            continue
        if dame.seen >= SEEN:
            raise_spot(maps[0], x, y, radius * 0.4)
            around = np.s_[max(cy - 1, 0) : cy + 2, max(cx - 1, 0) : cx + 2]
            weights[(slice(1, 3), *around)] = 1
            maps[(1, *around)] = dame.light
            maps[(2, *around)] = dame.level > 0
        elif dame.seen > HIDDEN:
            reach = round(radius)
            weights[0, max(cy - reach, 0) : cy + reach + 1, max(cx - reach, 0) : cx + reach + 1] = 0
    weights[0][maps[0] > 0.999] = 1


def bar_and_floor(
    view: FlatView, make: Make, corners: NDArray[np.float64]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the share of the bar and of the floor (0..1) in each cell of a flat view.

    corners: the floor's corners, pixels.
    """
    tall, wide = view.image.shape[:2]
    f = make.field
    floor = np.array([[0, 0], [f.width, 0], [f.width, f.height], [0, f.height]], np.float32)
    to_view = view.to_view @ cv2.getPerspectiveTransform(floor, corners.astype(np.float32))
    half = np.array([f.bar / 2, 0])
    middle = np.array([[f.width / 2, 0], [f.width / 2, f.height]])
    bar = np.array([middle[0] - half, middle[0] + half, middle[1] + half, middle[1] - half])

    def filled(outline: NDArray[np.float64] | NDArray[np.float32]) -> NDArray[np.float32]:
        stencil = np.zeros((tall, wide), np.float32)
        pixels = np.rint(transform(to_view, outline) * 16).astype(np.int32)
        cv2.fillPoly(stencil, [pixels], 1.0, cv2.LINE_AA, 4)
        return np.asarray(cv2.resize(stencil, (wide // CELL, tall // CELL), interpolation=cv2.INTER_AREA), np.float32)

    return filled(bar), filled(floor)


def batches(
    make: Callable[[Generator], tuple[NDArray[Any], ...]], size: int, seed: int
) -> Iterator[tuple[NDArray[Any], ...]]:
    """Yield endless batches of samples from `make`, prepared during training by one thread fewer than there are cores.

    Raises whatever `make` raises.
    """
    workers = max(1, len(os.sched_getaffinity(0)) - 1)
    ready: queue.Queue[tuple[NDArray[Any], ...] | Exception] = queue.Queue(4 * workers)

    def work(worker: int) -> None:
        rng = np.random.default_rng([seed, worker])
        try:
            while True:
                samples = [make(rng) for _ in range(size)]
                ready.put(tuple(np.stack(part) for part in zip(*samples, strict=True)))
        except Exception as error:  # Otherwise the reader of the next batch would wait for ever.
            ready.put(error)

    for worker in range(workers):
        threading.Thread(target=work, args=(worker,), daemon=True).start()
    while True:
        batch = ready.get()
        if isinstance(batch, Exception):
            raise batch
        yield batch
