"""The three jetons: which of them mark, for whom, how much, and whether two do (the bredouille)."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import dist, inf
from typing import TYPE_CHECKING

from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rules.seating import Seating
    from vision.geometry import Point
    from vision.reading import BoardReading

JETONS = 3
SURE = 0.5
"""A jeton read with less confidence than this is not counted."""

COVERED = 0.06
"""A die nearer to a jeton than this (share of the floor's width) may hide it."""

AGREEING = 2
"""Readings that must agree before a mark counts as seen."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What one side's jetons show: points (0 = at the talon), two of them for the bredouille.

    left: the points another one still marks, forgotten.
    """

    points: int = 0
    bredouille: bool = False
    left: int | None = None


@dataclass(slots=True)
class JetonsTracker:
    """Follows both sides' marks.

    marks: what is believed, none until a jeton was ever seen; places: where in the picture the jeton that marks was.
    """

    marks: dict[Side, Mark] = field(default_factory=dict)
    candidate: dict[Side, tuple[Mark, int, float]] = field(default_factory=dict)
    places: dict[Side, Point] = field(default_factory=dict)

    def pending(self, before: float = inf) -> list[tuple[Side, Mark, float]]:
        """What was seen too seldom to be believed, but first before a time, taken as it is: no more will be seen."""
        found = [(side, mark, since) for side, (mark, _, since) in self.candidate.items() if since <= before]
        for side, _, _ in found:
            del self.candidate[side]
        self.marks.update({side: mark for side, mark, _ in found})
        return found

    def observe(self, reading: BoardReading, seating: Seating) -> Iterable[tuple[Side, Mark, float]]:
        """Each mark that changed, with the time it was first seen so."""
        t = reading.t
        sure = [jeton for jeton in reading.jetons if jeton.confidence >= SURE]
        if not sure:
            return
        all_there = len(sure) >= JETONS and all(jeton.points is not None for jeton in sure)
        for side in Side:
            points = sorted(
                (jeton.points for jeton in sure if jeton.points and jeton.row == seating.row_of(side)), reverse=True
            )
            mark = self._read(points, self.marks.get(side, Mark()))
            if not points and not all_there and side in self.marks and self._covered(side, reading):
                continue  # its jeton may only be hidden
            for jeton in sure:
                if jeton.points and jeton.row == seating.row_of(side):
                    self.places[side] = jeton.centre
            if side in self.marks and mark == self.marks[side]:
                self.candidate.pop(side, None)
                continue
            before = self.candidate.get(side)
            seen, since = (before[1] + 1, before[2]) if before and before[0] == mark else (1, t)
            self.candidate[side] = (mark, seen, since)
            if seen >= AGREEING:
                del self.candidate[side]
                self.marks[side] = mark
                yield side, mark, since

    def _covered(self, side: Side, reading: BoardReading) -> bool:
        """Whether the jeton of a side may lie on its mark unseen: under a die, or pushed to where it marks nothing.

        Those at home, side by side, are missed for less than that.
        """
        place = self.places.get(side)
        if place is None or reading.corners is None or any(jeton.points is None for jeton in reading.jetons):
            return True
        return any(dist(place, die.centre) < COVERED * dist(*reading.corners[:2]) for die in reading.dice)

    @staticmethod
    def _read(points: Sequence[int], last: Mark) -> Mark:
        """One place marks; two jetons together are the bredouille; of two places the new one is the mark."""
        places = sorted(set(points))
        if not places:
            return Mark()
        if len(places) == 1:
            return Mark(places[0], bredouille=len(points) > 1)
        if last.left in places and last.points in places:
            return last
        new = next((place for place in places if place != last.points), places[0])
        old = next(place for place in places if place != new)
        return Mark(new, bredouille=points.count(new) > 1, left=old)
