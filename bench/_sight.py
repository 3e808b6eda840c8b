"""The errors of the real vision: readings of rendered tables, compared with the rendered scenes.

`Watch` takes every observation that the engine made of a recording, and knows the true scene. `SightCounts` counts the
results.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, fields
from math import dist

import numpy as np

from events.board_reading import BoardReading, CaseReading, Colour
from events.field import Column, Field, Row
from referee.sight import readable
from rules.seating import Seating
from simulation.scene import Scene
from simulation.sensors.simulated_vision import depth_of, in_view, stacks
from simulation.sensors.vision_rates import OTHER, HandRate, Stack, StackRead, VisionRates
from tablier.devices.simulated_source import InventedTable
from vision.calibration import Calibration
from vision.locate.rectify import field_to_image, transform
from vision.pieces.jetons import marked

NEAR = 15.0
"""A reading within this distance (mm) of a die or a jeton belongs to it."""
DEPTHS = (-60, -40, -20, 0, 20, 60, 120)
"""Classes of depth: how many millimetres a hand's fingertips are inside the floor's edge, at least."""


@dataclass(slots=True)
class SightCounts:
    """The counts of one recording or several."""

    readings: int = 0
    blind: Counter[str] = field(default_factory=Counter)
    """Readings that report that nothing can be seen, by reason; they count nowhere else."""
    cases: Counter[tuple[Stack, bool, int]] = field(default_factory=Counter)
    """By true stack, whether read as piled, and dames read: OTHER for the other colour."""
    above: dict[tuple[Stack, bool, int], float] = field(default_factory=lambda: defaultdict(float))
    """For the same keys, the sum of the probabilities that the readings gave to more dames than they counted."""
    again: Counter[bool] = field(default_factory=Counter)
    """Cases read wrong and read again before anything moved there: whether the error was the same."""
    dice: Counter[str] = field(default_factory=Counter)
    dice_again: Counter[bool] = field(default_factory=Counter)
    dice_off: list[float] = field(default_factory=list)
    """Millimetres."""
    jetons: Counter[str] = field(default_factory=Counter)
    hands: Counter[tuple[int, bool]] = field(default_factory=Counter)
    """Frames with a hand, by class of depth, and whether it was reported."""
    reached: Counter[tuple[int, bool]] = field(default_factory=Counter)
    """Times between two readings, by number of players' hands over the floor, and whether a side was ever unknown."""
    sideless: Counter[bool] = field(default_factory=Counter)
    """Pictures of hands in those times, and whether their side was unknown."""
    tips: list[tuple[float, float]] = field(default_factory=list)
    """The error (mm) of a hand's reported tip to the right, and inwards."""

    def add(self, other: SightCounts) -> None:
        """Add other counts to these."""
        for each in fields(self):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            elif isinstance(mine, dict):
                for key, more in theirs.items():
                    mine[key] += more
            elif isinstance(mine, list):
                mine.extend(theirs)
            elif isinstance(mine, int):
                setattr(self, each.name, mine + theirs)


