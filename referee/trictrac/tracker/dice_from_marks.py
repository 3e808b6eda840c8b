"""The values of uncertain or unseen dice, inferred from the points that their thrower marked for them.

He saw his dice, and nobody marks exactly the worth of a throw he did not make.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from events.trictrac.settings import Settings
from referee.trictrac.judge.situation import Situation
from referee.trictrac.tracker.dice_votes import Doubted
from rules.code import Code
from rules.jans import jans
from rules.marking import POINTS_DU_TROU
from rules.position import Dice, Position, Side

THROWS = 64
"""How many worths are cached, as those of one throw are needed at every look."""


def by_the_marks(doubted: Doubted, now: Situation, settings: Settings) -> Doubted:
    """Return other readings of the dice of the throw under way, given all that its thrower marked.

    If he marked exactly the worth of one of the readings, or of the dice as read, only such readings are left.
    """
    throw = now.throw
    if not doubted or throw is None or not throw.marked or not settings.players_mark:
        return doubted
    of_throw = throw.base, throw.side, throw.coup, settings.code
    agreeing = tuple(one for one in doubted if _worth(one[0], *of_throw) == throw.marked)
    return agreeing if agreeing or throw.worth(throw.side) == throw.marked else doubted


def likeliest_of(thrown: Sequence[Dice], side: Side, now: Situation, settings: Settings) -> Dice:
    """Return the likeliest of several unseen throws that `side` may have played.

    That is the first one whose worth he has marked exactly, otherwise the first of all.
    """
    shown, known = now.books.board.of(side), now.books.board.known_marks(side)
    # Only the first trou of a mark may be single; each further dozen is double (Jeu 1).
    dozens = (shown.trous - known.trous + 1) // 2
    marked = POINTS_DU_TROU * dozens + shown.points - known.points
    if marked <= 0 or not settings.players_mark:
        return thrown[0]
    of_throw = now.position, side, now.coup(side) + 1, settings.code
    return next((dice for dice in thrown if _worth(dice, *of_throw) == marked), thrown[0])


@lru_cache(maxsize=THROWS)
def _worth(dice: Dice, position: Position, side: Side, coup: int, code: Code) -> int:
    """Return the points that a throw gives its thrower."""
    return sum(jan.points for jan in jans(position, side, dice, code, coup=coup) if jan.side is side)
