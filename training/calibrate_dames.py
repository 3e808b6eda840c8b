"""Fit the probabilities of dames: `python -m training.calibrate_dames SCENES` writes `dames`.

On the held-out scenes, each peak of the dame map is a dame or not. P(dame) = sigmoid(a + b * logit(height)), fitted by
Newton's method.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from training.command_line import asks_for_scenes, parser_of, run
from training.drawn import load_scenes
from training.fitted import keep
from training.logistic import fitted, with_level
from training.peak_fits import LEAST, belongs, by_height, logit, views
from vision.locate.rectify import transform
from vision.models.network import peaks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from training.drawn import Scenes

REACH = 6.0
"""A peak within this distance (pixels of the view) of a piece's middle belongs to that piece."""
SEEN, HARDLY = 0.25, 0.1
"""Visible shares of a dame's top. Below SEEN the dame need not be found; above HARDLY a peak on it is not false."""


def samples(scenes: Scenes) -> tuple[NDArray[Any], int]:
    """Return the peaks (n, 2): height, 1 for a dame; and the number of dames without a peak."""
    rows, missed = [], 0
    for _, view, maps, scene in views(scenes):
        dames = scene.dames
        found = peaks(maps.dame, LEAST, 2)
        found = found[np.argsort(-found[:, 2])]
        places = maps.to_view(found[:, :2])
        seen = [dame for dame in dames if dame.seen >= SEEN]
        doubtful = np.array([dame.top for dame in dames if HARDLY < dame.seen < SEEN]).reshape(-1, 2)
        owner = belongs(places, transform(view.to_view, np.array([dame.top for dame in seen]).reshape(-1, 2)), REACH)
        maybe = transform(view.to_view, doubtful)
        missed += len(seen) - int((owner >= 0).sum())
        for index, dame in enumerate(owner):
            if dame >= 0 or not len(maybe) or np.linalg.norm(maybe - places[index], axis=1).min() >= REACH:
                rows.append((found[index, 2], float(dame >= 0)))
    return np.array(rows, np.float64), missed


def main(arguments: list[str]) -> int:
    """Fit and store the two numbers."""
    parser = parser_of(__doc__)
    asks_for_scenes(parser)
    asked = parser.parse_args(arguments)
    rows, missed = samples(load_scenes(asked.scenes, held_out=True))
    heights, real = rows[:, 0], rows[:, 1]
    level, slope = fitted(with_level(logit(heights)[:, None]), real)
    on = f"{len(heights)} peaks, {int(real.sum())} dames held out"
    keep("dames", (level, slope), "training.calibrate_dames", on)
    print(f"{missed} dames without a peak")
    print(*by_height(heights, real, "dames"), sep="\n")
    return 0


if __name__ == "__main__":
    run(main)
