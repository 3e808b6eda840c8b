"""How sure cases are: `python -m training.calibrate_cases SCENES` fits `cases` and `cases_again` of calibration.json.

`cases`: the power that probabilities of a case's number and set are taken to is the one under which the cases of
scenes held out, of makes never trained on, are likeliest. The expected calibration error before and after is printed:
the mean gap between confidence and the share that is right, over ten bins that hold as many cases each.
`cases_again`: the powers of the first and the second look's probabilities under which the numbers are likeliest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

import cv2
import numpy as np

from training.command_line import asks_for_scenes, parser_of, run
from training.drawn import load_scenes, shown
from training.fitted import keep
from vision.calibration import Calibration
from vision.geometry import as_corners
from vision.pieces import cases
from vision.pieces.case_look import look_again
from vision.read import read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from events.board_reading import CaseReading
    from training.drawn import Scenes
    from vision.pieces.dames import Dame

POWERS = np.geomspace(0.5, 3.0, 60)
BINS = 10
ROUNDS = 60
LONGEST = 0.1
"""The longest step to the powers, so that none leads astray."""


class Looks(NamedTuple):
    """What two looks say of n cases, and what they show.

    seen, again: (n, COUNTS), P(k tops) by the first and the second look; light: (n,), P(the light set);
    tops: (n,), how many there are; lit: (n,), 1 for the light set, 0 for the dark one, -1 for none.
    """

    seen: NDArray[np.float64]
    light: NDArray[np.float64]
    again: NDArray[np.float64]
    tops: NDArray[np.int64]
    lit: NDArray[np.int64]


def samples(scenes: Scenes) -> Looks:
    """Both looks at the cases of scenes, those apart where both sets lie; corners are given."""
    found: list[tuple[Sequence[Dame], float]] = []

    def kept(
        dames: Sequence[Dame], bar: float, hand: NDArray[np.float32], again: NDArray[np.float64] | None = None
    ) -> tuple[CaseReading, ...]:
        found.append((dames, bar))
        return cases.read_cases(dames, bar, hand, again)

    rows: list[tuple[object, ...]] = []
    for scene in scenes:
        found.clear()
        corners = as_corners(scene.corners)
        with patch("vision.read.read_cases", kept):
            read(scene.image, Calibration(corners=corners), under_hands=True)
        if not found:
            continue
        dames, bar = found[0]
        again = look_again(scene.image, corners, bar)
        first = cases.dames_by_case(dames, bar)
        truth = shown(scene.dames, across=False, down=False)
        for number, (count, lit, *_) in enumerate(truth.tolist()):
            if count == 0 or lit >= 0:
                here = first["far" if number >= 12 else "near", number % 12 + 1]
                seen, light = cases.first_look(here, cases.MISSED)
                rows.append((seen, light, again[number], int(count), int(lit)))
    return Looks(*(np.array(column) for column in zip(*rows, strict=True)))


def tempered(sure: NDArray[np.float64], power: float) -> NDArray[np.float64]:
    """Confidences (n,) with their odds taken to a power."""
    odds = (np.clip(sure, 1e-6, 1 - 1e-6) / np.clip(1 - sure, 1e-6, 1)) ** power
    return np.asarray(odds / (1 + odds), np.float64)


def likelihood(sure: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """The mean log likelihood of what was right and wrong."""
    return float(np.log(np.where(right, sure, 1 - sure)).mean())


def expected_error(sure: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """The expected calibration error, 0..1."""
    parts = np.array_split(np.argsort(sure), BINS)
    return float(sum(abs(sure[part].mean() - right[part].mean()) * len(part) for part in parts) / len(sure))


def judged(
    seen: NDArray[np.float64], light: NDArray[np.float64], looks: Looks
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """How sure each case is by P(count) (n, COUNTS) and P(light) (n,), and whether it is right."""
    count = seen.argmax(axis=1)
    sure = seen.max(axis=1) * np.where(count > 0, np.maximum(light, 1 - light), 1)
    return sure, (count == looks.tops) & ((count == 0) | ((light >= 0.5) == (looks.lit == 1)))


def numbers(looks: Looks) -> NDArray[np.float64]:
    """The two powers (2,) under which the counts are likeliest, by Newton's method."""
    told = np.log(np.maximum(np.stack([looks.seen, looks.again], axis=2), cases.LEAST))
    powers = np.ones(2)
    for _ in range(ROUNDS):
        score = told @ powers
        likely = np.exp(score - score.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        mean = (likely[..., None] * told).sum(axis=1)
        gradient = (told[np.arange(len(told)), looks.tops] - mean).sum(axis=0)
        away = told - mean[:, None]
        curve = np.einsum("nk,nki,nkj->ij", likely, away, away)
        powers += np.clip(np.linalg.solve(curve + 1e-3 * np.eye(2), gradient), -LONGEST, LONGEST)
    return powers


def main(arguments: list[str]) -> int:
    """Fit and keep the powers; print what they mend."""
    parser = parser_of(__doc__)
    asks_for_scenes(parser)
    asked = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    looks = samples(load_scenes(asked.scenes, held_out=True))
    sure, right = judged(looks.seen, looks.light, looks)
    power = max(POWERS, key=lambda each: likelihood(tempered(sure, each), right))
    keep("cases", (power,), "training.calibrate_cases", f"{len(right)} cases held out, {int(right.sum())} right")
    after = tempered(sure, power)
    print(f"expected calibration error {expected_error(sure, right):.4f}, now {expected_error(after, right):.4f}")
    cases.FIRST, cases.SECOND = numbers(looks).tolist()
    pooled = [cases.pooled(seen.tolist(), again, 1.0) for seen, again in zip(looks.seen, looks.again, strict=True)]
    sure, right = judged(np.array(pooled), tempered(looks.light, power), looks)
    on = f"{len(right)} cases held out, {int(right.sum())} right"
    keep("cases_again", (cases.FIRST, cases.SECOND), "training.calibrate_cases", on)
    print(f"after a second look: expected calibration error {expected_error(sure, right):.4f}")
    return 0


if __name__ == "__main__":
    run(main)
