"""What the tracker knows of the table besides its own witnesses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from events.rulings import Disorder, Doubt, DoubtSettled, OrderRestored

if TYPE_CHECKING:
    from referee.judge.situation import Situation

Notice: TypeAlias = Doubt | DoubtSettled | Disorder | OrderRestored
"""Notices of the tracker's own, besides acts."""


class Table(Protocol):
    """The keeper of the situation, which is brought up to date with every act before the next is asked for."""

    @property
    def situation(self) -> Situation:
        """How everything stands now."""
