"""The places of the thirty holes, by number (docs/protocol.md, "Holes")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from events.field import Field, Point

Rail: TypeAlias = Literal["near", "far", "left", "right"]

HOLES: Final = 30
"""Twelve in each long rail, three in each side rail (Lois III)."""
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
