"""The two players' hands: they reach in from their long sides, stay while there is more to do, and withdraw."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from events.field import Field, Row
from simulation.scene import Carried
from simulation.timeline.motion import HandMotion, Place, Track, hand_at
from simulation.timeline.stage import Stage

REACH = 0.42
"""Seconds a hand takes from outside to its goal, and back, at a calm pace."""

LINGERS = 0.7
"""Seconds a hand stays over the board when its owner has more to do."""

ROWS: tuple[Row, Row] = ("near", "far")


@dataclass(slots=True)
class _Hand:
    """A hand's place; `since`: when it has nothing more to do there; shoulder: where it comes from (x, mm)."""

    row: Row
    shoulder: float
    sleeve: float
    inside: bool = False
    since: float = 0.0
    place: Place = (0.0, 0.0, 0.0)


class Hands:
    """Both hands on a stage; times in seconds, `pace` how many times faster than calm."""

    def __init__(self, stage: Stage, field: Field, random: Random, pace: float) -> None:
        self._stage = stage
        self._field = field
        self._random = random
        self._pace = pace
        self._hands = {
            row: _Hand(row, field.width * random.uniform(0.3, 0.7), random.choice((0.0, 0.4, 0.6, 0.8, 0.95)))
            for row in ROWS
        }

    def reach(self, row: Row, t: float, goal: Place, carrying: Carried | None = None) -> float:
        """Start the hand at t, or as soon as it is free; return when it reaches its goal."""
        hand = self._hands[row]
        start = max(t, hand.since)
        if hand.inside:
            origin = hand.place
            distance = math.dist(origin[:2], goal[:2])
            arrival = start + max(0.12, (0.15 + distance / 1400) / self._pace)
        else:
            origin = self._outside(hand, goal[0])
            arrival = start + REACH / self._pace
        self._go(hand, start, arrival, (origin, goal), 0.5, carrying)
        return arrival

    def move(self, row: Row, track: Track, carrying: Carried | None) -> None:
        """Move the hand, which is at the track's first place, along the track with what it holds."""
        hand = self._hands[row]
        if hand.inside and hand.since < track.times[0]:
            self._hold(hand, track.times[0], carrying)
        self._motion(hand, track, 0.12, carrying)

    def stay(self, row: Row, until: float) -> None:
        """Keep the hand where it is until then."""
        self._hands[row].since = until

    def free(self, row: Row) -> float:
        """Return when this hand can begin its next act."""
        return self._hands[row].since

    def withdraw(self, t: float, staying: Row | None = None) -> None:
        """Withdraw the hands that have nothing more to do when the next act begins at t.

        staying: the hand of the next act; it remains if that comes soon enough.
        """
        for hand in self._hands.values():
            if not hand.inside or (hand.row == staying and t - hand.since < LINGERS / self._pace):
                continue
            outside = self._outside(hand, hand.place[0])
            start = max(hand.since, self._stage.horizon)
            self._go(hand, start, start + REACH / self._pace, (hand.place, outside), 0.4, None)
            hand.inside = False
            self._stage.put(hand.since, ("hand", ROWS.index(hand.row)), None)

    def outside(self, row: Row, x: float) -> Place:
        """Return where the hand of a row, with what it holds, is out of sight on its way to or from x."""
        return self._outside(self._hands[row], x)

    def vanish(self, row: Row) -> None:
        """Remove the hand, now outside, from sight."""
        hand = self._hands[row]
        hand.inside = False
        self._stage.put(hand.since, ("hand", ROWS.index(row)), None)

    def _outside(self, hand: _Hand, x: float) -> Place:
        """Return where a hand comes into sight: well behind its own rail."""
        beyond = self._field.rail + 160.0
        towards = hand.shoulder + (x - hand.shoulder) * 0.6
        return towards, self._field.height + beyond if hand.row == "near" else -beyond, 70.0

    def _hold(self, hand: _Hand, until: float, carrying: Carried | None = None) -> None:
        self._go(hand, hand.since, until, (hand.place, hand.place), 0.3, carrying)

    def _go(
        self, hand: _Hand, start: float, end: float, way: tuple[Place, Place], opening: float, carrying: Carried | None
    ) -> None:
        self._motion(hand, Track((start, end), way), opening, carrying)

    def _motion(self, hand: _Hand, track: Track, opening: float, carrying: Carried | None) -> None:
        start, end = track.times[0], track.times[-1]
        motion = HandMotion(hand.row, track, hand.shoulder, self._field.height, opening, hand.sleeve, carrying)
        last = track.places[-1]
        rest = hand_at(hand.row, last, hand.shoulder, self._field.height, opening, hand.sleeve, None)
        self._stage.move(start, end, ("hand", ROWS.index(hand.row)), motion, rest)
        hand.inside, hand.since, hand.place = True, end, last
