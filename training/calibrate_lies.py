"""Fit when a die is reported to lean or to lie on another: `python -m training.calibrate_lies VIEWS` writes `lies`.

VIEWS: a folder of training.die_views that was not trained on. A flat die that is reported to lean spoils a good throw
(Lois VI). So each of the two limits is the least probability that no more than SPOILT of the flat dice reach.
"""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.calibration import store
from training.command_line import Unfit, parser_of, run
from training.die_views import MARGIN
from training.picture_files import load_arrays
from vision.pieces.die_lie import FLAT, LEANS, ON_DIE, VIEW, leaning, lying_in

SPOILT = 0.005
"""The share of flat dice that may be reported to lean, and to lie upon another."""


SURELY = 1.64
"""Standard deviations for a certainty of 95 %."""


def least(likely: NDArray[np.float64]) -> float:
    """Return the least probability that surely at most SPOILT of the dice like these (n,) reach."""
    expected = SPOILT * len(likely)
    return float(np.sort(likely)[::-1][max(0, int(expected - SURELY * math.sqrt(expected)))]) + 1e-4


def main(arguments: list[str]) -> int:
    """Fit and keep both limits; print how many leaning dice and dice on others are reported."""
    parser = parser_of(__doc__)
    parser.add_argument("views", type=Path, help="the folder of shards")
    asked = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    found = sorted(asked.views.glob("*.npz"))
    if not found:
        raise Unfit(f"{asked.views}: no *.npz")
    views, known = load_arrays(found, "views", "known")
    lies, aside = known.astype(np.float64).T
    inner = np.s_[:, MARGIN : MARGIN + VIEW, MARGIN : MARGIN + VIEW]
    chances = lying_in(np.ascontiguousarray(views[inner]), aside)
    leans, on_die = leaning(chances), chances[:, ON_DIE]
    flat = lies == FLAT
    if not flat.any():
        raise Unfit(f"{asked.views}: no flat die")
    limits = (least(leans[flat]), least(on_die[flat]))
    reported = ((leans >= limits[0])[lies == LEANS], (on_die >= limits[1])[lies == ON_DIE])
    shares = [f"{int(each.sum())} of {len(each)}" for each in reported]
    on = f"{int(flat.sum())} flat dice never trained on; {shares[0]} leaning and {shares[1]} upon another reported"
    store("lies", limits, "training.calibrate_lies", on)
    return 0


if __name__ == "__main__":
    run(main)
