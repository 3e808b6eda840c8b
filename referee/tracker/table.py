"""What the tracker knows of the table besides its own witnesses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from events.rulings import Disorder, Doubt, DoubtSettled, OrderRestored

if TYPE_CHECKING:
    from referee.judge.situation import Situation

Notice: TypeAlias = Doubt | DoubtSettled | Disorder | OrderRestored
"""What the tracker itself has to say, besides acts."""


class Table(Protocol):
    """Whoever keeps the situation; it must be brought up to date with every act before the next is asked for."""

    @property
    def situation(self) -> Situation:
        """How everything stands now."""
