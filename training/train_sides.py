"""Train the network that looks along a floor's sides.

`python -m training.train_sides SCENES NOTHING MINUTES [MODEL.onnx]`

SCENES: folders of scenes, separated by colons; NOTHING: folders of pictures without a board. Training moves the corners
by chance. The network learns how far off each side is, along its length. The script prints the results on the held-out
scenes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray

from training.command_line import asks_for_scenes, asks_to_train, parser_of, run
from training.drawn import colour_jitter, load_scenes, make_coarse, without_board
from training.loop import train
from training.nets import Sides, export
from training.outline_samples import wrong_corners
from training.picture_files import KeptScene
from vision.locate.rectify import transform
from vision.locate.sides import INSIDE, MIDDLES, STRIP, UNIT, cross_sides, from_unit, shrunk, strips, sureness

BATCH = 10
"""Floors in a training step, four strips each."""
PEAK_RATE = 1e-3
SCALES = (-7.5, 0.0)
"""The range of the logarithm of an offset's scale in the loss."""
FURTHEST = 0.065
"""No corner is moved further than this share of the floor."""
OUTWARD = 0.013
"""How far out, up the walls, the maps' edges are drawn (share of the floor). More than half of the samples begin so."""
WRONG = 0.12
"""The share of samples that show no floor, or a floor far from the assumed corners."""
STRAY_WEIGHT = 0.5
PLAINLY = 40.0
"""Weight of an offset's absolute error next to the likelihood. Without it, unsure offsets teach nothing."""


