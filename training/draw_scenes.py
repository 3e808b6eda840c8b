"""Draw scenes ahead of training: `python -m training.draw_scenes FOLDER COUNT [SEED]` (5 a second on one core).

For every ten scenes one picture of a table without a board goes to FOLDER/nothing.
"""

from __future__ import annotations

import pickle

import cv2
import numpy as np

from training.clutter import draw_nothing
from training.command_line import asks_to_draw, parser_of, run
from training.scenes import draw_scene

SHARD = 100
BARE = 10
"""One picture without a board for so many scenes."""
SIZES = ((960, 720), (1120, 630), (720, 960))
SHARES = (0.5, 0.35, 0.15)


def main(arguments: list[str]) -> int:
    """Write COUNT scenes in shards of 100; scene k of seed s is always the same."""
    parser = parser_of(__doc__)
    asks_to_draw(parser, "scenes")
    asked = parser.parse_args(arguments)
    folder, count, seed = asked.folder, asked.count, asked.seed
    (folder / "nothing").mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    for first in range(0, count, SHARD):
        scenes = []
        for number in range(first, min(first + SHARD, count)):
            rng = np.random.default_rng([seed, number])
            size = SIZES[int(rng.choice(len(SIZES), p=SHARES))]
            if number % BARE == 0:
                cv2.imwrite(str(folder / "nothing" / f"{seed}_{number:06d}.jpg"), draw_nothing(rng, size))
            scene = draw_scene(rng, size)
            _, jpeg = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
            _, hands = cv2.imencode(".png", scene.hands[::2, ::2])
            scenes.append((jpeg, scene.corners, scene.make, hands, scene.dames, scene.dice, scene.jetons))
        (folder / f"{seed}_{first:06d}.pickle").write_bytes(pickle.dumps(scenes))
        print(first + len(scenes), flush=True)
    return 0


if __name__ == "__main__":
    run(main)
