"""Train the finder of the floor: `python -m training.train_floor SCENES NOTHING MINUTES [MODEL.onnx]`.

NOTHING: folders, parted by colons, of pictures without a board (the dice photographs whose licence allows training,
those of training.draw_scenes). Prints what it reaches on the scenes held out.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import torch
from torch.nn import functional

from training.command_line import asks_for_scenes, asks_to_train, parser_of, run
from training.drawn import colour_jitter, load_scenes, without_board
from training.loop import train
from training.nets import Hourglass, export
from vision.locate.floor import BORDER, INPUT
from vision.locate.rectify import transform
from vision.models.network import CELL

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.random import Generator
    from numpy.typing import NDArray

BATCH = 8
PEAK_RATE = 1.2e-3
WIDTHS = (12, 24, 40, 64, 96)
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
"""The corners of a floor on itself, clockwise from the far left one."""


def floor_sample(rng: Generator, scene: Any, nothing: list[Path]) -> tuple[Any, ...]:  # noqa: ANN401 - a pickled tuple
    """A picture of INPUT pixels with (floor, u, v) at a quarter of its size."""
    width, height = INPUT
    if rng.random() < 0.1:
        return _without_floor(rng, nothing), np.zeros((3, height // CELL, width // CELL), np.float32)
    image, corners, *_ = scene
    warp = _upright(rng, corners) if rng.random() < 0.55 else _as_taken(rng, image, corners)
    shrink = math.sqrt(abs(np.linalg.det(warp[:2, :2])))
    if shrink < 0.67:
        small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        back = np.diag([image.shape[1] / small.shape[1], image.shape[0] / small.shape[0], 1.0])
        picture = cv2.warpPerspective(small, warp @ back, INPUT, flags=cv2.INTER_LINEAR)
    else:
        picture = cv2.warpPerspective(image, warp, INPUT, flags=cv2.INTER_LINEAR)
    target = _target(transform(warp, corners))
    if rng.random() < 0.5:
        picture, target = picture[:, ::-1], target[:, :, ::-1].copy()
        target[1] = 1 - target[1]
    return np.ascontiguousarray(colour_jitter(rng, np.ascontiguousarray(picture))), np.ascontiguousarray(target)


def _without_floor(rng: Generator, nothing: list[Path]) -> NDArray[np.uint8]:
    """A part of a picture without a board, of INPUT pixels."""
    image = np.asarray(cv2.imread(str(nothing[int(rng.integers(len(nothing)))])), np.uint8)
    side = rng.uniform(0.3, 1) * min(image.shape[:2])
    x, y = rng.uniform(0, image.shape[1] - side), rng.uniform(0, image.shape[0] - side * 0.75)
    part = image[int(y) : int(y + side * 0.75), int(x) : int(x + side)]
    return colour_jitter(rng, np.asarray(cv2.resize(part, INPUT, interpolation=cv2.INTER_AREA), np.uint8))


def _upright(rng: Generator, corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """The homography by which the floor is looked at for the second time: upright, as far as it was found."""
    span = np.linalg.norm(corners[1] - corners[0])
    found = corners + rng.normal(0, span * rng.choice([0.005, 0.015, 0.035]), (4, 2))
    if rng.random() < 0.5:  # a side taken where a tray ends, or a point
        side = int(rng.integers(0, 4))
        out = corners[[side, (side + 1) % 4]] - corners[[(side + 3) % 4, (side + 2) % 4]]
        found[[side, (side + 1) % 4]] += out * rng.normal(0, 0.1)
    goal = (UNIT * (1 - 2 * BORDER) + BORDER) * INPUT
    return np.asarray(cv2.getPerspectiveTransform(found.astype(np.float32), goal.astype(np.float32)), np.float64)


def _as_taken(rng: Generator, image: NDArray[np.uint8], corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """The homography by which the whole picture is looked at, turned, moved and made larger or smaller a little."""
    size = np.array([image.shape[1], image.shape[0]])
    scale = min(INPUT / size) * (rng.uniform(0.7, 1.35) if rng.random() < 0.6 else 1.0)
    way = rng.normal(0, 0.1)
    turn = scale * np.array([[math.cos(way), -math.sin(way)], [math.sin(way), math.cos(way)]])
    middle = corners.mean(axis=0) if scale > min(INPUT / size) else size / 2
    shift = np.array(INPUT) / 2 + rng.normal(0, 8, 2) - turn @ middle
    return np.vstack([np.column_stack([turn, shift]), [0, 0, 1]])


def _target(corners: NDArray[np.float64]) -> NDArray[np.float32]:
    """(3, height / CELL, width / CELL): whether each cell is floor, and where on it (0..1, 0..1).

    corners: (4, 2), of the floor in the picture of INPUT pixels.
    """
    rows, columns = INPUT[1] // CELL, INPUT[0] // CELL
    to_unit = cv2.getPerspectiveTransform(corners.astype(np.float32), UNIT)
    ys, xs = np.mgrid[0:rows, 0:columns]
    centres = np.column_stack([xs.ravel(), ys.ravel()]) * float(CELL) + (CELL - 1) / 2
    places = transform(np.asarray(to_unit, np.float64), centres).reshape(rows, columns, 2)
    inside = ((places > 0) & (places < 1)).all(axis=2)
    # Points behind the camera's horizon also land in the unit square: only the quadrilateral itself counts.
    stencil = np.zeros(inside.shape, np.uint8)
    cv2.fillPoly(stencil, [np.rint(corners / CELL).astype(np.int32)], 1)
    target = np.zeros((3, rows, columns), np.float32)
    target[0] = inside & (cv2.dilate(stencil, np.ones((3, 3), np.uint8)) > 0)
    target[1:] = np.clip(places, -0.5, 1.5).transpose(2, 0, 1)
    return target


def loss_of(maps: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Cross entropy for the floor, absolute error for the place on it."""
    inside = target[:, 0]
    place = ((maps[:, 1:] - target[:, 1:]).abs().sum(dim=1) * inside).sum() / inside.sum().clamp(min=1)
    # The edges are what the corners are taken from: they count four times.
    wide = functional.max_pool2d(inside[:, None], 5, 1, 2)[:, 0]
    narrow = 1 - functional.max_pool2d(1 - inside[:, None], 5, 1, 2)[:, 0]
    weight = 1 + 3 * (wide - narrow)
    return 2 * functional.binary_cross_entropy_with_logits(maps[:, 0], inside, weight) + 5 * place


