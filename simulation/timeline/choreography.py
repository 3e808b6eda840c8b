"""Gestures into motions: each thing a player does becomes a hand's way, the pieces it moves, and the acts in it.

Times are seconds; durations are those of calm hands divided by the pace. What falls (dice) falls at its own speed.
"""

from __future__ import annotations

import heapq
import itertools
import math
from dataclasses import dataclass, replace
from functools import singledispatchmethod
from typing import TYPE_CHECKING

from rules.position import BANDE, DAMES, TALON, Side
from simulation.players import truth
from simulation.players.gesture import (
    Carry,
    CarryTwo,
    Gesture,
    Idle,
    Knock,
    Landing,
    MoveFichet,
    MovePavillon,
    PushJeton,
    Say,
    Sweep,
    TakeDice,
    Tell,
    Throw,
)
from simulation.players.marks import JETONS
from simulation.scene import Dame, Die, Jeton, PegPlaced, Scene, drop_die, jeton_place, start_pegs
from simulation.timeline.dames import Dames
from simulation.timeline.event import ButtonPressed, PegsChanged
from simulation.timeline.hands import Hands
from simulation.timeline.motion import DameMotion, DieSlide, JetonMotion, PegMotion, Place, Track, Tumble
from simulation.timeline.stage import Key, Piece, Stage
from vision.geometry import HOLES, hole_place

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from rules.position import Case, Position
    from rules.seating import Seating
    from simulation.players.gesture import Mark
    from simulation.players.marks import Marks
    from simulation.scene import PegKind
    from simulation.timeline.event import Event
    from vision.geometry import Field, Point, Row

GRASP, LIFT, CLEAR = 0.12, 0.15, 34.0
"""Seconds to close the fingers on a piece and to raise it, and how high it is carried, mm."""

GOOD_RESTS = {
    Landing.GOOD: ("floor",),
    Landing.ON_DAME: ("dames",),
    Landing.ON_JETON: ("jetons",),
    Landing.ON_RAIL: ("rail",),
    Landing.OUTSIDE: ("outside",),
    Landing.STACKED: ("die",),
}


TROUBLES = {
    Landing.LEANING: truth.DiceTrouble.LEANING,
    Landing.ON_RAIL: truth.DiceTrouble.ON_RAIL,
    Landing.OUTSIDE: truth.DiceTrouble.OUTSIDE,
    Landing.STACKED: truth.DiceTrouble.STACKED,
}


@dataclass(frozen=True, slots=True)
class _Held:
    """A dame in a hand since a time, still drawn where it was taken."""

    number: int
    dame: Dame
    since: float


@dataclass(frozen=True, slots=True)
class _Manner:
    """How a dame is put: mm off its place, pushed, hanging in the air so many seconds, as fast as in a relevé."""

    careless: float = 0.0
    slide: bool = False
    hover: float = 0.0
    hurried: bool = False


