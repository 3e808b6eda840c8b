"""The errors of the real vision: readings of rendered tables, compared with the rendered scenes.

`Watch` takes every observation that the engine made of a recording, and knows the true scene. `SightCounts` counts the
results.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from itertools import pairwise
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
BINS = (0.0, 0.5, 0.7, 0.9, 0.97, 0.99, 0.999, 1.0)
"""Classes of confidence in which readings are counted."""
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
    sure: Counter[tuple[int, bool]] = field(default_factory=Counter)
    """Readings of a case by class of confidence, and whether right."""
    dice: Counter[str] = field(default_factory=Counter)
    dice_sure: Counter[tuple[int, bool]] = field(default_factory=Counter)
    dice_again: Counter[bool] = field(default_factory=Counter)
    dice_off: list[float] = field(default_factory=list)
    """Millimetres."""
    dice_wrong: list[float] = field(default_factory=list)
    """The confidence of wrong values."""
    jetons: Counter[str] = field(default_factory=Counter)
    delays: Counter[int] = field(default_factory=Counter)
    """Frames from the start of a rest to its first reading."""
    looks: Counter[int] = field(default_factory=Counter)
    """Readings per rest."""
    unread: int = 0
    """Rests without a reading."""
    hands: Counter[tuple[int, bool]] = field(default_factory=Counter)
    """Frames with a hand, by class of depth, and whether it was reported."""
    reached: Counter[tuple[int, bool]] = field(default_factory=Counter)
    """Times between two readings, by number of players' hands over the floor, and whether a side was ever unknown."""
    sideless: Counter[bool] = field(default_factory=Counter)
    """Pictures of hands in those times, and whether their side was unknown."""
    tips: list[tuple[float, float]] = field(default_factory=list)
    """The error (mm) of a hand's reported tip to the right, and inwards."""
    moving: int = 0
    """Pictures of movement."""
    invented: int = 0
    """Pictures in which a hand was reported on a side without one."""

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
        self._began = 0.0
        self._read_at: list[float] = []
        self._rows: set[Row] = set()
        self._sideless: Counter[bool] = Counter()

    def frame(self, t: float, step: float) -> None:
        """Prepare for a picture of `t`; step: seconds from picture to picture."""
        scene = self._in_view(t)
        if scene == self._scene:
            return
        self._over(t, step)
        self._scene, self._began, self._read_at = scene, t, []

    def _in_view(self, t: float) -> Scene:
        """Return the scene at `t`, without the hands beside the board."""
        return in_view(self.invented.table.scene_at(t), self.field)

    def _over(self, t: float, step: float) -> None:
        """Count the rest that lasted until `t`."""
        if self._scene is None or self._scene.hands or t - self._began < 3.5 * step:
            return
        if self._read_at:
            self.seen.delays[round((self._read_at[0] - self._began) / step)] += 1
            self.seen.looks[len(self._read_at)] += 1
        else:
            self.seen.unread += 1

    def count_observation(self, t: float, reading: object) -> None:
        """Count an observation that the companion made of the picture of `t`."""
        if not isinstance(reading, BoardReading) or self._scene is None:
            return
        if readable(reading):
            self._read(t, reading)
        elif reading.settled and not reading.hands:
            self.seen.blind[", ".join(reading.troubles)] += 1
            self._read_at.append(t)
        elif not reading.settled:
            self._hands(reading)

    def _read(self, t: float, reading: BoardReading) -> None:
        if self._rows:
            self.seen.reached[len(self._rows), self._sideless[True] > 0] += 1
        if self._rows and self._sideless[True]:
            self.seen.sideless += self._sideless
        self._rows.clear()
        self._sideless.clear()
        scene = self._in_view(reading.t)
        if scene == self._scene:
            self._read_at.append(t)
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
        self.seen.sure[_bin(case.confidence), right] += 1
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
            self.seen.dice["there" if die.flat else "leaning"] += 1
            value = 0
            if found is not None and dist(found.place, place) <= 2 * NEAR:
                left.remove(found)
                value = found.value
                self.seen.dice_off.append(dist(found.place, place))
                if die.flat:
                    self.seen.dice_sure[_bin(found.confidence), value == die.value] += 1
                    if value != die.value:
                        self.seen.dice_wrong.append(found.confidence)
                    self.seen.dice["flat, read as leaning"] += not found.flat
                else:
                    self.seen.dice["leaning, read as flat"] += found.flat
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
        rows = {hand.side for hand in self._scene.hands}
        self.seen.invented += any(each.row not in rows for each in reading.reaching)
        self.seen.moving += 1


