"""The state of a trictrac table between two acts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from events.state import GameState
from rules.jan import Jan
from rules.position import Position, Side


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


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState(GameState):
    """The state of a trictrac table. jans: of the current throw; pavillon: the side that holds it."""

    phase: Phase
    position: Position
    trait: Side
    jans: tuple[Jan, ...]
    blancs: Holding
    noirs: Holding
    pavillon: Side | None

    @property
    def over(self) -> bool:
        """Whether the tour is won."""
        return self.phase is Phase.OVER
