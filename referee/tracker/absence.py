"""The camera was away, or had not been there yet: what was done meanwhile nobody saw, and nobody is accused of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from referee.acts import FichetMoved, JetonMoved
from referee.judge.situation import UNCOUNTED
from rules.jans import jans
from rules.marking import POINTS_DU_TROU, Holding
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
    """Dice of which nobody knows who threw them, seen at t: how the board and the marks stood then.

    thrown: they were thrown in sight, so that everything marked for them is seen as well.
    """

    t: float
    position: Position
    dice: Dice
    score: Score | None
    thrown: bool = False

    def thrower(self, now: Position) -> Side | None:
        """Who has played these dice since, so that the dames stand as they do now; None if nobody is seen to have."""
        for side in Side:
            played = (play.result for play in legal_plays(self.position, side, self.dice).plays)
            if now != self.position and now in played:
                return side
        return None

    def score_before(self, side: Side, shown: Score | None, code: Code) -> tuple[Score | None] | None:
        """The score when `side` threw, from what is shown since he has played; None where that cannot be told.

        In it None where the companion keeps the score. What was marked before the table was in sight is worked back,
        if it was he who had points to mark, and nothing but what the throw was worth was marked.
        """
        if self.score is None or shown is None or self.thrown:
            return (self.score,)
        worth = dict.fromkeys(Side, 0)
        for jan in jans(self.position, side, self.dice, code, coup=UNCOUNTED + 1):
            worth[jan.side] += jan.points
        if worth[side.adversary]:
            return None
        if _same_marks(self.score.marked(side, worth[side])[0], shown):
            return (self.score,)
        before = score_before(shown, side, worth[side]) if _same_marks(self.score, shown) else None
        return None if before is None else (before,)


def score_before(shown: Score, side: Side, points: int) -> Score | None:
    """A score to which `side` marked so many points that it became what is shown; None if there is none.

    Of the adversary's points that a trou effaced nobody can tell: they are taken for none.
    """
    held = shown.of(side)
    for trous in range(held.trous, -1, -1):
        for before in range(0, POINTS_DU_TROU, 2):
            for bredouille in (held.bredouille, not held.bredouille):
                score = shown.with_holding(side, Holding(before, bredouille and before > 0, trous))
                if _same_marks(score.marked(side, points)[0], shown):
                    return score
    return None


def _same_marks(one: Score, other: Score) -> bool:
    """Whether jetons and fichets stand at the same points and trous."""
    return all(
        (one.of(side).points, one.of(side).trous) == (other.of(side).points, other.of(side).trous) for side in Side
    )


@dataclass(slots=True)
class Absence:
    """Whether the table was out of sight.

    seen_at: when the last picture came, None before the first; same_dice: those of the throw under way lie there yet;
    marks: what was marked since, untold; found: how everything stood when it could be seen again, while the dice that
    lay there lie, or when dice were thrown by nobody knows whom.
    """

    stage: Stage = Stage.WATCHED
    seen_at: float | None = None
    same_dice: bool = True
    marks: list[Act] = field(default_factory=list)
    found: Found | None = None

    def saw(self, t: float) -> None:
        """A picture came."""
        if self.stage is Stage.WATCHED and self.seen_at is not None and t - self.seen_at > AWAY:
            self.stage = Stage.BACK
        self.seen_at = t

    @property
    def marked(self) -> bool:
        """Whether anything was marked meanwhile."""
        return any(isinstance(act, JetonMoved | FichetMoved) for act in self.marks)

    def told(self) -> Iterator[Act]:
        """The marks that were made meanwhile; they are forgotten here."""
        marks, self.marks = self.marks, []
        yield from marks
