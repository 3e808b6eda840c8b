"""The state of a table of backgammon between two acts, as anyone may look at it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from events.state import Mode
    from rules.backgammon.match import Cube, Match
    from rules.backgammon.plays import Move
    from rules.backgammon.position import Position
    from rules.play import Move as DameMove
    from rules.position import Dice, Side


class Phase(StrEnum):
    """Where a game stands.

    opening: each throws one die, or both have been thrown and are still to be played; to_throw: the last throw is
    played; doubled: a double is offered and not answered; to_play: thrown; over: the game is won, the dames go back.
    """

    OPENING = "opening"
    TO_THROW = "to_throw"
    DOUBLED = "doubled"
    TO_PLAY = "to_play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class BackgammonState:
    """Everything a display shows.

    position: as it stands, lawful or not, the dames on the bar as far as they are known; trait: whose turn, None until
    the opening is decided; dice: those of the throw under way; plays: what may be played with them, in a lesson only;
    crawford: this game is played without the cube; throw: its number in the game; tour: games begun in the sitting;
    companion: the side the companion plays, in a solo game; to_move: the ways its dames have still to be moved; advice:
    the play the player was advised to make.
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
    to_move: tuple[DameMove, ...] = ()
    advice: tuple[DameMove, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game is won."""
        return self.phase is Phase.OVER
