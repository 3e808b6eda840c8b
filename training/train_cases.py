"""Train the look at all cases: `python -m training.train_cases SCENES MINUTES [MODEL.onnx]`.

It begins with the weights of EfficientNet-Lite0 (training/sources.md). The network of the board is written to
MODEL.onnx, that of the cases to case_teller.onnx next to it. The script prints the results on the held-out scenes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch.nn import functional

from training import train_flat
from training.case_nets import FEATURES, MAPS, Cases, strips
from training.command_line import asks_for_scenes, asks_to_train, parser_of, run
from training.drawn import (
    POLISHED,
    Scenes,
    bar_and_floor,
    case_truth,
    colour_jitter,
    light_unevenly,
    load_scenes,
    make_coarse,
    raise_spot,
    spot_dames,
)
from training.gleam import add_reflections
from training.loop import train
from training.nets import export
from training.picture_files import DameTruth, KeptScene
from vision.locate.rectify import FlatView, as_corners, transform
from vision.models.network import CELL
from vision.pieces.case_look import ACROSS, ALONG, COUNTS, FLOOR, VIEW, board_view, case_places, to_board_view

BATCH = 8
PEAK_RATE = 1.2e-3
BAR_OFF = 0.005
"""Standard deviation of the error of the bar's width (share of the floor's), as measured on pictures."""
ASIDE = ((0.003, 0.008, 0.018), (0.6, 0.25, 0.15))
"""Standard deviations of the corners' error (share of the far side), and how often each is drawn."""
JETON = 0.6
"""Width of a jeton's hill, in cells."""


