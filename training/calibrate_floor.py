"""Fit how sure a floor found is: `python -m training.calibrate_floor SCENES NOTHING` writes `floor`.

Each floor found is right or not. The pictures are held-out scenes, whole and with half of their board out of the
picture, and pictures without a board. P(right) is fitted to the features by Newton's method.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from training.calibration import fit_logistic, store
from training.command_line import asks_for_scenes, parser_of, run
from training.drawn import load_scenes, without_board
from vision.locate import floor

RIGHT = 0.035
"""Corners within this share of the floor's width count as right: cases are still read correctly."""
WEIGHT_DECAY = 0.02


def pictures(scenes: str, nothing: str) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.float64] | None]]:
    """Yield pictures and the corners of their floor, None when there is no floor or too little of it."""
    for number, (image, corners, *_) in enumerate(load_scenes(scenes, held_out=True)):
        yield image, corners
        across, down = (int(middle) for middle in np.clip(corners.mean(axis=0), 80, np.array(image.shape[1::-1]) - 80))
        if number % 3 == 0:
            yield np.ascontiguousarray(image[:, :across] if number % 2 else image[:, across:]), None
        if number % 3 == 1:
            yield np.ascontiguousarray(image[:down] if number % 2 else image[down:]), None
    for path in without_board(nothing):
        yield np.asarray(cv2.imread(str(path)), np.uint8), None


def main(arguments: list[str]) -> int:
    """Fit and store the weights; print the shares right by confidence."""
    parser = parser_of(__doc__)
    asks_for_scenes(parser, nothing=True)
    asked = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    rows, right, none = [], [], 0
    for image, corners in pictures(asked.scenes, asked.nothing):
        traced = floor.trace(image)
        if traced is None:
            none += 1
            continue
        traced = floor.correct(image, traced)
        rows.append(floor.features(traced))
        width = 1.0 if corners is None else float(np.linalg.norm(corners[1] - corners[0]))
        right.append(
            corners is not None and np.linalg.norm(np.array(traced.corners) - corners, axis=1).max() < RIGHT * width
        )
    design, real = np.array(rows), np.array(right, float)
    weights = fit_logistic(design, real, decay=WEIGHT_DECAY)
    confidence = 1 / (1 + np.exp(-design @ weights))
    store("floor", weights, "training.calibrate_floor", f"{len(real)} floors found, {int(real.sum())} right, held out")
    print(f"{none} pictures without a floor")
    for low, high in ((0, 0.2), (0.2, 0.5), (0.5, 0.75), (0.75, 0.9), (0.9, 1.01)):
        here = (confidence >= low) & (confidence < high)
        if here.any():
            print(f"  confidence {low} to {min(high, 1.0)}: {real[here].mean():.3f} of {here.sum()} lie right")
    return 0


if __name__ == "__main__":
    run(main)
