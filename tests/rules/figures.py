"""Positions written as players read them: `position("1:13 9 10", "1:15")` is blancs, then noirs, each by own cases."""

from __future__ import annotations

from rules.code import LOIS_2013, Code
from rules.jans import jans
from rules.plays import legal_plays
from rules.position import Dice, Position, Side


def counts(text: str) -> tuple[int, ...]:
    """`"1:13 9 10"`: thirteen dames on case 1, one on 9, one on 10."""
    row = [0] * 24
    for word in text.split():
        case, _, count = word.partition(":")
        row[int(case) - 1] = int(count or 1)
    return tuple(row)


def position(blancs: str, noirs: str = "1:15") -> Position:
    """Return a position that breaks no law of the board."""
    standing = Position(counts(blancs), counts(noirs))
    assert not standing.breaches(), standing.breaches()
    return standing


def plays(blancs: str, dice: Dice, noirs: str = "1:15") -> set[tuple[tuple[int, int], ...]]:
    """Return the legal plays of Blancs as sorted (start, end) pairs."""
    legal = legal_plays(position(blancs, noirs), Side.BLANCS, dice)
    return {tuple((move.start, move.end) for move in play.moves) for play in legal.plays}


def worth(
    blancs: str, dice: Dice, noirs: str = "1:15", code: Code = LOIS_2013, coup: int | None = None
) -> list[tuple[str, str, int, int]]:
    """Return the worth of Blancs' throw, sorted: (jan, side that marks, ways, points)."""
    found = jans(position(blancs, noirs), Side.BLANCS, dice, code, coup=coup)
    return sorted((jan.name.value, jan.side.value, jan.ways, jan.points) for jan in found)
