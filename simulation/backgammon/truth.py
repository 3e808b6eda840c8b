"""What an ideal referee rules at a table of backgammon, besides what both games share (`simulation.players.truth`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from rules.backgammon.faults import IllegalPlay
    from rules.backgammon.game import Win
    from rules.position import Side

Window: TypeAlias = Literal["open", "claimed", "closed", "mended"]
Ending: TypeAlias = Literal["borne_off", "refused", "resigned"]


@dataclass(frozen=True, slots=True)
class GameBegan:
    """The dames stand for another game of the match."""

    id: str
    t: float
    throw: int
    game: int
    crawford: bool


@dataclass(frozen=True, slots=True)
class IllegalPlayRuled:
    """A play against the rules; `to` may have it played again while the window is open."""

    id: str
    t: float
    throw: int
    fault: IllegalPlay
    to: Side
    window: Window


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
    """`side` takes a double or refuses it."""

    id: str
    t: float
    throw: int
    side: Side
    taken: bool
    value: int


@dataclass(frozen=True, slots=True)
class GameWon:
    """`side` wins a game: how, how many points, and the score of the match afterwards."""

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


TrueBackgammonRuling: TypeAlias = GameBegan | IllegalPlayRuled | CubeOffered | CubeAnswered | GameWon
