"""The parts that the states and settings of all games share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import StrEnum

from events.field import Field
from rules.play import Move
from rules.position import Dice, Side
from rules.seating import Seating


class Mode(StrEnum):
    """The companion's task at this table."""

    SCORE = "score"
    REFEREE = "referee"
    LESSON = "lesson"
    SOLO = "solo"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSettings:
    """What the players of any game agreed on, as far as it concerns the referee.

    Attributes:
        mode: see the design page, "Modes".
        seating: how the players sit.
        light: the side whose dames the camera calls light.
        companion: the side that the companion plays in a solo game.
        costs: the row of `referee/data/costs.toml`. It decides when to ask about a play, and when to rule an illegal
            one before the next throw.
        field: the board's measures, for finding hands.
    """

    mode: Mode = Mode.SCORE
    seating: Seating = field(default_factory=Seating)
    light: Side = Side.BLANCS
    companion: Side | None = None
    costs: str = "home"
    field: Field = field(default_factory=Field)

    @property
    def moved_for(self) -> Side | None:
        """The side whose dames and marks the other player moves for it; None except in a solo game."""
        return self.companion if self.mode is Mode.SOLO else None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState(ABC):
    """The state of a table of any game between two acts: everything a display shows.

    Attributes:
        position: as it stands, lawful or not.
        trait: the side to play, None until the opening is decided.
        dice: of the current throw.
        throw: the number of the throw in its tour or game.
        tour: the number of the tour or game in the sitting, from 1.
        doubt: the id of the open doubt, None without one.
        companion: the side that the companion plays in a solo game.
        to_move: the moves that the player has still to make for the companion.
        advice: the play that the player was advised to make.
    """

    mode: Mode
    position: object
    trait: Side | None
    dice: Dice | None = None
    throw: int
    tour: int
    doubt: str | None = None
    companion: Side | None = None
    to_move: tuple[Move, ...] = ()
    advice: tuple[Move, ...] = ()

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the tour or game is won and the dames go back."""
