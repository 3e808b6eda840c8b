"""Draw scenes ahead of training: `python -m training.draw_scenes FOLDER COUNT [SEED]` (5 a second on one core)."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import cv2
import numpy as np

from training.scenes import draw_scene

SHARD = 100


def main(arguments: list[str]) -> int:
    """Write COUNT scenes in shards of 100; scene k of seed s is always the same."""
    folder, count, seed = Path(arguments[0]), int(arguments[1]), int(arguments[2]) if len(arguments) > 2 else 0
    folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    for first in range(0, count, SHARD):
        scenes = []
        for number in range(first, min(first + SHARD, count)):
            rng = np.random.default_rng([seed, number])
            scene = draw_scene(rng, (960, 720) if rng.random() < 0.6 else (1120, 630))
            _, jpeg = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
            _, hands = cv2.imencode(".png", scene.hands[::2, ::2])
            scenes.append((jpeg, scene.corners, scene.make, hands, scene.dames, scene.dice, scene.jetons))
        (folder / f"{seed}_{first:06d}.pickle").write_bytes(pickle.dumps(scenes))
        print(first + len(scenes), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
