"""The likelihoods of how many dames stand on each case, from one reading of a table."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from events.board_reading import CaseReading, Colour
from referee.inference.tables import OBSERVATION, Observation
from rules.position import DAMES, Side
from rules.seating import Seating

COUNTS = np.arange(DAMES + 1)[None, :]


@lru_cache(maxsize=8)
def _ranks(seating: Seating) -> dict[tuple[str, int], int]:
    """Return the index of each physical case in the Blancs' own numbering, from 0."""
    return {
        (row, column): seating.case(Side.BLANCS, row, column) - 1 for row in ("near", "far") for column in range(1, 13)
    }


def likely(
    shares: NDArray[np.float64], rows: NDArray[np.intp], rates: Observation = OBSERVATION
) -> NDArray[np.float64]:
    """Return the likelihood of each count 0..15 on n cases, from the shares of a reading, (n, 16) -> (n, 16).

    rows: how many dames lie next to one another on each case, (n,). The others lie on top of them and are not seen.
    """
    one_more = shares.argmax(axis=1)[:, None] + 1 == COUNTS
    table = np.where(one_more, rates.overlooked * shares, shares)
    invented, missed = rates.invented * table[:, 1:], rates.missed * table[:, :-1]
    table[:, :-1] += invented
    table[:, 1:] += missed
    table = np.maximum(table, rates.floor)
    piled = rows[:, None] <= COUNTS
    seen = np.maximum.accumulate(np.where(piled, table, 0.0), axis=1)
    askew = rates.askew * table[np.arange(len(table)), rows - 1]
    return np.asarray(np.where(piled, np.maximum(seen, askew[:, None]), table), np.float64)


def likelihoods(
    cases: tuple[CaseReading, ...], side: Side, colour: Colour, seating: Seating, rows: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return the likelihoods of each case of `side` in its own numbering, (24, 16).

    All counts are taken for equally likely on a case that was not read.
    """
    table = np.full((24, DAMES + 1), 1.0 / (DAMES + 1))
    if cases:
        ranks = _ranks(seating)
        given = np.array([case.light if colour is Colour.LIGHT else case.dark for case in cases])
        given[:, 0] = 1.0 - given[:, 1:].sum(axis=1)
        table[[ranks[case.row, case.column] for case in cases]] = given
    return likely(table[::-1] if side is Side.NOIRS else table, rows)
