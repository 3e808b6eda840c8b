"""The state of a table of backgammon between two acts, as anyone may look at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.backgammon.situation import Phase
    from referee.state import Mode
    from rules.backgammon.match import Cube, Match
    from rules.backgammon.plays import Move
    from rules.backgammon.position import Position
    from rules.position import Dice, Side


@dataclass(frozen=True, slots=True)
class BackgammonState:
    """Everything a display shows.

    position: as it stands, lawful or not, the dames on the bar as far as they are known; trait: whose turn, None until
    the opening is decided; dice: those of the throw under way; plays: what may be played with them, in a lesson only;
    crawford: this game is played without the cube; throw: its number in the game; tour: games begun in the sitting.
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