def side_sample(rng: Generator, scene: KeptScene, nothing: list[Path]) -> tuple[Any, ...]:
    """Return the four strips (4, height, width, 3), and the offset and weight of each side at each place."""
    image, corners, *_ = scene
    kind = rng.random()
    if kind < WRONG:
        return stray_sample(rng, image, corners, nothing if kind < WRONG / 3 else [])
    off = UNIT + rng.normal(0, rng.choice([0.004, 0.012, 0.022], p=[0.4, 0.4, 0.2]), (4, 2))
    off += rng.normal(0, 0.01, 2) * (rng.random() < 0.4)
    if rng.random() < 0.3:
        side = int(rng.integers(0, 4))
        off[UNIT[:, side % 2] == side // 2, side % 2] += rng.normal(0, 0.03)
    if rng.random() < 0.6:
        outward = np.abs(rng.normal(0, OUTWARD, (2, 2)))
        off += np.where(UNIT > 0.5, outward[1], -outward[0])
    found = transform(from_unit(corners), np.clip(off, UNIT - FURTHEST, UNIT + FURTHEST))
    cut, square = _strips_along(image, found, corners)
    if rng.random() < 0.3:
        cut = make_coarse(rng, cut)
    truth = np.stack([_along(square, side) for side in range(4)])
    picture = colour_jitter(rng, cut).reshape(4, STRIP[1], STRIP[0], 3)
    for side in range(4):
        if rng.random() < 0.5:
            picture[side], truth[side] = picture[side, :, ::-1].copy(), truth[side, :, ::-1].copy()
    return picture, truth.astype(np.float32)


def _strips_along(
    image: NDArray[np.uint8], found: NDArray[np.float64], corners: NDArray[np.float64]
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Return the strips of a floor with corners (4, 2), one below the other, and the true corners on its square."""
    small, places = shrunk(image, found)
    ratio = np.array([small.shape[1] / image.shape[1], small.shape[0] / image.shape[0]])
    to_image = from_unit(places)
    square = transform(np.linalg.inv(to_image), (corners + 0.5) * ratio - 0.5)
    return np.concatenate(strips(small, to_image)), square


def stray_sample(
    rng: Generator, image: NDArray[np.uint8], corners: NDArray[np.float64], nothing: list[Path]
) -> tuple[Any, ...]:
    """Return strips that are not along a floor's sides, from which the network learns to be unsure.

    Any offset is equally likely there.
    """
    found = wrong_corners(rng, corners)
    if nothing:
        image = np.asarray(cv2.imread(str(nothing[int(rng.integers(len(nothing)))])), np.uint8)
        found = (UNIT * rng.uniform(0.4, 0.9) + rng.normal(0, 0.08, (4, 2))) * [image.shape[1], image.shape[0]]
    cut, square = _strips_along(image, found, corners)
    picture = colour_jitter(rng, cut).reshape(4, STRIP[1], STRIP[0], 3)
    truth = np.zeros((4, 2, len(MIDDLES)), np.float32)
    for side in range(4):
        truth[side] = STRAY_WEIGHT
        truth[side, 0] = rng.uniform(-INSIDE, INSIDE)
        if not nothing:  # half a floor may still have three correct sides
            known = _along(square, side)
            if known[1].sum() > len(MIDDLES) / 4 and np.abs(known[0]).max() < FURTHEST:
                truth[side] = known
                truth[side, 1] *= STRAY_WEIGHT
    return picture, truth


def _along(square: NDArray[np.float64], side: int) -> NDArray[np.float64]:
    """Return how far the true side is inside the assumed one (2, n: offset, weight)."""
    one, other = ((0, 1), (1, 2), (3, 2), (0, 3))[side]
    (s, a), (t, b) = (square[one], square[other]) if side in (0, 2) else (square[one][::-1], square[other][::-1])
    offset = a + (MIDDLES - s) * (b - a) / (t - s)
    seen = (s - 0.01 < MIDDLES) & (t + 0.01 > MIDDLES)
    return np.stack([1 - offset if side in (1, 2) else offset, seen.astype(float)])


def loss_of(answer: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    """Return the loss of the offsets under Laplace's law, each with the scale that the network gives."""
    truth = truth.reshape(-1, *truth.shape[2:])
    scale = answer[:, 1].clamp(*SCALES)
    off = (answer[:, 0] - truth[:, 0]).abs()
    each = off * torch.exp(-scale) + scale + PLAINLY * off
    return (each * truth[:, 1]).sum() / truth[:, 1].sum()


def stacked_sample(rng: Generator, scene: KeptScene, nothing: list[Path]) -> tuple[Any, ...]:
    """Return a sample with its four strips one below the other."""
    picture, truth = side_sample(rng, scene, nothing)
    return picture.reshape(4 * STRIP[1], STRIP[0], 3), truth


class Stacked(torch.nn.Module):
    """The network, fed with the four strips of each floor one below the other."""

    def __init__(self, net: torch.nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, floors: torch.Tensor) -> torch.Tensor:
        """Numbers (4 n, 2, width / 8) of pictures (n, 3, 4 * height, width)."""
        strips = floors.unflatten(2, (4, STRIP[1])).transpose(1, 2).flatten(0, 1)
        return self.net(strips.contiguous(memory_format=torch.channels_last))


def main(arguments: list[str]) -> int:
    """Train for a time, measure, and write the model and a checkpoint to resume from."""
    parser = parser_of(__doc__)
    asks_for_scenes(parser, nothing=True)
    asks_to_train(parser, "sides.onnx")
    parser.add_argument("--rate", type=float, default=PEAK_RATE, help="peak learning rate; lower for a resumed network")
    asked = parser.parse_args(arguments)
    folders, minutes, path = asked.scenes, asked.minutes, asked.model
    nothing = without_board(asked.nothing)
    torch.manual_seed(0)
    scenes = load_scenes(folders, held_out=False)
    net = Sides(STRIP[1])

    def sample(rng: Generator) -> tuple[Any, ...]:
        return stacked_sample(rng, scenes[int(rng.integers(len(scenes)))], nothing)

    train(Stacked(net), sample, loss_of, minutes=minutes, batch=BATCH, rate=asked.rate, name=path.stem)
    export(net, STRIP, path, 4)
    measure(net, folders, nothing)
    return 0


def measure(net: torch.nn.Module, folders: str, nothing: list[Path]) -> None:
    """Print the worst corner's error after one look (share of the floor), and how sure it is of floors and others."""
    net.eval()
    rng = np.random.default_rng(5)
    before: list[float] = []
    after: list[float] = []
    sure: dict[bool, list[float]] = {True: [], False: []}
    with torch.no_grad():
        for scene in load_scenes(folders, held_out=True):
            picture, truth = side_sample(rng, scene, nothing)
            answer = net(torch.from_numpy(picture).permute(0, 3, 1, 2).float() / 255).numpy().astype(np.float64)
            floor = bool(truth[0, 1].max() > STRAY_WEIGHT)
            sure[floor].append(sureness(answer[:, 1]))
            if floor:
                corrected = cross_sides(MIDDLES, answer[:, 0], np.exp(-answer[:, 1]))
                true = cross_sides(MIDDLES, truth[:, 0], truth[:, 1])
                after.append(np.linalg.norm(corrected - true, axis=1).max())
                before.append(np.linalg.norm(true - UNIT, axis=1).max())
    print(
        f"held out, {len(after)} scenes: worst corner {100 * np.median(before):.2f} % off, then "
        f"{100 * np.median(after):.2f} % at the median, {100 * np.percentile(after, 90):.2f} % at nine in ten; "
        f"as sure as {np.median(sure[True]):.2f} of floors, {np.median(sure[False] or [0]):.2f} of what is none"
    )


if __name__ == "__main__":
    run(main)
