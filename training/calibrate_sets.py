"""Fit the probabilities of the two sets: `python -m training.calibrate_sets SCENES` writes `sets`.

On the held-out scenes, P(a case is of the light set) = sigmoid(a * (across - 0.5) + b * logit(guess)), both as the mean
over its dames.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from training.command_line import asks_for_scenes, parser_of, run
from training.drawn import load_scenes, shown
from training.fitted import keep
from training.logistic import fitted
from training.peak_fits import views
from vision.pieces.cases import CASES
from vision.pieces.dame_colours import between_sets, own_odds
from vision.pieces.dames import NONE, all_seen, sure_dames, tops_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from training.drawn import Scenes


def witnesses(scenes: Scenes) -> Iterator[tuple[float, float, float]]:
    """Yield the evidence of each case of boards with two sets, and whether it is light."""
    for _, view, maps, scene in views(scenes):
        seen = all_seen(view, maps, NONE)
        if len(seen.places) == 0:
            continue
        tops = tops_of(seen, sure_dames(seen), scene.make.field.bar / scene.make.field.width)
        across, _ = between_sets(tops)
        if across is None:
            continue
        lit = shown(scene.dames, across=False, down=False)[:, 1]
        between, guessed = tops.by_case(across - 0.5), tops.by_case(own_odds(tops.guess))
        for case, first in zip(*np.unique(tops.cases, return_index=True), strict=True):
            if case < CASES and lit[case] >= 0:
                yield float(between[first]), float(guessed[first]), float(lit[case])


def main(arguments: list[str]) -> int:
    """Fit and store the two weights."""
    parser = parser_of(__doc__)
    asks_for_scenes(parser)
    asked = parser.parse_args(arguments)
    rows = np.array(list(witnesses(load_scenes(asked.scenes, held_out=True))))
    weights = fitted(rows[:, :2], rows[:, 2])
    wrong = int(((rows[:, :2] @ weights > 0) != (rows[:, 2] > 0.5)).sum())
    keep("sets", weights, "training.calibrate_sets", f"{len(rows)} cases held out, {len(rows) - wrong} right")
    return 0


if __name__ == "__main__":
    run(main)
