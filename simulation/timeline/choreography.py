"""Turns gestures into motions: the hand's path, the pieces it moves, and the acts.

Times are seconds; durations are those of calm hands divided by the pace. Dice fall at their own speed.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from dataclasses import replace
from functools import singledispatchmethod

from events.acts import DameLifted, DamePlaced, Declared, DiceLifted, DiceThrown
from events.peg_reading import Signal
from events.trictrac.acts import FichetMoved, JetonMoved, JetonReleased, PavillonMoved, Releve
from rules.position import BANDE, TALON, Side
from simulation.players.gesture import (
    TROUBLES,
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
from simulation.scene import Jeton, Scene, dame_top
from simulation.timeline.handling import GRASP, Event, Handling, Held, Manner, fingertips_above, lower_face
from simulation.timeline.motion import DameMotion, JetonMotion, Track, Tumble
from simulation.timeline.places import hole_of, kind_of, land_die, table_thrown_into


class Choreography(Handling):
    """Performs gestures on a stage, one after the other, and yields their sensor events and truth."""

    _begun = 0.0
    _ended = 0.5
    _latest = 0.5

    def perform(self, gesture: Gesture) -> None:
        """Perform one more gesture."""
        if isinstance(gesture, Tell):
            if gesture.with_next:
                self._ruled_with_next.append(gesture.ruling)
            else:
                # Not before an event that was already yielded.
                self._emit(replace(gesture.ruling, t=max(self._act_t, self._begun)))
            return
        # A negative wait begins before the last gesture ends, and a throw waits only for it; others wait for all.
        rash = gesture.wait < 0 or isinstance(gesture, Throw)
        start = max(self._begun, (self._ended if rash else self._latest) + gesture.wait / self._pace)
        self._hands.withdraw(start, self._row_of(gesture.side))
        self._begun = start
        self.stage.advance(start)
        self._ended = self._perform(gesture, start)
        self._latest = max(self._latest, self._ended)

    def finish(self) -> None:
        """Withdraw the hands after the last gesture."""
        self._hands.withdraw(math.inf)
        self._begun = self._ended = self._ended + 2.0
        self.stage.advance(math.inf)

    @property
    def ended(self) -> float:
        """When the last gesture ended."""
        return self._ended

    def events(self) -> Iterator[Event]:
        """Yield, in order, the events before which no more can come."""
        while self._pending and self._pending[0][0] <= self._begun:
            yield heapq.heappop(self._pending)[2]

    # One method for each gesture: performs it from `start` and returns the time of its last act.

    @singledispatchmethod
    def _perform(self, gesture: Gesture, _start: float) -> float:
        raise TypeError(f"no motion for {type(gesture).__name__}")

    @_perform.register
    def _(self, gesture: TakeDice, start: float) -> float:
        row = self._row_of(gesture.side)
        t = start
        for number, die in enumerate(self._dice):
            t = self._hands.reach(row, t, (die.x, die.y, die.height + 10)) + GRASP / self._pace
            self.stage.put(t, ("die", number), None)
            self._hands.stay(row, t)
        self._dice = []
        self._act(DiceLifted(t, gesture.side))
        self._hands.withdraw(math.inf)
        return t

    @_perform.register
    def _(self, gesture: Throw, start: float) -> float:
        field = self._field
        row = self._row_of(gesture.side)
        table = table_thrown_into(field, self._random)
        edge = field.height + field.rail if row == "near" else -field.rail
        shaken = start + self._lasts(0.7)
        t = self._hands.reach(row, shaken, (table, edge, 110.0), "die") + 0.05
        # The second die lands as requested, the first one well.
        first = land_die(gesture.dice[0], Landing.GOOD, self._lying(()), field, table, self._random)
        second = land_die(gesture.dice[1], gesture.landing, self._lying((first,)), field, table, self._random)
        dice = [first, second]
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
        self._act(DiceThrown(rest, gesture.side, gesture.dice, trouble is None, trouble))
        return rest

    @_perform.register
    def _(self, gesture: Carry, start: float) -> float:
        held = self._grasp_dame(gesture.side, gesture.owner, gesture.start, start)
        if gesture.start != BANDE:
            self._act(DameLifted(held.since, gesture.owner, gesture.start))
        if gesture.away:
            t = self._away_and_back(gesture, held)
        else:
            manner = Manner(gesture.careless, gesture.slide, gesture.hover)
            t = self._put_dame(gesture.side, gesture.owner, held, gesture.end, held.since, manner)
        self._act(DamePlaced(t, gesture.owner, gesture.end))
        return t

    def _away_and_back(self, gesture: Carry, held: Held) -> float:
        """Take a dame away in the hand for a while, and put it back."""
        row = self._row_of(gesture.side)
        outside = self._hands.outside(row, held.dame.x)
        gone = self._fly(row, held.number, held.dame, (lower_face(held.dame, self._field), outside), held.since, None)
        self._hands.vanish(row)
        goal = self._dames.lay(held.number, gesture.owner, gesture.end, gesture.careless)
        return self._fly(
            row,
            held.number,
            held.dame,
            (outside, lower_face(goal, self._field)),
            gone + gesture.hover / self._pace,
            goal,
        )

    @_perform.register
    def _(self, gesture: CarryTwo, start: float) -> float:
        side, field = gesture.side, self._field
        row = self._row_of(side)
        first = self._grasp_dame(side, side, gesture.first[0], start)
        self._act(DameLifted(first.since, side, gesture.first[0]))
        # The hand carries the first dame to the second, then both outside the board.
        number, dame = self._dames.take(side, gesture.second[0])
        over = (dame.x, dame.y, dame_top(dame, field))
        taken = self._fly(row, first.number, first.dame, (lower_face(first.dame, field), over), first.since, None)
        self._act(DameLifted(taken, side, gesture.second[0]))
        outside = self._hands.outside(row, dame.x)
        gone = self._fly(row, number, dame, (lower_face(dame, field), outside), taken, None)
        self._carry_along(first, (over, outside), (taken, gone))
        self._hands.vanish(row)
        back = gone + gesture.hover / self._pace
        goal = self._dames.lay(first.number, side, gesture.first[1])
        t = self._fly(row, first.number, first.dame, (outside, lower_face(goal, field)), back, goal)
        self._act(DamePlaced(t, side, gesture.first[1]))
        waiting = (goal.x, goal.y, dame_top(goal, field))
        self._carry_along(Held(number, dame, back), (outside, waiting), (back, t))
        last = self._dames.lay(number, side, gesture.second[1])
        t = self._fly(row, number, dame, (waiting, lower_face(last, field)), t, last)
        self._act(DamePlaced(t, side, gesture.second[1]))
        return t

    @_perform.register
    def _(self, gesture: PushJeton, start: float) -> float:
        number = gesture.jeton
        jeton = self._jetons[number]
        row = self._row_of(gesture.side)
        t = self._hands.reach(row, start, (jeton.x, jeton.y, 8.0)) + GRASP / self._pace
        goal = self._jeton_goal(number, gesture.to)
        t = self._clear_dice(row, t, goal, self._field.jeton)
        arrival = t + self._lasts(0.25 + math.dist((jeton.x, jeton.y), goal) / 900)
        track = Track((t, arrival), ((jeton.x, jeton.y, 0.0), (*goal, 0.0)))
        self._jetons[number] = Jeton(*goal)
        self.stage.move(t, arrival, ("jeton", number), JetonMotion(track), self._jetons[number])
        self._hands.move(row, fingertips_above(track, 8.0), "jeton")
        if gesture.leaves is not None:
            self._act(JetonMoved(t, *gesture.leaves))
            self._act(JetonReleased(t, *gesture.leaves))
        self._act(JetonMoved(arrival, *gesture.shows))
        released = arrival + self._lasts(0.12)
        self._act(JetonReleased(released, *gesture.shows))
        return released

    @_perform.register
    def _(self, gesture: MoveFichet, start: float) -> float:
        t = self._carry_peg(
            gesture.side, kind_of(gesture.owner), hole_of(gesture.owner, gesture.trou, self._seating), start
        )
        self._act(FichetMoved(t, gesture.owner, gesture.trou))
        return t

    @_perform.register
    def _(self, gesture: MovePavillon, start: float) -> float:
        hole = hole_of(gesture.to, 0, self._seating)
        t = self._carry_peg(gesture.side, "pavillon", hole, start)
        self._act(PavillonMoved(t, gesture.to))
        return t

    @_perform.register
    def _(self, gesture: Say, start: float) -> float:
        self._act(Declared(start, gesture.side, gesture.what))
        if gesture.button is not None:
            pressed = start + self._lasts(0.2)
            self._emit(Signal(pressed, self._row_of(gesture.side), gesture.button))
            return pressed
        return start

    @_perform.register
    def _(self, gesture: Sweep, start: float) -> float:
        end = start
        for side in Side:
            row = self._row_of(side)
            first = side is gesture.side or self._alone is not None
            t = max(start, end, self._hands.free(row)) if first else start + self._lasts(0.5)
            strays = [(case, n) for case in range(24, TALON, -1) for n in self._dames.numbers(side, case)]
            strays.extend((BANDE, number) for number in self._off[side])
            for rank, (case, _) in enumerate(strays, 1):
                held = self._grasp_dame(side, side, case, t)
                goal = BANDE if gesture.forgets is side and rank == len(strays) else TALON
                t = self._put_dame(side, side, held, goal, held.since, Manner(hurried=True))
            end = max(end, t)
        self._act(Releve(end, gesture.cause, gesture.side))
        return end

    @_perform.register
    def _(self, gesture: Knock, start: float) -> float:
        row = self._row_of(gesture.side)
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
        row = self._row_of(gesture.side)
        field, uniform = self._field, self._random.uniform
        for _ in range(self._random.randint(1, 3)):
            goal = uniform(0.1, 0.9) * field.width, uniform(0.25, 0.75) * field.height, uniform(30.0, 90.0)
            arrival = self._hands.reach(row, start, goal)
            start = arrival + self._lasts(0.4)
            self._hands.stay(row, start)
        return start


class EventStream:
    """The choreography of a stream of gestures, performed only as far as requested."""

    def __init__(self, gestures: Iterator[Gesture], choreography: Choreography) -> None:
        self._choreography = choreography
        self._gestures = gestures
        self._events_so_far: list[Event] = []
        self._over = False

    def events(self) -> Iterator[Event]:
        """Yield all readings, button presses and true events from the start, in order of time; can be called again."""
        rank = 0
        while rank < len(self._events_so_far) or self._go_on():
            while rank < len(self._events_so_far):
                yield self._events_so_far[rank]
                rank += 1

    def scene_at(self, t: float) -> Scene:
        """Return the table at t seconds: the same object while nothing moves, and the last scene after the end."""
        while self._choreography.stage.horizon <= t and self._go_on():
            pass
        return self._choreography.stage.scene_at(t)

    @property
    def duration(self) -> float:
        """The duration in seconds until all hands have withdrawn. Reading it plays the table to its end."""
        while self._go_on():
            pass
        return self._choreography.ended

    def _go_on(self) -> bool:
        """Perform one more gesture; return false when it is over."""
        if self._over:
            return False
        gesture = next(self._gestures, None)
        if gesture is None:
            self._over = True
            self._choreography.finish()
        else:
            self._choreography.perform(gesture)
        self._events_so_far.extend(self._choreography.events())
        return True
