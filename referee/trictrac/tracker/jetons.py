"""The three jetons: which of them mark, for whom, how much, and whether two do (the bredouille).

There are always three. Every way in which they may lie is weighed: by the looks, and by the moves that lead to it. A
look may miss a jeton, or report one that is none; how often is learnt of this table. Nothing moves unless something
came over the board, and a player sooner makes a mark that is due.

A jeton that is not seen still marks where it lay, until it is seen elsewhere. If no jeton was ever seen, none is
reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from math import inf
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from events.board_reading import BoardReading, JetonReading
from events.field import JETONS
from referee.inference.deciding import worth_accusing, worth_telling
from referee.inference.tables import COSTS, Costs
from referee.trictrac.numbers import CHANGES, MARKS
from referee.trictrac.tracker.jeton_sight import JetonSight
from rules.position import Side
from rules.seating import Seating

Place: TypeAlias = tuple[Side, int] | None
"""Whose points a jeton marks, and how many; None: it lies at home."""

PLACES: Final[tuple[Place, ...]] = (None, *((side, points) for side in Side for points in (2, 4, 6, 8, 10)))
AWAY: Final = len(PLACES)
"""The index, after those of the places, of a jeton that never was on the board."""
WAYS: Final = np.array(
    [np.bincount(lie, minlength=AWAY + 1) for lie in combinations_with_replacement(range(AWAY + 1), JETONS)], np.intp
)
"""Every way in which the jetons may lie: how many are at each place and away, (n, 12)."""
RANK: Final = {tuple(way.tolist()): rank for rank, way in enumerate(WAYS)}
MARKED: Final = np.stack(np.split(WAYS[:, 1:AWAY], len(Side), axis=1), axis=1)
"""How many jetons of each way mark each of a side's points, (n, 2, 5)."""
ALIKE: Final = np.unique(MARKED, axis=0, return_inverse=True)[1].ravel()
"""Ways of one number mark the same, (n,)."""
SPLIT: Final = (MARKED > 0).sum(axis=2).clip(1).sum(axis=1) - len(Side)
"""For how many sides jetons mark more than one place, (n,)."""
GAINED: Final = np.maximum(WAYS[None, :, :AWAY] - WAYS[:, None, :AWAY], 0).astype(np.float32)
"""How many jetons each place has more after moves from one way to another, (n, n, 11)."""
UNDUE: Final = (
    MARKS.undue * (MARKED[None] != MARKED[:, None]).any(axis=3).sum(axis=2)
    + np.array([MARKS.undue, 0.0, -inf])[np.sign(WAYS[None, :, AWAY] - WAYS[:, None, AWAY]) + 1]
    + MARKS.placed * GAINED.sum(axis=2)
    + MARKS.two_places * np.maximum(SPLIT[None] - SPLIT[:, None], 0)
)
"""The log weight of such moves, not due, (n, n). No jeton goes away, and seldom one comes that was not there."""
ANYWHERE: Final = np.full(AWAY, CHANGES.by_anybody / CHANGES.by_it)
"""How likely a jeton was put at each place by a hand nobody knows the place of, as against one that was there."""


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
class Candidate:
    """Another way in which the jetons seem to lie: in how many looks in a row, and since when."""

    way: int
    looks: int
    since: float


