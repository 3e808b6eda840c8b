"""Fit how much the rows of points say about a floor's near side: `python -m training.calibrate_rows SCENES`.

Writes `rows`: the weight of the rows' likeness, and the laws of the near side's errors before that step. They are those
under which the true near sides of held-out scenes are likeliest. SCENES should be tables of the renderer: a trictrac's
walls hide the near side.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from training.calibration import likeliest, store
from training.command_line import asks_for_scenes, parser_of, run
from training.drawn import load_scenes
from vision.locate import floor
from vision.locate.rectify import transform
from vision.locate.rows import FURTHER, FURTHEST, PIXELS, alike, unlikely
from vision.locate.sides import from_unit, shrunk
from vision.read import CONFIDENT_FLOOR

MIDDLES = np.array([0.25, 0.75])
"""The middles of the near side's halves."""


def evidence(scenes: str) -> Iterator[tuple[NDArray[np.float64], NDArray[np.int_]]]:
    """Yield how alike the rows of each floor found are, and the true offsets of its near side's halves (in rows)."""
    for scene in load_scenes(scenes, held_out=True):
        outlined = floor.outline(scene.image)
        found = None if outlined is None else floor.trace_sides(scene.image, outlined)
        if found is None or floor.sureness(found) < CONFIDENT_FLOOR:
            continue
        small, places = shrunk(scene.image, np.array(found.corners), PIXELS)
        ratio = np.array(small.shape[1::-1]) / scene.image.shape[1::-1]
        to_image = from_unit(places)
        _, _, right, left = transform(np.linalg.inv(to_image), (scene.corners + 0.5) * ratio - 0.5)
        off = left[1] + (MIDDLES - left[0]) * (right[1] - left[1]) / (right[0] - left[0]) - 1
        rows = np.rint(off / (FURTHER[1] - FURTHER[0])).astype(int)
        if np.abs(rows).max() <= FURTHEST:
            yield alike(small, to_image), rows


def surprise(values: NDArray[np.float64], likeness: NDArray[np.float64], rows: NDArray[np.int_]) -> float:
    """Return the mean of -log P(true offsets); values: the weight and the laws; likeness: (n, left, right)."""
    weight, *laws = values
    known = weight * likeness - unlikely(*laws)
    most = known.max(axis=(1, 2))
    total = most + np.log(np.exp(known - most[:, None, None]).sum(axis=(1, 2)))
    true = known[np.arange(len(rows)), *(rows + FURTHEST).T]
    return float((total - true).mean())


def main(arguments: list[str]) -> int:
    """Fit and store the numbers."""
    parser = parser_of(__doc__)
    asks_for_scenes(parser)
    likeness, rows = (np.array(each) for each in zip(*evidence(parser.parse_args(arguments).scenes), strict=True))
    values = likeliest(lambda each: surprise(each, likeness, rows), (10.0, 0.01, 0.03, 0.01))
    store("rows", values, "training.calibrate_rows", f"{len(rows)} floors found on held-out scenes")
    return 0


if __name__ == "__main__":
    run(main)
