"""Fit how sure cases are: `python -m training.calibrate_cases SCENES` writes `cases_...` of calibration.json.

All numbers are fitted to the cases of held-out scenes, whose makes of board were never trained on. `cases_alone` is a
power for the probabilities that the dames alone give of a case's number and set; it makes the true ones likeliest.
`cases_count` and `cases_piled` weigh the dames found against the look at all cases when both are pooled. A board with a
case less sure than `cases_doubt` gets the look at all cases; this limit makes most cases right. The script prints the
expected calibration error: the mean gap between confidence and the share that is right, over ten bins of equally many
cases.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray

from events.board_reading import CaseReading
from training.calibration import fit_logistic, store, with_constant
from training.command_line import asks_for_scenes, parser_of, run
from training.drawn import Scenes, case_truth, load_scenes
from vision.calibration import Calibration
from vision.locate.rectify import as_corners
from vision.models.network import logit
from vision.pieces import cases
from vision.pieces.case_look import CaseLook, look_at_cases
from vision.pieces.cases import Dame
from vision.read import read

POWERS = np.geomspace(0.5, 3.0, 60)
BINS = 10
ROUNDS = 60
LONGEST = 0.1
"""The longest step to the powers; it keeps Newton's method from diverging."""


class Looks(NamedTuple):
    """The evidence of two looks at n cases, and the truth.

    Attributes:
        look: The look at all cases.
        board: (n,), the number of each case's board.
        seen: (n, COUNTS), P(k tops) by the dames found.
        light: (n,), P(the light set) by the dames found.
        piled: (n,), the log odds of a pile by the dames found.
        tops: (n,), how many tops are there.
        lit: (n,), 1 for the light set, 0 for the dark one, -1 for none.
        pile: (n,), whether the case holds a pile.
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
    """Return both looks at the cases of scenes, without cases that hold both sets. The true corners are used."""
    found: list[tuple[Sequence[Dame], float]] = []

    def keep_dames(
        dames: Sequence[Dame], bar: float, hand: NDArray[np.float32], look: CaseLook | None = None
    ) -> tuple[CaseReading, ...]:
        found.append((dames, bar))
        return cases.read_cases(dames, bar, hand, look)

    rows: list[tuple[object, ...]] = []
    looks: list[CaseLook] = []
    for board, scene in enumerate(scenes):
        found.clear()
        corners = as_corners(scene.corners)
        with patch("vision.read.read_cases", keep_dames):
            read(scene.image, Calibration(corners=corners), under_hands=True)
        if not found:
            continue
        dames, bar = found[0]
        look = look_at_cases(scene.image, corners, bar)
        first = cases.dames_by_case(dames, bar)
        truth = case_truth(scene.dames, across=False, down=False)
        for number, (count, lit, pile, *_) in enumerate(truth.tolist()):
            if count == 0 or lit >= 0:
                here = first["far" if number >= 12 else "near", number % 12 + 1]
                seen, light = cases.first_look(here, cases.MISSED)
                of_it = light, float(logit(cases.piled_first(here)))
                rows.append((board, seen, *of_it, int(count), int(lit), pile > 0))
                looks.append(look.of(number))
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    together = type(looks[0])(*(np.array(column) for column in zip(*looks, strict=True)))
    return Looks(together, *columns)


def temper(sure: NDArray[np.float64], power: float) -> NDArray[np.float64]:
    """Confidences (n,) with their odds taken to a power."""
    odds = (np.clip(sure, 1e-6, 1 - 1e-6) / np.clip(1 - sure, 1e-6, 1)) ** power
    return np.asarray(odds / (1 + odds), np.float64)


def likelihood(sure: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """Return the mean log likelihood of the right and wrong answers."""
    return float(np.log(np.where(right, sure, 1 - sure)).mean())


def expected_error(sure: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """The expected calibration error, 0..1."""
    parts = np.array_split(np.argsort(sure), BINS)
    return float(sum(abs(sure[part].mean() - right[part].mean()) * len(part) for part in parts) / len(sure))


def judge(
    seen: NDArray[np.float64], light: NDArray[np.float64], looks: Looks
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return how sure each case is by P(count) (n, COUNTS) and P(light) (n,), and whether it is right."""
    count = seen.argmax(axis=1)
    sure = seen.max(axis=1) * np.where(count > 0, np.maximum(light, 1 - light), 1)
    return sure, (count == looks.tops) & ((count == 0) | ((light >= 0.5) == (looks.lit == 1)))


