"""Collect the finder's mistakes, for training.train_dice to learn from; they get the value 0.

`python -m training.mine_mistakes PICTURES FOLDER` writes the pictures of training.dice_patches or dice_tables again,
each with the dames, letters and corners in it that the finder took for dice.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.command_line import Unfit, parser_of, run
from training.picture_files import PATTERN, PatchDie, read_patches, write_patches
from vision.pieces.dice import candidates_anywhere

MOST_WRONG = 10
"""Most mistakes of the finder that are kept for each picture."""


def mistakes(encoded: NDArray[np.uint8], dice: list[PatchDie]) -> list[PatchDie]:
    """Return the finder's finds in a picture that are far from every die's middle, the likeliest first."""
    found = candidates_anywhere(np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8))
    wrong = [
        PatchDie(each.x, each.y, each.edge, 0, flat=True)
        for each in sorted(found, key=lambda each: -each.confidence)
        if all(np.hypot(each.x - die.x, each.y - die.y) > 0.9 * each.edge for die in dice)
    ]
    return wrong[:MOST_WRONG]


def main(arguments: list[str]) -> int:
    """Write one shard for each shard, and say how many mistakes it holds."""
    parser = parser_of(__doc__)
    parser.add_argument("pictures", type=Path, help="a folder of training.dice_patches or dice_tables")
    parser.add_argument("folder", type=Path, help="where they go with the mistakes")
    asked = parser.parse_args(arguments)
    folder: Path = asked.folder
    folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    drawn = sorted(asked.pictures.glob(PATTERN))
    if not drawn:
        raise Unfit(f"{asked.pictures}: no {PATTERN}")
    for shard in drawn:
        patches = [(encoded, [*dice, *mistakes(encoded, dice)]) for encoded, dice in read_patches(shard)]
        write_patches(folder / shard.name, patches)
        print(shard.name, sum(die.value == 0 for _, dice in patches for die in dice), "that are none", flush=True)
    return 0


if __name__ == "__main__":
    run(main)
