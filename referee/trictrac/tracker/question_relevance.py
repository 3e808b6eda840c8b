"""Whether anything depends on which of two plays was made. People are asked only if it does.

1. At once: whether the play has a fault or an école, and whether the last dames have gone out.
2. With each throw that follows: its worth, and how it may be played.
"""

from __future__ import annotations

from dataclasses import replace

from referee.trictrac.judge.misread_tolerance import is_sure, unsure_worth
from referee.trictrac.judge.played import faults_of, linked_ecoles
from referee.trictrac.judge.situation import Otherwise, Situation, Throw
from rules.code import Code
from rules.fault import FaultName
from rules.plays import legal_plays
from rules.position import Counts, Position, Side


def matters_now(throw: Throw, one: Counts, other: Counts, code: Code) -> bool:
    """Whether the plays mean different faults of the thrower, or only one of them takes his last dame out."""
    if any(one) is not any(other):
        return True
    now = throw.base
    return _accusations(throw, now.with_counts(throw.side, one), code) != _accusations(
        throw, now.with_counts(throw.side, other), code
    )


def _accusations(throw: Throw, position: Position, code: Code) -> set[FaultName]:
    faults = faults_of(throw, position, tolerant=code.tolerance_premiere_dame)
    sure = {fault.name for fault in faults if is_sure(fault, throw, position)}
    return sure | {fault.name for fault in linked_ecoles(throw, position, throw.marked)}


def matters_for(throw: Throw, side: Side, other: Counts, now: Situation, code: Code) -> bool:
    """Whether a throw has another worth, or other plays, if the dames of `side` stood as `other` when it was made."""
    position = throw.base.with_counts(side, other)
    second_first = throw.number == 2 and throw.coup == 1 and now.tour > 0
    supposed = replace(now, otherwise=Otherwise(position, throw.number))
    if unsure_worth(supposed, throw, code, now.opening if second_first else None):
        return True
    plays = legal_plays(position, throw.side, throw.dice)
    if throw.side is side:
        return plays.dice_playable != throw.plays.dice_playable
    results = ({play.result.counts(throw.side) for play in each.plays} for each in (plays, throw.plays))
    return next(results) != next(results)
