"""Fit how sure cases are: `python -m training.calibrate_cases SCENES` writes `cases` of calibration.json.

The probabilities of a case's number and set are raised to a power. The power is the likeliest one for the cases of
held-out scenes, of makes never trained on. The expected calibration error before and after is printed: the mean gap
between confidence and the share that is right, over ten bins of equal size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from training.command_line import asks_for_scenes, parser_of, run
from training.drawn import SEEN, load_scenes
from training.fitted import keep
from vision.calibration import Calibration
from vision.geometry import as_corners
from vision.pieces import cases
from vision.read import read

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from training.drawn import DrawnScene

POWERS = np.geomspace(0.5, 3.0, 60)
BINS = 10


def samples(scenes: list[DrawnScene]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The confidence of each case, and whether its number and set were right; corners are given."""
    cases.POWER = 1.0
    sure, right = [], []
    for scene in scenes:
        seen: dict[tuple[object, int], list[bool]] = {}
        for dame in scene.dames:
            if dame.seen >= SEEN and dame.case is not None:
                seen.setdefault(dame.case, []).append(dame.light)
        known = Calibration(corners=as_corners(scene.corners))
        for case in read(scene.image, known, under_hands=True).cases:
            there = seen.get((case.row, case.column), [])
            if len(set(there)) < 2:
                light = bool(there and there[0])
                sure.append(case.confidence)
                right.append(len(there) == case.count and (not there or light == (case.colour == "light")))
    return np.array(sure), np.array(right)


def tempered(sure: NDArray[np.float64], power: float) -> NDArray[np.float64]:
    """Confidences (n,) with their odds raised to a power."""
    odds = (np.clip(sure, 1e-6, 1 - 1e-6) / np.clip(1 - sure, 1e-6, 1)) ** power
    return np.asarray(odds / (1 + odds), np.float64)


def likelihood(sure: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """The mean log likelihood of the right and wrong cases."""
    return float(np.log(np.where(right, sure, 1 - sure)).mean())


def expected_error(sure: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """The expected calibration error, 0..1."""
    parts = np.array_split(np.argsort(sure), BINS)
    return float(sum(abs(sure[part].mean() - right[part].mean()) * len(part) for part in parts) / len(sure))


def main(arguments: list[str]) -> int:
    """Fit and store the power; print the calibration error before and after."""
    parser = parser_of(__doc__)
    asks_for_scenes(parser)
    asked = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    sure, right = samples(load_scenes(asked.scenes, held_out=True))
    power = max(POWERS, key=lambda each: likelihood(tempered(sure, each), right))
    keep("cases", (power,), "training.calibrate_cases", f"{len(right)} cases held out, {int(right.sum())} right")
    after = tempered(sure, power)
    print(f"expected calibration error {expected_error(sure, right):.4f}, now {expected_error(after, right):.4f}")
    return 0


if __name__ == "__main__":
    run(main)
