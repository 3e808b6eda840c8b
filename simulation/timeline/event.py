"""What a simulated table tells the world besides how it looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from simulation.backgammon.truth import TrueBackgammonRuling
    from simulation.players.gesture import Button
    from simulation.players.truth import TrueAct, TrueRuling
    from simulation.scene import PegKind
    from vision.geometry import Row


@dataclass(frozen=True, slots=True)
class PegsChanged:
    """What now stands in holes 0..29 of `vision.geometry.hole_place`; t in seconds."""

    t: float
    holes: tuple[PegKind | None, ...]


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A button of the long side `row` was pressed."""

    t: float
    row: Row
    button: Button


Event: TypeAlias = "PegsChanged | ButtonPressed | TrueAct | TrueRuling | TrueBackgammonRuling"
