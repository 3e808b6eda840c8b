"""The three jetons: which of them mark, for whom, how much, and whether two do (the bredouille).

There are always three. The tracker matches those it sees at rest to where they were believed to lie, with as few of
them moved or lost from sight as possible. A jeton that is not seen still marks where it lay, until it is seen
elsewhere. If no jeton was ever seen, none is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from math import inf
from typing import TypeAlias

from events.board_reading import BoardReading, JetonReading
from events.field import JETONS
from referee.trictrac.numbers import MARKS
from rules.position import Side
from rules.seating import Seating

Place: TypeAlias = tuple[Side, int] | None
"""Whose points a jeton marks, and how many; None: it lies at home."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What one side's jetons show.

    Attributes:
        points: the points marked, 0 at the talon.
        bredouille: whether two jetons mark them.
        left: the points that another, forgotten jeton still marks.
    """

    points: int = 0
    bredouille: bool = False
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Jeton:
    """Where a jeton is believed to lie; missed: in how many readings in a row it was not seen there."""

    place: Place = None
    missed: int = 0

    @property
    def hidden(self) -> bool:
        """Whether it is out of sight, and not only missed now and then."""
        return self.missed >= MARKS.agreeing


@dataclass(frozen=True, slots=True)
class Seen:
    """A jeton seen; lost: its place cannot be read."""

    place: Place = None
    lost: bool = False


@dataclass(slots=True)
class JetonsTracker:
    """Follows both sides' marks.

    Attributes:
        marks: the marks believed; empty until a jeton is seen.
        jetons: where the three lie.
        rest: the jetons seen since a hand was there.
        before: the marks believed when it came.
        sighted: the marks believed when a hand last came to jetons that were all seen.
        candidate: other marks that were seen, in how many readings, and since when.
    """

    marks: dict[Side, Mark] = field(default_factory=dict)
    jetons: tuple[Jeton, ...] = (Jeton(),) * JETONS
    rest: tuple[Seen, ...] = ()
    before: dict[Side, Mark] = field(default_factory=dict)
    sighted: dict[Side, Mark] = field(default_factory=dict)
    candidate: tuple[tuple[Jeton, ...], int, float] | None = None

    @property
    def whole(self) -> bool:
        """Whether all of them are in sight."""
        return not any(jeton.hidden for jeton in self.jetons)

    @property
    def unseen(self) -> tuple[Side, ...]:
        """The sides whose marks may differ from those believed: a jeton is out of sight, and none of theirs is seen."""
        seen = {jeton.place[0] for jeton in self.jetons if jeton.place is not None and not jeton.hidden}
        return () if self.whole else tuple(side for side in Side if side not in seen)

    @property
    def missed(self) -> bool:
        """Whether a jeton was seen at the look before the last, but not at the last: it may have been moved."""
        return any(jeton.missed == 1 for jeton in self.jetons)

    def recall(self, side: Side, mark: Mark) -> None:
        """Take these for the marks of a side."""
        self.marks[side] = self.before[side] = mark
        places = [place for one, each in self.marks.items() for place in _places(one, each)][:JETONS]
        self.jetons = tuple(Jeton(place) for place in (*places, *[None] * (JETONS - len(places))))

    def disturbed(self) -> None:
        """Note that a hand was there, so that a new rest begins."""
        self.rest = ()
        self.before = dict(self.marks)
        if not any(jeton.missed for jeton in self.jetons):
            self.sighted = self.before

    def observe(
        self, reading: BoardReading, seating: Seating, due: Callable[[], Iterable[dict[Side, Mark]]]
    ) -> Iterable[tuple[Side, Mark, float]]:
        """Yield each mark that changed, with the time it was first seen so.

        due: returns the marks that the players are to make now. One look at them is enough: a misread jeton hardly ever
        lies where just these points are marked.
        """
        sure = sorted((one for one in reading.jetons if one.confidence >= MARKS.sure), key=lambda one: -one.confidence)
        if not sure and not self.marks:
            return
        seen = tuple(_seen(one, seating) for one in sure[:JETONS])
        both = _together(self.rest, seen)
        self.rest = both if len(both) <= JETONS else seen
        lie = laid(self.jetons, self.rest)
        if self.marks and _shown(lie) == _shown(self.jetons):
            self.jetons, self.candidate = lie, None
            return
        before = self.candidate
        same = before is not None and _shown(before[0]) == _shown(lie)
        agreeing, since = (before[1] + 1, before[2]) if before is not None and same else (1, reading.t)
        self.candidate = lie, agreeing, since
        if agreeing >= MARKS.agreeing or (self.marks and self._marks_of(lie) in due()):
            yield from self._believe()

    def pending(self, before: float = inf) -> list[tuple[Side, Mark, float]]:
        """Believe changes that were seen too seldom, if first seen before a time, as no more looks will come."""
        if self.candidate is None or self.candidate[2] > before:
            return []
        return self._believe()

    def _believe(self) -> list[tuple[Side, Mark, float]]:
        """Believe the candidate from now on, and return the changes."""
        if self.candidate is None:
            return []
        lie, _, since = self.candidate
        changed: list[tuple[Side, Mark, float]] = []
        for side, mark in self._marks_of(lie).items():
            if side not in self.marks or mark != self.marks[side]:
                self.marks[side] = mark
                changed.append((side, mark, since))
        self.jetons, self.candidate = lie, None
        return changed

    def _marks_of(self, lie: Sequence[Jeton]) -> dict[Side, Mark]:
        """Return both sides' marks when the jetons lie so."""
        found: dict[Side, Mark] = {}
        for side in Side:
            points = sorted((one.place[1] for one in lie if one.place and one.place[0] is side), reverse=True)
            found[side] = _read(points, *(marks.get(side, Mark()) for marks in (self.sighted, self.before)))
        return found


