"""A simulated table as the stream of observations a referee gets, without drawing a picture.

A scene at rest becomes readings at the times of `vision.stream.frames`. They have the measured errors of the real
vision (`vision_rates.json`), plus any that are requested. Hands and movement become readings without pieces, as in
`tablier.runtime.engine`. Disturbances of camera, light and cable can be injected.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from math import dist

from events.board_reading import BoardReading, CaseReading, DieReading, DieRest, HandReading, JetonReading, Trouble
from events.codec import line_of
from events.field import Column, Field, Row
from events.observation import Observation, Still
from events.peg_reading import LinkEvent, PegReading, Signal
from rules.position import Side
from simulation.scene import Die, Hand, Scene, jeton_place
from simulation.sensors.vision_rates import OTHER, Stack, StackRead, VisionRates, measured_rates
from simulation.timeline import SimulatedTable
from simulation.timeline.handling import Event
from vision.pieces.cases import DAMES, UNDER, Dame, read_case
from vision.stream.follow import RIM
from vision.stream.frames import AGAIN, BRIEF, LOOKS, SETTLE, unsure

OUTSIDE = 5.0
"""A dame this far (mm) beyond the floor's left or right edge stands on no case."""


def is_over(hand: Hand, field: Field) -> bool:
    """Whether a hand's fingertips are over the floor or the watched margin around it."""
    return -RIM * field.height <= hand.y <= (1 + RIM) * field.height


def in_view(scene: Scene, field: Field) -> Scene:
    """Return the scene without hands outside the watched area."""
    return replace(scene, hands=tuple(hand for hand in scene.hands if is_over(hand, field)))


def depth_of(hand: Hand, field: Field) -> float:
    """Return how far (mm) the fingertips reach over the floor from their own side's edge; negative outside it."""
    return hand.y if hand.side == "far" else field.height - hand.y


def stacks(scene: Scene, field: Field) -> dict[tuple[Row, Column], tuple[Stack, Stack]]:
    """Return the light and the dark stack of every case that has one."""
    found: dict[tuple[Row, Column], list[Stack]] = {}
    for dame in scene.dames:
        if -OUTSIDE < dame.x < field.width + OUTSIDE:
            row: Row = "far" if dame.y < field.height / 2 else "near"
            sets = found.setdefault((row, field.column_at(dame.x)), [Stack(0, 0), Stack(0, 0)])
            dames, flat = sets[dame.colour == "dark"]
            sets[dame.colour == "dark"] = Stack(dames + 1, flat + (dame.level == 0))
    return {place: (light, dark) for place, (light, dark) in found.items()}


