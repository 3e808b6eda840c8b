"""`./run bench referee`: simulated tables seen through simulated eyes, refereed, and held against their truth.

No picture is rendered: each scene becomes a reading with the noise asked for. What it prints: throws, plays, marks and
faults found right, missed and invented, and the referee's own time per reading.

    ./run bench referee                      lawful players, then players who err and fumble
    ./run bench referee --tables 20 --mode score --faults 0.02 --clumsy --wrong 0.002
"""

from __future__ import annotations

import argparse
import platform
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from math import dist
from typing import TYPE_CHECKING

from firmware_bridge.reading import Button, Peg, PegReading, Signal
from referee.referee import Referee, Still
from referee.settings import Settings
from referee.state import Mode
from rules.position import Side
from simulation.players import truth
from simulation.players.rates import ClumsinessRates, FaultRates
from simulation.scene import jeton_place
from simulation.timeline import ButtonPressed, PegsChanged, SimulatedTable
from tablier.history import line_of
from tablier.scoring import Score, scored
from vision.reading import BoardReading, CaseReading, Colour, DieReading, DieRest, JetonReading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.referee import Observation
    from simulation.scene import Scene
    from vision.geometry import Row

FRAMES = 15
SETTLE = 2
"""Frames nothing may move before one is read."""
VOTES = 3
"""How many of the frames at rest are read; after them time passes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Eyes:
    """How badly the table is seen: how often a case is read one dame wrong, and a die misread, in a frame."""

    wrong: float = 0.0
    die: float = 0.0
    pile: int = 7
    seed: int = 0


@dataclass
class Watched:
    """A simulated table as a stream of observations, and what truly happened, as lines."""

    table: SimulatedTable
    eyes: Eyes
    truth: list[dict[str, object]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(f"{self.eyes.seed} eyes")  # noqa: S311 - a game, not a secret

    def observations(self) -> Iterator[Observation]:
        """Everything the referee gets, in order."""
        events = iter(self.table.events())
        event = next(events, None)
        frame, still, before = 0, 0, None
        while event is not None or still < 3 * FRAMES:
            t = frame / FRAMES
            frame += 1
            scene = self.table.scene_at(t)
            while event is not None and event.t <= t:
                yield from self._felt(event)
                event = next(events, None)
            still = still + 1 if scene is before else 0
            before = scene
            if scene.hands:
                if still == 0:
                    yield self._blind(scene, t)
            elif SETTLE <= still < SETTLE + VOTES:
                yield self._read(scene, t)
            elif still >= SETTLE:
                yield Still(t)

    def _blind(self, scene: Scene, t: float) -> BoardReading:
        """A hand over the board: nothing but the side it comes from."""
        rows: set[Row] = {hand.side for hand in scene.hands}
        return BoardReading(
            t, None, (), (), (), (), hands=True, settled=False, troubles=(), reaching=tuple(sorted(rows))
        )

    def _felt(self, event: object) -> Iterator[Observation]:
        match event:
            case PegsChanged():
                yield PegReading(event.t, tuple(None if kind is None else Peg(kind) for kind in event.holes))
            case ButtonPressed():
                yield Signal(event.t, event.row, Button(event.button))
            case _:
                self.truth.append(truth.to_json(event))  # type: ignore[arg-type] # all the rest is truth

    def _read(self, scene: Scene, t: float) -> BoardReading:
        geometry, seating = self.table.field, self.table.seating
        counts: Counter[tuple[str, int, str]] = Counter()
        for dame in scene.dames:
            if -5 < dame.x < geometry.width + 5:
                row = "far" if dame.y < geometry.height / 2 else "near"
                counts[row, geometry.column_at(dame.x), dame.colour] += 1
        cases = tuple(self._case(row, column, counts) for row in ("far", "near") for column in range(1, 13))
        dice = tuple(
            DieReading(
                self.random.randint(1, 6) if self.random.random() < self.eyes.die else die.value,
                die.flat, DieRest(die.rest), (die.x, die.y), (die.x, die.y), 0.99,
            )
            for die in scene.dice
        )  # fmt: skip
        places = {
            (side, points): jeton_place(side, points, seating, geometry) for side in Side for points in (2, 4, 6, 8, 10)
        }
        jetons = []
        for jeton in scene.jetons:
            (side, points), place = min(places.items(), key=lambda place: dist(place[1], (jeton.x, jeton.y)))
            marks = dist(place, (jeton.x, jeton.y)) < 25
            row = seating.row_of(side) if marks else None
            jetons.append(JetonReading((jeton.x, jeton.y), row, points if marks else 0, 0.95))
        return BoardReading(t, None, cases, dice, tuple(jetons), (), hands=False, settled=True, troubles=())

    def _case(self, row: Row, column: int, counts: Counter[tuple[str, int, str]]) -> CaseReading:
        light, dark = counts[row, column, "light"], counts[row, column, "dark"]
        if light and dark:
            colour, count = (Colour.LIGHT, light) if light > dark else (Colour.DARK, dark)
        else:
            colour, count = (Colour.LIGHT, light) if light else (Colour.DARK, dark) if dark else (Colour.NONE, 0)
        if self.random.random() < self.eyes.wrong:
            count = max(0, count + self.random.choice((-1, 1)))
            colour = Colour.LIGHT if colour is Colour.NONE else colour
        spread = [2e-4] * 16
        if count >= self.eyes.pile:
            spread[self.eyes.pile :] = [1.0] * (16 - self.eyes.pile)
        else:
            spread[count] = 1.0
            for k in {max(0, count - 1), count + 1} - {count}:
                spread[k] = 0.01
        total = sum(spread)
        given = tuple(p / total for p in spread)
        none = (given[0], *(0.0,) * 15)
        lit = (given, none) if colour is not Colour.DARK else (none, given)
        return CaseReading(row, column, colour if count else Colour.NONE, count, count >= 6, max(given), *lit)


def first_thrower(table: SimulatedTable) -> Side:
    """Who has the primauté: settled before the first throw, and told to the companion."""
    return next(event.side for event in table.events() if isinstance(event, truth.DiceThrown))


def play(seed: int, mode: Mode, faults: FaultRates, clumsy: ClumsinessRates, eyes: Eyes, costs: list[float]) -> Score:
    """One whole tour, refereed and compared."""
    profile = "score" if mode is Mode.SCORE else "referee"
    table = SimulatedTable(seed, profile=profile, faults=faults, clumsiness=clumsy)
    players_mark = mode is not Mode.SCORE
    referee = Referee(Settings(mode=mode, jetons=players_mark, pegs=players_mark, first=first_thrower(table)))
    watched = Watched(table, eyes)
    found: list[dict[str, object]] = []
    for observation in watched.observations():
        begun = time.perf_counter()
        observed = referee.observe(observation)
        costs.append(time.perf_counter() - begun)
        found.extend(line_of(ruling) for ruling in observed.rulings)
    return scored(watched.truth, found)


def main(arguments: list[str]) -> int:
    """Run the tables asked for and print the figures."""
    parser = argparse.ArgumentParser(prog="./run bench referee", description=__doc__)
    parser.add_argument("--tables", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--mode", choices=[str(mode) for mode in Mode], default="referee")
    parser.add_argument("--faults", type=float, default=0.0, help="rate of each fault at each opportunity")
    parser.add_argument("--clumsy", action="store_true", help="typical clumsiness")
    parser.add_argument("--wrong", type=float, default=0.0, help="rate of cases read wrong in a frame")
    parser.add_argument("--die", type=float, default=0.0, help="rate of dice misread in a frame")
    given = parser.parse_args(arguments)
    clumsy = ClumsinessRates.typical() if given.clumsy else ClumsinessRates()
    total = Score()
    costs: list[float] = []
    for seed in range(given.seed, given.seed + given.tables):
        eyes = Eyes(wrong=given.wrong, die=given.die, seed=seed)
        score = play(seed, Mode(given.mode), FaultRates.every(given.faults), clumsy, eyes, costs)
        print(f"{seed}: throws {score.throws}; plays {score.plays}; marks {score.marks}; faults {score.faults}")
        total.add(score)
    print(f"throws {total.throws}\nplays  {total.plays}\nmarks  {total.marks}\nfaults {total.faults}")
    print(f"tours  {total.tours}\ndoubts {total.doubts}")
    for name, count in sorted(total.by_fault.items()):
        print(f"  {name}: {count}")
    costs.sort()
    middle, high = costs[len(costs) // 2] * 1e3, costs[len(costs) * 99 // 100] * 1e3
    machine = platform.processor() or platform.machine()
    print(f"own cost an observation: median {middle:.3f} ms, 99 % under {high:.2f} ms ({machine})")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
