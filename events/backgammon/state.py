"""The state of a backgammon table between two acts, for display."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from events.state import GameState
from rules.backgammon.match import Cube, Match
from rules.backgammon.position import Position
from rules.play import Move


class Phase(StrEnum):
    """The phase of a game.

    Attributes:
        OPENING: each player throws one die, or both dice have still to be played.
        TO_THROW: the last throw is played.
        DOUBLED: an offered double has no answer.
        TO_PLAY: thrown.
        OVER: the game is won, and the dames go back.
    """

    OPENING = "opening"
    TO_THROW = "to_throw"
    DOUBLED = "doubled"
    TO_PLAY = "to_play"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class BackgammonState(GameState):
    """The state of a backgammon table. Dames on the bar are in the position as far as they are known.

    plays: the legal plays of these dice, in a lesson only
    """

    phase: Phase
    position: Position
    plays: tuple[tuple[Move, ...], ...] | None
    cube: Cube
    match: Match

    @property
    def over(self) -> bool:
        """Whether the game is won."""
        return self.phase is Phase.OVER
