"""The state of a table at which a partie à écrire is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from events.state import Mode
    from events.trictrac.state import TableState
    from rules.games.sitting import Sitting
    from rules.position import Position


@dataclass(frozen=True, slots=True)
class EcrireState:
    """The state of the table as in trictrac, and the partie it belongs to."""

    table: TableState
    sitting: Sitting

    @property
    def throw(self) -> int:
        """The number of the throw in its tour."""
        return self.table.throw

    @property
    def tour(self) -> int:
        """The number of the tour in the sitting, from 1."""
        return self.table.tour

    @property
    def position(self) -> Position:
        """The position as it stands, lawful or not."""
        return self.table.position

    @property
    def doubt(self) -> str | None:
        """The id of the open doubt, None without one."""
        return self.table.doubt

    @property
    def mode(self) -> Mode:
        """The companion's task."""
        return self.table.mode

    @property
    def over(self) -> bool:
        """Whether the tour is won."""
        return self.table.over
