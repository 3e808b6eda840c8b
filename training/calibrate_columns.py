"""Fit how surely columns place a side that the picture cuts off: `python -m training.calibrate_columns SCENES`.

Writes `columns`: the laws of `vision.locate.columns`. Scenes are cut off at the right or left, some just beside the
floor. The laws are those under which the true sides are likeliest.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from training.calibration import likeliest, store
from training.command_line import CannotRun, asks_for_scenes, parser_of, run
from training.drawn import cut_off, load_scenes
from vision.locate import floor
from vision.locate.columns import BARS, OFFSETS, BoardSeen, Laws, all_combinations, board_seen, likelihoods
from vision.locate.rectify import transform
from vision.locate.sides import CLOSE, from_unit
from vision.read import CONFIDENT_FLOOR

CUT, WHOLE = (0.0, 0.15), (-0.02, 0.0)
"""How much the picture cuts off, as a share of the floor's width, in one half of the scenes and in the other.

Less than nothing: the picture ends beside the floor.
"""
START = (0.01, 0.1, 0.03, 0.03, 0.1)


def evidence(scenes: str) -> Iterator[tuple[BoardSeen, NDArray[np.float64]]]:
    """Yield what is seen of each floor that is found at the picture's edge, and the true offsets of its side."""
    random = np.random.default_rng(1)
    for scene in load_scenes(scenes, held_out=True):
        left = bool(random.random() < 0.5)
        share = random.uniform(*(CUT if random.random() < 0.5 else WHOLE))
        image, corners = cut_off(scene.image, scene.corners, 3 if left else 1, float(share))
        found = floor.trace(image)
        if found is None or floor.sureness(found) < CONFIDENT_FLOOR:
            continue
        if [floor.from_edge(image, found.corners, side) <= CLOSE for side in (1, 3)] != [not left, left]:
            continue
        true = transform(np.linalg.inv(from_unit(np.array(found.corners))), corners)
        ends = true[[0, 3]] * [-1, 1] + [1, 0] if left else true[[1, 2]]
        slope = (ends[1, 0] - ends[0, 0]) / (ends[1, 1] - ends[0, 1])
        off = ends[0, 0] + (np.array([0.0, 1.0]) - ends[0, 1]) * slope - 1
        if OFFSETS[0] <= off.min() and off.max() <= OFFSETS[-1]:
            yield board_seen(image, found.corners, left=left), off


PLACES = all_combinations(OFFSETS, OFFSETS)
"""Where a side may be: the offsets of its far and of its near end, (2, k)."""


def surprise(values: NDArray[np.float64], boards: list[tuple[BoardSeen, NDArray[np.float64]]]) -> float:
    """Return the mean of -log P(true offsets), for the likeliest width of the bar."""
    laws = Laws(*values)
    if laws.stray >= 1:
        return np.inf
    total = 0.0
    for seen, off in boards:
        known = np.max(
            [likelihoods(seen, np.vstack([PLACES, np.full((1, PLACES.shape[1]), bar)]), laws) for bar in BARS], axis=0
        )
        true = int(np.argmin(np.abs(PLACES - off[:, None]).max(axis=0)))
        total += float(known.max() + np.log(np.exp(known - known.max()).sum()) - known[true])
    return total / len(boards)


def main(arguments: list[str]) -> int:
    """Fit and store the numbers."""
    parser = parser_of(__doc__)
    asks_for_scenes(parser)
    boards = list(evidence(parser.parse_args(arguments).scenes))
    if not boards:
        raise CannotRun("no floor was found at the picture's edge")
    values = likeliest(lambda each: surprise(each, boards), START)
    store("columns", values, "training.calibrate_columns", f"{len(boards)} floors cut off on held-out scenes")
    return 0


if __name__ == "__main__":
    run(main)
