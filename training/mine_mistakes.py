"""Collect the finder's mistakes, for training.train_dice to learn from; they get the value 0.

`python -m training.mine_mistakes PICTURES FOLDER` writes the pictures of training.draw_dice or dice_tables again,
each with the dames, letters and corners in it that the finder took for dice. PICTURES may also be a folder of scenes of
training.draw_scenes or table_scenes: the mistakes are then those on the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.command_line import CannotRun, parser_of, run
from training.picture_files import (
    PATTERN,
    UNSURE,
    DieTruth,
    KeptScene,
    PatchDie,
    read_patches,
    read_scenes,
    write_patches,
)
from vision.locate.rectify import as_corners
from vision.pieces.board_dice import Ground
from vision.pieces.dice import Candidate, candidates_anywhere

SEEN = 0.6
"""A die must be found if at least this share of its upper face is visible."""
MOST_WRONG = 10
"""Most mistakes of the finder that are kept for each picture."""


def mistakes(encoded: NDArray[np.uint8], dice: list[PatchDie]) -> list[PatchDie]:
    """Return the finder's finds in a picture that are far from every die's middle, the likeliest first."""
    return wrong(candidates_anywhere(np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8)), dice)


def wrong(found: Iterable[Candidate], dice: list[PatchDie]) -> list[PatchDie]:
    """Return the finds that are far from every die's middle, the likeliest first, as things that are no dice."""
    apart = [
        PatchDie(each.x, each.y, each.edge, 0, flat=True)
        for each in sorted(found, key=lambda each: -each.confidence)
        if all(np.hypot(each.x - die.x, each.y - die.y) > 0.9 * each.edge for die in dice)
    ]
    return apart[:MOST_WRONG]


def board_mistakes(scene: KeptScene) -> tuple[NDArray[np.uint8], list[PatchDie]]:
    """Return a scene's picture, encoded, with its dice and the finder's mistakes on its board."""
    dice = [_as_patch_die(die) for die in scene.dice]
    found = Ground.of(scene.image, as_corners(scene.corners), scene.make.field, None).on_board(scene.image)
    encoded = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, 95])[1]
    return np.asarray(encoded, np.uint8), [*dice, *wrong(found, dice)]


def _as_patch_die(die: DieTruth) -> PatchDie:
    x, y = die.top.mean(axis=0).tolist()
    # Seen aslant, an upper face is shorter than its edge, but not narrower.
    edge = float(np.linalg.norm(die.top - np.roll(die.top, 1, axis=0), axis=1).max())
    return PatchDie(x, y, edge, die.value if die.seen > SEEN else UNSURE, die.flat)


def main(arguments: list[str]) -> int:
    """Write one shard for each shard, and say how many mistakes it holds."""
    parser = parser_of(__doc__)
    parser.add_argument("pictures", type=Path, help="a folder of training.draw_dice, dice_tables or of scenes")
    parser.add_argument("folder", type=Path, help="where they go with the mistakes")
    asked = parser.parse_args(arguments)
    folder: Path = asked.folder
    folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    drawn = sorted(asked.pictures.glob(PATTERN))
    if not drawn:
        raise CannotRun(f"{asked.pictures}: no {PATTERN}")
    for shard in drawn:
        if "corners" in np.load(shard):  # of scenes
            patches = [board_mistakes(kept.decode()) for kept in read_scenes(shard)]
        else:
            patches = [(encoded, [*dice, *mistakes(encoded, dice)]) for encoded, dice in read_patches(shard)]
        write_patches(folder / shard.name, patches)
        print(shard.name, sum(die.value == 0 for _, dice in patches for die in dice), "that are none", flush=True)
    return 0


if __name__ == "__main__":
    run(main)