class Choreography:
    """Performs gestures on a stage, one after the other, and tells what can be felt and what is true of them."""

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
    ) -> None:
        self._random = random
        self._seating = seating
        self._field = field
        self._pace = pace
        self._dames = Dames(position, seating, field, random, light=light)
        self._dice: list[Die] = []
        self._jetons: list[Jeton] = []
        for number in range(JETONS if jetons else 0):
            self._jetons.append(Jeton(*self._jeton_goal(number, marks.jetons[number])))
        self._pegs = self._start_pegs(marks) if pegs else []
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
        self._begun = 0.0
        self._ended = 0.5
        self._act_t = 0.0
        self._told_with_next: list[truth.TrueRuling] = []
        if pegs:
            self._emit(PegsChanged(0.0, self._holes()))

    def perform(self, gesture: Gesture) -> None:
        """One gesture more."""
        if isinstance(gesture, Tell):
            if gesture.with_next:
                self._told_with_next.append(gesture.ruling)
            else:
                self._emit(replace(gesture.ruling, t=self._act_t))
            return
        start = max(self._begun, self._ended + gesture.wait / self._pace)
        self._hands.withdraw(start, self._seating.row_of(gesture.side))
        self._begun = start
        self.stage.advance(start)
        self._ended = self._perform(gesture, start)

    def finish(self) -> None:
        """Nothing more will be done: the hands withdraw."""
        self._hands.withdraw(math.inf)
        self._begun = self._ended = self._ended + 2.0
        self.stage.advance(math.inf)

    @property
    def ended(self) -> float:
        """When the last gesture was done."""
        return self._ended

    def events(self) -> Iterator[Event]:
        """The events that nothing can come before any more, in order."""
        while self._pending and self._pending[0][0] <= self._begun:
            yield heapq.heappop(self._pending)[2]

    # What is felt and what is true.

    def _emit(self, event: Event) -> None:
        heapq.heappush(self._pending, (event.t, next(self._order), event))

    def _act(self, act: truth.TrueAct) -> None:
        self._act_t = act.t
        self._emit(act)
        for ruling in self._told_with_next:
            self._emit(replace(ruling, t=act.t))
        self._told_with_next.clear()

    def _holes(self) -> tuple[PegKind | None, ...]:
        holes: list[PegKind | None] = [None] * HOLES
        for peg in self._pegs:
            if peg.hole is not None:
                holes[peg.hole] = peg.kind
        return tuple(holes)

    def _lasts(self, seconds: float) -> float:
        return seconds / self._pace * self._random.uniform(0.85, 1.2)

    # One method a gesture: from `start`, performs it and returns when its last act is done.

    @singledispatchmethod
    def _perform(self, gesture: Gesture, _start: float) -> float:
        raise TypeError(f"no motion for {type(gesture).__name__}")

    @_perform.register
    def _(self, gesture: TakeDice, start: float) -> float:
        row = self._seating.row_of(gesture.side)
        t = start
        for number, die in enumerate(self._dice):
            t = self._hands.reach(row, t, (die.x, die.y, die.height + 10)) + GRASP / self._pace
            self.stage.put(t, ("die", number), None)
            self._hands.stay(row, t)
        self._dice = []
        self._act(truth.DiceLifted(t, gesture.side))
        self._hands.withdraw(math.inf)
        return t

    @_perform.register
    def _(self, gesture: Throw, start: float) -> float:
        field = self._field
        row = self._seating.row_of(gesture.side)
        table = self._random.choice((0.27, 0.73)) * field.width
        edge = field.height + field.rail if row == "near" else -field.rail
        shaken = start + self._lasts(0.7)
        t = self._hands.reach(row, shaken, (table, edge, 110.0), "die") + 0.05
        dice = self._land(gesture, table)
        rest = t
        for number, die in enumerate(dice):
            end = t + self._random.uniform(0.5, 0.85)
            faces = tuple(self._random.randint(1, 6) for _ in range(self._random.randint(4, 7)))
            origin = (table + self._random.uniform(-12, 12), edge, 100.0)
            motion = Tumble(die, t, end, origin, (*faces, die.value), self._random.randint(2, 4))
            self.stage.move(t, end, ("die", number), motion, die)
            rest = max(rest, end)
        self._dice = dice
        trouble = TROUBLES.get(gesture.landing)
        self._act(truth.DiceThrown(rest, gesture.side, gesture.dice, trouble is None, trouble))
        return rest

    @_perform.register
    def _(self, gesture: Carry, start: float) -> float:
        held = self._grasp_dame(gesture.side, gesture.owner, gesture.start, start)
        if gesture.start != BANDE:
            self._act(truth.DameLifted(held.since, gesture.owner, gesture.start))
        if gesture.start == gesture.end and gesture.hover:
            t = self._away_and_back(gesture, held)
        else:
            manner = _Manner(gesture.careless, gesture.slide, gesture.hover)
            t = self._put_dame(gesture.side, gesture.owner, held, gesture.end, held.since, manner)
        self._act(truth.DamePlaced(t, gesture.owner, gesture.end))
        return t

    def _away_and_back(self, gesture: Carry, held: _Held) -> float:
        """A dame taken away in the hand for a while, and put back."""
        row = self._seating.row_of(gesture.side)
        outside = self._hands.outside(row, held.dame.x)
        gone = self._fly(row, held.number, held.dame, (_low(held.dame, self._field), outside), held.since, None)
        self._hands.vanish(row)
        goal = self._dames.lay(held.number, gesture.owner, gesture.end, gesture.careless)
        return self._fly(
            row, held.number, held.dame, (outside, _low(goal, self._field)), gone + gesture.hover / self._pace, goal
        )

    @_perform.register
    def _(self, gesture: CarryTwo, start: float) -> float:
        side, field = gesture.side, self._field
        row = self._seating.row_of(side)
        first = self._grasp_dame(side, side, gesture.first[0], start)
        self._act(truth.DameLifted(first.since, side, gesture.first[0]))
        # The first one goes in the hand to the second, and both beside the board.
        number, dame = self._dames.take(side, gesture.second[0])
        over = (dame.x, dame.y, self._top(dame))
        taken = self._fly(row, first.number, first.dame, (_low(first.dame, field), over), first.since, None)
        self._act(truth.DameLifted(taken, side, gesture.second[0]))
        outside = self._hands.outside(row, dame.x)
        gone = self._fly(row, number, dame, (_low(dame, field), outside), taken, None)
        self._carried_along(first, (over, outside), (taken, gone))
        self._hands.vanish(row)
        back = gone + gesture.hover / self._pace
        goal = self._dames.lay(first.number, side, gesture.first[1])
        t = self._fly(row, first.number, first.dame, (outside, _low(goal, field)), back, goal)
        self._act(truth.DamePlaced(t, side, gesture.first[1]))
        waiting = (goal.x, goal.y, self._top(goal))
        self._carried_along(_Held(number, dame, back), (outside, waiting), (back, t))
        last = self._dames.lay(number, side, gesture.second[1])
        t = self._fly(row, number, dame, (waiting, _low(last, field)), t, last)
        self._act(truth.DamePlaced(t, side, gesture.second[1]))
        return t

    def _fly(
        self, row: Row, number: int, dame: Dame, way: tuple[Place, Place], start: float, rest: Dame | None
    ) -> float:
        """A hand carries a dame from a place to another through the air, setting out at `start`; returns its arrival."""
        origin, goal = way
        high = max(origin[2], goal[2]) + CLEAR
        up = start + LIFT / self._pace
        over = up + self._lasts(0.25 + math.dist(origin[:2], goal[:2]) / 900)
        down = over + LIFT / self._pace
        track = Track((start, up, over, down), (origin, (*origin[:2], high), (*goal[:2], high), goal))
        self.stage.move(start, down, ("dame", number), DameMotion(dame, track), rest)
        self._hands.move(row, _above(track, self._field.dame_height + 4), dame.colour)
        return down

    def _carried_along(self, held: _Held, way: tuple[Place, Place], between: tuple[float, float]) -> None:
        """A second dame in the same hand meanwhile."""
        track = Track(between, way)
        self.stage.move(*between, ("dame", held.number), DameMotion(held.dame, track), None)

    @_perform.register
    def _(self, gesture: PushJeton, start: float) -> float:
        number = gesture.jeton
        jeton = self._jetons[number]
        row = self._seating.row_of(gesture.side)
        t = self._hands.reach(row, start, (jeton.x, jeton.y, 8.0)) + GRASP / self._pace
        goal = self._jeton_goal(number, gesture.to)
        t = self._clear_dice(row, t, goal, self._field.jeton)
        arrival = t + self._lasts(0.25 + math.dist((jeton.x, jeton.y), goal) / 900)
        track = Track((t, arrival), ((jeton.x, jeton.y, 0.0), (*goal, 0.0)))
        self._jetons[number] = Jeton(*goal)
        self.stage.move(t, arrival, ("jeton", number), JetonMotion(track), self._jetons[number])
        self._hands.move(row, _above(track, 8.0), "jeton")
        self._act(truth.JetonMoved(arrival, *gesture.shows))
        released = arrival + self._lasts(0.12)
        self._act(truth.JetonReleased(released, *gesture.shows))
        return released

    @_perform.register
    def _(self, gesture: MoveFichet, start: float) -> float:
        t = self._carry_peg(gesture.side, self._fichet(gesture.owner), self._trou(gesture.owner, gesture.trou), start)
        self._act(truth.FichetMoved(t, gesture.owner, gesture.trou))
        return t

    @_perform.register
    def _(self, gesture: MovePavillon, start: float) -> float:
        hole = self._middle if gesture.to is None else self._trou(gesture.to, 0)
        number = next(n for n, peg in enumerate(self._pegs) if peg.kind == "pavillon")
        t = self._carry_peg(gesture.side, number, hole, start)
        self._act(truth.PavillonMoved(t, gesture.to))
        return t

    @_perform.register
    def _(self, gesture: Say, start: float) -> float:
        self._act(truth.Declared(start, gesture.side, gesture.what))
        if gesture.button is not None:
            pressed = start + self._lasts(0.2)
            self._emit(ButtonPressed(pressed, self._seating.row_of(gesture.side), gesture.button))
            return pressed
        return start

    @_perform.register
    def _(self, gesture: Sweep, start: float) -> float:
        end = start
        for side in Side:
            row = self._seating.row_of(side)
            t = max(start, self._hands.free(row)) if side is gesture.side else start + self._lasts(0.5)
            strays = [(case, n) for case in range(24, TALON, -1) for n in self._dames.numbers(side, case)]
            strays.extend((BANDE, number) for number in self._off[side])
            for rank, (case, _) in enumerate(strays, 1):
                held = self._grasp_dame(side, side, case, t)
                goal = BANDE if gesture.forgets is side and rank == len(strays) else TALON
                t = self._put_dame(side, side, held, goal, held.since, _Manner(hurried=True))
            end = max(end, t)
        self._act(truth.Releve(end, gesture.cause, gesture.side))
        return end

    @_perform.register
    def _(self, gesture: Knock, start: float) -> float:
        row = self._seating.row_of(gesture.side)
        end = start
        for owner, case, to in gesture.pushed:
            number, dame = self._dames.take(owner, case)
            t = self._hands.reach(row, end, (dame.x, dame.y, 15.0))
            moved = self._dames.lay(number, owner, to, 4.0)
            end = t + 0.15
            track = Track((t, end), ((dame.x, dame.y, dame.base), (moved.x, moved.y, moved.base)))
            self.stage.move(t, end, ("dame", number), DameMotion(dame, track), moved)
        self._act_t = end
        return end

    @_perform.register
    def _(self, gesture: Idle, start: float) -> float:
        row = self._seating.row_of(gesture.side)
        field, uniform = self._field, self._random.uniform
        for _ in range(self._random.randint(1, 3)):
            goal = uniform(0.1, 0.9) * field.width, uniform(0.25, 0.75) * field.height, uniform(30.0, 90.0)
            arrival = self._hands.reach(row, start, goal)
            start = arrival + self._lasts(0.4)
            self._hands.stay(row, start)
        return start

    # Dames.

    def _grasp_dame(self, by: Side, owner: Side, case: Case, start: float) -> _Held:
        """A dame is reached and closed upon."""
        if case == BANDE:
            number, dame = self._off[owner].pop(), self._aside(owner)
        else:
            number, dame = self._dames.take(owner, case)
        row = self._seating.row_of(by)
        t = self._hands.reach(row, start, (dame.x, dame.y, self._top(dame) + 4)) + GRASP / self._pace
        return _Held(number, dame, self._clear_dice(row, t, (dame.x, dame.y), self._field.dame))

    def _put_dame(
        self, by: Side, owner: Side, held: _Held, case: Case, t: float, manner: _Manner | None = None
    ) -> float:
        """A dame in hand goes at t to a case, or off the board; returns when it is let go."""
        manner = manner or _Manner()
        row = self._seating.row_of(by)
        dame, number = held.dame, held.number
        if case == BANDE:
            goal, rest = self._aside(owner), None
            self._off[owner].append(number)
        else:
            goal = rest = self._dames.lay(number, owner, case, manner.careless)
            t = self._clear_dice(row, t, (goal.x, goal.y), self._field.dame)
        origin, end = _low(dame, self._field), _low(goal, self._field)
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
        self._hands.move(row, _above(track, self._field.dame_height + 4), dame.colour)
        return track.times[-1]

    def _top(self, dame: Dame) -> float:
        return dame.base + (dame.level + 1) * self._field.dame_height

    def _aside(self, owner: Side) -> Dame:
        """Where a dame that went out is put: beside the board, behind the bande."""
        beyond = self._field.rail + 50.0
        x = -beyond if self._seating.talons == "left" else self._field.width + beyond
        y = self._field.height * (0.7 if self._seating.row_of(owner) == "near" else 0.3)
        return Dame(x, y, self._dames.colour(owner))

    # Dice.

    def _scene(self, dice: tuple[Die, ...]) -> Scene:
        return Scene(tuple(self._dames.places.values()), dice, tuple(self._jetons))

    def _land(self, gesture: Throw, table: float) -> list[Die]:
        """Where two dice come to rest: the second as the landing asks, the first well."""
        first = self._land_one(gesture.dice[0], Landing.GOOD, (), table)
        second = self._land_one(gesture.dice[1], gesture.landing, (first,), table)
        return [first, second]

    def _land_one(self, value: int, landing: Landing, others: tuple[Die, ...], table: float) -> Die:
        scene = self._scene(others)
        field = self._field
        for attempt in itertools.count():
            x, y = self._aim(landing, others, table, attempt)
            die = drop_die(scene, field, x, y, value, self._random)
            if abs(die.x - field.width / 2) < field.bar / 2 + field.de and die.rest not in ("rail", "outside"):
                continue  # nothing comes to rest on the middle bar
            apart = all(math.dist((die.x, die.y), (o.x, o.y)) > 1.6 * field.de for o in others)
            if landing is Landing.LEANING:
                right = not die.flat
            else:
                right = die.rest in GOOD_RESTS[landing] and (die.flat or landing is Landing.ON_RAIL)
            if right and (apart or landing is Landing.STACKED):
                return die
            if attempt > 400:
                # No dame or jeton could be hit like that: a plain throw.
                landing = Landing.GOOD
        raise AssertionError("unreachable")

    def _aim(self, landing: Landing, others: tuple[Die, ...], table: float, attempt: int) -> Point:
        field, uniform = self._field, self._random.uniform
        if landing is Landing.STACKED:
            return others[0].x + uniform(-4, 4), others[0].y + uniform(-4, 4)
        if landing is Landing.ON_RAIL:
            return uniform(20, field.width - 20), self._random.choice((-13.0, field.height + 13.0))
        if landing is Landing.OUTSIDE:
            return uniform(40, field.width - 40), self._random.choice((-60.0, field.height + 60.0))
        if landing is Landing.ON_JETON and self._jetons:
            jeton = self._random.choice(self._jetons)
            return jeton.x + uniform(-6, 6), jeton.y + uniform(-6, 6)
        if landing is Landing.ON_DAME or (landing is Landing.LEANING and attempt % 2):
            dame = self._random.choice(tuple(self._dames.places.values()))
            return dame.x + uniform(-20, 20), dame.y + uniform(-20, 20)
        half = field.width / 2 - field.bar / 2 - 20
        spread = min(1.0, 0.5 + attempt / 40)
        return table + uniform(-half / 2, half / 2), field.height * (0.5 + uniform(-0.4, 0.4) * spread)

    def _clear_dice(self, row: Row, t: float, spot: Point, width: float) -> float:
        """A die that lies on or in the way of a spot is put aside first, its face kept; returns when that is done."""
        field = self._field
        for number, die in enumerate(self._dice):
            if math.dist((die.x, die.y), spot) > width / 2 + field.de * 0.75:
                continue
            others = tuple(other for n, other in enumerate(self._dice) if n != number)
            free = self._land_one(die.value, Landing.GOOD, others, field.width * self._random.choice((0.27, 0.73)))
            while math.dist((free.x, free.y), spot) < width + field.de:
                free = self._land_one(die.value, Landing.GOOD, others, field.width * self._random.choice((0.27, 0.73)))
            arrival = self._hands.reach(row, t, (die.x, die.y, die.height + 8)) + GRASP / self._pace
            end = arrival + self._lasts(0.35)
            way = (die.x, die.y, die.height), (die.x, die.y, die.height + 20), (free.x, free.y, free.height)
            track = Track((arrival, (arrival + end) / 2, end), way)
            self.stage.move(arrival, end, ("die", number), DieSlide(free, track), free)
            self._hands.move(row, _above(track, 8.0), "die")
            self._dice[number] = free
            back = (*spot, 12.0)
            t = self._hands.reach(row, end, back)
        return t

    # Jetons and pegs.

    def _home(self, jeton: int) -> Point:
        """Between the talons: the first two at their players' sides, the third in the middle."""
        x = jeton_place(Side.BLANCS, 0, self._seating, self._field)[0]
        middle, apart = self._field.height / 2, 1.2 * self._field.jeton
        if jeton == JETONS - 1:
            return x, middle
        near = self._seating.row_of(Side.BLANCS if jeton == 0 else Side.NOIRS) == "near"
        return x, middle + apart if near else middle - apart

    def _jeton_goal(self, jeton: int, to: Mark | None) -> Point:
        if to is None:
            x, y = self._home(jeton)
        else:
            side, points = to
            x, y = jeton_place(side, points, self._seating, self._field)
            neighbours = [other for n, other in enumerate(self._jetons) if n != jeton]
            if any(math.dist((x, y), (other.x, other.y)) < self._field.jeton for other in neighbours):
                # Beside the other, where there is room.
                along = (-1.1 if points in (6, 10) else 1.1) * self._field.jeton
                x += along if self._seating.talons == "left" else -along
        return x + self._random.gauss(0, 0.6), y + self._random.gauss(0, 1.5)

    def _start_pegs(self, marks: Marks) -> list[PegPlaced]:
        fichets = [PegPlaced(self._trou(side, marks.trou(side)), _kind(side)) for side in Side]
        hole = self._middle if marks.pavillon is None else self._trou(marks.pavillon, 0)
        return [*fichets, PegPlaced(hole, "pavillon")]

    @property
    def _middle(self) -> int | None:
        return next(peg.hole for peg in start_pegs(self._seating) if peg.kind == "pavillon")

    def _fichet(self, side: Side) -> int:
        return 0 if side is Side.BLANCS else 1

    def _trou(self, side: Side, trou: int) -> int:
        """The hole of a side's trou (1..12), or its starting hole (0)."""
        if trou == 0:
            start = next(peg.hole for peg in start_pegs(self._seating) if peg.kind == side)
            assert start is not None  # noqa: S101 - they all start in a hole
            return start
        row, column = self._seating.place(side, trou)
        return column - 1 if row == "near" else 11 + column

    def _carry_peg(self, by: Side, number: int, hole: int | None, start: float) -> float:
        peg = self._pegs[number]
        if hole is None or peg.hole is None:
            raise ValueError(f"the {peg.kind} stands in no hole")
        row = self._seating.row_of(by)
        origin, goal = hole_place(self._field, peg.hole), hole_place(self._field, hole)
        rail = self._field.rail_height + 12
        t = self._hands.reach(row, start, (*origin, rail)) + GRASP / self._pace
        arrival = t + self._lasts(0.35 + math.dist(origin, goal) / 700)
        track = Track((t, arrival), ((*origin, rail), (*goal, rail)))
        self._pegs[number] = replace(peg, hole=None)
        self._emit(PegsChanged(t, self._holes()))
        self._pegs[number] = replace(peg, hole=hole)
        self.stage.move(t, arrival, ("peg", number), PegMotion(peg.kind, track), self._pegs[number])
        self._hands.move(row, _above(track, 4.0), "peg")
        self._emit(PegsChanged(arrival, self._holes()))
        return arrival


def _above(track: Track, height: float) -> Track:
    """The way of the fingertips that hold what follows a track."""
    return Track(track.times, tuple((x, y, h + height) for x, y, h in track.places))


def _kind(side: Side) -> PegKind:
    return "blancs" if side is Side.BLANCS else "noirs"


def _low(dame: Dame, field: Field) -> Place:
    """Where the lower face of a dame is."""
    return dame.x, dame.y, dame.base + dame.level * field.dame_height
