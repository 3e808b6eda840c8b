"""The acts of backgammon that trictrac does not know. All times are seconds on the readings' clock.

Those it shares (`DiceThrown`, `DameLifted`, ...) are `referee.acts`'s, a case being one of backgammon here: 1..24
counted from the edge its owner bears off at, 25 the bar, 0 off the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from referee.acts import (
    Claimed,
    DameLifted,
    DamePlaced,
    Declared,
    DiceLifted,
    DiceThrown,
    DoubtAnswered,
    ModeChanged,
    PlayEnded,
    ThrowCancelled,
    Undone,
)
from rules.backgammon.game import Win

if TYPE_CHECKING:
    from rules.backgammon.position import Position
    from rules.position import Dice, Side


@dataclass(frozen=True, slots=True)
class OpeningThrown:
    """Each player threw one die, and they rest; who begins is seen by who plays them."""

    t: float
    dice: Dice


@dataclass(frozen=True, slots=True)
class Reread:
    """The throw before the one under way was read wrongly, or finished late: it was played so that `position` stood."""

    t: float
    position: Position


@dataclass(frozen=True, slots=True)
class BoardSet:
    """All dames stand as a game begins."""

    t: float


@dataclass(frozen=True, slots=True)
class Doubled:
    """`side` offers to double."""

    t: float
    side: Side
    by: str = ""


@dataclass(frozen=True, slots=True)
class DoubleAnswered:
    """`side` takes the double, or gives the game up."""

    t: float
    side: Side
    taken: bool
    by: str = ""


@dataclass(frozen=True, slots=True)
class Resigned:
    """`side` gives the game up; how: what it concedes."""

    t: float
    side: Side
    how: Win = Win.SIMPLE
    by: str = ""


@dataclass(frozen=True, slots=True)
class SetRight:
    """Someone set things right by hand: whatever is not None is as given from now on; by and why go to the record.

    points: of Blancs and Noirs in the match; cube: its value; doubled_by: who doubled last.
    """

    t: float
    by: str
    why: str = ""
    position: Position | None = None
    trait: Side | None = None
    dice: Dice | None = None
    points: tuple[int, int] | None = None
    cube: int | None = None
    doubled_by: Side | None = None


BackgammonRequest: TypeAlias = (
    Claimed
    | DoubtAnswered
    | Undone
    | ModeChanged
    | Declared
    | Doubled
    | DoubleAnswered
    | Resigned
    | SetRight
    | BoardSet
)
"""What people tell the referee by page, MQTT or button; each stands in the log as it was given."""

BackgammonAct: TypeAlias = (
    DiceThrown
    | ThrowCancelled
    | DiceLifted
    | DameLifted
    | DamePlaced
    | PlayEnded
    | OpeningThrown
    | Reread
    | BackgammonRequest
)
