"""The acts of backgammon alone.

Cases 1..24 are counted from the edge where their owner bears off. 25 is the bar, 0 is off the board.
"""

from __future__ import annotations

from dataclasses import dataclass

from events.acts import SHARED, Act, ByHand, Request
from rules.backgammon.match import Win
from rules.backgammon.position import Position
from rules.position import Dice, Side


@dataclass(frozen=True, slots=True)
class OpeningThrown(Act):
    """Each player threw one die, and both dice are at rest. The play that follows shows who begins."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class Turn:
    """One throw as the referee believes it was made.

    Attributes:
        t: when it was thrown.
        base: the position it was thrown from.
        found: the dames came to stand in `base` by acts that were not seen.
    """

    t: float
    side: Side
    dice: Dice
    base: Position
    found: bool = False

    @property
    def key(self) -> tuple[Side, Dice, Position, bool]:
        """A value that is equal for the same throw, regardless of when it was seen."""
        return self.side, self.dice, self.base, self.found


@dataclass(frozen=True, slots=True)
class Reconsidered(Act):
    """The rulings from throw `throw` on were wrong: `turns` were played instead, and `position` is the result."""

    throw: int
    turns: tuple[Turn, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class BoardSet(Request):
    """All dames stand in the start position."""


@dataclass(frozen=True, slots=True)
class Doubled(Request):
    """`side` offers to double."""

    side: Side
    by: str = ""


@dataclass(frozen=True, slots=True)
class DoubleAnswered(Request):
    """`side` takes the double, or gives up the game."""

    side: Side
    taken: bool
    by: str = ""


@dataclass(frozen=True, slots=True)
class Resigned(Request):
    """`side` gives up the game and concedes `how`."""

    side: Side
    how: Win = Win.SIMPLE
    by: str = ""


@dataclass(frozen=True, slots=True)
class SetRight(ByHand):
    """Someone corrected the table by hand. Every value that is not None holds from now on.

    by and why are for the record. points: of Blancs and Noirs in the match. cube: its value. doubled_by: the side that
    doubled last.
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
