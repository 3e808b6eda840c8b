"""The state of a table of trictrac between two acts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from events.state import Mode
    from rules.jan import Jan
    from rules.play import Move
    from rules.position import Dice, Position, Side


class Phase(StrEnum):
    """Where the throw stands (Lois XVIII).

    to_throw: the last throw is played; to_mark: thrown, no dame touched; to_decide: the throw made a trou, to hold or
    to go; to_play: touched or held; leaving: dames go back to the talons; over: the tour is won.
    """

    TO_THROW = "to_throw"
    TO_MARK = "to_mark"
    TO_DECIDE = "to_decide"
    TO_PLAY = "to_play"
    LEAVING = "leaving"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Holding:
    """What one side has: points (0..10), whether they are in bredouille, trous, and what it is still owed."""

    points: int
    bredouille: bool
    trous: int
    owed: int


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything a display shows.

    position: as it stands, lawful or not; trait: whose turn; dice: those of the throw under way; jans: what it is
    worth; pavillon: who holds it; throw: its number in the tour; tour: 1 for the first of the sitting; companion: the
    side the companion plays, in a solo game; to_move: the ways its dames have still to be moved by the player; advice:
    the play the player was advised to make.
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
