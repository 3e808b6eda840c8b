"""Seating: which case of each player a physical case is, as a camera sees the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.position import Case, Side

Row: TypeAlias = Literal["near", "far"]
Column: TypeAlias = int


@dataclass(frozen=True, slots=True)
class Seating:
    """How the players sit: the row nearest to Blancs, and the side of the image on which both talons are.

    near = the bottom edge of the image, columns 1..12 from the left.
    """

    blancs_row: Row = "near"
    talons: Literal["left", "right"] = "left"

    def row_of(self, side: Side) -> Row:
        """Return the row that holds cases 1..12 of `side`."""
        if side is Side.BLANCS:
            return self.blancs_row
        return "far" if self.blancs_row == "near" else "near"

    def side_at(self, row: Row) -> Side:
        """Return the side whose cases 1..12 a row holds, and who sits there.

        >>> Seating(blancs_row="far").side_at("near")
        <Side.NOIRS: 'noirs'>
        """
        return Side.BLANCS if row == self.blancs_row else Side.NOIRS

    def place(self, side: Side, case: Case) -> tuple[Row, Column]:
        """Return the physical row and column of `side`'s own case (1..24).

        >>> Seating().place(Side.BLANCS, 1), Seating().place(Side.BLANCS, 24)
        (('near', 1), ('far', 1))
        """
        home = self.row_of(side)
        away: Row = "far" if home == "near" else "near"
        row, rank = (home, case) if case <= 12 else (away, 25 - case)
        return row, rank if self.talons == "left" else 13 - rank

    def case(self, side: Side, row: Row, column: Column) -> Case:
        """Return the case of `side`, in its own numbering, at a physical row and column."""
        rank = column if self.talons == "left" else 13 - column
        return rank if row == self.row_of(side) else 25 - rank

    def hole(self, side: Side, trou: int) -> int:
        """Return the hole (0..29, docs/protocol.md) of `side`'s trou 1..12; 0 is the hole its fichet starts from.

        >>> Seating().hole(Side.BLANCS, 1), Seating().hole(Side.NOIRS, 12), Seating().hole(Side.BLANCS, 0)
        (0, 23, 26)
        """
        if trou:
            row, column = self.place(side, trou)
            return column - 1 if row == "near" else column + 11
        return self.pavillon_hole + (1 if self.row_of(side) == "near" else -1)

    @property
    def pavillon_hole(self) -> int:
        """The middle hole of the rail where the dames start, between the fichets' starting holes (Lois III-IV)."""
        return 25 if self.talons == "left" else 28
