"""Where the thirty holes are, by number (docs/protocol.md, "Holes")."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

LongRow: TypeAlias = Literal["near", "far"]
Rail: TypeAlias = Literal["near", "far", "left", "right"]

HOLES: Final = 30
"""Twelve in each long rail, three in each side rail (Lois III)."""
LONG = 12
SIDE = 3


def rail_of(hole: int) -> Rail:
    """The rail that hole 0..29 is in.

    >>> rail_of(11), rail_of(12), rail_of(24), rail_of(29)
    ('near', 'far', 'left', 'right')
    """
    if hole < LONG:
        return "near"
    if hole < 2 * LONG:
        return "far"
    return "left" if hole < 2 * LONG + SIDE else "right"


def place_of(hole: int) -> int:
    """Which hole of its rail it is: 1..12 from the left, or 1..3 from the far end to the near one.

    >>> place_of(11), place_of(12), place_of(26)
    (12, 1, 3)
    """
    return hole % LONG + 1 if hole < 2 * LONG else (hole - 2 * LONG) % SIDE + 1
