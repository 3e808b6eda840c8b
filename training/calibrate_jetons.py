"""Fit how sure a peak of the jeton map is: `python -m training.calibrate_jetons SCENES` writes `jetons`.

On the held-out scenes, each of the three highest peaks of a picture is a jeton or not; a game has three jetons.
P(jeton) = sigmoid(a + b * logit(height)) is fitted by Newton's method.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from training.command_line import asks_for_scenes, parser_of, run
from training.drawn import load_scenes
from training.fitted import keep
from training.peak_fits import LEAST, belongs, by_height, fit, views
from vision.locate.rectify import transform
from vision.models.network import peaks
from vision.pieces.jetons import APART, JETONS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from training.drawn import Scenes

REACH = 5.0
"""A peak within this many pixels of the view belongs to a jeton; small jetons that touch are eight pixels apart."""


def samples(scenes: Scenes) -> tuple[NDArray[Any], NDArray[Any], int]:
    """Return the heights of peaks, whether each is a jeton, and the number of jetons without a peak."""
    heights, real, missed = [], [], 0
    for _, view, maps, scene in views(scenes):
        found = peaks(maps.jeton, LEAST, APART)
        found = found[np.argsort(-found[:, 2])][:JETONS]
        tops = transform(view.to_view, np.array([middle for middle, _ in scene.jetons]).reshape(-1, 2))
        owner = belongs(maps.to_view(found[:, :2]), tops, REACH)
        heights += found[:, 2].tolist()
        real += (owner >= 0).tolist()
        missed += len(tops) - int((owner >= 0).sum())
    return np.array(heights), np.array(real), missed


def main(arguments: list[str]) -> int:
    """Fit and store the two numbers."""
    parser = parser_of(__doc__)
    asks_for_scenes(parser)
    asked = parser.parse_args(arguments)
    heights, real, missed = samples(load_scenes(asked.scenes, held_out=True))
    fitted = fit(heights, real)
    keep("jetons", fitted, "training.calibrate_jetons", f"{len(heights)} peaks, {int(real.sum())} jetons held out")
    print(f"{missed} jetons without a peak")
    print(*by_height(heights, real, "jetons"), sep="\n")
    return 0


if __name__ == "__main__":
    run(main)
