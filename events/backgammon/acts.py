"""The acts of backgammon alone.

A case is 1..24 counted from the edge its owner bears off at, 25 the bar, 0 off the board.
"""

from __future__ import annotations

from dataclasses import dataclass

from events.acts import SHARED, Act, ByHand, Request
from rules.backgammon.game import Win
from rules.backgammon.position import Position
from rules.position import Dice, Side


@dataclass(frozen=True, slots=True)
class OpeningThrown(Act):
    """Each player threw one die, and they rest; who begins is seen by who plays them."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class Turn:
    """One throw as it is believed to have been made.

    t: when; base: what it was thrown from; found: the dames were found to stand so, by acts that were not seen.
    """

    t: float
    side: Side
    dice: Dice
    base: Position
    found: bool = False

    @property
    def key(self) -> tuple[Side, Dice, Position, bool]:
        """Equal for the same throw, whenever it was seen."""
        return self.side, self.dice, self.base, self.found


@dataclass(frozen=True, slots=True)
class Reconsidered(Act):
    """From throw `throw` of the game on it was otherwise than was ruled: these throws, and the dames stand so now."""

    throw: int
    turns: tuple[Turn, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class BoardSet(Request):
    """All dames stand as a game begins."""


@dataclass(frozen=True, slots=True)
class Doubled(Request):
    """`side` offers to double."""

    side: Side
    by: str = ""


@dataclass(frozen=True, slots=True)
class DoubleAnswered(Request):
    """`side` takes the double, or gives the game up."""

    side: Side
    taken: bool
    by: str = ""


@dataclass(frozen=True, slots=True)
class Resigned(Request):
    """`side` gives the game up; how: what it concedes."""

    side: Side
    how: Win = Win.SIMPLE
    by: str = ""


@dataclass(frozen=True, slots=True)
class SetRight(ByHand):
    """Someone set things right by hand: whatever is not None is as given from now on; by and why go to the record.

    points: of Blancs and Noirs in the match; cube: its value; doubled_by: who doubled last.
    """

    why: str = ""
    position: Position | None = None
    trait: Side | None = None
    dice: Dice | None = None
    points: tuple[int, int] | None = None
    cube: int | None = None
    doubled_by: Side | None = None


ACTS: tuple[type[Act], ...] = (
    *SHARED,
    OpeningThrown,
    Reconsidered,
    BoardSet,
    Doubled,
    DoubleAnswered,
    Resigned,
    SetRight,
)
"""Every act of a game of backgammon."""
