"""Whose hands came over the board between two looks at it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rules.position import Side

if TYPE_CHECKING:
    from rules.seating import Seating
    from vision.reading import BoardReading


@dataclass(slots=True)
class HandsTracker:
    """The sides from which hands reached in since the board was last read.

    unknown: at least one came from nobody knows where.
    """

    sides: set[Side] = field(default_factory=set)
    unknown: bool = False

    def observe(self, reading: BoardReading, seating: Seating) -> None:
        """A reading with something over the board."""
        self.sides.update(side for side in Side if seating.row_of(side) in reading.reaching)
        self.unknown = self.unknown or not reading.reaching

    def looked(self) -> None:
        """The board was read again."""
        self.sides.clear()
        self.unknown = False

    @property
    def only(self) -> Side | None:
        """The one player whose hand it was; None where it may have been either's."""
        return next(iter(self.sides)) if len(self.sides) == 1 and not self.unknown else None