@dataclass
class Watch:
    """Compares one recording's observations with its table."""

    invented: InventedTable
    calibration: Calibration
    seen: SightCounts = field(default_factory=SightCounts)

    def __post_init__(self) -> None:
        self.field: Field = self.invented.table.field
        self.seating: Seating = self.invented.table.seating
        self._to_field = np.linalg.inv(field_to_image(self.calibration.corners, self.field))
        self._wrong: dict[tuple[Row, Column], tuple[Stack, int]] = {}
        self._dice_wrong: dict[tuple[float, float], int] = {}
        self._scene: Scene | None = None
        self._rows: set[Row] = set()
        self._sideless: Counter[bool] = Counter()

    def frame(self, t: float) -> None:
        """Prepare for a picture of `t`."""
        self._scene = self._in_view(t)

    def _in_view(self, t: float) -> Scene:
        """Return the scene at `t`, without the hands beside the board."""
        return in_view(self.invented.table.scene_at(t), self.field)

    def count_observation(self, reading: object) -> None:
        """Count an observation that the companion made of the picture."""
        if not isinstance(reading, BoardReading) or self._scene is None:
            return
        if readable(reading):
            self._read(reading)
        elif reading.settled and not reading.hands:
            self.seen.blind[", ".join(reading.troubles)] += 1
        elif not reading.settled:
            self._hands(reading)

    def _read(self, reading: BoardReading) -> None:
        if self._rows:
            self.seen.reached[len(self._rows), self._sideless[True] > 0] += 1
        if self._rows and self._sideless[True]:
            self.seen.sideless += self._sideless
        self._rows.clear()
        self._sideless.clear()
        scene = self._in_view(reading.t)
        truly, nothing = stacks(scene, self.field), Stack(0, 0)
        self.seen.readings += 1
        for case in reading.cases:
            self._case(case, *truly.get((case.row, case.column), (nothing, nothing)))
        self._dice(scene, reading)
        self._jetons(scene, reading)

    def _case(self, case: CaseReading, light: Stack, dark: Stack) -> None:
        if light.dames and dark.dames:
            return
        there = light if light.dames else dark
        colour = Colour.LIGHT if light.dames else Colour.DARK
        read = case.count if case.colour is colour or not case.count or not there.dames else OTHER
        self.seen.cases[there, case.piled, read] += 1
        more = case.light[case.count + 1 :], case.dark[case.count + 1 :]
        self.seen.above[there, case.piled, read] += sum(map(sum, more))
        right = there.flat <= read <= there.dames
        place = (case.row, case.column)
        before = self._wrong.pop(place, None)
        if before is not None and before[0] == there:
            self.seen.again[before[1] == read] += 1
        if not right:
            self._wrong[place] = there, read

    def _dice(self, scene: Scene, reading: BoardReading) -> None:
        left = list(reading.dice)
        for die in scene.dice:
            if die.rest == "outside":
                continue
            place = (die.x, die.y)
            found = min(left, key=lambda read: dist(read.place, place), default=None)
            self.seen.dice["there"] += die.flat
            value = 0
            if found is not None and dist(found.place, place) <= 2 * NEAR:
                left.remove(found)
                value = found.value
                self.seen.dice_off.append(dist(found.place, place))
            elif die.flat:
                self.seen.dice["missed"] += 1
            if die.flat:
                self.seen.dice["misread"] += value not in (0, die.value)
                if place in self._dice_wrong:
                    self.seen.dice_again[self._dice_wrong[place] == value] += 1
                self._dice_wrong.pop(place, None)
                if value != die.value:
                    self._dice_wrong[place] = value
        self.seen.dice["false"] += len(left)

    def _jetons(self, scene: Scene, reading: BoardReading) -> None:
        left = [
            (jeton, tuple(transform(self._to_field, np.array([jeton.centre]))[0].tolist())) for jeton in reading.jetons
        ]
        for jeton in scene.jetons:
            truly = marked(jeton.x, jeton.y, self.field, self.seating.talons)
            where = " on a mark" if truly[1] else " at home"
            self.seen.jetons["there" + where] += 1
            found = min(left, key=lambda read: dist(read[1], (jeton.x, jeton.y)), default=None)
            if found is None or dist(found[1], (jeton.x, jeton.y)) > NEAR:
                self.seen.jetons["missed" + where] += 1
                continue
            left.remove(found)
            self.seen.jetons["misplaced"] += (found[0].row, found[0].points) != truly
        self.seen.jetons["false"] += len(left)

    def _hands(self, reading: BoardReading) -> None:
        """Count which of the hands were reported, and the errors of their tips."""
        assert self._scene is not None
        sideless = reading.hands and not reading.reaching
        self._sideless[sideless] += reading.hands
        for hand in self._scene.hands:
            depth = depth_of(hand, self.field)
            if depth >= 0:
                self._rows.add(hand.side)
            if depth < DEPTHS[0] or sideless:
                continue
            reported = [each.tip for each in reading.reaching if each.row == hand.side]
            self.seen.hands[max(least for least in DEPTHS if depth >= least), bool(reported)] += 1
            if reported and depth >= 0:
                x, y = min(reported, key=lambda tip: dist(tip, (hand.x, hand.y)))
                self.seen.tips.append((x - hand.x, y - hand.y if hand.side == "far" else hand.y - y))


def rates_of(sight: SightCounts) -> VisionRates:
    """Return the rates for simulated vision."""
    totals, by_standing = Counter[Stack](), dict[Stack, list[StackRead]]()
    for (there, _, _), n in sight.cases.items():
        totals[there] += n
    for (there, piled, read), n in sorted(sight.cases.items()):
        above = float(sight.above[there, piled, read]) / n
        by_standing.setdefault(there, []).append(StackRead(read, piled, round(n / totals[there], 5), round(above, 3)))
    dice, jetons = sight.dice, sight.jetons
    tips = sight.tips or [(0.0, 0.0)]
    (right, deep), (across, along) = np.mean(tips, axis=0), np.std(tips, axis=0)
    blind = sum(sight.blind.values())
    return VisionRates(
        blind=_part(blind, blind + sight.readings),
        cases={there: tuple(reads) for there, reads in by_standing.items()},
        case_again=_part(sight.again[True], sight.again.total()),
        die_missed=_part(dice["missed"], dice["there"]),
        die_misread=_part(dice["misread"], dice["there"]),
        die_false=_part(dice["false"], sight.readings),
        die_again=_part(sight.dice_again[True], sight.dice_again.total()),
        die_off=round(float(np.sqrt(np.mean(np.square(sight.dice_off or [0.0])) / 2)), 1),
        jeton_missed=_part(jetons["missed on a mark"], jetons["there on a mark"]),
        jeton_missed_at_home=_part(jetons["missed at home"], jetons["there at home"]),
        jeton_misplaced=_part(jetons["misplaced"], jetons["there on a mark"]),
        hands=tuple(
            HandRate(least, _part(sight.hands[least, True], sight.hands[least, True] + sight.hands[least, False]))
            for least in DEPTHS
        ),
        sideless=(
            _part(sight.reached[1, True], sight.reached[1, True] + sight.reached[1, False]),
            _part(sight.reached[2, True], sight.reached[2, True] + sight.reached[2, False]),
        ),
        sideless_pictures=_part(sight.sideless[True], sight.sideless.total()),
        tip=(
            (round(float(right), 1), round(float(across), 1)),
            (round(float(deep), 1), round(float(along), 1)),
        ),
    )


def _part(part: int, whole: int) -> float:
    return round(part / whole, 5) if whole else 0.0
