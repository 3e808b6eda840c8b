"""The coach's answer about a situation of any game, for the table, the page, the report and `tablier coach`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

PositionT = TypeVar("PositionT")


class AnyReason:
    """One fact about the position after a play: the base of each game's own, which `announce` puts into words."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Choice(Generic[PositionT]):
    """One legal result of a throw.

    moves: (from, to) of the dames moved, in the thrower's numbering
    result: the position afterwards
    equity: trous (trictrac) or points (backgammon) that the thrower will have gained, less those of the adversary
    win: his chance of winning the tour or the game
    """

    moves: tuple[tuple[int, int], ...]
    result: PositionT
    equity: float
    win: float
