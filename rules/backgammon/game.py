"""The end of a game of backgammon: who won, how, and what it is worth."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from rules.backgammon.position import BAR, HOME, OFF
from rules.position import DAMES, Side

if TYPE_CHECKING:
    from rules.backgammon.position import Position


class Win(IntEnum):
    """How a game was won; its value multiplies the stake of the cube (BG, gammon; backgammon)."""

    SIMPLE = 1
    GAMMON = 2
    BACKGAMMON = 3


def winner(position: Position) -> Side | None:
    """Return the side that has borne off all its dames, if any."""
    for side in Side:
        if not any(position.counts(side)[OFF + 1 :]):
            return side
    return None


def win(position: Position) -> Win:
    """Return how the finished game `position` was won. Raises ValueError when neither side has borne off every dame.

    Gammon: the loser has borne off no dame. Backgammon: in addition, the loser has a dame in the winner's home or on
    the bar.
    """
    loser = position.counts(_winner(position).adversary)
    if sum(loser[OFF + 1 :]) < DAMES:
        return Win.SIMPLE
    # The winner's home is the loser's cases 19..24.
    return Win.BACKGAMMON if any(loser[BAR - HOME :]) else Win.GAMMON


def pip_score(position: Position) -> int:
    """Return what the winner scores when no match is played: the loser's pip count (BG, fin de la partie).

    Raises ValueError when neither side has borne off every dame.
    """
    return position.pips(_winner(position).adversary)


def _winner(position: Position) -> Side:
    side = winner(position)
    if side is None:
        raise ValueError("the game is not over: both sides have dames on the board")
    return side
