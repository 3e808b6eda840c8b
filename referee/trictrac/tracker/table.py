"""The tracker's view of the situation, which the judge keeps."""

from __future__ import annotations

from typing import Protocol, TypeAlias

from events.rulings import Disorder, Doubt, DoubtSettled, OrderRestored
from referee.trictrac.judge.situation import Situation

Notice: TypeAlias = Doubt | DoubtSettled | Disorder | OrderRestored
"""What the tracker reports in addition to acts."""


class JudgedTable(Protocol):
    """The keeper of the situation. It takes in every act before the tracker is asked for the next."""

    @property
    def situation(self) -> Situation:
        """How everything stands now."""
