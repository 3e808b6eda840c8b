"""From dames seen to the twenty-four cases, each with its probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.reading import CaseReading, Colour
from vision.rectify import FLOOR, MARGIN, fraction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.dames import Dame
    from vision.geometry import Row

DAMES = 15
"""How many dames each player has (Lois III)."""
MISSED = 0.01
"""P(a dame of a case goes unseen) beyond what the dames seen say: occluded, or like the floor."""


def read_cases(dames: Sequence[Dame], bar: float) -> tuple[CaseReading, ...]:
    """The twenty-four cases, near row then far row, columns 1 to 12.

    bar: the width of the bar as a fraction of the floor's.
    """
    by_case: dict[tuple[Row, int], list[Dame]] = {}
    for dame in dames:
        column = column_of((dame.x - MARGIN[0]) / FLOOR[0], bar)
        if column is not None:
            row: Row = "far" if fraction((dame.x, dame.y))[1] < 0.5 else "near"
            by_case.setdefault((row, column), []).append(dame)
    rows: tuple[Row, Row] = ("near", "far")
    return tuple(read_case(row, column, by_case.get((row, column), [])) for row in rows for column in range(1, 13))


def column_of(x: float, bar: float) -> int | None:
    """The column (1..12) of a place on the floor (fraction of its width); None on the bar or beside the floor."""
    width = (1 - bar) / 12
    if not -0.3 * width < x < 1 + 0.3 * width:
        return None
    if abs(x - 0.5) < bar / 2 - 0.1 * width:
        return None
    rank = x / width if x < 0.5 else (x - bar) / width
    low, high = (1, 6) if x < 0.5 else (7, 12)
    return min(max(int(rank) + 1, low), high)


def read_case(row: Row, column: int, dames: Sequence[Dame]) -> CaseReading:
    """One case from the dames seen on it.

    Each dame is there or not with its own probability; how many really are is their sum's distribution, a pile
    spreading what it may hide over the higher counts.
    """
    seen = np.zeros(DAMES + 1)
    seen[0] = 1.0
    for dame in dames:
        seen[1:] = seen[1:] * (1 - dame.confidence) + seen[:-1] * dame.confidence
        seen[0] *= 1 - dame.confidence
    seen[1:] = (1 - MISSED) * seen[1:] + MISSED * seen[:-1]
    seen[0] *= 1 - MISSED
    seen /= seen.sum()
    there = [dame for dame in dames if dame.confidence >= 0.5]
    weights = sum(dame.confidence for dame in dames)
    light = sum(dame.confidence * dame.light for dame in dames) / weights if dames else 0.5
    piled = max((dame.raised for dame in there), default=0.0)
    real = _with_hidden(seen, piled)
    count = int(np.argmax(seen))
    colour = Colour.NONE if count == 0 else Colour.LIGHT if light >= 0.5 else Colour.DARK
    right_colour = 1.0 if count == 0 else max(light, 1 - light)
    return CaseReading(
        row=row,
        column=column,
        colour=colour,
        count=count,
        piled=count > 0 and piled >= 0.5,
        confidence=float(seen[count] * right_colour),
        light=(float(real[0]), *(float(p) for p in real[1:] * light)),
        dark=(float(real[0]), *(float(p) for p in real[1:] * (1 - light))),
    )


def _with_hidden(
    seen: np.ndarray[tuple[int], np.dtype[np.float64]], piled: float
) -> list[float] | np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The distribution of dames really there: in a pile every higher count is possible, each less likely by a tenth."""
    if piled < 0.05:
        return seen
    hidden = np.zeros_like(seen)
    hidden[0] = seen[0]
    for count in range(1, DAMES + 1):
        tail = 0.9 ** np.arange(DAMES + 1 - count)
        hidden[count:] += seen[count] * tail / tail.sum()
    return np.asarray((1 - piled) * seen + piled * hidden, np.float64)


def fit_bar(dames: Sequence[Dame]) -> float:
    """The bar's width (fraction of the floor's) under which the dames seen stand best in the middle of their cases."""
    if not dames:
        return 0.06
    places = np.array([(dame.x - MARGIN[0]) / FLOOR[0] for dame in dames])
    weights = np.array([dame.confidence for dame in dames])
    best, found = -np.inf, 0.06
    for bar in np.arange(0.0, 0.16, 0.005):
        width = (1 - bar) / 12
        rank = np.where(places < 0.5, places / width, (places - bar) / width)
        score = float(-(weights * np.cos(2 * np.pi * rank)).sum())
        if score > best:
            best, found = score, float(bar)
    return found
