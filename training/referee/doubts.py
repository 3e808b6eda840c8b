"""Count how often a fault is right though something speaks against it: simulated tours of erring players."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from events.codec import line_of
from events.rulings import FaultRuling
from events.state import Mode
from events.trictrac.settings import Settings
from referee.trictrac.referee import Referee
from simulation.players.rates import ClumsinessRates, FaultRates
from simulation.sensors.simulated_vision import SimulatedVision, VisionErrors
from simulation.timeline import SimulatedTable
from tablier.runtime.scoring import score_lines
from tablier.storage.recording_truth import Line
from training.referee.faults import Refereed


class Doubted(msgspec.Struct, frozen=True):
    """One tour: the faults right and wrong for each thing that spoke against some of them."""

    faults: list[Refereed]


class Outspoken(Referee):
    """A referee that rules every fault; `doubtful`: the faults by what spoke against them."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.doubtful: dict[str, set[str]] = {}

    def against(self, ruling: FaultRuling) -> Iterator[str]:
        """Keep what speaks against a fault, and yield nothing."""
        for name in super().against(ruling):
            self.doubtful.setdefault(name, set()).add(ruling.about)
        yield from ()


def count_tour(seed: int) -> Doubted:
    """Referee one tour, seen with the measured errors of vision, and count the faults ruled in doubt."""
    faults, clumsy = FaultRates.typical(), ClumsinessRates.typical()
    table = SimulatedTable(seed, profile="referee", faults=faults, clumsiness=clumsy)
    referee = Outspoken(Settings(mode=Mode.REFEREE, jetons=True, pegs=True, first=table.first))
    watched = SimulatedVision(table, VisionErrors(seed=seed))
    found: list[Line] = []
    for observation in watched.observations():
        found += map(line_of, referee.observe(observation).rulings)
    whole, counts = score_lines(watched.truth, found).faults, []
    for name, faults_ruled in sorted(referee.doubtful.items()):
        others = score_lines(watched.truth, [line for line in found if line.get("about") not in faults_ruled]).faults
        counts.append(Refereed(seed, [name], whole.right - others.right, whole.false - others.false))
    return Doubted(counts)
