"""Plays as the coach judged them: values for the report, made by the caller that asked the coach."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from coach.trictrac.reasons import Reason
from rules.play import Move
from rules.position import Dice, Position, Side

if TYPE_CHECKING:
    from collections.abc import Sequence

WORST = 3
"""Plays shown of each side."""
SHOWN = 0.05
"""Trous; a smaller loss is not worth a drawing."""


class JudgedPlay(msgspec.Struct, frozen=True):
    """One throw.

    tour, throw: counted from 1
    before: the position it was thrown in
    played, best: the play and the best one; played is None where none was seen or it is not lawful
    win: the thrower's chance of winning the tour before the throw
    luck: trous the dice gave beyond the mean of all throws
    lost, lost_win: trous and chance of winning lost by the play
    left: whether he left after a trou; None where he had no choice
    lost_by_decision: trous lost by holding or leaving
    reasons: why the best play is good
    """

    tour: int
    throw: int
    side: Side
    dice: Dice
    before: Position
    played: tuple[Move, ...] | None
    best: tuple[Move, ...]
    win: float
    luck: float = 0.0
    lost: float = 0.0
    lost_win: float = 0.0
    left: bool | None = None
    lost_by_decision: float = 0.0
    reasons: tuple[Reason, ...] = ()


def worst(plays: Sequence[JudgedPlay], side: Side) -> tuple[JudgedPlay, ...]:
    """The plays of a side that lost most, the costliest first."""
    found = [one for one in plays if one.side is side and one.lost >= SHOWN]
    return tuple(sorted(found, key=lambda one: -one.lost)[:WORST])
