"""Fit the weight of what is taught of a table: `python -m training.calibrate_taught TABLES` writes `taught`.

The script renders TABLES tables and teaches them. In further pictures of them, every second one in another light, each
place holds a dame or none. Newton's method fits the weights of the lessons' evidence for a dame and against one. The
network's own log odds are given.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.labelled_pictures.alterations import ALTERATIONS
from training.calibration import fit_logistic, store
from training.command_line import parser_of, positive, run
from training.lessons import table_of
from vision.table.learn import NOTHING, UNKNOWN, Lesson, judge, teach

FIRST_SEED = 910_000_000
"""The first seed: nothing else draws these tables."""


LIGHTS = tuple(each.tones for each in ALTERATIONS if each.tones is not np.copy)
"""The alterations that imitate another light or camera."""


def samples(seed: int) -> NDArray[Any]:
    """Return the places of one table's further pictures, (n, 4).

    Columns: the network's log odds, the evidence for a dame, the evidence against one, whether one is there.
    """
    table = table_of(seed)
    taught = teach(table.calibration, [each.lesson for each in table.lessons])
    places = []
    for number, shown in enumerate(table.further):
        light = LIGHTS[(seed + number // 2) % len(LIGHTS)] if number % 2 else np.copy
        one = judge(taught, table.calibration, Lesson(light(shown.image), shown.standing))
        known, real = one.truth != UNKNOWN, one.truth > NOTHING
        there = np.maximum(one.there, 0) * (1 - one.otherwise), np.minimum(one.there, 0)
        places.append(np.column_stack([one.dame, *there, real])[known])
    return np.concatenate(places)


def main(arguments: list[str]) -> int:
    """Fit and keep the two weights; print how many errors they correct."""
    parser = parser_of(__doc__)
    parser.add_argument("tables", type=positive, help="rendered and taught")
    asked = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    places = np.concatenate([samples(FIRST_SEED + n) for n in range(asked.tables)])
    weights = fit_logistic(places[:, 1:3], places[:, 3], known=places[:, 0])
    on = f"{len(places)} places on {asked.tables} rendered tables, {int(places[:, 3].sum())} of them dames"
    store("taught", weights, "training.calibrate_taught", on)
    before, after = places[:, 0], places[:, 0] + places[:, 1:3] @ weights
    wrong = [int(((odds > 0) != (places[:, 3] > 0.5)).sum()) for odds in (before, after)]
    print(f"{wrong[0]} of {len(places)} wrong, {wrong[1]} once taught")
    return 0


if __name__ == "__main__":
    run(main)
