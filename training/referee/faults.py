"""Count how often a fault is right, by how surely it was seen: erring players, and a referee that holds nothing back.

1. Tables that are hard to see. Hands and movement are simulated, but every rest is rendered and read by the real
   vision. One table in six is as the building guide asks, the others have one of the faults of `looks.HARD`.
2. Whole tours through simulated vision, as at a table that is set up well.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf, log
from typing import TYPE_CHECKING, cast

import msgspec

from events.acts import DiceThrown
from events.codec import line_of
from events.rulings import FaultRuling
from referee.inference.tables import COSTS
from referee.sight import KINDS, Sight
from referee.trictrac.referee import Referee
from rules.fault_table import Kind
from simulation.render.compositor import Compositor
from simulation.sensors.simulated_vision import SimulatedVision, VisionErrors
from tablier.devices.simulated_source import InventedTable
from tablier.games import game_played
from tablier.games.plan import Plan
from tablier.games.requests import request_of
from tablier.games.trictrac.requests import OWN
from tablier.runtime.scoring import scored
from training.referee.looks import HARD, table_of
from vision.pieces.dame_colours import ColoursSeen
from vision.read import read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from events.acts import Act
    from events.board_reading import BoardReading
    from events.rulings import Ruling
    from referee.inference.tables import Costs
    from simulation.scene import Scene
    from simulation.timeline import SimulatedTable

FIRST_SEED, FIRST_TOUR = 57_000, 57_900
"""The seeds of the first table and tour: no bench plays them."""
AFTER = 0, 15, 40
"""Throws played before a table is watched, in turn."""
THROWS = 10
WRONGS = (*HARD, "")
"""What is wrong with a table, in turn."""


class Accused(msgspec.Struct, frozen=True, array_like=True):
    """One fault ruled: its name, by how many nats that was read on which it rests, and whether it was right."""

    name: str
    sure: float
    right: bool


class Refereed(msgspec.Struct, frozen=True):
    """One table: its seed, what is wrong with it, the throws made and found, and the faults made and ruled."""

    seed: int
    wrong: str
    throws: tuple[int, int]
    faults: int
    accused: list[Accused]


class Outspoken(Sight):
    """Holds no fault back, and remembers how surely that was read on which each rests."""

    def __init__(self, costs: Costs) -> None:
        super().__init__(costs)
        self.ended: dict[int, dict[Kind, float]] = {}
        self.read_at: dict[str, float] = {}

    def take(self, act: Act) -> None:
        """Remember how surely a throw was read when the next one comes."""
        if isinstance(act, DiceThrown):
            self.ended[self.throw] = {kind: self.sure(kind) for kind in Kind}
        super().take(act)

    def without_held(self, rulings: tuple[Ruling, ...]) -> tuple[Ruling, ...]:
        """Return all rulings."""
        super().without_held(rulings)
        for ruling in rulings:
            if isinstance(ruling, FaultRuling):
                kind = KINDS.get(ruling.fault.name, Kind.CASE)
                before = self.ended.get(ruling.throw, {}) if ruling.throw < self.throw else {}
                self.read_at.setdefault(ruling.about, min(self.sure(kind), before.get(kind, inf)))
        return rulings


class Rendered(SimulatedVision):
    """Simulated vision whose readings of a rest are those of the real vision."""

    def __init__(self, invented: InventedTable) -> None:
        super().__init__(cast("SimulatedTable", invented.table), VisionErrors(seed=invented.plan.seed))
        self.compositor = Compositor(invented.style, invented.camera, quality="fast")
        self.calibration = replace(invented.calibration, talons=invented.settings.table.talons)
        self.colours, self.number = ColoursSeen(), 0

    def _read(self, scene: Scene, t: float, *_: object) -> BoardReading:
        self.number += 1
        picture = self.compositor.picture(replace(scene, hands=()), self.number, compress=False)
        return replace(read(picture, self.calibration, t=t, sets=self.colours), settled=True)


def refereed(number: int) -> Refereed:
    """Render, read and referee one table."""
    seed = FIRST_SEED + number
    wrong, after = WRONGS[number % len(WRONGS)], AFTER[number // len(WRONGS) % len(AFTER)]
    invented = InventedTable(Plan(seed=seed, look=seed, throws=THROWS, faults=1.0, clumsy=True, after=after))
    invented.style, invented.camera = table_of(seed, wrong)
    return _accused(invented, Rendered(invented), wrong)


def followed(number: int) -> Refereed:
    """Referee one whole tour through simulated vision."""
    invented = InventedTable(Plan(seed=FIRST_TOUR + number, faults=1.0, clumsy=True))
    eyes = VisionErrors(seed=invented.plan.seed)
    return _accused(invented, SimulatedVision(cast("SimulatedTable", invented.table), eyes), "")


def _accused(invented: InventedTable, watched: SimulatedVision, wrong: str) -> Refereed:
    settings = invented.settings
    referee = Referee(game_played(settings).referee(settings).settings)
    referee.sight = sight = Outspoken(COSTS[referee.settings.costs])
    for asked in invented.inputs():
        referee.observe(request_of(asked.request, asked.values, asked.t, 0, OWN))
    found = [line_of(ruling) for one in watched.observations() for ruling in referee.observe(one).rulings]
    score = scored(watched.truth, found)
    accused = []
    for about, sure in sight.read_at.items():
        without = scored(watched.truth, [line for line in found if line.get("about") != about]).faults
        right, false = score.faults.right > without.right, score.faults.false > without.false
        first = next(line for line in found if line.get("about") == about)
        # A fault mended in time is neither. The truth of a part ends before the faults in its last throw are ruled.
        if (right or false) and first["throw"] < score.throws.true:
            accused.append(Accused(first["fault"]["name"], round(sure, 2), right))
    return Refereed(invented.plan.seed, wrong, (score.throws.true, score.throws.right), score.faults.true, accused)


def odds(tables: Sequence[Refereed], kind: Kind) -> dict[str, list[float]]:
    """Return the log odds that a fault of a kind is right, in steps that rise with how surely it was seen.

    Neighbours of whom the surer were right less often are pooled (pool adjacent violators). Each count is half more.
    """
    steps: list[list[float]] = []  # the least nats, right, wrong
    those = [one for table in tables for one in table.accused if KINDS[one.name] is kind]
    for one in sorted(those, key=lambda one: (one.sure, not one.right)):
        steps.append([one.sure, one.right, not one.right])
        while len(steps) > 1 and steps[-2][1] * steps[-1][2] >= steps[-1][1] * steps[-2][2]:
            _, right, wrong = steps.pop()
            steps[-1][1:] = steps[-1][1] + right, steps[-1][2] + wrong
    sure, risen = [0.0], [-inf]
    for at, right, wrong in steps:
        found = round(log((right + 0.5) / (wrong + 0.5)), 2)
        if found > risen[-1]:
            sure, risen = [*sure, at], [*risen, found]
    return {"sure": [0.0, *sure[2:]], "odds": risen[1:]}
