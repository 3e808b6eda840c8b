"""What the referee has to say of backgammon alone; what both games share is in `referee.rulings`.

Every ruling has an id unique in its sitting, the time of the act it follows from and the number of its throw.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from referee.rulings import Window
    from rules.backgammon.faults import IllegalPlay
    from rules.backgammon.game import Win
    from rules.position import Dice, Side


class Ending(StrEnum):
    """How a game ends: all dames off, a double refused, or given up."""

    BORNE_OFF = "borne_off"
    REFUSED = "refused"
    RESIGNED = "resigned"


class CubeTrouble(StrEnum):
    """Why a double may not be offered, or answered, now (BG, match X; règle Crawford)."""

    CRAWFORD = "crawford"
    NO_CUBE = "no_cube"
    NOT_HIS = "not_his"
    NOT_HIS_TURN = "not_his_turn"
    ALREADY_OFFERED = "already_offered"
    NOT_OFFERED = "not_offered"


@dataclass(frozen=True, slots=True)
class GameBegan:
    """The dames stand for game `game` of the match; crawford: it is played without the cube."""

    id: str
    t: float
    throw: int
    game: int
    crawford: bool


@dataclass(frozen=True, slots=True)
class OpeningRolled:
    """One die each: the higher begins with both numbers; equal ones are thrown again."""

    id: str
    t: float
    throw: int
    dice: Dice

    @property
    def tied(self) -> bool:
        """Whether they must be thrown again."""
        return self.dice[0] == self.dice[1]


@dataclass(frozen=True, slots=True)
class IllegalPlayRuled:
    """A play against the rules; `to` may have it played again while the window is open.

    about: the id of the first ruling on this fault; a later one tells what became of it.
    """

    id: str
    t: float
    throw: int
    fault: IllegalPlay
    to: Side
    window: Window
    about: str


@dataclass(frozen=True, slots=True)
class CubeOffered:
    """`side` offers to double the game to `value`."""

    id: str
    t: float
    throw: int
    side: Side
    value: int


@dataclass(frozen=True, slots=True)
class CubeAnswered:
    """`side` takes a double, and the game is worth `value`; or refuses it, and loses what it was worth before."""

    id: str
    t: float
    throw: int
    side: Side
    taken: bool
    value: int


@dataclass(frozen=True, slots=True)
class CubeDenied:
    """What `side` wanted with the cube cannot be."""

    id: str
    t: float
    throw: int
    side: Side
    why: CubeTrouble


@dataclass(frozen=True, slots=True)
class GameWon:
    """`side` wins a game and `points`: the score of the match afterwards, and whether that ends it.

    how: simple, gammon or backgammon; pips: the points are the loser's pip count.
    """

    id: str
    t: float
    throw: int
    side: Side
    ending: Ending
    how: Win
    points: int
    blancs: int
    noirs: int
    match_over: bool
    pips: bool = False


BackgammonRuling: TypeAlias = (
    GameBegan | OpeningRolled | IllegalPlayRuled | CubeOffered | CubeAnswered | CubeDenied | GameWon
)
