"""Fit how much the rows of points say about a floor's near side: `python -m training.calibrate_rows SCENES [--cut]`.

Writes `rows`: the weight of the rows' likeness, and the laws of the near side's errors before that step. They are those
under which the true near sides of held-out scenes are likeliest. SCENES should be tables of the renderer: a trictrac's
walls hide the near side.

With --cut, half of the pictures cut off some of the floor at the near side, and the others end beside it. It writes
`at_edge`, how close to the picture's edge the near side is found when it is as likely cut off as whole, and
`rows_at_edge`, the laws of those that are closer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from training.calibration import fit_logistic, likeliest, store, with_constant
from training.command_line import CannotRun, asks_for_scenes, parser_of, run
from training.drawn import cut_off, load_scenes
from vision.locate import floor
from vision.locate.floor import from_edge
from vision.locate.rectify import transform
from vision.locate.rows import ENDS, FURTHER, FURTHEST, PIXELS, Laws, alike
from vision.locate.sides import from_unit, shrunk
from vision.read import CONFIDENT_FLOOR

NEAR = 2
"""The number of the near side."""
CUT, WHOLE = (0.0, float(FURTHER[-1])), (-0.04, 0.0)
"""How much a picture cuts off, as a share of the floor. Less than nothing: it ends beside the floor."""


@dataclass(frozen=True, slots=True)
class NearSide:
    """A floor found: how alike its rows are (`alike`), and the true offsets of its near side's ends (in rows).

    cut: whether the picture cuts off some of the floor there. from_edge: how far from the picture's edge it was found.
    """

    likeness: NDArray[np.float64]
    rows: NDArray[np.int_]
    cut: bool
    from_edge: float


def evidence(scenes: str, *, cut: bool) -> Iterator[NearSide]:
    """Yield the near side of each floor found; cut: at or beside the picture's edge."""
    random = np.random.default_rng(1)
    for scene in load_scenes(scenes, held_out=True):
        image, corners, share = scene.image, scene.corners, 0.0
        if cut:
            share = random.uniform(*(CUT if random.random() < 0.5 else WHOLE))
            image, corners = cut_off(image, corners, NEAR, share)
        found = floor.trace(image)
        if found is None or floor.sureness(found) < CONFIDENT_FLOOR:
            continue
        small, places = shrunk(image, np.array(found.corners), PIXELS)
        ratio = np.array(small.shape[1::-1]) / image.shape[1::-1]
        to_image = from_unit(places)
        _, _, right, left = transform(np.linalg.inv(to_image), (corners + 0.5) * ratio - 0.5)
        off = left[1] + (np.array([0.0, 1.0]) - left[0]) * (right[1] - left[1]) / (right[0] - left[0]) - 1
        rows = np.rint(off / (FURTHER[1] - FURTHER[0])).astype(int)
        if np.abs(rows).max() <= FURTHEST:
            yield NearSide(alike(small, to_image), rows, share > 0, from_edge(image, found.corners, NEAR))


def surprise(values: NDArray[np.float64], sides: Sequence[NearSide]) -> float:
    """Return the mean of -log P(true offsets); values: the weight and the laws."""
    known = Laws(*values).likelihoods(np.array([side.likeness for side in sides]), FURTHER[ENDS])
    most = known.max(axis=1)
    total = most + np.log(np.exp(known - most[:, None]).sum(axis=1))
    true = known[
        np.arange(len(sides)), [np.ravel_multi_index(side.rows + FURTHEST, (FURTHER.size,) * 2) for side in sides]
    ]
    return float((total - true).mean())


def main(arguments: list[str]) -> int:
    """Fit and store the numbers."""
    parser = parser_of(__doc__)
    asks_for_scenes(parser)
    parser.add_argument("--cut", action="store_true", help="fit the laws of a near side at the picture's edge")
    asked = parser.parse_args(arguments)
    sides, name = list(evidence(asked.scenes, cut=asked.cut)), "rows"
    if not sides:
        raise CannotRun("no floor was found on these scenes")
    if asked.cut:
        name = "rows_at_edge"
        distances = with_constant(np.array([[side.from_edge] for side in sides]))
        constant, slope = fit_logistic(distances, np.array([side.cut for side in sides], float))
        closest = -constant / slope
        store("at_edge", [closest], "training.calibrate_rows", f"{len(sides)} floors found on held-out scenes")
        sides = [side for side in sides if side.from_edge <= closest]
    values = likeliest(lambda each: surprise(each, sides), (10.0, 0.01, 0.03, 0.01))
    store(name, values, "training.calibrate_rows", f"{len(sides)} floors found on held-out scenes")
    return 0


if __name__ == "__main__":
    run(main)
