"""Whose hands came over the board between two looks at it, and how near to what."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import dist, inf
from typing import TYPE_CHECKING

from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.seating import Seating
    from vision.geometry import Point
    from vision.reading import BoardReading

NEAR = 60.0
"""Millimetres from a piece within which a hand may have taken it: fingers reach beyond what is seen as their tip."""

FAR = 110.0
"""Millimetres from it beyond which a hand has not."""


@dataclass(slots=True)
class HandsTracker:
    """The hands that reached in since the board was last read: their ways' points, by side.

    unknown: at least one came from nobody knows where.
    """

    tips: dict[Side, list[Point]] = field(default_factory=dict)
    unknown: bool = False

    def observe(self, reading: BoardReading, seating: Seating) -> None:
        """A reading with something over the board."""
        for side in Side:
            points = [hand.tip for hand in reading.reaching if hand.row == seating.row_of(side)]
            if points:
                self.tips.setdefault(side, []).extend(points)
        self.unknown = self.unknown or not reading.reaching

    def looked(self) -> None:
        """The board was read again."""
        self.tips.clear()
        self.unknown = False

    @property
    def only(self) -> Side | None:
        """The one player whose hand it was; None where it may have been either's."""
        return next(iter(self.tips)) if len(self.tips) == 1 and not self.unknown else None

    def took(self, places: Sequence[Point]) -> Side | None:
        """Who took the pieces that lay there: the only one whose hand was there, or whose came near all of them."""
        if self.only is not None or self.unknown:
            return self.only
        short = {
            side: max(
                (min(dist(tip, place) for tip in self.tips.get(side, ((inf, inf),))) for place in places), default=inf
            )
            for side in Side
        }
        return next((side for side in Side if short[side] <= NEAR and short[side.adversary] >= FAR), None)