def laid(believed: Sequence[Jeton], seen: Sequence[Seen]) -> tuple[Jeton, ...]:
    """Return where the jetons lie, given those seen; if that stays open, as they were believed to lie."""
    if _as_believed(believed, seen):
        return tuple(Jeton(jeton.place) for jeton in believed)
    rated: list[tuple[int, tuple[Jeton, ...]]] = []
    for order in dict.fromkeys(permutations((*seen, *[None] * (JETONS - len(seen))))):
        ways = [_way(jeton, one) for jeton, one in zip(believed, order, strict=True)]
        lie = tuple(jeton for _, jeton in ways)
        rated.append((sum(cost for cost, _ in ways) + MARKS.two_places * _left(lie), lie))
    least = min(cost for cost, _ in rated)
    best = sorted((lie for cost, lie in rated if cost == least), key=_shown)
    if len({_shown(lie) for lie in best}) == 1:
        return best[0]
    # One of two marks was taken away, and nothing shows which.
    return tuple(replace(jeton, missed=jeton.missed + 1) if jeton.place else jeton for jeton in believed)


def _as_believed(believed: Sequence[Jeton], seen: Sequence[Seen]) -> bool:
    """Whether all three are seen where they were last seen, as any other match would cost more."""
    if len(seen) < JETONS or any(one.lost for one in seen) or any(jeton.hidden for jeton in believed):
        return False
    return _shown(Jeton(one.place) for one in seen) == _shown(believed)


def _way(jeton: Jeton, seen: Seen | None) -> tuple[int, Jeton]:
    """Return the cost of matching a jeton to one seen, or to none, and where it then lies."""
    if seen is None:
        return (0 if jeton.hidden else MARKS.lost), replace(jeton, missed=jeton.missed + 1)
    place = jeton.place if seen.lost else seen.place
    return MARKS.moved * (place != jeton.place) + MARKS.found * jeton.hidden, Jeton(place)


def _left(jetons: Iterable[Jeton]) -> int:
    """Return for how many sides jetons mark two places."""
    places = {jeton.place for jeton in jetons if jeton.place is not None}
    return sum(len({place for place in places if place[0] is side}) > 1 for side in Side)


def _shown(jetons: Iterable[Jeton]) -> tuple[tuple[Side, int], ...]:
    """Return the places of the jetons that mark, whichever jetons lie there."""
    return tuple(sorted(jeton.place for jeton in jetons if jeton.place is not None))


def _seen(jeton: JetonReading, seating: Seating) -> Seen:
    if jeton.points is None:
        return Seen(lost=True)
    if not jeton.points:
        return Seen()
    return Seen((next(side for side in Side if seating.row_of(side) == jeton.row), jeton.points))


def _together(before: Iterable[Seen], now: Iterable[Seen]) -> tuple[Seen, ...]:
    """Return all jetons seen in several readings of one rest, in which nothing moves."""
    left = list(before)
    for one in now:
        if one in left:
            left.remove(one)
    return (*now, *left)


def _places(side: Side, mark: Mark) -> list[Place]:
    """Return the places of the jetons that show a mark."""
    places: list[Place] = [(side, mark.points)] * (1 + mark.bredouille) if mark.points else []
    return [*places, *([(side, mark.left)] if mark.left else [])]


def _read(points: Sequence[int], sighted: Mark, last: Mark) -> Mark:
    """Return the mark that jetons on these points show: two together are the bredouille; of two places the new one.

    A jeton seen again where it lay before others were lost from sight has not moved, so the other place is the new one.
    """
    places = sorted(set(points))
    if not places:
        return Mark()
    if len(places) == 1:
        return Mark(places[0], bredouille=len(points) > 1)
    if last.left in places and last.points in places:
        return last
    stayed = (sighted.left, sighted.points, last.left, last.points)
    old = next((place for place in stayed if place in places), places[1])
    new = next(place for place in places if place != old)
    return Mark(new, bredouille=points.count(new) > 1, left=old)
