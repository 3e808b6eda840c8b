"""The camera was away, or nothing came from it: what was done meanwhile nobody saw, and nobody is accused of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from rules.jans import jans
from rules.plays import legal_plays
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.acts import Act
    from rules.code import Code
    from rules.marking import Score
    from rules.position import Dice, Position

AWAY = 4.0
"""Seconds without any picture in which a throw can be played unseen."""


class Stage(Enum):
    """watched: as always; back: in sight again, and not understood yet; lost: played on meanwhile."""

    WATCHED = auto()
    BACK = auto()
    LOST = auto()


@dataclass(frozen=True, slots=True)
class Found:
    """What was found at t when the table was in sight again, and had been played on: the board, the dice, the marks."""

    t: float
    position: Position
    dice: Dice
    score: Score | None

    def thrower(self, now: Position, code: Code) -> Side | None:
        """Who has played these dice since, so that the dames stand as they do now; None if nobody is seen to have.

        Where the players mark, only a throw that was worth nothing: what was marked for it before nobody saw.
        """
        for side in Side:
            played = (play.result for play in legal_plays(self.position, side, self.dice).plays)
            if now != self.position and now in played:
                worth = self.score is None or not jans(self.position, side, self.dice, code, coup=SOME)
                return side if worth else None
        return None


SOME = 4
"""A throw of nobody knows which number: none of those in which a jan of the beginning can be made."""


@dataclass(slots=True)
class Absence:
    """Whether the table was out of sight.

    seen_at: when the last picture came, None before the first; same_dice: those of the throw under way lie there yet;
    stands: how the dames were seen to stand since; marks: what was marked since, untold; found: how everything stood
    when it could be seen again, while the dice that lay there lie.
    """

    stage: Stage = Stage.WATCHED
    seen_at: float | None = None
    same_dice: bool = True
    stands: Position | None = None
    marks: list[Act] = field(default_factory=list)
    found: Found | None = None

    def saw(self, t: float) -> None:
        """A picture came."""
        if self.stage is Stage.WATCHED and self.seen_at is not None and t - self.seen_at > AWAY:
            self.stage = Stage.BACK
        self.seen_at = t

    def told(self) -> Iterator[Act]:
        """The marks that were made meanwhile; they are forgotten here."""
        marks, self.marks = self.marks, []
        yield from marks
