"""The state of a backgammon table between two acts, for display."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from events.state import Mode
from rules.backgammon.match import Cube, Match
from rules.backgammon.position import Position
from rules.play import Move
from rules.position import Dice, Side


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


@dataclass(frozen=True, slots=True)
class BackgammonState:
    """Everything a display shows.

    Attributes:
        position: as it stands, lawful or not; dames on the bar as far as they are known.
        trait: the side to play, None until the opening is decided.
        dice: of the current throw.
        plays: the legal plays of these dice, in a lesson only.
        crawford: this game is played without the cube.
        throw: the number of the throw in the game.
        tour: how many games have begun in the sitting.
        companion: the side that the companion plays in a solo game.
        to_move: the moves that the player has still to make for the companion.
        advice: the play that the player was advised to make.
    """

    mode: Mode
    phase: Phase
    position: Position
    trait: Side | None
    dice: Dice | None
    plays: tuple[tuple[Move, ...], ...] | None
    cube: Cube
    match: Match
    crawford: bool
    throw: int
    tour: int
    doubt: str | None
    companion: Side | None = None
    to_move: tuple[Move, ...] = ()
    advice: tuple[Move, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game is won."""
        return self.phase is Phase.OVER
