"""Collect dice on drawn boards, and the finder's mistakes there.

`python -m training.mine_boards SCENES FOLDER [MOST]`

Scenes (folders separated by colons) become sources for training.train_dice. A source holds the dice that no hand
covers. Jetons get the value 0, as do the dames, letters and corners that the finder took for dice.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from training.command_line import asks_for_scenes, from_one, parser_of, run
from training.patch_files import PatchDie, write_patches
from training.scene_files import PATTERN, read_scenes
from training.shards import shards
from vision.geometry import as_corners
from vision.pieces.board_dice import candidates_on_board

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from training.scene_files import KeptScene
    from vision.pieces.dice import Candidate

MOST_WRONG = 10
"""Most mistakes of the finder that are kept for each picture."""


def mined(scene: KeptScene) -> tuple[NDArray[np.uint8], list[PatchDie]]:
    """The encoded picture and its dice."""
    jpeg, corners, _, png, _, dice, jetons = scene
    image = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
    hands = np.asarray(cv2.imdecode(png, cv2.IMREAD_GRAYSCALE), np.uint8)
    known: list[PatchDie] = []
    for die in dice:
        x, y = die.top.mean(axis=0)
        row, column = int(y / 2), int(x / 2)
        inside = 0 <= row < hands.shape[0] and 0 <= column < hands.shape[1]
        if inside and not hands[row, column]:
            edge = float(np.linalg.norm(np.roll(die.top, -1, axis=0) - die.top, axis=1).max())
            known.append(PatchDie(float(x), float(y), edge, die.value, die.flat))
    found = candidates_on_board(image, as_corners(corners))
    wrong = mistakes(found, [die.top.mean(axis=0) for die in dice])
    if known:
        usual = float(np.median([die.edge for die in known]))
        wrong += [PatchDie(float(x), float(y), usual, 0, flat=True) for (x, y), _ in jetons]
    return jpeg, known + wrong


def mistakes(found: Sequence[Candidate], middles: Sequence[NDArray[np.float64]]) -> list[PatchDie]:
    """Return finds far from every die's middle, the likeliest first, labelled as no die."""
    wrong = [
        PatchDie(each.x, each.y, each.edge, 0, flat=True)
        for each in sorted(found, key=lambda each: -each.confidence)
        if all(np.hypot(each.x - x, each.y - y) > 0.9 * each.edge for x, y in middles)
    ]
    return wrong[:MOST_WRONG]


def main(arguments: list[str]) -> int:
    """Write one shard of sources for each shard of scenes except the last of each folder."""
    parser = parser_of(__doc__)
    asks_for_scenes(parser)
    parser.add_argument("folder", type=Path, help="where the sources go")
    parser.add_argument("most", type=from_one, nargs="?", default=10**6, help="most of each folder, in whole shards")
    asked = parser.parse_args(arguments)
    folder, most = asked.folder, asked.most
    folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    for scenes in asked.scenes.split(":"):
        done = 0
        for shard in shards([Path(scenes)], PATTERN, held_out=False):
            if done >= most:
                break
            sources = [mined(scene) for scene in read_scenes(shard)]
            done += len(sources)
            write_patches(folder / f"{Path(scenes).name}_{shard.stem}.npz", sources)
            print(shard.name, sum(die.value == 0 for _, dice in sources for die in dice), "mistakes", flush=True)
    return 0


if __name__ == "__main__":
    run(main)
