"""Collect the finder's mistakes in drawn patches.

`python -m training.mine_patches PATCHES FOLDER` writes the patches again, each with the finder's mistakes as value 0.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from training.command_line import Unfit, parser_of, run
from training.mine_boards import mistakes
from training.patch_files import PATTERN, read_patches, write_patches
from vision.pieces.dice import candidates_anywhere


def main(arguments: list[str]) -> int:
    """Write one shard for each shard of patches."""
    parser = parser_of(__doc__)
    parser.add_argument("patches", type=Path, help="a folder of training.dice_patches")
    parser.add_argument("folder", type=Path, help="the folder to write")
    asked = parser.parse_args(arguments)
    folder = asked.folder
    folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    drawn = sorted(asked.patches.glob(PATTERN))
    if not drawn:
        raise Unfit(f"{asked.patches}: no {PATTERN}")
    for shard in drawn:
        patches, count = [], 0
        for encoded, dice in read_patches(shard):
            image = np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8)
            wrong = mistakes(candidates_anywhere(image), [np.array([die.x, die.y]) for die in dice])
            patches.append((encoded, [*dice, *wrong]))
            count += len(wrong)
        write_patches(folder / shard.name, patches)
        print(shard.name, count, "mistakes", flush=True)
    return 0


if __name__ == "__main__":
    run(main)
