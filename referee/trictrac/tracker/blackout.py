"""Times without a picture: nobody is accused of anything that was done out of the camera's sight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from events.acts import Act
from events.trictrac.acts import FichetMoved, JetonMoved
from referee.trictrac.numbers import PATIENCE
from referee.trictrac.tracker.orphan_dice import OrphanDice


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

    @property
    def marked(self) -> bool:
        """Whether anything was marked meanwhile."""
        return any(isinstance(act, JetonMoved | FichetMoved) for act in self.marks)

    def take_marks(self) -> Iterator[Act]:
        """Yield the marks made meanwhile, and forget them."""
        marks, self.marks = self.marks, []
        yield from marks
