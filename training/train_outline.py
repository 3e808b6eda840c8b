"""Train the network that reads where the sides of an upright floor are.

`python -m training.train_outline SCENES NOTHING MINUTES [MODEL.onnx]`

SCENES: folders of scenes, separated by colons; NOTHING: folders of pictures without a board. Training begins with the
weights of EfficientNet-Lite0 (training/sources.md). It moves the corners by chance, far or little, and the network
learns where the sides are from there. The script prints the results on the held-out scenes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import torch
from torch.nn import functional

from training.command_line import asks_for_scenes, asks_to_train, parser_of, run
from training.drawn import coarser, colour_jitter, load_scenes, shaded, without_board
from training.loop import train
from training.nets import Outline, export
from training.train_sides import astray
from vision.geometry import as_corners
from vision.locate.outline import FLOOR_PIXELS, MIRRORED, PLACES, SCALES, VIEW, upright
from vision.locate.rectify import transform
from vision.locate.sides import UNIT, from_unit, shrunk

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.random import Generator
    from numpy.typing import NDArray

    from training.drawn import Scenes

BATCH = 16
PEAK_RATE = 1.5e-3
NOT_A_FLOOR, SIDEWAYS, ASTRAY, FAR = 0.07, 0.08, 0.12, 0.15
"""Shares of samples: no floor; a floor turned by a quarter; half a floor or its surroundings; a smaller shifted one."""
CROPPED = 0.45
"""The share of pictures that are cropped near the board, as many photographs are."""
NEAR, OFF = 0.1, 0.28
"""A view shows the floor if all corners are less than NEAR off (share of the floor), none if one is more than OFF."""
FURTHEST = 0.7
"""A side further into the view is reported here (share of the view)."""
PLAINLY = 20.0
"""Weight of an offset's absolute error next to the likelihood. Without it, unsure offsets teach nothing."""


