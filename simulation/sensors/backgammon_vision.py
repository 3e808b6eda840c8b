"""The simulated eyes over a board of backgammon: dames on the bar are on no case."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from simulation.sensors.simulated_vision import SimulatedVision

if TYPE_CHECKING:
    from events.board_reading import BoardReading, Trouble
    from simulation.scene import Scene


@dataclass
class WatchedBackgammon(SimulatedVision):
    """The same eyes over a board with a bar."""

    def _read(self, scene: Scene, t: float, since: float, troubles: tuple[Trouble, ...]) -> BoardReading:
        geometry = self.table.field
        on_cases = tuple(dame for dame in scene.dames if abs(dame.x - geometry.width / 2) > geometry.bar / 2 - 2.0)
        return super()._read(replace(scene, dames=on_cases), t, since, troubles)
