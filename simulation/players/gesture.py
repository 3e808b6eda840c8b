"""A player's acts by hand or voice, one at a time, without a duration or a place in mm.

Every gesture names its player (`side`) and the `wait` after the end of the gesture before it (seconds at a calm pace).
A negative wait starts it while that gesture goes on, but not before that gesture began.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from events.acts import Declaration
from events.peg_reading import Button
from events.rulings import DiceTrouble, Ruling
from events.trictrac.acts import TourStarted
from rules.position import Case, Dice, ReleveCause, Side

Mark: TypeAlias = "tuple[Side, int]"
"""A place for a jeton: whose points, and how many."""


class JetonsRead(NamedTuple):
    """The reading of a side's jetons.

    points: of the side. bredouille: whether the bredouille's jeton stands beside them. left: the points that a
    forgotten jeton of the side still marks, None without one.
    """

    side: Side
    points: int
    bredouille: bool
    left: int | None


class Landing(StrEnum):
    """How the dice come to rest; the first three are good throws (Lois VI; Jeu 1, validité du coup de dés)."""

    GOOD = "good"
    ON_DAME = "on_dame"
    ON_JETON = "on_jeton"
    LEANING = "leaning"
    ON_RAIL = "on_rail"
    OUTSIDE = "outside"
    STACKED = "stacked"


TROUBLES = {
    Landing.LEANING: DiceTrouble.LEANING,
    Landing.ON_RAIL: DiceTrouble.ON_RAIL,
    Landing.OUTSIDE: DiceTrouble.OUTSIDE,
    Landing.STACKED: DiceTrouble.STACKED,
}
"""Why a throw with this landing does not count. `players.rates.ClumsinessRates` has the rate of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeDice:
    """Both dice are taken up."""

    side: Side
    wait: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw:
    """The dice are thrown and come to rest."""

    side: Side
    dice: Dice
    landing: Landing = Landing.GOOD
    wait: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Carry:
    """One dame of `owner` is carried from case to case (its owner's numbering, 25 = off the board).

    Attributes:
        slide: pushed along the floor instead of lifted.
        careless: how many millimetres off its place it is let go.
        hover: seconds it is held in the air before that.
        away: held outside the board meanwhile, out of sight.
    """

    side: Side
    owner: Side
    start: Case
    end: Case
    slide: bool = False
    careless: float = 0.0
    hover: float = 0.0
    away: bool = False
    wait: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CarryTwo:
    """Two dames of `side` are carried at once in one hand: lifted, held outside the board, then put down."""

    side: Side
    first: tuple[Case, Case]
    second: tuple[Case, Case]
    hover: float = 0.0
    wait: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PushJeton:
    """A jeton (0..2) goes to a mark, or home (`to` None).

    shows: how the marks of its owner then read; leaves: how the marks it was taken from then read, if any.
    """

    side: Side
    jeton: int
    to: Mark | None
    shows: JetonsRead
    leaves: JetonsRead | None = None
    wait: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveFichet:
    """The fichet of `owner` goes to a trou (0..12)."""

    side: Side
    owner: Side
    trou: int
    wait: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePavillon:
    """The pavillon goes to the starting hole of `to`, or back to the middle (None)."""

    side: Side
    to: Side | None
    wait: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """A declaration is spoken, and sent to the table if it has a button and the player presses it."""

    side: Side
    what: Declaration
    button: Button | None = None
    wait: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """Both players take their dames back to the talons, one by one, at the same time.

    forgets: the player who leaves one of his dames outside the board.
    """

    side: Side
    cause: ReleveCause
    forgets: Side | None = None
    wait: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Knock:
    """A sleeve catches some dames: (owner, case, new case), one dame each, to another case of the same row."""

    side: Side
    pushed: tuple[tuple[Side, Case, Case], ...]
    wait: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Idle:
    """A hand comes over the board, points or reaches without effect, and goes."""

    side: Side
    wait: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tell:
    """Not a gesture: an ideal referee's ruling on the act just done, or on the next one (`with_next`)."""

    ruling: Ruling | TourStarted
    with_next: bool = False


Gesture: TypeAlias = (
    TakeDice | Throw | Carry | CarryTwo | PushJeton | MoveFichet | MovePavillon | Say | Sweep | Knock | Idle | Tell
)
