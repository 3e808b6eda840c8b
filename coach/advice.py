"""The coach's answer about a situation of any game, for the table, the page, the report and `tablier coach`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

PositionT = TypeVar("PositionT")


class AnyReason:
    """One fact about the position after a play. Each game has its own kind, and `announce` puts it into words."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Choice(Generic[PositionT]):
    """One legal result of a throw.

    Attributes:
        moves: (from, to) of the dames moved, in the thrower's numbering.
        result: The position afterwards.
        equity: Expected gain of the thrower less that of the adversary, in trous (trictrac) or points (backgammon).
        win: The thrower's chance of winning the tour or the game.
    """

    moves: tuple[tuple[int, int], ...]
    result: PositionT
    equity: float
    win: float
