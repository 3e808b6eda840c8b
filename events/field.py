"""The measures of a tablier, and where its cases and holes are on the floor.

Field coordinates are millimetres on the playing floor. The origin is the corner at the image's top left; x runs to the
right along the far edge, y from the far edge to the near one. The floor holds both tables and the bar between them.
Rails and side trays are outside.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rules import seating

Row: TypeAlias = seating.Row
Column: TypeAlias = seating.Column
Point: TypeAlias = tuple[float, float]
Corners: TypeAlias = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """The measures of a board's floor and pieces, all in millimetres.

    The defaults are those of a common wooden tablier. `hardware/board.toml` and calibration give a table's own.

    Attributes:
        width: of the floor, bar included.
        height: of the floor.
        bar: width of the bar, which is level with the floor or above it.
        fleche: length of a point.
        dame: diameter of a dame.
        dame_height: thickness of a dame.
        de: edge of a die.
        jeton: diameter of a jeton.
        rail: width of the wooden rail around the floor.
        rail_height: how far the rail stands above the floor.
    """

    width: float = 440.0
    height: float = 400.0
    bar: float = 20.0
    fleche: float = 160.0
    dame: float = 31.0
    dame_height: float = 8.0
    de: float = 12.0
    jeton: float = 18.0
    rail: float = 26.0
    rail_height: float = 18.0

    @property
    def case_width(self) -> float:
        """The width of one case."""
        return (self.width - self.bar) / 12

    def column_centre(self, column: Column) -> float:
        """Return the x of the middle of a column (1..12)."""
        x = (column - 0.5) * self.case_width
        return x if column <= 6 else x + self.bar

    def dame_place(self, row: Row, column: Column, rank: int) -> Point:
        """Return the centre of the `rank`-th dame (0 = against the rail) of a neat row."""
        y = (rank + 0.5) * self.dame
        return self.column_centre(column), y if row == "far" else self.height - y

    def column_at(self, x: float) -> Column:
        """Return the column (1..12) that a point belongs to. A point on the bar belongs to the nearer column."""
        half = self.width / 2
        rank = x / self.case_width if x <= half else (x - self.bar) / self.case_width
        low, high = (1, 6) if x <= half else (7, 12)
        return min(max(int(rank) + 1, low), high)
