"""The skills of hands at a table: grasp and put dames, put dice aside, move jetons and pegs.

Times are seconds; durations are those of calm hands divided by the pace.
"""

from __future__ import annotations

import heapq
import itertools
import math
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from events.acts import Act
from events.field import HOLES, JETONS, Field, Point, Row, hole_place
from events.peg_reading import Peg, PegReading, Signal
from events.rulings import Ruling
from events.trictrac.acts import TourStarted
from rules.position import BANDE, DAMES, Case, Position, Side
from rules.seating import Seating
from simulation.players.gesture import Landing, Mark
from simulation.players.marks import Marks
from simulation.scene import Dame, Die, Jeton, PegKind, Piece, Scene, dame_low, dame_top
from simulation.timeline.dames import Dames
from simulation.timeline.hands import Hands
from simulation.timeline.motion import DameMotion, DieSlide, PegMotion, Place, Track
from simulation.timeline.places import jeton_goal, land_die, pegs_of, table_thrown_into
from simulation.timeline.stage import Key, Stage

Event: TypeAlias = PegReading | Signal | Act | Ruling
"""The readings of the holes, pressed buttons, and the true acts and rulings; times in seconds."""

GRASP, LIFT, CLEAR = 0.12, 0.15, 34.0
"""Seconds to close the fingers on a piece and to raise it, and the height at which it is carried, mm."""


@dataclass(frozen=True, slots=True)
class Held:
    """A dame in a hand since a time; it is still drawn where it was taken."""

    number: int
    dame: Dame
    since: float


@dataclass(frozen=True, slots=True)
class Manner:
    """How a dame is put: mm off its place, pushed, seconds held in the air, as fast as in a relevé."""

    careless: float = 0.0
    slide: bool = False
    hover: float = 0.0
    hurried: bool = False


