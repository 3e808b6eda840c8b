"""The measures of a tablier, and where its cases and holes are (docs/protocol.md, "Holes").

Field coordinates are millimetres on the playing floor. The origin is the corner at the image's top left; x runs to the
right along the far edge, y from the far edge to the near one. The floor holds both tables and the bar between them.
Rails and side trays are outside.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

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


Rail: TypeAlias = Literal["near", "far", "left", "right"]

HOLES: Final = 30
"""Twelve in each long rail, three in each side rail (Lois III)."""
JETONS: Final = 3
"""Jetons of a game (Lois III)."""
LONG = 12
SIDE = 3


def rail_of(hole: int) -> Rail:
    """Return the rail that hole 0..29 is in.

    >>> rail_of(11), rail_of(12), rail_of(24), rail_of(29)
    ('near', 'far', 'left', 'right')
    """
    if hole < LONG:
        return "near"
    if hole < 2 * LONG:
        return "far"
    return "left" if hole < 2 * LONG + SIDE else "right"


def place_of(hole: int) -> int:
    """Return a hole's place in its rail: 1..12 from the left, or 1..3 from the far end to the near one.

    >>> place_of(11), place_of(12), place_of(26)
    (12, 1, 3)
    """
    return hole % LONG + 1 if hole < 2 * LONG else (hole - 2 * LONG) % SIDE + 1


def hole_place(field: Field, hole: int) -> Point:
    """Return the place of hole 0..29 in field coordinates.

    Holes 0..11 are in the near rail and 12..23 in the far rail, from the left. Holes 24..26 are in the left rail and
    27..29 in the right rail, from the far end to the near one (25 and 28 are the middle ones).
    """
    half_rail = field.rail / 2
    if hole < 12:
        return field.column_centre(hole + 1), field.height + half_rail
    if hole < 24:
        return field.column_centre(hole - 11), -half_rail
    side, rank = divmod(hole - 24, 3)
    y = field.height * (0.5 + 0.1 * (rank - 1))
    return (-half_rail if side == 0 else field.width + half_rail), y