FRAME_RATE = 15
"""Pictures a second."""
ROWS: tuple[Row, Row] = ("far", "near")
COLUMNS: tuple[Column, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
EVERY = 120.0
"""Seconds between two disturbances; the first comes after half of it."""
SURE_DAME, SURE_DIE_READ, SURE_JETON, DOUBTFUL = 0.995, 0.99, 0.95, 0.55
"""Confidence in a dame, a die, a jeton, and in a dame of the wrong colour or a die of the wrong value."""
ON_MARK = 25.0
"""Within this distance (mm) of a mark, a jeton is on it; further away it is at the talon."""
NUDGED = 6.0
"""Millimetres by which a pushed board is displaced."""

EDGE, BEYOND = 7.0, 0.77
"""A hand beyond a short side is seen where its arm still covers the floor: EDGE mm inside it, and BEYOND mm less deep
for each millimetre beyond (measured on 27 rendered pictures in which three dames were borne off)."""


class Upset(StrEnum):
    """A disturbance to inject; `none` for an undisturbed table."""

    NONE = "none"
    CAMERA = "camera"
    """No frame for 30 s."""
    FRAMES = "frames"
    """One frame in three is lost."""
    NUDGE = "nudge"
    """The board is pushed: half a second of movement, one reading that reports it, then everything 6 mm off."""
    LIGHT = "light"
    """Two seconds too dark to see, then ten times the errors on cases and dice for half a minute."""
    LINE = "line"
    """The line to the board is down for a minute."""


LASTS = {Upset.CAMERA: 30.0, Upset.NUDGE: 0.5, Upset.LIGHT: 2.0, Upset.LINE: 60.0}
WORSE = 30.0
"""Seconds for which a push or a change of light has an effect."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VisionErrors:
    """How badly the table is seen.

    Attributes:
        rates: how often vision errs.
        wrong, die: additional rates, per reading, of cases read one dame wrong and of dice misread.
        looks: readings of each rest.
        upset: the disturbance, every two minutes.
        seed: of all errors.
    """

    rates: VisionRates = field(default_factory=measured_rates)
    wrong: float = 0.0
    die: float = 0.0
    looks: int = 1 + len(AGAIN)
    upset: Upset = Upset.NONE
    seed: int = 0


@dataclass
class SimulatedVision:
    """A simulated table as a stream of observations; `truth` collects what happened, as record lines."""

    table: SimulatedTable
    eyes: VisionErrors
    truth: list[dict[str, object]] = field(default_factory=list)
    now: float = 0.0
    """Time of the last picture; a reading of a rest has the time of its first picture."""
    rests: list[float] = field(default_factory=list)
    """When each rest without a hand began: the times of the pictures that are the first to show it."""

    def __post_init__(self) -> None:
        self.random = random.Random(f"{self.eyes.seed} eyes")  # noqa: S311 - a game, not a secret
        self.holes: PegReading | None = None
        self.line = True
        self.before: Scene | None = None
        self.still_since: float | None = None
        self.changed = 0.0
        self.looked = 0
        self.unsure = 0
        self.reached: set[str] = set()
        self.blur = self.random.random()
        self.outcomes: dict[object, tuple[Stack, Stack, StackRead]] = {}
        self.values: dict[tuple[float, float], int] = {}
        seating, geometry = self.table.seating, self.table.field
        self.places = {
            (side, points): jeton_place(side, points, seating, geometry) for side in Side for points in (2, 4, 6, 8, 10)
        }

    def observations(self) -> Iterator[Observation]:
        """Yield all observations, in order."""
        events = iter(self.table.events())
        event = next(events, None)
        frame, quiet = 0, 0
        while event is not None or quiet < 3 * FRAME_RATE:
            t = self.now = frame / FRAME_RATE
            frame += 1
            yield from self._cable_events(t)
            scene = in_view(self.table.scene_at(t), self.table.field)
            quiet = quiet + 1 if scene == self.before else 0
            while event is not None and event.t <= t:
                yield from self._feel(event)
                event = next(events, None)
            since = self._since(t)
            if self.eyes.upset is Upset.CAMERA and since < LASTS[Upset.CAMERA]:
                self.before = None
                continue
            if self.eyes.upset is Upset.FRAMES and self.random.random() < 1 / 3:
                continue
            moving = self.eyes.upset is Upset.NUDGE and since < LASTS[Upset.NUDGE]
            yield from self._observe(scene, t, since, moving=moving)

    def _since(self, t: float) -> float:
        """Return the seconds since the last disturbance began."""
        return (t - EVERY / 2) % EVERY if t >= EVERY / 2 else EVERY

    def _observe(self, scene: Scene, t: float, since: float, *, moving: bool) -> Iterator[Observation]:
        """Yield the observation of one picture, as `vision.stream.frames.Stream.feed` makes it."""
        before, self.before = self.before, scene
        if scene != before or moving:
            self.still_since, self.changed = None, t
            yield self._moves(scene, t)
            return
        if self.still_since is None:
            self.still_since, self.looked, self.unsure = t, 0, 0
            if not scene.hands:
                self.rests.append(self.changed)
        rested = t - self.still_since
        if not self.looked and rested < (SETTLE if scene.hands else BRIEF):
            yield self._moves(scene, t)
        elif scene.hands:
            self.looked = 1
        elif not self.looked:
            self.looked = 1
            if self.eyes.upset is Upset.LIGHT and since < LASTS[Upset.LIGHT]:
                yield BoardReading(t, None, (), (), (), (), hands=False, settled=False, troubles=(Trouble.TOO_DARK,))
            else:
                yield self._look(scene, self.still_since, since)
        elif self.unsure > 0:
            self.unsure -= 1
            yield self._look(scene, t, since, again=True)
        elif self.looked < min(self.eyes.looks, 1 + len(AGAIN)) and rested >= AGAIN[self.looked - 1]:
            self.looked += 1
            yield self._look(scene, t, since, again=True)
        else:
            yield Still(t)

    def _look(self, scene: Scene, t: float, since: float, *, again: bool = False) -> BoardReading:
        nudged = self.eyes.upset is Upset.NUDGE and since < LASTS[Upset.NUDGE] + SETTLE + 0.1
        if self.random.random() < self.eyes.rates.blind:
            return BoardReading(t, None, (), (), (), (), hands=False, settled=True, troubles=(Trouble.BLURRED,))
        reading = self._read(scene, t, since, (Trouble.BOARD_MOVED,) if nudged else ())
        self.reached.clear()
        self.blur = self.random.random()
        more = self.unsure if again else LOOKS
        self.unsure = more if unsure(reading) else int(nudged and not again)
        return reading

    def _moves(self, scene: Scene, t: float) -> BoardReading:
        """Return a reading of movement, with the hands that vision would report and their sides where known."""
        reported = []
        rates = self.eyes.rates
        (right, across), (deep, along) = rates.tip
        for hand in scene.hands:
            inwards = 1 if hand.side == "far" else -1
            depth = depth_of(hand, self.table.field)
            if depth >= 0:
                self.reached.add(hand.side)
            likely = [each.reported for each in rates.hands if depth >= each.depth]
            if likely and self.random.random() < likely[-1]:
                x, y = self.random.gauss(right, across), self.random.gauss(deep, along)
                width = self.table.field.width
                beyond = max(-hand.x, hand.x - width, 0.0)
                tip = min(max(hand.x + x, EDGE), width - EDGE), hand.y + inwards * (y - BEYOND * beyond)
                reported.append(HandReading(hand.side, tip))
        hands = bool(reported)
        blurred = bool(self.reached) and self.blur < rates.sideless[len(self.reached) - 1]
        if reported and blurred and self.random.random() < rates.sideless_pictures:
            reported.clear()
        return BoardReading(t, None, (), (), (), (), hands=hands, settled=False, troubles=(), reaching=tuple(reported))

    def _cable_events(self, t: float) -> Iterator[Observation]:
        """Yield the events of the cable: lost, and back."""
        up = not (self.eyes.upset is Upset.LINE and self._since(t) < LASTS[Upset.LINE])
        if up is not self.line:
            self.line = up
            yield LinkEvent(t, up, "the cable")
            if up and self.holes is not None:
                yield PegReading(t, self.holes.holes)

    def _feel(self, event: Event) -> Iterator[Observation]:
        match event:
            case PegReading():
                self.holes = event
                if self.line:
                    yield self.holes
            case Signal():
                if self.line:
                    yield event
            case _:
                self.truth.append(line_of(event))

    def _read(self, scene: Scene, t: float, since: float, troubles: tuple[Trouble, ...]) -> BoardReading:
        worse = self.eyes.upset is Upset.LIGHT and since < WORSE
        off = NUDGED if self.eyes.upset is Upset.NUDGE and since < WORSE else 0.0
        wrong, misread = (10 * max(rate, 5e-4) if worse else rate for rate in (self.eyes.wrong, self.eyes.die))
        nothing = Stack(0, 0)
        stands = stacks(scene, self.table.field)
        cases = tuple(
            self._case(row, column, *stands.get((row, column), (nothing, nothing)), wrong)
            for row in ROWS
            for column in COLUMNS
        )
        dice, jetons = self._dice(scene, misread, off), self._jetons(scene, off)
        return BoardReading(t, None, cases, dice, jetons, (), hands=False, settled=True, troubles=troubles)

    def _dice(self, scene: Scene, misread: float, off: float) -> tuple[DieReading, ...]:
        """Return the dice as read, `off` mm from where they lie, sometimes with a false one."""
        rates, gauss, geometry = self.eyes.rates, self.random.gauss, self.table.field
        dice = []
        for die in scene.dice:
            value = self._value(die, misread)
            if value:
                place = die.x + off + gauss(0, rates.die_off), die.y + off + gauss(0, rates.die_off)
                sure = SURE_DIE_READ if value == die.value else DOUBTFUL
                dice.append(DieReading(value, die.flat, DieRest(die.rest), (die.x, die.y), place, sure))
        if self.random.random() < rates.die_false:
            place = self.random.uniform(0, geometry.width), self.random.uniform(0, geometry.height)
            dice.append(DieReading(self.random.randint(1, 6), True, DieRest.FLOOR, place, place, DOUBTFUL))
        return tuple(dice)

    def _jetons(self, scene: Scene, off: float) -> tuple[JetonReading, ...]:
        """Return the jetons as read, each at the nearest mark, `off` mm from where it lies."""
        rates, jetons = self.eyes.rates, []
        for jeton in scene.jetons:
            (side, points), place = min(
                self.places.items(), key=lambda place: dist(place[1], (jeton.x + off, jeton.y + off))
            )
            marks = dist(place, (jeton.x, jeton.y)) < ON_MARK
            if self.random.random() < (rates.jeton_missed if marks else rates.jeton_missed_at_home):
                continue
            if self.random.random() < rates.jeton_misplaced:
                marks, points = True, self.random.choice((2, 4, 6, 8, 10))
            owner = self.table.seating.row_of(side) if marks else None
            jetons.append(JetonReading((jeton.x, jeton.y), owner, points if marks else 0, SURE_JETON))
        return tuple(jetons)

    def _value(self, die: Die, misread: float) -> int:
        """Return the value read of a die, 0 when missed; the last value is repeated at the measured rate."""
        rates, place = self.eyes.rates, (die.x, die.y)
        if self.random.random() < misread:
            return self.random.randint(1, 6)
        if self.values.get(place, -1) < 0 or self.random.random() >= rates.die_again:
            chance = self.random.random()
            missed, wrong = chance < rates.die_missed, chance < rates.die_missed + rates.die_misread
            self.values[place] = 0 if missed else self.random.randint(1, 6) if wrong else die.value
        return self.values[place]

    def _case(self, row: Row, column: Column, light: Stack, dark: Stack, wrong: float) -> CaseReading:
        """Return the reading of a case, made by `vision.pieces.cases` from the dames seen."""
        if light.dames and dark.dames:
            return read_case(row, column, [*_dames(light.dames, 1.0, 0.0), *_dames(dark.dames, 0.0, 0.0)])
        there, set_ = (light, 1.0) if light.dames else (dark, 0.0)
        like, read = self._outcome((row, column), there)
        seen = there.flat
        if read.dames == OTHER:
            set_ = DOUBTFUL * (1 - set_) + (1 - DOUBTFUL) * set_
        else:
            seen = max(0, there.flat + read.dames - like.flat)
        if self.random.random() < wrong:
            seen = max(0, seen + self.random.choice((-1, 1)))
        # Choose the probability of a raised dame so that the reading gives `above` to higher counts.
        raised = min(1.0, read.above / (1 - UNDER[seen][seen])) if 0 < seen < DAMES else 0.0
        return read_case(row, column, _dames(seen, set_, raised))

    def _outcome(self, place: object, there: Stack) -> tuple[Stack, StackRead]:
        """Return the most similar measured stack and its reading; the last outcome is repeated at the measured rate."""
        known = self.outcomes.get(place)
        if known is None or known[0] != there or self.random.random() >= self.eyes.rates.case_again:
            like = _like(there, tuple(self.eyes.rates.cases))
            reads = self.eyes.rates.cases[like]
            (read,) = self.random.choices(reads, [read.share for read in reads])
            self.outcomes[place] = known = there, like, read
        return known[1:]


@lru_cache(maxsize=1000)
def _like(there: Stack, measured: tuple[Stack, ...]) -> Stack:
    """Return the most similar measured stack: piled or not, then by dames on the floor, then by all dames."""

    def unlike(other: Stack) -> tuple[bool, bool, int, int]:
        piled, empty = other.dames > other.flat, not other.dames
        heap = there.dames > there.flat
        return (
            empty is bool(there.dames),
            piled is not heap,
            abs(other.flat - there.flat),
            abs(other.dames - there.dames),
        )

    return min(measured, key=unlike)


def _dames(count: int, light: float, raised: float) -> list[Dame]:
    """Return `count` visible dames, with P(light) and P(raised)."""
    return [Dame(0.0, 0.0, SURE_DAME, light, raised)] * count


@dataclass
class WatchedBackgammon(SimulatedVision):
    """Simulated vision of a board with a bar."""

    def _read(self, scene: Scene, t: float, since: float, troubles: tuple[Trouble, ...]) -> BoardReading:
        geometry = self.table.field
        on_cases = tuple(dame for dame in scene.dames if abs(dame.x - geometry.width / 2) > geometry.bar / 2 - 2.0)
        return super()._read(replace(scene, dames=on_cases), t, since, troubles)