@dataclass(slots=True)
class JetonsTracker:
    """Follows both sides' marks.

    Attributes:
        costs: of accusing wrongly, and of missing a fault.
        marks: the marks believed; empty until a jeton is seen.
        way: how the jetons are believed to lie, an index of `WAYS`.
        nats: the log weight of every way, the likeliest 0, (n,).
        sight: how well jetons are seen at this table.
        seen: how many jetons the last look showed at each place.
        missed: in how many looks in a row fewer were seen at each place than are believed to lie there.
        fresh: whether no look came since a hand was there.
        before: the marks believed when it came.
        sighted: the marks believed when a hand last came to jetons that were all seen.
        other: another way that is likelier now.
    """

    costs: Costs = COSTS["home"]
    marks: dict[Side, Mark] = field(default_factory=dict)
    way: int = field(default_factory=lambda: _way_of(()))
    nats: NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(WAYS)))
    sight: JetonSight = field(default_factory=JetonSight)
    seen: NDArray[np.intp] | None = None
    missed: NDArray[np.intp] = field(default_factory=lambda: np.zeros(AWAY, np.intp))
    fresh: bool = True
    before: dict[Side, Mark] = field(default_factory=dict)
    sighted: dict[Side, Mark] = field(default_factory=dict)
    other: Candidate | None = None

    @property
    def candidate(self) -> bool:
        """Whether other marks were seen in too few looks to be believed or not."""
        return self.other is not None and self.other.looks < MARKS.agreeing

    @property
    def whole(self) -> bool:
        """Whether all of them are in sight."""
        return not WAYS[self.way][AWAY] and bool((self.missed < MARKS.agreeing).all())

    @property
    def unseen(self) -> tuple[Side, ...]:
        """The sides whose marks may differ from those believed: a jeton is out of sight, and none of theirs is seen."""
        lie = WAYS[self.way][:AWAY]
        seen = {
            place[0] for place, n, missed in zip(PLACES, lie, self.missed, strict=True) if n and place and not missed
        }
        return () if self.whole else tuple(side for side in Side if side not in seen)

    @property
    def missing(self) -> bool:
        """Whether a jeton was seen at the look before the last, but not at the last: it may have been moved."""
        return bool((self.missed == 1).any())

    def recall(self, side: Side, mark: Mark) -> None:
        """Take these for the marks of a side."""
        self.marks[side] = self.before[side] = mark
        self._settle(_way_of(place for one, each in self.marks.items() for place in _places(one, each)))

    def disturbed(self) -> None:
        """Note that a hand was there, so that a new rest begins."""
        self.fresh = True
        self.before = dict(self.marks)
        if not self.missed.any():
            self.sighted = self.before

    def observe(
        self,
        reading: BoardReading,
        seating: Seating,
        due: Callable[[], Iterable[dict[Side, Mark]]],
        chances: NDArray[np.float64] | None = ANYWHERE,
    ) -> Iterable[tuple[Side, Mark, float]]:
        """Yield each mark that changed, with the time it was first seen so.

        due: returns the marks that the players are to make now. One look at them is enough: a misread jeton hardly ever
        lies where just these points are marked.
        chances: how likely a jeton was put at each place since the last look, (11,); None if nothing came.
        """
        places = [_place(one, seating) for one in reading.jetons if one.confidence >= MARKS.sure]
        if not places and not self.marks:
            return
        seen = np.bincount([PLACES.index(one) for one in places if one != "lost"], minlength=AWAY)
        lost = places.count("lost")
        marked = [_way_of(place for side in Side for place in _places(side, mark[side])) for mark in due()]
        shown = seen if self.seen is None else self.seen
        self._weigh(seen, lost, marked, chances)
        fresh, self.fresh = self.fresh, False
        best = int(self.nats.argmax())
        if self.marks and ALIKE[best] == ALIKE[self.way]:
            self.way, self.other = best, None
            if fresh:
                self.sight.count(WAYS[best][:AWAY], seen, lost)
            self.sight.count_false(WAYS[best][:AWAY], seen, shown)
            self._miss(seen, lost)
            return
        before = self.other
        same = before is not None and ALIKE[before.way] == ALIKE[best]
        self.other = (
            Candidate(best, before.looks + 1, before.since) if before and same else Candidate(best, 1, reading.t)
        )
        if self.other.looks >= MARKS.agreeing or (self.marks and best in marked):
            yield from self._believe(marked)
        self._miss(seen, lost)

    def _miss(self, seen: NDArray[np.intp], lost: int) -> None:
        """Note where a look shows fewer jetons than are believed to lie there, if they cannot be those lost."""
        lacking = np.maximum(WAYS[self.way][:AWAY] - seen, 0)
        self.missed = np.where((lacking > 0) & (lacking.sum() > lost), self.missed + 1, 0)

    def pending(self, before: float = inf) -> list[tuple[Side, Mark, float]]:
        """Believe changes that were seen too seldom, if first seen before a time, as no more looks will come."""
        return [] if self.other is None or self.other.since > before else self._believe()

    def _weigh(
        self, seen: NDArray[np.intp], lost: int, due: Sequence[int], chances: NDArray[np.float64] | None
    ) -> None:
        """Weigh every way by a look, after the moves that may lead to it; due: the ways that are to be marked."""
        stay = self.nats + self.sight.nats(WAYS[:, :AWAY], seen, lost, self.seen)
        if chances is None and self.marks:
            self.nats = stay - stay.max()
        else:
            came = self._moved(due, np.log(ANYWHERE if chances is None else chances))
            came += self.sight.nats(WAYS[:, :AWAY], seen, lost, None)
            self.nats = np.maximum(stay, came)
            self.nats -= self.nats.max()
        self.seen = seen

    def _moved(self, due: Sequence[int], chances: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the log weight of every way to which a hand may have moved jetons, (n,).

        Other marks than those due may be made on top of them.
        """
        froms = np.flatnonzero(self.nats >= -MARKS.within)
        nats = self.nats[froms]
        if due:
            made = (nats[:, None] + GAINED[froms][:, due] @ chances).max(axis=0) + MARKS.due
            froms, nats = np.append(froms, due), np.append(nats, made)
        return np.asarray((nats[:, None] + GAINED[froms] @ chances + UNDUE[froms]).max(axis=0), np.float64)

    def _believe(self, due: Sequence[int] = ()) -> list[tuple[Side, Mark, float]]:
        """Believe the other way from now on if it is sure enough, and return the changes; due: ways to be marked."""
        other = self.other
        if other is None:
            return []
        if self.marks and other.way not in due:
            weights = np.exp(self.nats)
            innocent = self.nats[np.isin(ALIKE, ALIKE[[self.way, *due]])].max()
            told = float(weights[ALIKE[other.way] == ALIKE].sum() / weights.sum())
            if not worth_accusing(-float(innocent), self.costs) or not worth_telling(told, self.costs):
                return []
        changed: list[tuple[Side, Mark, float]] = []
        for side, mark in self._marks_of(other.way).items():
            if side not in self.marks or mark != self.marks[side]:
                self.marks[side] = mark
                changed.append((side, mark, other.since))
        self.way, self.other = other.way, None
        self.missed[:] = 0
        return changed

    def _settle(self, way: int) -> None:
        """Take the jetons to lie in one way."""
        self.way, self.other = way, None
        self.nats = np.where(np.arange(len(WAYS)) == way, 0.0, -np.inf)
        self.missed = np.zeros(AWAY, np.intp)

    def _marks_of(self, way: int) -> dict[Side, Mark]:
        """Return both sides' marks when the jetons lie so."""
        found: dict[Side, Mark] = {}
        lie = [place for place, n in zip(PLACES, WAYS[way][:AWAY], strict=True) for _ in range(n) if place is not None]
        for side in Side:
            points = sorted((points for one, points in lie if one is side), reverse=True)
            found[side] = _read(points, *(marks.get(side, Mark()) for marks in (self.sighted, self.before)))
        return found


def _way_of(places: Iterable[Place]) -> int:
    """Return the way in which jetons lie at these places and the others at home."""
    lie = [PLACES.index(place) for place in places][:JETONS]
    return RANK[tuple(np.bincount([*lie, *[0] * (JETONS - len(lie))], minlength=AWAY + 1).tolist())]


def _place(jeton: JetonReading, seating: Seating) -> Place | Literal["lost"]:
    """Return where a jeton that was read lies."""
    if jeton.points is None:
        return "lost"
    return (next(side for side in Side if seating.row_of(side) == jeton.row), jeton.points) if jeton.points else None


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
