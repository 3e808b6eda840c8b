"""Assign the dames seen to the twenty-four cases, each with its probabilities."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from events.board_reading import CaseReading, Colour
from events.field import Row
from vision.locate.rectify import FLOOR, MARGIN, fraction
from vision.models import numbers_of
from vision.models.network import CELL, logit
from vision.pieces.case_look import CaseLook

CASES = 24
"""Number of cases."""
DAMES = 15
"""Number of dames of each player (Lois III)."""
MISSED = 0.01
"""P(a dame of a case is not found), besides the doubt about those found: it is hidden, or looks like the floor."""
BESIDE = 0.8
"""How far outside the floor the top of a dame, on a tall pile, may appear, in columns."""
(POWER,) = numbers_of("cases_alone")
"""A power for the probabilities that the dames alone give of a case's number and set; they are then normalised."""
COUNT, PILED = numbers_of("cases_count"), numbers_of("cases_piled")
"""Weights of the dames found and of the look at all cases when both are pooled.

COUNT has the powers of their probabilities of a number. PILED has a constant and the weights of their log odds of a
pile.
"""
LEAST = 1e-4
"""The least probability that a look gives to anything."""
BOTH = 0.05
"""Prior probability that dames of both sets lie on one case."""


@dataclass(frozen=True, slots=True)
class Dame:
    """One dame seen.

    Attributes:
        x, y: The middle of its top, pixels of the flat view.
        confidence: P(it is a dame).
        light: P(it is of the light set).
        raised: P(it lies on another).
    """

    x: float
    y: float
    confidence: float
    light: float
    raised: float


def read_cases(
    dames: Sequence[Dame], bar: float, hand: NDArray[np.float32], look: CaseLook | None = None
) -> tuple[CaseReading, ...]:
    """Return the twenty-four cases, near row then far row, columns 1 to 12.

    bar: the width of the bar as a fraction of the floor's; hand: P(hand) over the flat view; look: at all cases
    (vision.pieces.case_look).
    """
    by_case = dames_by_case(dames, bar)
    rows: tuple[Row, Row] = ("near", "far")
    anywhere = bool((hand > 0.5).any())
    return tuple(
        read_case(
            row,
            column,
            by_case[row, column],
            covered(hand, row, column, bar) if anywhere else 0.0,
            None if look is None else look.of(number),
        )
        for number, (row, column) in enumerate(product(rows, range(1, 13)))
    )


def dames_by_case(dames: Sequence[Dame], bar: float) -> dict[tuple[Row, int], list[Dame]]:
    """Return the dames of each case by its row and column; bar: as in `read_cases`."""
    by_column: dict[int, list[Dame]] = {column: [] for column in range(1, 13)}
    for dame in dames:
        column = column_of(fraction((dame.x, dame.y))[0], bar)
        if column is not None:
            by_column[column].append(dame)
    by_case: dict[tuple[Row, int], list[Dame]] = {}
    for column, here in by_column.items():
        by_case["far", column], by_case["near", column] = part_rows(here)
    return by_case


def case_numbers(dames: Sequence[Dame], bar: float) -> NDArray[np.int64]:
    """Return the number of each dame's case, near row first; dames in none have numbers of their own from CASES on."""
    index = {id(dame): place for place, dame in enumerate(dames)}
    numbers = CASES + np.arange(len(dames))
    for (row, column), here in dames_by_case(dames, bar).items():
        numbers[[index[id(dame)] for dame in here]] = column - 1 + 12 * (row == "far")
    return numbers


def part_rows(dames: Sequence[Dame]) -> tuple[list[Dame], list[Dame]]:
    """Return the dames of a column that belong to the far row, and those of the near row.

    A long row may reach past the middle of the board: the rows part at the widest gap, with the rails as ends.
    """
    ordered = sorted(dames, key=lambda dame: dame.y)
    sure = [dame.y for dame in ordered if dame.confidence >= 0.5]
    edges = [MARGIN[1], *sure, MARGIN[1] + FLOOR[1]]
    above, below = max(pairwise(edges), key=lambda gap: gap[1] - gap[0])
    parting = (above + below) / 2
    return [dame for dame in ordered if dame.y < parting], [dame for dame in ordered if dame.y >= parting]


