"""The state of a trictrac table between two acts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from events.state import Mode
from rules.jan import Jan
from rules.play import Move
from rules.position import Dice, Position, Side


class Phase(StrEnum):
    """The phase of a throw (Lois XVIII).

    Attributes:
        TO_THROW: the last throw is played.
        TO_MARK: thrown, and no dame touched.
        TO_DECIDE: the throw made a trou, and the player has to hold or leave.
        TO_PLAY: a dame was touched, or the player holds.
        LEAVING: the dames go back to the talons.
        OVER: the tour is won.
    """

    TO_THROW = "to_throw"
    TO_MARK = "to_mark"
    TO_DECIDE = "to_decide"
    TO_PLAY = "to_play"
    LEAVING = "leaving"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Holding:
    """One side's points (0..10), whether they are in bredouille, its trous, and the points it is still owed."""

    points: int
    bredouille: bool
    trous: int
    owed: int


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything a display shows.

    Attributes:
        position: as it stands, lawful or not.
        trait: the side to play.
        dice: of the current throw.
        jans: the jans of the current throw.
        pavillon: the side that holds it.
        throw: the number of the throw in the tour.
        tour: 1 for the first of the sitting.
        companion: the side that the companion plays in a solo game.
        to_move: the moves that the player has still to make for the companion.
        advice: the play that the player was advised to make.
    """

    mode: Mode
    phase: Phase
    position: Position
    trait: Side
    dice: Dice | None
    jans: tuple[Jan, ...]
    blancs: Holding
    noirs: Holding
    pavillon: Side | None
    throw: int
    tour: int
    doubt: str | None
    companion: Side | None = None
    to_move: tuple[Move, ...] = ()
    advice: tuple[Move, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the tour is won."""
        return self.phase is Phase.OVER
