"""One simulated player."""

from __future__ import annotations

from dataclasses import dataclass

from simulation.players.style import BUILDER, Style


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player: his style, how likely he notices the other's fault (0..1), and his habits.

    Attributes:
        presses: how likely he presses "coup joué" after a play.
        remarks: how likely he presses "école" when he claims one.
        announces: how likely he presses "je m'en vais" or "j'adoube" when he says so.
        slowness: his thinking time, as a factor of the table's.
    """

    style: Style = BUILDER
    notices: float = 0.7
    presses: float = 0.0
    remarks: float = 1.0
    announces: float = 1.0
    slowness: float = 1.0
