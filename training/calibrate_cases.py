"""How sure cases are: `python -m training.calibrate_cases SCENES` fits what `cases_...` of calibration.json hold.

All on the cases of scenes held out, of makes never trained on. `cases_alone`: the power that probabilities of a case's
number and set by its dames alone are taken to is the one under which they are likeliest. `cases_count`, `cases_piled`:
what the dames found and the look at all cases weigh when they are pooled. `cases_doubt`: the lowest sureness at which
most cases are right when the boards with a less sure case are looked at so. The expected calibration error is printed:
the mean gap between confidence and the share that is right, over ten bins that hold as many cases each.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

import cv2
import numpy as np

from training.command_line import asks_for_scenes, parser_of, run
from training.drawn import load_scenes, shown
from training.fitted import keep
from training.logistic import fitted, with_level
from vision.calibration import Calibration
from vision.geometry import as_corners
from vision.pieces import cases
from vision.pieces.case_look import look_at_cases
from vision.read import read

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from events.board_reading import CaseReading
    from training.drawn import Scenes
    from vision.pieces.case_look import CaseLook
    from vision.pieces.dames import Dame

POWERS = np.geomspace(0.5, 3.0, 60)
BINS = 10
ROUNDS = 60
LONGEST = 0.1
"""The longest step to the powers, so that none leads astray."""


class Looks(NamedTuple):
    """What n cases show by two looks, and what is there.

    look: at all cases; board: (n,), which one each is of; seen: (n, COUNTS), P(k tops), light: (n,), P(the light set),
    piled: (n,), the log odds of a pile, by the dames found; tops: (n,), how many there are; lit: (n,), 1
    for the light set, 0 for the dark one, -1 for none; pile: (n,), whether it is one.
    """

    look: CaseLook
    board: NDArray[np.int64]
    seen: NDArray[np.float64]
    light: NDArray[np.float64]
    piled: NDArray[np.float64]
    tops: NDArray[np.int64]
    lit: NDArray[np.int64]
    pile: NDArray[np.bool_]


def samples(scenes: Scenes) -> Looks:
    """Both looks at the cases of scenes, those apart where both sets lie; corners are given."""
    found: list[tuple[Sequence[Dame], float]] = []

    def kept(
        dames: Sequence[Dame], bar: float, hand: NDArray[np.float32], look: CaseLook | None = None
    ) -> tuple[CaseReading, ...]:
        found.append((dames, bar))
        return cases.read_cases(dames, bar, hand, look)

    rows: list[tuple[object, ...]] = []
    looks: list[CaseLook] = []
    for board, scene in enumerate(scenes):
        found.clear()
        corners = as_corners(scene.corners)
        with patch("vision.read.read_cases", kept):
            read(scene.image, Calibration(corners=corners), under_hands=True)
        if not found:
            continue
        dames, bar = found[0]
        look = look_at_cases(scene.image, corners, bar)
        first = cases.dames_by_case(dames, bar)
        truth = shown(scene.dames, across=False, down=False)
        for number, (count, lit, pile, *_) in enumerate(truth.tolist()):
            if count == 0 or lit >= 0:
                here = first["far" if number >= 12 else "near", number % 12 + 1]
                seen, light = cases.first_look(here, cases.MISSED)
                of_it = light, cases.odds(cases.piled_first(here))
                rows.append((board, seen, *of_it, int(count), int(lit), pile > 0))
                looks.append(look.of(number))
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    together = type(looks[0])(*(np.array(column) for column in zip(*looks, strict=True)))
    return Looks(together, *columns)


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


def powers(looks: Looks) -> NDArray[np.float64]:
    """The two powers (2,) under which the counts are likeliest, by Newton's method."""
    first, second = np.log(np.maximum(looks.seen, cases.LEAST)), np.maximum(looks.look.counts, math.log(cases.LEAST))
    told = np.stack([first, second], axis=2)
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


def doubt(looks: Looks, sure: NDArray[np.float64], right: NDArray[np.bool_], better: NDArray[np.bool_]) -> float:
    """The lowest sureness at which most cases are right when the boards with a less sure case are looked at so.

    sure, right: of each case by its dames alone; better: whether it is right by both looks.
    """
    _, board = np.unique(looks.board, return_inverse=True)
    least = np.ones(board.max() + 1)
    np.minimum.at(least, board, sure)
    mended = np.bincount(board, better.astype(np.int64) - right)
    order = np.argsort(least)
    at = int(np.argmax(np.cumsum(mended[order])))
    return round(float(np.append(least[order], 1.0)[at + 1]), 3)


def main(arguments: list[str]) -> int:
    """Fit and keep the numbers; print what they mend."""
    parser = parser_of(__doc__)
    asks_for_scenes(parser)
    asked = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    looks = samples(load_scenes(asked.scenes, held_out=True))

    def kept(name: str, values: Iterable[float], right: NDArray[np.bool_]) -> None:
        keep(name, values, "training.calibrate_cases", f"{len(right)} cases held out, {int(right.sum())} right")

    sure, right = judged(looks.seen, looks.light, looks)
    power = max(POWERS, key=lambda each: likelihood(tempered(sure, each), right))
    kept("cases_alone", (power,), right)
    after = tempered(sure, power)
    print(f"expected calibration error {expected_error(sure, right):.4f}, now {expected_error(after, right):.4f}")
    cases.COUNT = tuple(powers(looks).tolist())
    there = looks.tops > 0
    piles = with_level(np.column_stack([looks.piled, looks.look.piled]))
    piled = fitted(piles[there], looks.pile[there])
    pooled = [cases.pooled(seen, look, 1.0) for seen, look in zip(looks.seen, looks.look.counts, strict=True)]
    together, better = judged(np.array(pooled), tempered(looks.light, power), looks)
    kept("cases_count", cases.COUNT, better)
    kept("cases_piled", piled, ((piles @ piled > 0) == looks.pile)[there])
    kept("cases_doubt", (doubt(looks, after, right, better),), better)
    print(f"with the look at all cases: expected calibration error {expected_error(together, better):.4f}")
    return 0


if __name__ == "__main__":
    run(main)
