"""Expected points of one throw without listing its plays: dames and coin beaten, and the last dame of a jan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from rules.position import COIN, COIN_ADVERSE
from rules.view import FILLABLE, TABLE_DES_GRANDS_JANS

if TYPE_CHECKING:
    from coach.trictrac.network import Floats
    from rules.batch.rows import Mask, Rows

CHANCES: Final = 3 + len(FILLABLE)
"""Numbers a side: battre a vrai, battre a faux (for the adversary), battre le coin, and filling each jan."""
_SIMPLE, _DOUBLET = np.full(26, 4.0, np.float32), np.full(26, 6.0, np.float32)
for _worth in (_SIMPLE, _DOUBLET):
    _worth[TABLE_DES_GRANDS_JANS.start : TABLE_DES_GRANDS_JANS.stop] -= 2
_DIRECT: Final = (10 * 4 + 1 * 6) / 36
"""Points of a way that one number makes: ten throws of 36 bring it simply, one as a doublet (Tarif: 4 and 6)."""
_WHOLE: Final = 12.0
"""The unit of the features, in points: a trou."""


def _moved(cases: Mask, pips: int) -> Mask:
    """Where dames standing on `cases` come to by `pips`, (n, 26)."""
    there = np.zeros_like(cases)
    there[:, pips:] = cases[:, : 26 - pips]
    return there


def chances(rows: Rows) -> Floats:
    """What the thrower may expect of his next throw, in trous, float32 (n, CHANCES)."""
    stands = rows.own > 0
    stands[:, 0] = stands[:, 25] = False
    demi, free = rows.adverse == 1, rows.adverse < 2
    reach = {pips: _moved(stands, pips) for pips in range(1, 13)}
    vacant = {pips: _moved_rest(free, pips) for pips in range(1, 7)}
    found = np.zeros((len(stands), CHANCES), np.float32)
    for high in range(1, 7):
        for low in range(1, high + 1):
            weight, worth = (1, _DOUBLET) if high == low else (2, _SIMPLE)
            by_sum = reach[high + low] & demi
            rest = vacant[high] | vacant[low]
            direct = reach[high] | reach[low]
            worth = worth * (weight / 36 / _WHOLE)
            found[:, 0] += (by_sum & rest) @ worth
            found[:, 1] += (by_sum & ~rest & ~direct) @ worth
    for pips in range(1, 7):
        hit = reach[pips] & demi
        found[:, 0] += hit @ (_SIMPLE * (10 / 36 / _WHOLE) + _DOUBLET * (1 / 36 / _WHOLE))
    found[:, 2] = _coin(rows)
    for at, jan in enumerate(FILLABLE):
        found[:, 3 + at] = _filling(rows, jan)
    return found


def _moved_rest(free: Mask, pips: int) -> Mask:
    """For each case, whether the case `pips` before it is free to rest on."""
    rest = np.zeros_like(free)
    rest[:, pips + 1 :] = free[:, 1 : 26 - pips]
    return rest


def _coin(rows: Rows) -> Floats:
    """Expected points of beating the adverse coin: it is empty, ours is held by more than the dames that beat."""
    spare = rows.own.copy()
    spare[:, COIN] -= 2
    total = np.zeros(len(spare), np.float32)
    for high in range(1, 7):
        one = spare[:, COIN_ADVERSE - high]
        total += 6 / 36 * (one >= 2)
        for low in range(1, high):
            total += 8 / 36 * ((one > 0) & (spare[:, COIN_ADVERSE - low] > 0))
    return np.asarray(total * ((rows.own[:, COIN] >= 2) & (rows.adverse[:, COIN_ADVERSE] == 0)) / _WHOLE, np.float32)


def _filling(rows: Rows, jan: range) -> Floats:
    """Expected points of the direct ways to bring the one dame that a jan lacks, obstacles left out of account."""
    inside = rows.own[:, jan.start : jan.stop]
    lacking = np.maximum(2 - inside, 0)
    one = lacking.sum(axis=1) == 1
    missing = jan.start + np.argmax(lacking, axis=1)
    spare = rows.own.copy()
    spare[:, jan.start : jan.stop] -= 2
    spare[:, 0] = 0
    total = np.zeros(len(spare), np.float32)
    at = np.arange(len(spare))
    for pips in range(1, 7):
        start = missing - pips
        total += (start > 0) * (spare[at, np.maximum(start, 0)] > 0) * (_DIRECT / _WHOLE)
    return np.asarray(total * one, np.float32)
