"""Dice of unknown thrower: the play shows whose they were, and the marks what was marked for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.judge.situation import UNCOUNTED
from rules.jans import jans
from rules.marking import POINTS_DU_TROU, Holding
from rules.plays import legal_plays
from rules.position import Side

if TYPE_CHECKING:
    from rules.code import Code
    from rules.marking import Score
    from rules.position import Dice, Position


@dataclass(frozen=True, slots=True)
class OrphanDice:
    """Dice of unknown thrower, seen at t: how the board and the marks stood then.

    thrown: they were thrown in sight, so everything marked for them is seen as well.
    """

    t: float
    position: Position
    dice: Dice
    score: Score | None
    thrown: bool = False

    def thrower(self, now: Position) -> Side | None:
        """Who has played these dice since, so that the dames stand as they do now; None if that was not seen."""
        for side in Side:
            played = (play.result for play in legal_plays(self.position, side, self.dice).plays)
            if now != self.position and now in played:
                return side
        return None

    def score_before(self, side: Side, shown: Score | None, code: Code) -> tuple[Score | None] | None:
        """The score when `side` threw, worked back from what is shown since he has played; None where that is unknown.

        It holds None where the companion keeps the score. Marks made before the table was in sight are worked back only
        if he had points to mark, and nothing but the worth of the throw was marked.
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
    """A score that becomes what is shown when `side` marks these points; None if there is none.

    Points of the adversary that a trou effaced are unknown, and taken for none.
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
