"""The motions of pieces and hands: places over time, with smooth starts and ends."""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import TypeAlias

from events.field import Row
from simulation.scene import Carried, Dame, Die, Hand, Jeton, PegKind, PegPlaced

Place: TypeAlias = tuple[float, float, float]
"""x, y and height, mm."""


@dataclass(frozen=True, slots=True)
class Track:
    """Places at increasing times (seconds), joined by straight lines that are slow at both ends."""

    times: tuple[float, ...]
    places: tuple[Place, ...]

    def at(self, t: float) -> Place:
        """Return the place at a time; it is at rest before the first time and after the last."""
        rank = bisect_right(self.times, t)
        if rank == 0:
            return self.places[0]
        if rank == len(self.times):
            return self.places[-1]
        start, end = self.times[rank - 1], self.times[rank]
        u = (t - start) / (end - start)
        u = u * u * (3 - 2 * u)
        ax, ay, ah = self.places[rank - 1]
        bx, by, bh = self.places[rank]
        return ax + (bx - ax) * u, ay + (by - ay) * u, ah + (bh - ah) * u


@dataclass(frozen=True, slots=True)
class DameMotion:
    """A dame carried flat along a track."""

    dame: Dame
    track: Track

    def at(self, t: float) -> Dame:
        """Return the dame; its `base` is its height in the air."""
        x, y, height = self.track.at(t)
        return Dame(x, y, self.dame.colour, 0, height)


@dataclass(frozen=True, slots=True)
class JetonMotion:
    """A jeton pushed or carried along a track."""

    track: Track

    def at(self, t: float) -> Jeton:
        """Return the jeton."""
        return Jeton(*self.track.at(t))


@dataclass(frozen=True, slots=True)
class PegMotion:
    """A fichet or the pavillon carried over the rail."""

    kind: PegKind
    track: Track

    def at(self, t: float) -> PegPlaced:
        """Return the peg, outside every hole."""
        x, y, _ = self.track.at(t)
        return PegPlaced(None, self.kind, (x, y))


@dataclass(frozen=True, slots=True)
class DieSlide:
    """A die pushed or carried without turning."""

    die: Die
    track: Track

    def at(self, t: float) -> Die:
        """Return the die, its upper face unchanged."""
        x, y, height = self.track.at(t)
        return replace(self.die, x=x, y=y, height=height)


@dataclass(frozen=True, slots=True)
class Tumble:
    """A thrown die: it flies in, bounces and rolls to its resting place.

    faces: the upper face after each quarter turn; the last is the value thrown. bounces: how often it bounces.
    """

    die: Die
    start: float
    end: float
    origin: Place
    faces: tuple[int, ...]
    bounces: int

    def at(self, t: float) -> Die:
        """Return the die in the air or rolling."""
        u = min(max((t - self.start) / (self.end - self.start), 0.0), 1.0)
        gone = 1 - (1 - u) ** 2
        left = 1 - u
        x = self.origin[0] + (self.die.x - self.origin[0]) * gone
        y = self.origin[1] + (self.die.y - self.origin[1]) * gone
        hop = abs(math.cos(math.pi * self.bounces * gone)) * left * left * max(self.origin[2] - self.die.height, 20.0)
        turns = len(self.faces) * gone
        value = self.faces[min(int(turns), len(self.faces) - 1)]
        part = turns - int(turns)
        tilt = (
            self.die.tilt if u >= 1 else math.pi / 4 * math.sin(math.pi * part) * min(1.0, 3 * left) + self.die.tilt * u
        )
        yaw = self.die.yaw + 6 * left * left
        towards = math.atan2(self.die.y - self.origin[1], self.die.x - self.origin[0])
        return replace(
            self.die, x=x, y=y, height=self.die.height + hop, value=value, yaw=yaw, tilt=tilt, towards=towards
        )


@dataclass(frozen=True, slots=True)
class HandMotion:
    """A moving hand; its forearm comes from `shoulder` (x, mm), DEPTH behind its own edge of the floor."""

    side: Row
    track: Track
    shoulder: float
    field_height: float
    opening: float
    sleeve: float
    carrying: Carried | None = None

    def at(self, t: float) -> Hand:
        """Return the hand."""
        x, y, height = self.track.at(t)
        return hand_at(
            self.side, (x, y, height), self.shoulder, self.field_height, self.opening, self.sleeve, self.carrying
        )


DEPTH = 380.0
"""How far a player's shoulder is behind the edge of the floor, mm, seen from above."""


def hand_at(
    side: Row,
    place: Place,
    shoulder: float,
    field_height: float,
    opening: float,
    sleeve: float,
    carrying: Carried | None,
) -> Hand:
    """Return a hand that reaches a place from a shoulder."""
    x, y, height = place
    inward = field_height - y if side == "near" else y
    turn = math.atan2(x - shoulder, inward + DEPTH)
    return Hand(side, x, y, height, turn if side == "near" else -turn, opening, sleeve, carrying)