def main(arguments: list[str]) -> int:
    """Train for a time, measure, write the model and a checkpoint to go on from."""
    parser = parser_of(__doc__)
    asks_for_scenes(parser, nothing=True)
    asks_to_train(parser, "floor.onnx")
    asked = parser.parse_args(arguments)
    folders, minutes, path = asked.scenes, asked.minutes, asked.model
    nothing = without_board(asked.nothing)
    torch.manual_seed(0)
    scenes = load_scenes(folders, held_out=False)
    net = Hourglass(3, WIDTHS)

    def sample(rng: Generator) -> tuple[Any, ...]:
        return floor_sample(rng, scenes[int(rng.integers(len(scenes)))], nothing)

    train(net, sample, loss_of, minutes=minutes, batch=BATCH, rate=PEAK_RATE, name=path.stem)
    net.eval()
    rng = np.random.default_rng(5)
    with torch.no_grad():
        errors = []
        for scene in load_scenes(folders, held_out=True):
            image, target = floor_sample(rng, scene, nothing)
            maps = net(torch.from_numpy(image).permute(2, 0, 1)[None].float() / 255)
            errors.append(loss_of(maps, torch.from_numpy(target[None])).item())
    print(f"held out: loss {np.mean(errors):.3f} over {len(errors)} scenes")
    export(net, INPUT, path)
    return 0


if __name__ == "__main__":
    run(main)
