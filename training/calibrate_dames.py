"""Fit the probabilities of dames and of their set: `python -m training.calibrate_dames SCENES` writes `dames`, `sets`.

On the held-out scenes, each peak of the dame map is a dame or not, and each dame is of the light set or the dark one.
P(dame) = sigmoid(a + b * logit(height)) and
P(light) = sigmoid(a * (across - 0.5) + b * logit(guess)). Both are fitted by Newton's method.
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
from vision.pieces.dame_colours import OWN, between_sets
from vision.pieces.dames import RADIUS, disc_colours, guesses

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from training.drawn import Scenes

REACH = 6.0
"""A peak within this distance (pixels of the view) of a piece's middle belongs to that piece."""
SEEN, HARDLY = 0.25, 0.1
"""Visible shares of a dame's top. Below SEEN the dame need not be found; above HARDLY a peak on it is not false."""


def samples(scenes: Scenes) -> tuple[NDArray[Any], int]:
    """Return the peaks (n, 5), and the number of dames without a peak.

    Columns: height; 1 for a dame; across; logit of the guess; 1 for light. The last three are nan when the peak is no
    dame, and `across` also when only one set is there.
    """
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
        guess = guesses(maps, found)
        colours = disc_colours(view.image, places, RADIUS) if len(places) else np.zeros((0, 3))
        real = owner >= 0
        across = between_sets(colours[real], found[real, 2], guess[real])[0] if real.sum() > 1 else None
        set_odds = iter(across if across is not None else np.full(int(real.sum()), np.nan))
        for index, dame in enumerate(owner):
            if dame >= 0:
                odds = float(np.clip(np.log(guess[index] / (1 - guess[index])), -OWN, OWN))
                rows.append((found[index, 2], 1.0, next(set_odds), odds, seen[dame].light))
            elif not len(maybe) or np.linalg.norm(maybe - places[index], axis=1).min() >= REACH:
                rows.append((found[index, 2], 0.0, np.nan, np.nan, np.nan))
    return np.array(rows, np.float64), missed


def main(arguments: list[str]) -> int:
    """Fit and store the four numbers."""
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
    parted = rows[~np.isnan(rows[:, 2])]
    witnesses, light = np.column_stack([parted[:, 2] - 0.5, parted[:, 3]]), parted[:, 4]
    doubt = fitted(witnesses, light)
    wrong = int(((witnesses @ doubt > 0) != (light > 0.5)).sum())
    keep("sets", doubt, "training.calibrate_dames", f"{len(parted)} dames held out")
    print(f"{wrong} dames taken for the other set's")
    return 0


if __name__ == "__main__":
    run(main)
