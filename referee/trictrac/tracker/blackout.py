"""Times without a picture: nobody is accused of anything that was done out of the camera's sight.

Dice found then have an unknown thrower: the play shows whose they were, and the marks what was marked for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from events.acts import Act
from referee.trictrac.judge.situation import UNCOUNTED
from referee.trictrac.numbers import PATIENCE
from rules.code import Code
from rules.jans import jans
from rules.marking import POINTS_DU_TROU, Holding, Score
from rules.plays import legal_plays
from rules.position import Dice, Position, Side


@dataclass(frozen=True, slots=True)
class OrphanDice:
    """Dice of an unknown thrower.

    Attributes:
        t: when they were seen, seconds.
        position: how the board stood then.
        dice: their values.
        score: how the marks stood then; None where the companion keeps the score.
        thrown: whether they were thrown in sight, so that all marks for them are seen too.
    """

    t: float
    position: Position
    dice: Dice
    score: Score | None
    thrown: bool = False

    def thrower(self, now: Position) -> Side | None:
        """Return the side whose play of these dice leads to the position now; None if there is none."""
        for side in Side:
            if now != self.position and now in legal_plays(self.position, side, self.dice).results:
                return side
        return None

    def score_before(self, side: Side, shown: Score | None, code: Code) -> tuple[Score | None] | None:
        """Return the score when `side` threw, in a tuple; None if it is unknown.

        The tuple holds None if the companion keeps the score. The score is worked back from the one shown after the
        play. If marks were made before the table was in sight, that is possible only if they are exactly the worth of
        the throw to its thrower.
        """
        if self.score is None or shown is None or self.thrown:
            return (self.score,)
        worth = dict.fromkeys(Side, 0)
        for jan in jans(self.position, side, self.dice, code, coup=UNCOUNTED + 1):
            worth[jan.side] += jan.points
        if worth[side.adversary]:
            return None
        if _same_marks(self.score.mark(side, worth[side])[0], shown):
            return (self.score,)
        before = score_before(shown, side, worth[side]) if _same_marks(self.score, shown) else None
        return None if before is None else (before,)


def score_before(shown: Score, side: Side, points: int) -> Score | None:
    """Return a score that becomes the one shown when `side` marks these points; None if there is none.

    Points of the adversary that a trou effaced are unknown, and taken for 0.
    """
    held = shown.of(side)
    for trous in range(held.trous, -1, -1):
        for before in range(0, POINTS_DU_TROU, 2):
            for bredouille in (held.bredouille, not held.bredouille):
                score = shown.with_holding(side, Holding(before, bredouille and before > 0, trous))
                if _same_marks(score.mark(side, points)[0], shown):
                    return score
    return None


def _same_marks(one: Score, other: Score) -> bool:
    """Whether jetons and fichets stand at the same points and trous."""
    return all(
        (one.of(side).points, one.of(side).trous) == (other.of(side).points, other.of(side).trous) for side in Side
    )


class BlackoutStage(Enum):
    """How well the table is followed.

    Attributes:
        WATCHED: the table is followed normally.
        BACK: it is in sight again, but not understood yet.
        LOST: the players played on out of sight.
    """

    WATCHED = auto()
    BACK = auto()
    LOST = auto()


@dataclass(slots=True)
class Absence:
    """Whether the table was out of sight.

    Attributes:
        seen_at: when the last picture came, None before the first.
        same_dice: whether the dice of the throw under way still lie on the board.
        marks: marks made since then and not reported.
        found: dice whose thrower is unknown, and how everything stood when they were first seen.
    """

    stage: BlackoutStage = BlackoutStage.WATCHED
    seen_at: float | None = None
    same_dice: bool = True
    marks: list[Act] = field(default_factory=list)
    found: OrphanDice | None = None

    def saw(self, t: float) -> None:
        """Note that a picture came at t."""
        if self.stage is BlackoutStage.WATCHED and self.seen_at is not None and t - self.seen_at > PATIENCE.away:
            self.stage = BlackoutStage.BACK
        self.seen_at = t

    def take_marks(self) -> Iterator[Act]:
        """Yield the marks made meanwhile, and forget them."""
        marks, self.marks = self.marks, []
        yield from marks
