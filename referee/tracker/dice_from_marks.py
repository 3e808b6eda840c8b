"""What uncertain or unseen dice may say, given what their thrower marked for them.

He saw them: nobody marks exactly the worth of a throw he did not make.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rules.jans import jans
from rules.marking import POINTS_DU_TROU

if TYPE_CHECKING:
    from collections.abc import Sequence

    from events.trictrac.settings import Settings
    from referee.judge.situation import Situation
    from referee.tracker.dice_votes import Doubted
    from rules.code import Code
    from rules.position import Dice, Position, Side

THROWS = 64
"""Worths remembered: those of one throw are asked for at every look."""


def by_the_marks(doubted: Doubted, now: Situation, settings: Settings) -> Doubted:
    """Other readings of the dice of the throw under way, given all that its thrower marked.

    Where he marked exactly the worth of one of the readings, theirs included, only such readings are left.
    """
    throw = now.throw
    if not doubted or throw is None or not throw.marked or not settings.players_mark:
        return doubted
    of_throw = throw.base, throw.side, throw.coup, settings.code
    agreeing = tuple(one for one in doubted if _worth(one[0], *of_throw) == throw.marked)
    return agreeing if agreeing or throw.worth(throw.side) == throw.marked else doubted


def likeliest_of(thrown: Sequence[Dice], side: Side, now: Situation, settings: Settings) -> Dice:
    """The likeliest of several unseen throws by which `side` has played.

    The first for which he has marked exactly its worth, otherwise the first of all.
    """
    shown, known = now.books.board.of(side), now.books.board.known(side)
    marked = POINTS_DU_TROU * (shown.trous - known.trous) + shown.points - known.points
    if marked <= 0 or not settings.players_mark:
        return thrown[0]
    of_throw = now.position, side, now.coup(side) + 1, settings.code
    return next((dice for dice in thrown if _worth(dice, *of_throw) == marked), thrown[0])


@lru_cache(maxsize=THROWS)
def _worth(dice: Dice, position: Position, side: Side, coup: int, code: Code) -> int:
    """What a throw gives its thrower."""
    return sum(jan.points for jan in jans(position, side, dice, code, coup=coup) if jan.side is side)
