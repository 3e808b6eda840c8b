"""Count how often each kind of successor is the true one at a table of backgammon, rest by rest.

The referee follows a game whose truth is known. At the end of each rest it counts the likeliest explanation with the
true dames and dice, and the true kind of each throw. Rests without a true explanation are counted separately.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from events.backgammon.settings import BackgammonSettings
from events.board_reading import BoardReading
from referee.backgammon.judge import Judge
from referee.backgammon.lines import LineOfPlay
from referee.backgammon.referee import BackgammonReferee
from referee.backgammon.successors import KINDS, Kind, Occasion, become, occasion_of
from referee.backgammon.tracker import Seen, Tracker
from referee.trictrac.tracker.dice import Thrown
from rules.backgammon.position import Position
from rules.position import Side
from simulation.backgammon import BackgammonRates, SimulatedBackgammon
from simulation.sensors.simulated_vision import VisionErrors, WatchedBackgammon
from tablier.games import game_played
from tablier.runtime.engine import Engine
from tablier.storage.recording import Recording, in_order
from tablier.storage.recording_truth import Line as TruthLine
from training.command_line import CannotRun

POINTS = 3
"""Points of a simulated match."""
ILLEGAL = 0.02
"""How often a play of the erring half of the players is against the rules: a guess, not counted."""


class Counted(msgspec.Struct, frozen=True):
    """The counts of one game: by occasion and kind, and the rests without a true explanation."""

    kinds: dict[str, dict[str, int]]
    unexplained: int


@dataclass
class TrueState:
    """The true state of the table, act by act."""

    dames: dict[Side, list[int]] = field(
        default_factory=lambda: {side: list(Position.start().counts(side)) for side in Side}
    )
    throw: tuple[Side, tuple[int, ...]] | None = None

    def take(self, line: TruthLine) -> None:
        """Apply one line of a recording's truth."""
        match line["kind"]:
            case "DameLifted":
                self.dames[Side(line["side"])][line["case"]] -= 1
            case "DamePlaced":
                self.dames[Side(line["side"])][line["case"]] += 1
            case "DiceThrown" if line["good"]:
                self.throw = Side(line["side"]), tuple(sorted(line["dice"]))
            case "GameBegan":
                self.throw = None
            case _:
                pass

    def stand_as(self, position: Position) -> bool:
        """Return whether the dames on the cases are those of a position."""
        return all(position.counts(side)[1:25] == tuple(self.dames[side][1:25]) for side in Side)

    def is_now(self, line: LineOfPlay, *, dice: bool = True) -> bool:
        """Return whether a line has the true dames on the cases and, if `dice`, the true last throw."""
        now = line.now
        if not self.stand_as(now.position):
            return False
        thrown = None if now.throw is None else (now.throw.side, tuple(sorted(now.throw.dice)))
        return not dice or thrown is None or self.throw is None or thrown == self.throw


@dataclass(slots=True)
class CountingTracker(Tracker):
    """A tracker that counts which explanation was true; `truth` is the table's state at the last look."""

    truth: TrueState = field(default_factory=TrueState)
    kinds: dict[str, Counter[str]] = field(default_factory=dict)
    unexplained: int = 0
    _pending: tuple[str, str] | None = None

    def on_reading(self, reading: BoardReading, judge: Judge) -> Iterator[Seen]:
        """Note the true kind of the rest so far; it is counted when the rest ends."""
        yield from Tracker.on_reading(self, reading, judge)
        if self.rest.looks and self.believed:
            self._pending = self._true_kind(reading.t)

    def _true_kind(self, t: float, *, dice: bool = True) -> tuple[str, str]:
        for one in self.believed:
            if self.truth.is_now(become(one.line, one.following, t), dice=dice):
                return occasion_of(one.line.now, self._context), one.following.kind
        return "", ""

    def _absorb(self, t: float) -> None:
        if self.rest.looks and self._pending is not None:
            occasion, kind = self._pending
            if kind:
                self.kinds.setdefault(occasion, Counter())[kind] += 1
            else:
                self.unexplained += 1
        self._pending = None
        Tracker._absorb(self, t)  # noqa: SLF001 - its own, which `super` cannot reach in a class with slots

    def _on_throw(self, seen: Thrown, t: float, judge: Judge) -> Iterator[Seen]:
        if self.rest.looks and self.believed:
            # The dice just seen belong to the next throw.
            self._pending = self._true_kind(t, dice=False)
        yield from Tracker._on_throw(self, seen, t, judge)  # noqa: SLF001 - the same
        true = next((one.hypothesis for one in self.beam.stood if self.truth.is_now(one.hypothesis)), None)
        read = not seen.again and seen.trouble is None
        if read and true is not None and true.last is not None and true.story in KINDS[Occasion.DICE]:
            self.kinds.setdefault(Occasion.DICE, Counter())[true.story] += 1

    def _board_set_up(self, t: float, judge: Judge) -> Iterator[Seen]:
        if self.truth.stand_as(Position.start()):
            self.kinds.setdefault(Occasion.OVER, Counter())[Kind.SET] += 1
        yield from Tracker._board_set_up(self, t, judge)  # noqa: SLF001 - the same


def counting(settings: BackgammonSettings, truth: TrueState) -> tuple[BackgammonReferee, CountingTracker]:
    """Return a referee, and its tracker that counts."""
    referee, tracker = BackgammonReferee(settings), CountingTracker(settings, truth=truth)
    referee.tracker = tracker
    return referee, tracker


def counts_of(tracker: CountingTracker) -> Counted:
    """Return the counts of a tracker."""
    return Counted({occasion: dict(kinds) for occasion, kinds in tracker.kinds.items()}, tracker.unexplained)


def simulated_match(seed: int) -> Counted:
    """Count one match between simulated players, with measured errors of vision; they are clumsy if the seed is odd."""
    erring = seed % 2 == 1
    rates = BackgammonRates.typical(illegal=ILLEGAL if erring else 0.0, clumsy=erring)
    table = SimulatedBackgammon(seed, target=POINTS, rates=rates)
    watched = WatchedBackgammon(table, VisionErrors(seed=seed))  # type: ignore[arg-type] # of the other game
    truth, taken = TrueState(), 0
    referee, tracker = counting(BackgammonSettings(target=POINTS), truth)
    for observation in watched.observations():
        for line in watched.truth[taken:]:
            truth.take(line)
        taken = len(watched.truth)
        referee.observe(observation)
    return counts_of(tracker)


def recorded_game(folder: Path) -> Counted:
    """Count one recording with its truth (docs/recordings.md); raises Unfit for another game, or without truth."""
    recording = Recording(folder)
    settings = recording.settings
    if settings.table.game != "backgammon" or recording.calibration is None:
        raise CannotRun(f"{folder}: expected a recording of backgammon with its calibration")
    lines = sorted(recording.truth(), key=lambda line: float(line["t"]))
    if not lines:
        raise CannotRun(f"{folder}: expected truth.jsonl, without which nothing can be counted")
    truth, taken = TrueState(), 0
    game = game_played(settings).referee(settings)
    referee, tracker = counting(game.settings, truth)
    engine = Engine(settings, recording.calibration, referee)
    for happened in in_order(recording.serial(), recording.frames()):
        while taken < len(lines) and float(lines[taken]["t"]) <= happened.t:
            truth.take(lines[taken])
            taken += 1
        engine.take(happened)
    return counts_of(tracker)
