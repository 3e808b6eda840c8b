"""The geometry of a tablier: where its cases are on the floor, and how the floor is seen in an image.

Field coordinates are millimetres on the playing floor: origin at the corner that is the image's top left, x to the
right along the far edge, y from the far edge to the near one. The floor holds both tables and the bar between them;
rails and side trays are outside.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Row: TypeAlias = Literal["near", "far"]
Column: TypeAlias = int
Point: TypeAlias = tuple[float, float]
Corners: TypeAlias = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """The measures of a board's floor and pieces, all in millimetres.

    The defaults are those of a common wooden tablier; `hardware/board.toml` and calibration give a table's own.
    width: of the floor, bar included; height: of the floor; bar: width of the bar, level with or above the floor;
    fleche: length of a point; dame: diameter; dame_height: thickness; de: edge of a die; jeton: diameter;
    rail: width of the wooden rail around the floor; rail_height: how far it stands above the floor.
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
        """The x of the middle of a column (1..12)."""
        x = (column - 0.5) * self.case_width
        return x if column <= 6 else x + self.bar

    def dame_place(self, row: Row, column: Column, rank: int) -> Point:
        """Where the centre of the `rank`-th dame (0 = against the rail) of a neat row lies."""
        y = (rank + 0.5) * self.dame
        return self.column_centre(column), y if row == "far" else self.height - y

    def column_at(self, x: float) -> Column:
        """The column (1..12) a point belongs to; the bar belongs to the nearer of its neighbours."""
        half = self.width / 2
        rank = x / self.case_width if x <= half else (x - self.bar) / self.case_width
        low, high = (1, 6) if x <= half else (7, 12)
        return min(max(int(rank) + 1, low), high)


def as_corners(points: NDArray[np.float64]) -> Corners:
    """Four points (4, 2) as corners."""
    one, two, three, four = ((float(x), float(y)) for x, y in points)
    return (one, two, three, four)


HOLES = 30
"""Twelve holes in each long rail, three in each side rail (Lois III)."""


def hole_place(field: Field, hole: int) -> Point:
    """Where hole 0..29 is, in field coordinates.

    0..11 are in the near rail from the left, 12..23 in the far rail from the left, 24..26 in the left rail from
    the far end to the near one, 27..29 in the right rail likewise (25 and 28 are the middle ones).
    """
    half_rail = field.rail / 2
    if hole < 12:
        return field.column_centre(hole + 1), field.height + half_rail
    if hole < 24:
        return field.column_centre(hole - 11), -half_rail
    side, rank = divmod(hole - 24, 3)
    y = field.height * (0.5 + 0.1 * (rank - 1))
    return (-half_rail if side == 0 else field.width + half_rail), y


def field_to_image(corners: Corners, field: Field) -> NDArray[np.float64]:
    """The 3x3 homography from field coordinates to pixels, given the floor's corners clockwise from the top left."""
    floor = np.array([[0, 0], [field.width, 0], [field.width, field.height], [0, field.height]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(floor, np.array(corners, np.float32)), np.float64)
