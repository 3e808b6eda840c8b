"""Count how often each story of one side's dames is the true one at a table of trictrac, rest by rest.

The referee follows a tour whose truth is known. The first look of each rest counts the expected stories, and the story
with the true dames. A story's weight is the share of its expected positions that were true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import log

import msgspec

from events.acts import Act
from events.board_reading import BoardReading
from events.state import Mode
from events.trictrac.settings import Settings
from referee.one_table import Notice
from referee.trictrac.judge.situation import JudgedTable, Situation
from referee.trictrac.referee import Referee
from referee.trictrac.tracker.blackout import BlackoutStage
from referee.trictrac.tracker.tracker import Tracker
from rules.position import Position, Side
from simulation.players.rates import ClumsinessRates, FaultRates
from simulation.sensors.simulated_vision import SimulatedVision, VisionErrors
from simulation.timeline import SimulatedTable
from tablier.storage.recording_truth import Line

ENOUGH = 5
"""A story that was true fewer times keeps its weight."""


class Stories(msgspec.Struct, frozen=True):
    """Counts of one tour, by story: positions expected, and those that were true; rests without a true story."""

    expected: dict[str, int]
    true: dict[str, int]
    unexplained: int


@dataclass(slots=True)
class TrueDames:
    """The true places of the dames, act by act."""

    sides: dict[Side, list[int]] = field(
        default_factory=lambda: {side: list(Position.start().counts(side)) for side in Side}
    )

    def take(self, line: Line) -> None:
        """Apply one line of the truth; after a relevé all dames are back."""
        match line["kind"]:
            case "DameLifted" if line["case"] <= len(self.sides[Side.BLANCS]):
                self.sides[Side(line["side"])][line["case"] - 1] -= 1
            case "DamePlaced" if line["case"] <= len(self.sides[Side.BLANCS]):
                self.sides[Side(line["side"])][line["case"] - 1] += 1
            case "Releve" | "TourStarted":
                self.sides = {side: list(Position.start().counts(side)) for side in Side}
            case _:
                pass


class CountingTracker(Tracker):
    """A tracker that counts the stories it expects at the first look of each rest, and the true ones."""

    def __init__(self, settings: Settings, truth: TrueDames) -> None:
        super().__init__(settings)
        self.truth = truth
        self.expected: Counter[str] = Counter()
        self.true: Counter[str] = Counter()
        self.unexplained = 0

    def _board(
        self, reading: BoardReading | None, t: float, table: JudgedTable, *, dice_up: bool
    ) -> Iterator[Act | Notice]:
        if reading is not None and self.hands.stirred and self.throws.absence.stage is BlackoutStage.WATCHED:
            self._count(table.situation)
        yield from super()._board(reading, t, table, dice_up=dice_up)

    def _count(self, situation: Situation) -> None:
        for side in Side:
            expected = self.belief.hypotheses(situation, side)
            stories = [story.name.lower() for story in expected.stories]
            self.expected.update(stories)
            stands = tuple(self.truth.sides[side])
            if stands in expected.counts:
                self.true[stories[expected.counts.index(stands)]] += 1
            else:
                self.unexplained += 1


def simulated_tour(seed: int) -> Stories:
    """Count one tour between simulated players, with measured errors of vision; they are clumsy if the seed is odd."""
    erring = seed % 2 == 1
    faults = FaultRates.typical() if erring else FaultRates.every(0.0)
    clumsy = ClumsinessRates.typical() if erring else ClumsinessRates()
    table = SimulatedTable(seed, profile="referee", faults=faults, clumsiness=clumsy)
    settings = Settings(mode=Mode.REFEREE, jetons=True, pegs=True, first=table.first)
    truth, taken = TrueDames(), 0
    tracker = CountingTracker(settings, truth)
    referee = Referee(settings)
    referee.tracker = tracker
    watched = SimulatedVision(table, VisionErrors(seed=seed))
    for observation in watched.observations():
        for line in watched.truth[taken:]:
            truth.take(line)
        taken = len(watched.truth)
        referee.observe(observation)
    return Stories(dict(tracker.expected), dict(tracker.true), tracker.unexplained)


def weights(found: Sequence[Stories], before: Mapping[str, float]) -> dict[str, float]:
    """Return the log weight of each story, in nats; a story that was true too seldom, or never expected, keeps its."""
    expected, true = Counter[str](), Counter[str]()
    for one in found:
        expected.update(one.expected)
        true.update(one.true)
    rates = {name: true[name] / expected[name] for name in before if true[name] >= ENOUGH}
    most = max(rates.values(), default=1.0)
    return {name: round(log(rates[name] / most), 1) if name in rates else weight for name, weight in before.items()}
