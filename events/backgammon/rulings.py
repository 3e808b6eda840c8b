"""The rulings of backgammon alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from events.rulings import FaultRuling, Ruling
from rules.backgammon.faults import IllegalPlay
from rules.backgammon.match import Win
from rules.position import Dice, Side


class Ending(StrEnum):
    """How a game ends: all dames are off, a double is refused, or a player resigns."""

    BORNE_OFF = "borne_off"
    REFUSED = "refused"
    RESIGNED = "resigned"


class CubeTrouble(StrEnum):
    """Why a double cannot be offered or answered now (BG, match X; règle Crawford)."""

    CRAWFORD = "crawford"
    NO_CUBE = "no_cube"
    NOT_HIS = "not_his"
    NOT_HIS_TURN = "not_his_turn"
    ALREADY_OFFERED = "already_offered"
    NOT_OFFERED = "not_offered"


@dataclass(frozen=True, slots=True)
class GameBegan(Ruling):
    """The dames stand for game `game` of the match. crawford: it is played without the cube."""

    game: int
    crawford: bool


@dataclass(frozen=True, slots=True)
class OpeningRolled(Ruling):
    """The opening throw, one die each. The higher one begins with both numbers; equal dice are thrown again."""

    dice: Dice

    @property
    def tied(self) -> bool:
        """Whether the dice must be thrown again."""
        return self.dice[0] == self.dice[1]


@dataclass(frozen=True, slots=True)
class IllegalPlayRuled(FaultRuling):
    """A play against the rules. `to` may have it played again while the window is open."""

    fault: IllegalPlay


@dataclass(frozen=True, slots=True)
class CubeOffered(Ruling):
    """`side` offers to double the game to `value`."""

    side: Side
    value: int


@dataclass(frozen=True, slots=True)
class CubeAnswered(Ruling):
    """`side` takes a double, so that the game is worth `value`, or refuses it and loses the value before."""

    side: Side
    taken: bool
    value: int


@dataclass(frozen=True, slots=True)
class CubeDenied(Ruling):
    """The cube request of `side` cannot be met."""

    side: Side
    why: CubeTrouble


@dataclass(frozen=True, slots=True)
class GameWon(Ruling):
    """`side` wins a game and `points`.

    Attributes:
        how: simple, gammon or backgammon.
        blancs: the points of Blancs in the match afterwards.
        noirs: likewise of Noirs.
        match_over: whether this ends the match.
        pips: the points are the loser's pip count.
    """

    side: Side
    ending: Ending
    how: Win
    points: int
    blancs: int
    noirs: int
    match_over: bool
    pips: bool = False
