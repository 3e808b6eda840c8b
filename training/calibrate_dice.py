"""Fit how sure a die read is: `python -m training.calibrate_dice PATCHES SCENES [PHOTOS]` writes `dice`.

On held-out patches, scenes and photographs, each die read is right or not. The fit finds the weights of the reader's
probability of the face, of the finder's peak, and of the die's size. The script prints the share that is right, by
confidence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from training.calibration import fit_logistic, store, with_constant
from training.command_line import asks_for_scenes, parser_of, run
from training.dice_samples import SMALL, drawn_sources, held_out_photograph, photograph_labels, small_set
from training.drawn import load_scenes
from training.picture_files import DieTruth
from vision.models.network import logit
from vision.pieces import dice
from vision.pieces.board_dice import Ground

REACH = 0.5
"""A die counts as read if a reading lies within this many of its edges."""
REACH_WOOD = 20.0
"""This distance in pixels for dice_wood, whose labels give no edges."""
ROUNDS = 5
"""Times the fit is repeated. The evidence of a die's size depends on how sure the other dice are, and so on the fit."""


def pictures(
    patches: str, scenes: str, photos: Path | None
) -> Iterator[tuple[NDArray[np.uint8], list[tuple[float, float, int, float]], Any]]:
    """Held-out pictures, their dice as (x, y, value, reach), and the corners of the floor if there is one."""
    for source in drawn_sources(patches, held_out=True):
        image = np.asarray(cv2.imdecode(source.picture, cv2.IMREAD_COLOR), np.uint8)
        yield image, [(die.x, die.y, die.value, REACH * die.edge) for die in source.dice], None
    for scene in load_scenes(scenes, held_out=True):
        yield scene.image, [_known_die(die) for die in scene.dice], tuple(map(tuple, scene.corners))
    if photos is not None:
        names = [f"dice_wood/{path.name}" for path in sorted((photos / "dice_wood").glob("*.jpg"))]
        for name in filter(held_out_photograph, names):
            known = [(x, y, value, REACH_WOOD) for x, y, value in photograph_labels(photos, name)]
            yield np.asarray(cv2.imread(str(photos / name)), np.uint8), known, None
        small = small_set()
        for name in sorted(small.held_out) if (photos / SMALL).exists() else ():
            known = [(x, y, value, REACH * edge) for x, y, edge, value in small.dice[name]]
            yield np.asarray(cv2.imread(str(photos / name)), np.uint8), known, None


def _known_die(die: DieTruth) -> tuple[float, float, int, float]:
    x, y = die.top.mean(axis=0)
    edge = float(np.linalg.norm(die.top[1] - die.top[0]))
    return float(x), float(y), die.value, REACH * edge


def size_evidence(read: list[dice.Read], edges: list[float]) -> list[float]:
    """Return the evidence of each die's size in a picture; vision.pieces.dice.SURENESS gives the sureness of each."""
    alone = [replace(die, confidence=dice.sureness(die.face, die.candidate.confidence)) for die in read]
    return [dice.size_evidence(number, alone, edges) for number in range(len(alone))]


def main(arguments: list[str]) -> int:
    """Fit and store the constants; print the shares right by confidence."""
    parser = parser_of(__doc__)
    parser.add_argument("patches", help="a folder of training.draw_dice")
    asks_for_scenes(parser)
    parser.add_argument("photos", type=Path, nargs="?", help="dice_wood and dice_small are below it")
    asked = parser.parse_args(arguments)
    dice.WORTH_HOLDING = 0.0
    cv2.setNumThreads(1)
    seen: list[tuple[list[dice.Read], list[float]]] = []
    hits = []
    for image, known, corners in pictures(asked.patches, asked.scenes, asked.photos):
        if corners is None:
            read = dice.read_candidates(image, dice.candidates_anywhere(image))
            seen.append((read, [each.candidate.edge for each in read]))
        else:
            ground = Ground.of(image, corners, None, None)
            read = dice.read_candidates(image, ground.on_board(image))
            seen.append((read, ground.edges(read)))
        for each in seen[-1][0]:
            x, y = each.candidate.x, each.candidate.y
            near = min(known, key=lambda die: np.hypot(die[0] - x, die[1] - y), default=None)
            hits.append(near is not None and np.hypot(near[0] - x, near[1] - y) < near[3] and near[2] == each.value)
    faces = [(logit(die.face), logit(die.candidate.confidence)) for read, _ in seen for die in read]
    witnesses, real = with_constant(np.array(faces)), np.array(hits)
    for _ in range(ROUNDS):
        sizes = np.array([size for read, edges in seen for size in size_evidence(read, edges)])
        weights = fit_logistic(witnesses, real, known=sizes)
        dice.SURENESS = (float(weights[0]), float(weights[1]), float(weights[2]))
    store("dice", weights, "training.calibrate_dice", f"{len(real)} dice read, {int(real.sum())} right, held out")
    sure = 1 / (1 + np.exp(-witnesses @ weights - sizes))
    for low, high in ((0.2, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 0.97), (0.97, 1.01)):
        here = (sure >= low) & (sure < high)
        if here.any():
            print(f"  confidence {low} to {min(high, 1.0)}: {real[here].mean():.3f} of {here.sum()} right")
    return 0


if __name__ == "__main__":
    run(main)
