"""Collect the finder's mistakes, for training.train_dice to learn from; they get the value 0.

`python -m training.mine_mistakes patches PATCHES FOLDER` writes drawn patches again, each with the mistakes in it.
`python -m training.mine_mistakes boards SCENES FOLDER [MOST]` writes the pictures of scenes (folders separated by
colons) with the dice that no hand covers. Jetons get the value 0, as do the dames, letters and corners that the finder
took for dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.command_line import Unfit, from_one, parser_of, run
from training.picture_files import PATTERN, KeptScene, PatchDie, read_patches, read_scenes, shards, write_patches
from vision.geometry import as_corners
from vision.pieces.board_dice import candidates_on_board
from vision.pieces.dice import Candidate, candidates_anywhere

MOST_WRONG = 10
"""Most mistakes of the finder that are kept for each picture."""


def on_board(scene: KeptScene) -> tuple[NDArray[np.uint8], list[PatchDie]]:
    """Return the encoded picture of a scene, with its dice and the mistakes."""
    image, corners, _, hands, _, dice, jetons = scene.decoded()
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
    return scene.image, known + wrong


def in_patch(encoded: NDArray[np.uint8], dice: list[PatchDie]) -> tuple[NDArray[np.uint8], list[PatchDie]]:
    """Return a patch with its dice and the mistakes."""
    found = candidates_anywhere(np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8))
    return encoded, [*dice, *mistakes(found, [np.array([die.x, die.y]) for die in dice])]


def mistakes(found: Sequence[Candidate], middles: Sequence[NDArray[np.float64]]) -> list[PatchDie]:
    """Return finds far from every die's middle, the likeliest first, labelled as no die."""
    wrong = [
        PatchDie(each.x, each.y, each.edge, 0, flat=True)
        for each in sorted(found, key=lambda each: -each.confidence)
        if all(np.hypot(each.x - x, each.y - y) > 0.9 * each.edge for x, y in middles)
    ]
    return wrong[:MOST_WRONG]


def write(path: Path, sources: list[tuple[NDArray[np.uint8], list[PatchDie]]]) -> None:
    """Write a shard of sources, and say how many mistakes it holds."""
    write_patches(path, sources)
    print(path.name, sum(die.value == 0 for _, dice in sources for die in dice), "mistakes", flush=True)


def main(arguments: list[str]) -> int:
    """Write one shard for each shard of patches, or for each of scenes except the last of each folder."""
    parser = parser_of(__doc__)
    parser.add_argument("kind", choices=("patches", "boards"))
    parser.add_argument("pictures", help="a folder of training.dice_patches, or folders of scenes")
    parser.add_argument("folder", type=Path, help="where the sources go")
    parser.add_argument("most", type=from_one, nargs="?", default=10**6, help="most of each folder, in whole shards")
    asked = parser.parse_args(arguments)
    folder: Path = asked.folder
    folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    if asked.kind == "patches":
        drawn = sorted(Path(asked.pictures).glob(PATTERN))
        if not drawn:
            raise Unfit(f"{asked.pictures}: no {PATTERN}")
        for shard in drawn:
            write(folder / shard.name, [in_patch(*patch) for patch in read_patches(shard)])
        return 0
    for scenes in map(Path, asked.pictures.split(":")):
        done = 0
        for shard in shards([scenes], held_out=False):
            if done >= asked.most:
                break
            sources = [on_board(scene) for scene in read_scenes(shard)]
            done += len(sources)
            write(folder / f"{scenes.name}_{shard.stem}.npz", sources)
    return 0


if __name__ == "__main__":
    run(main)