def powers(looks: Looks) -> NDArray[np.float64]:
    """Return the two powers (2,) that make the true counts likeliest, by Newton's method."""
    first, second = np.log(np.maximum(looks.seen, cases.LEAST)), np.maximum(looks.look.counts, math.log(cases.LEAST))
    evidence = np.stack([first, second], axis=2)
    powers = np.ones(2)
    for _ in range(ROUNDS):
        score = evidence @ powers
        likely = np.exp(score - score.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        mean = (likely[..., None] * evidence).sum(axis=1)
        gradient = (evidence[np.arange(len(evidence)), looks.tops] - mean).sum(axis=0)
        away = evidence - mean[:, None]
        curve = np.einsum("nk,nki,nkj->ij", likely, away, away)
        powers += np.clip(np.linalg.solve(curve + 1e-3 * np.eye(2), gradient), -LONGEST, LONGEST)
    return powers


def doubt(looks: Looks, sure: NDArray[np.float64], right: NDArray[np.bool_], better: NDArray[np.bool_]) -> float:
    """Return the limit of sureness below which the look at all cases is used, so that most cases are right.

    The look is used for a whole board when one of its cases is less sure than the limit.

    Args:
        looks: The cases.
        sure, right: How sure each case is by its dames alone, and whether it is right.
        better: Whether it is right by both looks.
    """
    _, board = np.unique(looks.board, return_inverse=True)
    least = np.ones(board.max() + 1)
    np.minimum.at(least, board, sure)
    mended = np.bincount(board, better.astype(np.int64) - right)
    order = np.argsort(least)
    at = int(np.argmax(np.cumsum(mended[order])))
    return round(float(np.append(least[order], 1.0)[at + 1]), 3)


def main(arguments: list[str]) -> int:
    """Fit and keep the numbers; print the calibration errors."""
    parser = parser_of(__doc__)
    asks_for_scenes(parser)
    asked = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    looks = samples(load_scenes(asked.scenes, held_out=True))

    def keep_values(name: str, values: Iterable[float], right: NDArray[np.bool_]) -> None:
        store(name, values, "training.calibrate_cases", f"{len(right)} cases held out, {int(right.sum())} right")

    sure, right = judge(looks.seen, looks.light, looks)
    power = max(POWERS, key=lambda each: likelihood(temper(sure, each), right))
    keep_values("cases_alone", (power,), right)
    after = temper(sure, power)
    print(f"expected calibration error {expected_error(sure, right):.4f}, now {expected_error(after, right):.4f}")
    cases.COUNT = tuple(powers(looks).tolist())
    there = looks.tops > 0
    piles = with_constant(np.column_stack([looks.piled, looks.look.piled]))
    piled = fit_logistic(piles[there], looks.pile[there])
    pooled = [cases.pooled(seen, look, 1.0) for seen, look in zip(looks.seen, looks.look.counts, strict=True)]
    together, better = judge(np.array(pooled), temper(looks.light, power), looks)
    keep_values("cases_count", cases.COUNT, better)
    keep_values("cases_piled", piled, ((piles @ piled > 0) == looks.pile)[there])
    keep_values("cases_doubt", (doubt(looks, after, right, better),), better)
    print(f"with the look at all cases: expected calibration error {expected_error(together, better):.4f}")
    return 0


if __name__ == "__main__":
    run(main)
