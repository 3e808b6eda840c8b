"""Draw scenes before training: `python -m training.draw_scenes FOLDER COUNT [SEED [FILL]]` (5 a second on each core).

FILL: the least share of the picture that a board spans. For every ten scenes, one picture of a table without a board
goes to FOLDER/nothing.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import cv2
import numpy as np

from training.clutter import draw_nothing
from training.command_line import a_share, asks_to_draw, parser_of, run
from training.picture_files import encode_scene, write_scenes
from training.scenes import draw_scene

SHARD = 100
BARE = 10
"""Number of scenes for each picture without a board."""
SIZES = ((960, 720), (1120, 630), (720, 960))
SHARES = (0.5, 0.35, 0.15)
LEAST, MOST = 0.5, 1.02
"""Shares of the picture that a board spans."""


def draw_shard(folder: Path, first: int, end: int, seed: int, fill: float) -> int:
    """Draw and write the scenes from number `first` to before `end`; return `end`."""
    cv2.setNumThreads(1)
    scenes = []
    for number in range(first, end):
        rng = np.random.default_rng([seed, number])
        size = SIZES[int(rng.choice(len(SIZES), p=SHARES))]
        if number % BARE == 0:
            cv2.imwrite(str(folder / "nothing" / f"{seed}_{number:06d}.jpg"), draw_nothing(rng, size))
        scenes.append(encode_scene(draw_scene(rng, size, (fill, MOST))))
    write_scenes(folder / f"{seed}_{first:06d}.npz", scenes)
    return end


def main(arguments: list[str]) -> int:
    """Write COUNT scenes in shards of 100, one shard on each core; scene k of seed s is always the same."""
    parser = parser_of(__doc__)
    asks_to_draw(parser, "scenes")
    parser.add_argument("fill", type=a_share, nargs="?", default=LEAST, help="least share of the picture for a board")
    asked = parser.parse_args(arguments)
    folder, count, seed = asked.folder, asked.count, asked.seed
    (folder / "nothing").mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as cores:
        begun = [
            cores.submit(draw_shard, folder, first, min(first + SHARD, count), seed, asked.fill)
            for first in range(0, count, SHARD)
        ]
        for shard in as_completed(begun):
            print(shard.result(), flush=True)
    return 0


if __name__ == "__main__":
    run(main)
