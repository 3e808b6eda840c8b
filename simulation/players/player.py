"""One simulated player."""

from __future__ import annotations

from dataclasses import dataclass

from simulation.players.style import BUILDER, Style


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """How somebody plays: his style, how likely he notices a fault of the other (0..1), and his habits.

    presses: how likely he presses "coup joué" after a play; remarks: "école" when he claims one; announces: "je m'en
    vais" or "j'adoube" when he says so; slowness: his own time to think, as a factor of the table's.
    """

    style: Style = BUILDER
    notices: float = 0.7
    presses: float = 0.0
    remarks: float = 1.0
    announces: float = 1.0
    slowness: float = 1.0
