"""Expected points of one throw without listing its plays: dames and coin beaten, and the last dame of a jan."""

from __future__ import annotations

from typing import Final

import numpy as np

from coach.bits import Bits, bits_of, mask_of
from coach.network import Floats
from coach.throws import THROWS
from rules.batch.rows import Rows
from rules.position import COIN, COIN_ADVERSE, Dice
from rules.view import FILLABLE, TABLE_DES_GRANDS_JANS

CHANCES: Final = 3 + len(FILLABLE)
"""Numbers for each side: battre à vrai, battre à faux (for the adversary), battre le coin, and filling each jan."""
_INSIDE: Final = mask_of(range(1, 25))
_GRANDS_JANS: Final = mask_of(TABLE_DES_GRANDS_JANS)
_DIRECT: Final = (10 * 4 + 1 * 6) / 36
"""Expected points of a direct way: ten simple throws of 36 and one doublet (Tarif: 4 and 6)."""
_WHOLE: Final = 12.0
"""The unit of the features, in points: a trou."""
_BLOCK: Final = 2048
"""Positions counted at once, so that intermediate results fit into a processor's cache."""
_SHIFT: Final = np.arange(13, dtype=np.uint32)[:, None]
_ORDERED: Final = sorted(THROWS, key=lambda dice: dice[0] == dice[1])
_SIMPLE: Final = sum(high != low for high, low in THROWS)
"""Simple throws come first in `_ORDERED`, doublets after them."""
_HIGH, _LOW = np.array(_ORDERED).T
_SUMS: Final = _HIGH + _LOW


def _worth(beaten: Bits, worth: int) -> np.ndarray:
    """Return the points of the dames beaten: `worth` each, two less in the table of the grands jans (Tarif)."""
    return np.asarray(worth * np.bitwise_count(beaten).astype(np.int32) - 2 * np.bitwise_count(beaten & _GRANDS_JANS))


def chances(rows: Rows) -> Floats:
    """Return the thrower's expected gains by his next throw, in trous, float32 (n, CHANCES)."""
    found = np.empty((len(rows), CHANCES), np.float32)
    stands = bits_of(rows.own > 0) & _INSIDE
    demi, free = bits_of(rows.adverse == 1), bits_of(rows.adverse < 2)
    for start in range(0, len(rows), _BLOCK):
        block = slice(start, start + _BLOCK)
        found[block, :2] = _beating(stands[block], demi[block], free[block]).T
    found[:, 2] = _coin(rows)
    for at, jan in enumerate(FILLABLE):
        found[:, 3 + at] = _filling(rows, jan)
    return found


def _beating(stands: Bits, demi: Bits, free: Bits) -> Floats:
    """Return the expected points of the dames beaten à vrai and à faux, in trous, (2, n)."""
    shifted, rest = stands << _SHIFT, free << _SHIFT[:7]
    by_sum = shifted[_SUMS] & demi
    # A dame may rest where its second number begins, if that case is free.
    through = rest[_HIGH] | rest[_LOW]
    a_vrai, a_faux = by_sum & through, by_sum & ~(through | shifted[_HIGH] | shifted[_LOW])
    direct = _points_of(shifted[1:7] & demi, 4 * 10 + 6, 10 + 1)
    return np.asarray(np.stack([direct + _by_throws(a_vrai), _by_throws(a_faux)]) / (36 * _WHOLE), np.float32)


def _by_throws(beaten: Bits) -> np.ndarray:
    """Return the points of the dames beaten by each throw, (21, n), summed with the number of its ways in 36."""
    return np.asarray(_points_of(beaten[:_SIMPLE], 4 * 2, 2) + _points_of(beaten[_SIMPLE:], 6, 1))


def _points_of(beaten: Bits, each: int, ways: int) -> np.ndarray:
    """Return `each` for every dame, less two points for each of the `ways` in the table of the grands jans (Tarif)."""
    # At most 15 throws beat 15 dames each: 225, which fits.
    whole, inside = (np.bitwise_count(bits).sum(axis=0, dtype=np.uint8) for bits in (beaten, beaten & _GRANDS_JANS))
    return np.asarray(each * whole.astype(np.int32) - 2 * ways * inside.astype(np.int32))


def hits(rows: Rows, dice: Dice) -> tuple[np.ndarray, Bits]:
    """Return the points of the dames that one throw beats à vrai, (n,), and their cases in the thrower's numbering."""
    stands = bits_of(rows.own > 0) & _INSIDE
    demi, free = bits_of(rows.adverse == 1), bits_of(rows.adverse < 2)
    high, low = (np.uint32(number) for number in dice)
    worth = 6 if high == low else 4
    by_sum = (stands << (high + low)) & ((free << high) | (free << low)) & demi
    points, cases = _worth(by_sum, worth), by_sum
    for number in {*dice}:
        direct = (stands << np.uint32(number)) & demi
        points, cases = points + _worth(direct, worth), cases | direct
    return points, cases


def _coin(rows: Rows) -> Floats:
    """Return the expected points of beating the adverse coin, which must be empty while the thrower's own is held."""
    spare = rows.own[:, COIN_ADVERSE - 6 : COIN_ADVERSE].astype(np.int16)
    spare[:, COIN - COIN_ADVERSE] -= 2
    some, pair = bits_of(spare > 0), bits_of(spare >= 2)
    # Two cases beat by a simple throw (4 points, two ways in 36), two dames of one case by a doublet (6).
    count = np.bitwise_count(some).astype(np.int32)
    total = 8 * (count * (count - 1) // 2) + 6 * np.bitwise_count(pair)
    allowed = (rows.own[:, COIN] >= 2) & (rows.adverse[:, COIN_ADVERSE] == 0)
    return np.asarray(total * allowed / (36 * _WHOLE), np.float32)


def _filling(rows: Rows, jan: range) -> Floats:
    """Return the expected points of the direct ways to bring a jan's last dame; obstacles are ignored."""
    lacking = np.maximum(2 - rows.own[:, jan.start : jan.stop], 0)
    one = np.flatnonzero(lacking.sum(axis=1) == 1)
    found = np.zeros(len(rows), np.float32)
    if len(one):
        missing = bits_of(lacking[one] > 0) << np.uint32(jan.start)
        spare = rows.own[one].copy()
        spare[:, jan.start : jan.stop] -= 2
        can = bits_of(spare > 0) & _INSIDE
        ways = sum(np.bitwise_count((can << np.uint32(pips)) & missing).astype(np.int32) for pips in range(1, 7))
        found[one] = ways * (_DIRECT / _WHOLE)
    return found
