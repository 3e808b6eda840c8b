"""Count how often a fault ruled in poor pictures is right: erring players at rendered tables that are hard to see.

The referee accuses there as it does in good pictures. One table in five has each of the faults of `looks.HARD`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from math import log

import msgspec

from events.acts import Act
from events.codec import line_of
from events.rulings import Ruling
from referee.inference.tables import COSTS
from referee.sight import Sight
from referee.trictrac.referee import Referee
from simulation.sensors.simulated_vision import FRAME_RATE
from tablier.devices.simulated_source import InventedTable
from tablier.games import game_played
from tablier.games.plan import Plan
from tablier.runtime.engine import Engine
from tablier.runtime.scoring import score_lines
from tablier.storage.recording import Frame
from tablier.storage.recording_truth import Line
from training.referee.looks import FIRST_SEED, HARD, table_of

APART = 2_000_000
"""Distance between the seeds of these tables and those on which misreadings are counted."""
THROWS = 8


class Refereed(msgspec.Struct, frozen=True):
    """One table: its seed, the troubles of most of its pictures, and the faults ruled right and wrong."""

    seed: int
    troubles: list[str]
    right: int
    wrong: int


class Outspoken(Sight):
    """Holds no fault back."""

    def without_held(
        self, rulings: tuple[Ruling, ...], _act: Act, _doubtful: Container[str] = (), /
    ) -> tuple[Ruling, ...]:
        """Return all rulings."""
        return rulings


def referee_table(number: int) -> Refereed:
    """Render, read and referee one table."""
    seed = FIRST_SEED + APART + number
    invented = InventedTable(Plan(seed=seed, look=seed, throws=THROWS, faults=1.0, clumsy=True))
    invented.style, invented.camera = table_of(seed, HARD[number % len(HARD)])
    settings = invented.settings
    referee = Referee(game_played(settings).referee(settings).settings)
    referee.sight = Outspoken(COSTS[referee.settings.costs])
    engine = Engine(settings, invented.calibration, referee)
    found: list[Line] = []
    troubles = Counter[str]()
    pictures = 0
    for happened in invented.happenings(FRAME_RATE):
        found += map(line_of, engine.take(happened).rulings)
        if isinstance(happened, Frame):
            pictures += 1
            troubles.update(engine.troubles)
    score = score_lines(list(invented.truth()), found)
    most = sorted(str(one) for one, n in troubles.items() if 2 * n > pictures)
    return Refereed(seed, most, score.faults.right, score.faults.false)


def odds(tables: Sequence[Refereed]) -> dict[str, float]:
    """Return for each trouble the log odds that a fault ruled is right; each count is half more."""
    found = {}
    for trouble in sorted({one for table in tables for one in table.troubles}):
        those = [table for table in tables if trouble in table.troubles]
        right, wrong = sum(table.right for table in those), sum(table.wrong for table in those)
        found[trouble] = round(log((right + 0.5) / (wrong + 0.5)), 2)
    return found