def covered(hand: NDArray[np.float32], row: Row, column: int, bar: float) -> float:
    """Return the share of a case under a hand (0..1), in the part where its first dames lie, or only the first one."""
    width = (1 - bar) / 12
    left = (column - 1) * width + (bar if column > 6 else 0.0)
    x0, x1 = (round((MARGIN[0] + FLOOR[0] * x) / CELL) for x in (left, left + width))
    top, bottom = MARGIN[1] // CELL, (MARGIN[1] + FLOOR[1]) // CELL
    inwards = hand[top:bottom, x0:x1] if row == "far" else hand[top:bottom, x0:x1][::-1]
    reaches = ((bottom - top) * 2 // 5, (bottom - top) // 12)
    return max(float((inwards[:reach] > 0.5).mean()) for reach in reaches) if inwards.size else 0.0


def column_of(x: float, bar: float) -> int | None:
    """Return the column (1..12) of a place on the floor (fraction of its width); None on the bar or off the floor."""
    width = (1 - bar) / 12
    if not -BESIDE * width < x < 1 + BESIDE * width or abs(x - 0.5) < bar / 2:
        return None
    rank = x / width if x < 0.5 else (x - bar) / width
    low, high = (1, 6) if x < 0.5 else (7, 12)
    return min(max(int(rank) + 1, low), high)


def read_case(
    row: Row,
    column: int,
    dames: Sequence[Dame],
    hidden: float = 0.0,
    look: CaseLook | None = None,
) -> CaseReading:
    """Read one case from the dames seen on it.

    Each dame is there with its own probability, and their sum has a distribution. A pile may hide more, which spreads
    it over the higher counts. hidden: the share of the case under a hand (0..1). look: the answer of the look at all
    cases.
    """
    missed = min(0.5, MISSED + 0.6 * hidden)
    first, light = first_look(dames, missed)
    piled = piled_first(dames)
    light = _tempered((light, 1 - light))[0]
    if look is None:
        seen = _tempered(first)
    else:
        seen = pooled(first, look.counts, 1 - hidden)
        pile = PILED[0] + PILED[1] * float(logit(piled)) + PILED[2] * (1 - hidden) * float(look.piled)
        piled = 1 / (1 + math.exp(-pile))
    real = _with_hidden(seen, piled)
    both = _both_sets([dame for dame in dames if dame.confidence >= 0.5])
    of_light = [p * (1 - both) * light for p in real[1:]]
    of_dark = [p * (1 - both) * (1 - light) for p in real[1:]]
    if both > 0:
        lit = _counted([dame.confidence * dame.light for dame in dames], missed)[1:]
        unlit = _counted([dame.confidence * (1 - dame.light) for dame in dames], missed)[1:]
        of_light = [p + both * more for p, more in zip(of_light, lit, strict=True)]
        of_dark = [p + both * more for p, more in zip(of_dark, unlit, strict=True)]
    count = seen.index(max(seen))
    colour = Colour.NONE if count == 0 else Colour.LIGHT if light >= 0.5 else Colour.DARK
    right_colour = 1.0 if count == 0 else max(light, 1 - light)
    return CaseReading(
        row=row,
        column=column,
        colour=colour,
        count=count,
        piled=count > 0 and piled >= 0.5,
        confidence=seen[count] * right_colour,
        light=(real[0], *of_light),
        dark=(real[0], *of_dark),
    )


def first_look(dames: Sequence[Dame], missed: float) -> tuple[list[float], float]:
    """Return P(k dames are visible), k = 0..15, by the dames found on a case, and P(they are of the light set).

    missed: P(one more is not found).
    """
    weights = sum(dame.confidence for dame in dames)
    # The mean of the log odds: one surely dark dame counts for more than one that is hardly light.
    light = sum(dame.confidence * float(logit(dame.light)) for dame in dames) / weights if dames else 0.0
    return _counted([dame.confidence for dame in dames], missed), 1 / (1 + math.exp(-light))


def piled_first(dames: Sequence[Dame]) -> float:
    """Return P(one of the dames found on a case lies on another)."""
    return 1 - math.prod(1 - dame.raised for dame in dames if dame.confidence >= 0.5)


def pooled(first: Sequence[float] | NDArray[np.float64], look: NDArray[np.float64], share: float) -> list[float]:
    """Return P(k dames) by the dames found and by the look at all cases (log P), whose weight is `share` (0..1)."""
    score = COUNT[0] * np.log(np.maximum(first, LEAST)) + share * COUNT[1] * np.maximum(look, math.log(LEAST))
    powers = np.exp(score - score.max())
    together: list[float] = (powers / powers.sum()).tolist()
    return together


def _tempered(likely: Sequence[float]) -> list[float]:
    """Calibrate probabilities: take each to the fitted power, and normalise."""
    powers = [p**POWER for p in likely]
    return [p / sum(powers) for p in powers]


def _counted(likely: Sequence[float], missed: float) -> list[float]:
    """Return P(k dames), k = 0..15, of dames with these probabilities and one more with probability `missed`."""
    seen = [1.0]
    for p in (*likely, missed):
        seen = [here * (1 - p) + fewer * p for here, fewer in zip((*seen, 0.0), (0.0, *seen), strict=True)]
    counted = [*seen, *[0.0] * DAMES][: DAMES + 1]
    total = sum(counted)
    return [p / total for p in counted]


def _both_sets(dames: Sequence[Dame]) -> float:
    """Return P(dames of both sets lie on a case), which breaks the laws, from the sureness of each one's set."""
    if len(dames) < 2:
        return 0.0
    light = math.prod(dame.light for dame in dames)
    dark = math.prod(1 - dame.light for dame in dames)
    ways = 2 ** len(dames) - 2
    mixed = BOTH * max(0.0, 1 - light - dark) / ways
    return float(mixed / (mixed + (1 - BOTH) / 2 * (light + dark)))


def _with_hidden(seen: list[float], piled: float) -> list[float]:
    """Return the distribution of dames really there: a pile may hide more, each further one less likely by a tenth."""
    return [(1 - piled) * here + piled * there for here, there in zip(seen, (seen @ UNDER).tolist(), strict=True)]


def _under() -> NDArray[np.float64]:
    """Return P(that many are there | that many are visible) in a pile: (visible, there)."""
    rows = [np.r_[np.zeros(seen), 0.9 ** np.arange(DAMES + 1 - seen)] for seen in range(DAMES + 1)]
    rows[0] = np.eye(DAMES + 1)[0]
    return np.array([row / row.sum() for row in rows])


UNDER = _under()
