"""Seating: which physical case, as a camera sees the board, is whose case k."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from rules.position import Side

if TYPE_CHECKING:
    from rules.position import Case

Row: TypeAlias = Literal["near", "far"]
Column: TypeAlias = int


@dataclass(frozen=True, slots=True)
class Seating:
    """How the players sit: the row nearest to the Blancs, and the side of the image both talons are on.

    near = the bottom edge of the image, columns 1..12 from the left.
    """

    blancs_row: Row = "near"
    talons: Literal["left", "right"] = "left"

    def row_of(self, side: Side) -> Row:
        """The row that holds cases 1..12 of `side`."""
        if side is Side.BLANCS:
            return self.blancs_row
        return "far" if self.blancs_row == "near" else "near"

    def place(self, side: Side, case: Case) -> tuple[Row, Column]:
        """The physical row and column of `side`'s own case (1..24).

        >>> Seating().place(Side.BLANCS, 1), Seating().place(Side.BLANCS, 24)
        (('near', 1), ('far', 1))
        """
        home = self.row_of(side)
        away: Row = "far" if home == "near" else "near"
        row, rank = (home, case) if case <= 12 else (away, 25 - case)
        return row, rank if self.talons == "left" else 13 - rank

    def case(self, side: Side, row: Row, column: Column) -> Case:
        """The case of `side`, in its own numbering, at a physical row and column."""
        rank = column if self.talons == "left" else 13 - column
        return rank if row == self.row_of(side) else 25 - rank
