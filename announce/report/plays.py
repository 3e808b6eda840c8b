"""Plays as the coach judged them: values that the caller of the coach makes for the report."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from coach.trictrac.reasons import Reason
from rules.play import Move
from rules.position import Dice, Position, Side

WORST = 3
"""Plays shown for each side, at most."""
SHOWN = 0.05
"""Trous lost, at least, by a play or a decision that is shown."""


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

    @property
    def cost(self) -> float:
        """Trous lost by the play and by holding or leaving."""
        return self.lost + self.lost_by_decision


class Unjudged(NamedTuple):
    """What the coach did not judge of a tour.

    throws: those after the tour was won; none where the whole tour cannot be followed
    """

    tour: int
    throws: tuple[int, ...] = ()

    @property
    def spans(self) -> str:
        """The throws as figures, with those in a row joined: "56-58, 60"."""
        ends = [at for at in range(1, len(self.throws)) if self.throws[at] != self.throws[at - 1] + 1]
        rows = [self.throws[a:b] for a, b in pairwise([0, *ends, len(self.throws)])]
        return ", ".join(str(row[0]) if len(row) == 1 else f"{row[0]}-{row[-1]}" for row in rows if row)


def worst(plays: Sequence[JudgedPlay], side: Side) -> tuple[JudgedPlay, ...]:
    """Return the throws on which a side lost most, the costliest first."""
    found = [one for one in plays if one.side is side and max(one.lost, one.lost_by_decision) >= SHOWN]
    return tuple(sorted(found, key=lambda one: -one.cost)[:WORST])