def _bin(confidence: float) -> int:
    return sum(confidence >= least for least in BINS[1:-1])


def figures(sight: SightCounts) -> Iterator[str]:
    """Yield the figures as lines for people."""
    yield "| dames there, on the floor | readings | as many read | fewer | more | other colour | read as piled |"
    yield "|---|---|---|---|---|---|---|"
    for there in sorted({there for there, _, _ in sight.cases}):
        by = Counter[str]()
        for (stands, piled, read), n in sight.cases.items():
            if stands == there:
                by.update({_kind(there, read): n, "all": n, "piled": n * piled})
        shares = " | ".join(f"{by[kind] / by['all']:.2%}" for kind in ("so", "fewer", "more", "other", "piled"))
        yield f"| {there.dames}, {there.flat} | {by['all']} | {shares} |"
    again = _share(sight.again[True], sight.again.total())
    yield f"cases read wrong and read again before anything was moved there: {again} as wrong"
    for name, sure in (("case", sight.sure), ("die", sight.dice_sure)):
        parts = []
        for at, (low, high) in enumerate(pairwise(BINS)):
            n, right = sure[at, True] + sure[at, False], sure[at, True]
            if n:
                parts.append(f"{low:g} to {high:g}: {_share(right, n)}")
        yield f"right by confidence of a {name}: {'; '.join(parts)}"
    dice, jetons = sight.dice, sight.jetons
    yield (
        f"flat dice {dice['there']}: missed {dice['missed']}, misread {dice['misread']}, read as leaning"
        f" {dice['flat, read as leaning']}; leaning {dice['leaning']}: read as flat {dice['leaning, read as flat']};"
        f" false {dice['false']}; wrong again {_share(sight.dice_again[True], sight.dice_again.total())}; off by"
        f" {_quantiles(sight.dice_off)} mm; sure of wrong ones {_quantiles(sight.dice_wrong)}"
    )
    lost = (_share(jetons[f"missed {where}"], jetons[f"there {where}"]) for where in ("on a mark", "at home"))
    yield (
        f"jetons missed on a mark {next(lost)}, at home {next(lost)}; misplaced {jetons['misplaced']},"
        f" false {jetons['false']}"
    )
    delays = dict(sorted(sight.delays.items()))
    yield f"rests of 0.25 s and more: unread {sight.unread}; frames to the first reading {delays}"
    yield f"readings a rest {dict(sorted(sight.looks.items()))}"
    for least in DEPTHS:
        seen, missed = sight.hands[least, True], sight.hands[least, False]
        yield f"hands {least} mm and more over the floor: reported in {_share(seen, seen + missed)} frames"
    for rows in (1, 2):
        known, sideless = sight.reached[rows, False], sight.reached[rows, True]
        yield f"hands of {rows} between two readings: side unknown in {_share(sideless, known + sideless)}"
    yield f"and then in {_share(sight.sideless[True], sight.sideless.total())} of the pictures of them"
    if sight.tips:
        (right, deep), (across, along) = np.mean(sight.tips, axis=0), np.std(sight.tips, axis=0)
        yield f"tips off by {right:.0f} ± {across:.0f} mm to the right and {deep:.0f} ± {along:.0f} mm in"
    if sight.blind:
        yield f"readings that say that nothing can be read: {dict(sight.blind)}, besides {sight.readings} others"
    yield f"hands reported on a side where none was: in {_share(sight.invented, sight.moving)} frames of movement"


def _kind(there: Stack, read: int) -> str:
    """Return how the reading of a case differs from the dames on its floor."""
    if read == OTHER:
        return "other"
    if read == there.flat:
        return "so"
    return "fewer" if read < there.flat else "more"


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


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole}" + (f" ({part / whole:.2%})" if whole else "")


def _quantiles(values: list[float]) -> str:
    if not values:
        return "-"
    middle, high = np.quantile(values, (0.5, 0.95))
    return f"{middle:.2f} (95 %: {high:.2f})"