def outline_sample(rng: Generator, scene: Any, nothing: list[Path]) -> tuple[Any, ...]:  # noqa: ANN401 - a drawn scene
    """Return the view, the place of each side (4, 2, cells: offset, weight), and P(floor), -1 where it is undecided."""
    image, corners, *_ = scene
    truth = np.zeros((4, 2, len(PLACES)))
    kind = rng.random()
    if kind < NOT_A_FLOOR:
        image = np.asarray(cv2.imread(str(nothing[int(rng.integers(len(nothing)))])), np.uint8)
        found = (UNIT * rng.uniform(0.4, 1) + rng.normal(0, 0.08, (4, 2))) * [image.shape[1], image.shape[0]]
        view, floor = _seen(image, found), 0.0
    else:
        if rng.random() < CROPPED:
            image, corners = cropped(rng, image, corners)
        found, floor = _looked_at(rng, corners, kind - NOT_A_FLOOR)
        if not cv2.isContourConvex(found.astype(np.float32)):
            found, floor = corners, 1.0
        view = _seen(image, found)
        if floor != 0.0:
            square = transform(np.linalg.inv(from_unit(found)), corners)
            off = float(np.abs(square - UNIT).max())
            floor = 1.0 if off < NEAR else 0.0 if off > OFF else -1.0
            truth = np.stack([along(square, side) for side in range(4)])
    if rng.random() < 0.3:
        view = coarser(rng, view)
    view = colour_jitter(rng, shaded(rng, view))
    if rng.random() < 0.06:
        view = np.repeat(cv2.cvtColor(view, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2)
    if rng.random() < 0.5:
        view, truth = view[:, ::-1], truth[list(MIRRORED)]
        truth[[0, 2]] = truth[[0, 2], ..., ::-1]
    return np.ascontiguousarray(view), truth.astype(np.float32), np.float32(floor)


def _looked_at(rng: Generator, corners: NDArray[np.float64], kind: float) -> tuple[NDArray[np.float64], float]:
    """Return the assumed corners of a floor, and 0 if no floor lies there, else 1."""
    if kind < SIDEWAYS:
        around = transform(from_unit(corners), UNIT + rng.normal(0, 0.04, (4, 2)))
        return np.roll(around, 1 if rng.random() < 0.5 else -1, axis=0), 0.0
    if kind < SIDEWAYS + ASTRAY:
        return astray(rng, corners), 1.0
    if kind < SIDEWAYS + ASTRAY + FAR:
        low, high = corners.min(axis=0), corners.max(axis=0)
        wide = (high - low) * np.exp(rng.uniform(-0.2, 0.9, 2))
        return (low + high) / 2 + (UNIT - 0.5 + rng.uniform(-0.3, 0.3, 2)) * wide, 1.0
    off = UNIT + rng.normal(0, rng.choice([0.006, 0.02, 0.05, 0.1], p=[0.4, 0.3, 0.2, 0.1]), (4, 2))
    if rng.random() < 0.35:  # a side mistaken for the end of a tray or of a point
        side = int(rng.integers(4))
        off[UNIT[:, side % 2] == side // 2, side % 2] += rng.normal(0, 0.06)
    if rng.random() < 0.35:
        way = rng.normal(0, 0.12)
        turn = np.array([[math.cos(way), -math.sin(way)], [math.sin(way), math.cos(way)]])
        off = ((off - 0.5) * np.exp(rng.normal(0, 0.15, 2))) @ turn.T + 0.5 + rng.normal(0, 0.08, 2)
    return transform(from_unit(corners), off), 1.0


def _seen(image: NDArray[np.uint8], found: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return the view of a floor with these corners (4, 2)."""
    return upright(*shrunk(image, np.array(as_corners(found)), FLOOR_PIXELS))


def cropped(
    rng: Generator, image: NDArray[np.uint8], corners: NDArray[np.float64]
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Crop a picture near the board; return it with the corners in it."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    wide = float((high - low).max())
    around = wide * (np.abs(rng.normal(0, 0.09, (2, 2))) - 0.01)
    left, top = np.clip(low - around[0], 0, None).astype(int)
    right, bottom = np.minimum(high + around[1], image.shape[1::-1]).astype(int)
    return image[top:bottom, left:right], corners - [left, top]


def along(square: NDArray[np.float64], side: int) -> NDArray[np.float64]:
    """Return how far the true side is inside the assumed one (2, cells: offset, weight), at PLACES.

    square: the true corners (4, 2) on the unit square of the assumed floor.
    """
    one, other = ((0, 1), (1, 2), (3, 2), (0, 3))[side]
    (s, a), (t, b) = (square[one], square[other]) if side in (0, 2) else (square[one][::-1], square[other][::-1])
    offset = a + (PLACES - s) * (b - a) / (t - s) if abs(t - s) > 0.05 else np.full(len(PLACES), a)
    seen = (s - 0.01 < PLACES) & (t + 0.01 > PLACES)
    into = np.clip(1 - offset if side in (1, 2) else offset, PLACES[0], FURTHEST)
    return np.stack([into, seen.astype(float)])


def told(answer: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the sides in maps (n, 9, cells, cells), as `vision.locate.outline.sides_in`: (n, 4, cells) twice, (n,)."""
    places = torch.tensor(PLACES, dtype=answer.dtype, device=answer.device)
    off, scales = [], []
    for side in range(4):
        axis = 1 if side % 2 == 0 else 2
        across = places[:, None] if axis == 1 else places[None]
        place = (answer[:, side].softmax(axis) * across).sum(axis)
        off.append(1 - place if side in (1, 2) else place)
        scales.append(answer[:, 4 + side].mean(axis).clamp(*SCALES))
    return torch.stack(off, 1), torch.stack(scales, 1), answer[:, 8].mean((1, 2))


def loss_of(answer: torch.Tensor, truth: torch.Tensor, floor: torch.Tensor) -> torch.Tensor:
    """Return the loss: the offsets under Laplace's law, each with its predicted scale, and P(floor)."""
    off, scale, score = told(answer)
    away, weight = (off - truth[:, :, 0]).abs(), truth[:, :, 1]
    lines = ((away * torch.exp(-scale) + scale + PLAINLY * away) * weight).sum() / weight.sum().clamp(min=1)
    known = (floor >= 0).float()
    entropy = functional.binary_cross_entropy_with_logits(score, floor.clamp(min=0), reduction="none")
    return lines + (entropy * known).sum() / known.sum().clamp(min=1)


def main(arguments: list[str]) -> int:
    """Train for a time, measure, and write the model and a checkpoint to resume from."""
    parser = parser_of(__doc__)
    asks_for_scenes(parser, nothing=True)
    asks_to_train(parser, "outline.onnx")
    asked = parser.parse_args(arguments)
    folders, minutes, path = asked.scenes, asked.minutes, asked.model
    nothing = without_board(asked.nothing)
    torch.manual_seed(0)
    scenes = load_scenes(folders, held_out=False)
    net = Outline()
    net.begin()

    def sample(rng: Generator) -> tuple[Any, ...]:
        return outline_sample(rng, scenes[int(rng.integers(len(scenes)))], nothing)

    train(net, sample, loss_of, minutes=minutes, batch=BATCH, rate=PEAK_RATE, name=path.stem, half=False)
    measure(net, load_scenes(folders, held_out=True), nothing)
    export(net, (VIEW, VIEW), path, 2)
    return 0


def measure(net: Outline, scenes: Scenes, nothing: list[Path]) -> None:
    """Print the errors of the sides, and how sure the network is of floors and of other things."""
    net.eval()
    rng = np.random.default_rng(5)
    errors: list[float] = []
    scores: dict[float, list[float]] = {0.0: [], 1.0: []}
    with torch.no_grad():
        for scene in scenes:
            view, truth, floor = outline_sample(rng, scene, nothing)
            off, _, score = told(net(torch.from_numpy(view).permute(2, 0, 1)[None].float() / 255))
            if floor == 1.0:
                errors += np.abs(off[0].numpy() - truth[:, 0])[truth[:, 1] > 0].tolist()
            if floor >= 0:
                scores[float(floor)].append(score.item())
    print(
        f"held out, {len(scenes)} scenes: sides {100 * np.median(errors or [0]):.2f} % off at the median, "
        f"{100 * np.percentile(errors or [0], 90):.2f} % at nine in ten; score {np.median(scores[1.0] or [0]):.1f} of "
        f"floors, {np.median(scores[0.0] or [0]):.1f} of what is none"
    )


if __name__ == "__main__":
    run(main)
