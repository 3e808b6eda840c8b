"""The camera was away, or had not come yet: what was done meanwhile is unseen, and nobody is accused of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from events.trictrac.acts import FichetMoved, JetonMoved
from referee.numbers import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from events.acts import Act
    from referee.tracker.orphan_dice import OrphanDice


class Stage(Enum):
    """watched: as always; back: in sight again, and not understood yet; lost: they played on meanwhile."""

    WATCHED = auto()
    BACK = auto()
    LOST = auto()


@dataclass(slots=True)
class Absence:
    """Whether the table was out of sight.

    seen_at: when the last picture came, None before the first; same_dice: those of the throw under way still lie there;
    marks: marks made since and not reported; found: how everything stood when it could be seen again, while dice lie
    there whose thrower is unknown.
    """

    stage: Stage = Stage.WATCHED
    seen_at: float | None = None
    same_dice: bool = True
    marks: list[Act] = field(default_factory=list)
    found: OrphanDice | None = None

    def saw(self, t: float) -> None:
        """A picture came."""
        if self.stage is Stage.WATCHED and self.seen_at is not None and t - self.seen_at > PATIENCE.away:
            self.stage = Stage.BACK
        self.seen_at = t

    @property
    def marked(self) -> bool:
        """Whether anything was marked meanwhile."""
        return any(isinstance(act, JetonMoved | FichetMoved) for act in self.marks)

    def told(self) -> Iterator[Act]:
        """The marks made meanwhile; they are forgotten here."""
        marks, self.marks = self.marks, []
        yield from marks