class Handling:
    """The pieces of one table in two pairs of hands, and their events.

    alone: the side that moves the pieces of both sides; None with two players.
    """

    def __init__(
        self,
        random: Random,
        *,
        seating: Seating,
        field: Field,
        light: Side,
        pace: float,
        position: Position,
        marks: Marks,
        jetons: bool,
        pegs: bool,
        bar_height: float = 0.0,
        alone: Side | None = None,
    ) -> None:
        self._random = random
        self._alone = alone
        self._seating = seating
        self._field = field
        self._pace = pace
        self._dames = Dames(position, seating, field, random, light=light, bar_height=bar_height)
        self._dice: list[Die] = []
        self._jetons: list[Jeton] = []
        for number in range(JETONS if jetons else 0):
            self._jetons.append(Jeton(*self._jeton_goal(number, marks.jetons[number])))
        self._pegs = pegs_of(marks, seating) if pegs else []
        pieces: list[tuple[Key, Piece]] = [
            *((("dame", n), dame) for n, dame in self._dames.places.items()),
            *((("jeton", n), jeton) for n, jeton in enumerate(self._jetons)),
            *((("peg", n), peg) for n, peg in enumerate(self._pegs)),
        ]
        self.stage = Stage(pieces)
        self._hands = Hands(self.stage, field, random, pace)
        on_board = len(self._dames.places)
        out = {side: DAMES - sum(position.counts(side)) for side in Side}
        numbers = iter(range(on_board, on_board + sum(out.values())))
        self._off = {side: [next(numbers) for _ in range(count)] for side, count in out.items()}
        self._pending: list[tuple[float, int, Event]] = []
        self._order = itertools.count()
        self._act_t = 0.0
        self._ruled_with_next: list[Ruling | TourStarted] = []
        if pegs:
            self._emit(PegReading(0.0, self._holes()))

    def _row_of(self, side: Side) -> Row:
        """Return the row of the hand that moves `side`'s pieces; a single player moves everything."""
        return self._seating.row_of(self._alone or side)

    # Sensor events and truth.

    def _emit(self, event: Event) -> None:
        heapq.heappush(self._pending, (event.t, next(self._order), event))

    def _act(self, act: Act) -> None:
        self._act_t = act.t
        self._emit(act)
        for ruling in self._ruled_with_next:
            self._emit(replace(ruling, t=act.t))
        self._ruled_with_next.clear()

    def _holes(self) -> tuple[Peg | None, ...]:
        holes: list[Peg | None] = [None] * HOLES
        for peg in self._pegs:
            if peg.hole is not None:
                holes[peg.hole] = Peg(peg.kind)
        return tuple(holes)

    def _lasts(self, seconds: float) -> float:
        return seconds / self._pace * self._random.uniform(0.85, 1.2)

    # Dames.

    def _grasp_dame(self, by: Side, owner: Side, case: Case, start: float) -> Held:
        """Reach a dame and close the fingers on it."""
        if case == BANDE:
            number, dame = self._off[owner].pop(), self._aside(owner)
        else:
            number, dame = self._dames.take(owner, case)
        row = self._row_of(by)
        t = self._hands.reach(row, start, (dame.x, dame.y, dame_top(dame, self._field) + 4)) + GRASP / self._pace
        return Held(number, dame, self._clear_dice(row, t, (dame.x, dame.y), self._field.dame))

    def _put_dame(self, by: Side, owner: Side, held: Held, case: Case, t: float, manner: Manner | None = None) -> float:
        """Put a dame in hand on a case from t on, or off the board; return when it is let go."""
        manner = manner or Manner()
        row = self._row_of(by)
        dame, number = held.dame, held.number
        if case == BANDE:
            goal, rest = self._aside(owner), None
            self._off[owner].append(number)
        else:
            goal = rest = self._dames.lay(number, owner, case, manner.careless)
            t = self._clear_dice(row, t, (goal.x, goal.y), self._field.dame)
        origin, end = lower_face(dame, self._field), lower_face(goal, self._field)
        distance = math.dist(origin[:2], end[:2])
        carried = self._lasts((0.12 if manner.hurried else 0.25) + distance / (1500 if manner.hurried else 750))
        if manner.slide and not dame.level and not goal.level and case != BANDE:
            track = Track((t, t + carried), (origin, end))
        else:
            raised = max(origin[2], end[2]) + CLEAR
            up = t + LIFT / self._pace
            over = up + carried
            down = over + manner.hover / self._pace
            high = (*origin[:2], raised), (*end[:2], raised)
            track = Track((t, up, over), (origin, *high))
            if down > over:
                track = Track((*track.times, down), (*track.places, high[1]))
            track = Track((*track.times, down + LIFT / self._pace), (*track.places, end))
        whole = track if held.since == t else Track((held.since, *track.times), (origin, *track.places))
        self.stage.move(whole.times[0], whole.times[-1], ("dame", number), DameMotion(dame, whole), rest)
        self._hands.move(row, fingertips_above(track, self._field.dame_height + 4), dame.colour)
        return track.times[-1]

    def _aside(self, owner: Side) -> Dame:
        """Return the place of a dame that went out: outside the board, behind the bande."""
        beyond = self._field.rail + 50.0
        x = -beyond if self._seating.talons == "left" else self._field.width + beyond
        y = self._field.height * (0.7 if self._seating.row_of(owner) == "near" else 0.3)
        return Dame(x, y, self._dames.colour(owner))

    def _fly(
        self, row: Row, number: int, dame: Dame, way: tuple[Place, Place], start: float, rest: Dame | None
    ) -> float:
        """Carry a dame through the air from one place to another, from `start` on; return its arrival."""
        origin, goal = way
        high = max(origin[2], goal[2]) + CLEAR
        up = start + LIFT / self._pace
        over = up + self._lasts(0.25 + math.dist(origin[:2], goal[:2]) / 900)
        down = over + LIFT / self._pace
        track = Track((start, up, over, down), (origin, (*origin[:2], high), (*goal[:2], high), goal))
        self.stage.move(start, down, ("dame", number), DameMotion(dame, track), rest)
        self._hands.move(row, fingertips_above(track, self._field.dame_height + 4), dame.colour)
        return down

    def _carry_along(self, held: Held, way: tuple[Place, Place], between: tuple[float, float]) -> None:
        """Carry a second dame in the same hand meanwhile."""
        track = Track(between, way)
        self.stage.move(*between, ("dame", held.number), DameMotion(held.dame, track), None)

    # Dice.

    def _lying(self, dice: tuple[Die, ...]) -> Scene:
        """Return the pieces that a die can fall on."""
        return Scene(tuple(self._dames.places.values()), dice, tuple(self._jetons))

    def _clear_dice(self, row: Row, t: float, spot: Point, width: float) -> float:
        """Put aside a die on or near a spot first, without turning it; return when that is done."""
        field = self._field
        for number, die in enumerate(self._dice):
            if math.dist((die.x, die.y), spot) > width / 2 + field.de * 0.75:
                continue
            lying = self._lying(tuple(other for n, other in enumerate(self._dice) if n != number))
            free = land_die(die.value, Landing.GOOD, lying, field, table_thrown_into(field, self._random), self._random)
            while math.dist((free.x, free.y), spot) < width + field.de:
                free = land_die(
                    die.value, Landing.GOOD, lying, field, table_thrown_into(field, self._random), self._random
                )
            arrival = self._hands.reach(row, t, (die.x, die.y, die.height + 8)) + GRASP / self._pace
            end = arrival + self._lasts(0.35)
            way = (die.x, die.y, die.height), (die.x, die.y, die.height + 20), (free.x, free.y, free.height)
            track = Track((arrival, (arrival + end) / 2, end), way)
            self.stage.move(arrival, end, ("die", number), DieSlide(free, track), free)
            self._hands.move(row, fingertips_above(track, 8.0), "die")
            self._dice[number] = free
            back = (*spot, 12.0)
            t = self._hands.reach(row, end, back)
        return t

    # Jetons and pegs.

    def _jeton_goal(self, jeton: int, to: Mark | None) -> Point:
        others = [other for n, other in enumerate(self._jetons) if n != jeton]
        return jeton_goal(jeton, to, others, self._seating, self._field, self._random)

    def _carry_peg(self, by: Side, kind: PegKind, hole: int, start: float) -> float:
        number = next(n for n, peg in enumerate(self._pegs) if peg.kind == kind)
        peg = self._pegs[number]
        if peg.hole is None:
            raise ValueError(f"the {kind} stands in no hole")
        row = self._row_of(by)
        origin, goal = hole_place(self._field, peg.hole), hole_place(self._field, hole)
        rail = self._field.rail_height + 12
        t = self._hands.reach(row, start, (*origin, rail)) + GRASP / self._pace
        arrival = t + self._lasts(0.35 + math.dist(origin, goal) / 700)
        track = Track((t, arrival), ((*origin, rail), (*goal, rail)))
        self._pegs[number] = replace(peg, hole=None)
        self._emit(PegReading(t, self._holes()))
        self._pegs[number] = replace(peg, hole=hole)
        self.stage.move(t, arrival, ("peg", number), PegMotion(peg.kind, track), self._pegs[number])
        self._hands.move(row, fingertips_above(track, 4.0), "peg")
        self._emit(PegReading(arrival, self._holes()))
        return arrival


def fingertips_above(track: Track, height: float) -> Track:
    """Return the path of the fingertips that hold a piece on this track."""
    return Track(track.times, tuple((x, y, h + height) for x, y, h in track.places))


def lower_face(dame: Dame, field: Field) -> Place:
    """Return the place of a dame's lower face."""
    return dame.x, dame.y, dame_low(dame, field)