def case_sample(rng: Generator, scene: KeptScene) -> tuple[Any, ...]:
    """Return the board, the places of its cases, its maps and their weights, and what each case shows (24, 5).

    A case shows its count, its set (1 light, 0 dark, -1 none or both), whether it is a pile, and whether it has hidden
    dames. The fifth number is its weight.
    """
    image, corners, make, hands, dames, _, jetons = scene
    field = make.field
    span = float(np.linalg.norm(corners[1] - corners[0]))
    seen = corners + rng.normal(0, span * rng.choice(ASIDE[0], p=ASIDE[1]), (4, 2))
    across, down = rng.random() < 0.5, rng.random() < 0.5
    order = np.arange(4)
    if across:
        order = order[[1, 0, 3, 2]]
    if down:
        order = order[[3, 2, 1, 0]]
    to_view = to_board_view(seen[order])
    view = FlatView(board_view(image, as_corners(seen[order])), to_view)
    radius = field.dame / field.width * FLOOR[2] / 2
    picture = _vary(rng, view, dames, radius)
    size = (VIEW[0] // CELL, VIEW[1] // CELL)
    maps = np.zeros((MAPS, size[1], size[0]), np.float32)
    weights = np.ones_like(maps)
    weights[1:3] = 0
    spot_dames(maps, weights, view, dames, radius / CELL)
    for centre, _ in jetons:
        ((x, y),) = (transform(to_view, centre[None]) - (CELL - 1) / 2) / CELL
        raise_spot(maps[3], x, y, JETON)
    to_cells = np.array([[1 / CELL, 0, -0.375], [0, 1 / CELL, -0.375], [0, 0, 1]]) @ to_view @ np.diag([2, 2, 1])
    maps[4] = cv2.warpPerspective(hands, to_cells, size) > 127
    maps[5], maps[6] = bar_and_floor(view, make, corners)
    weights[5] = maps[6] > 0.99
    places = case_places(field.bar / field.width + float(rng.normal(0, BAR_OFF)))
    return picture, places.astype(np.float32), maps, weights, case_truth(dames, across=across, down=down)


def _vary(rng: Generator, view: FlatView, dames: Sequence[DameTruth], radius: float) -> NDArray[np.uint8]:
    """Return the view in another light and by another camera; radius: of a dame, pixels."""
    picture = view.image
    if rng.random() < POLISHED:
        clear = [dame.top for dame in dames if dame.seen > 0.9]
        picture = add_reflections(rng, picture, transform(view.to_view, np.array(clear).reshape(-1, 2)), radius)
    if rng.random() < 0.35:
        picture = make_coarse(rng, picture)
    if rng.random() < 0.6:
        picture = light_unevenly(rng, picture)
    if rng.random() < 0.2:  # a darker room, or a lighter one
        curve = np.exp(rng.uniform(-0.7, 0.7))
        picture = np.asarray(cv2.LUT(picture, np.asarray(255 * (np.arange(256) / 255) ** curve, np.uint8)), np.uint8)
    picture = colour_jitter(rng, picture)
    if rng.random() < 0.06:
        picture = np.repeat(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2)
    return np.ascontiguousarray(picture, np.uint8)


def loss_of(scores: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    """Return the cross entropy of what cases show; scores: (n, 24, COUNTS + 3), truth: (n, 24, 5)."""
    count, light, more, weight = truth[..., 0].long(), truth[..., 1], truth[..., 2:4], truth[..., 4]
    counts = functional.cross_entropy(scores[..., :COUNTS].flatten(0, 1), count.flatten(), reduction="none")
    entropy = functional.binary_cross_entropy_with_logits
    known, there = (light >= 0).float(), (count > 0).float()
    sets = (entropy(scores[..., COUNTS], light.clamp(min=0), reduction="none") * known).sum() / known.sum().clamp(min=1)
    piles = entropy(scores[..., COUNTS + 1 :], more, reduction="none") * there[..., None]
    return 3 * (counts * weight.flatten()).mean() + 1.5 * sets + 0.5 * piles.sum() / there.sum().clamp(min=1)


def main(arguments: list[str]) -> int:
    """Train for a time, measure, and write both models and a checkpoint to resume from."""
    parser = parser_of(__doc__)
    asks_for_scenes(parser)
    asks_to_train(parser, "case_look.onnx")
    asked = parser.parse_args(arguments)
    folders, minutes, path = asked.scenes, asked.minutes, asked.model
    torch.manual_seed(0)
    # All folders count alike: those of the simulation's renderer hold fewer but more realistic scenes.
    kinds = [load_scenes(folder, held_out=False) for folder in folders.split(":")]
    net = Cases()
    net.features.begin()

    def sample(rng: Generator) -> tuple[Any, ...]:
        scenes = kinds[int(rng.integers(len(kinds)))]
        return case_sample(rng, scenes[int(rng.integers(len(scenes)))])

    def loss(answer: torch.Tensor, places: torch.Tensor, *truth: torch.Tensor) -> torch.Tensor:
        maps, features = answer[:, :MAPS], answer[:, MAPS:]
        return 0.4 * train_flat.loss_of(maps, *truth[:2]) + loss_of(net.teller(strips(features, places)), truth[2])

    train(net, sample, loss, minutes=minutes, batch=BATCH, rate=PEAK_RATE, name=path.stem)
    measure(net, load_scenes(folders, held_out=True))
    export(net.features, VIEW, path)
    export(net.teller, (len(ACROSS), len(ALONG)), path.with_name("case_teller.onnx"), 24, FEATURES)
    return 0


def measure(net: Cases, scenes: Scenes) -> None:
    """Print how many cases of scenes never trained on are read exactly."""
    net.eval()
    rng = np.random.default_rng(5)
    right = 0
    with torch.no_grad():
        for scene in scenes:
            picture, places, _, _, truth = case_sample(rng, scene)
            answer = net(torch.from_numpy(picture).permute(2, 0, 1)[None].float() / 255)
            scores = net.teller(strips(answer[:, MAPS:], torch.from_numpy(places)[None]))[0].numpy()
            counted = scores[:, :COUNTS].argmax(axis=1) == truth[:, 0]
            right += int((counted & ((truth[:, 1] < 0) | ((scores[:, COUNTS] > 0) == (truth[:, 1] > 0)))).sum())
    print(f"held out: {right} of {24 * len(scenes)} cases exact on {len(scenes)} scenes")


if __name__ == "__main__":
    run(main)
