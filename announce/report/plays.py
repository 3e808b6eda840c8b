"""Plays as the coach judged them: values that the caller of the coach makes for the report."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from coach.trictrac.reasons import Reason
from rules.play import Move
from rules.position import Dice, Position, Side

if TYPE_CHECKING:
    from collections.abc import Sequence

WORST = 3
"""Plays shown for each side, at most."""
SHOWN = 0.05
"""Trous lost, at least, by a play that is shown."""


class JudgedPlay(msgspec.Struct, frozen=True):
    """One throw, as the coach judged it.

    Attributes:
        tour, throw: counted from 1.
        side: the side that threw.
        dice: the throw.
        before: the position before it.
        played: the play; None when none was seen or it was not lawful.
        best: the best play.
        win: the thrower's chance of winning the tour before the throw.
        luck: trous that the dice gave beyond the mean of all throws.
        lost, lost_win: trous and chance of winning lost by the play.
        left: whether the player left after a trou; None without a choice.
        lost_by_decision: trous lost by holding or leaving.
        reasons: why the best play is good.
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
    """Return the plays of a side that lost most, the costliest first."""
    found = [one for one in plays if one.side is side and one.lost >= SHOWN]
    return tuple(sorted(found, key=lambda one: -one.lost)[:WORST])
