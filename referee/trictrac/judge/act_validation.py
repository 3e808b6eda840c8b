"""Recognise acts that cannot have happened. They stay in the log and change nothing."""

from __future__ import annotations

from events.acts import Act, DiceThrown
from events.trictrac.acts import Corrected, DameTouched, FichetMoved, JetonMoved, JetonReleased, Unwatched
from rules.marking import POINTS_DU_TROU, TROUS_DU_TOUR, Score
from rules.position import BANDE, DAMES, Dice, Position, Side


def makes_sense(act: Act) -> bool:
    """Return whether the dice, marks and dames of an act can exist.

    A dame may stand where the laws forbid it, but a side has at most fifteen dames on 24 cases.
    """
    match act:
        case DiceThrown():
            return _dice(act.dice)
        case DameTouched():
            return 1 <= act.case < BANDE
        case JetonMoved() | JetonReleased():
            return _points(act.points) and (act.left is None or _points(act.left))
        case FichetMoved():
            return 0 <= act.trou <= TROUS_DU_TOUR
        case Corrected():
            given = act.position is None or _board(act.position), act.score is None or _marks(act.score)
            return all(given) and (act.dice is None or _dice(act.dice))
        case Unwatched():
            return _board(act.position) and (act.score is None or _marks(act.score))
    return True


def _dice(dice: Dice) -> bool:
    return len(dice) == 2 and all(1 <= number <= 6 for number in dice)


def _points(points: int) -> bool:
    return points in range(0, POINTS_DU_TROU, 2)


def _marks(score: Score) -> bool:
    return all(_points(score.of(side).points) and score.of(side).trous >= 0 for side in Side)


def _board(position: Position) -> bool:
    return all(
        len(counts) == BANDE - 1 and min(counts) >= 0 and sum(counts) <= DAMES
        for counts in (position.blancs, position.noirs)
    )
