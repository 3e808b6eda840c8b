"""A table of jacquet at which nothing happens."""

from __future__ import annotations

from collections.abc import Iterator

from events.acts import Act
from rules.position import Side
from rules.seating import Seating
from simulation.players.tour import TourView
from simulation.render.style import Style
from simulation.scene import Scene
from tablier.games.plan import Plan, Simulated


class StillTable:
    """A table on which nothing moves."""

    def __init__(self, _plan: Plan, style: Style, _standing: TourView | None) -> None:
        self.first = Side.NOIRS
        self.seating = Seating()
        self.field = style.field
        self.duration = 1.0

    def scene_at(self, _t: float) -> Scene:
        """Return an empty board."""
        return Scene()

    def events(self) -> Iterator[Act]:
        """Nothing."""
        return iter(())


SIMULATED = {"jacquet": Simulated(StillTable)}
