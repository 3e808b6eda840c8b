"""Whose hands came over the board between two looks at it, and how near to what."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from functools import lru_cache
from math import dist, inf
from typing import TYPE_CHECKING

import numpy as np

from referee.tracker.habits import Reaches, reaches_of
from rules.position import BANDE, Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from referee.settings import Settings
    from rules.position import Case
    from rules.seating import Seating
    from vision.geometry import Field, Point
    from vision.reading import BoardReading

NEAR = 60.0
"""Millimetres from a piece within which a hand may have taken it: fingers reach beyond what is seen as their tip."""

FAR = 110.0
"""Millimetres from it beyond which a hand has not."""

AT = 22.0
"""Millimetres to the side of a case's middle within which a hand that takes a dame there is seen."""

STAYED = 3
"""Pictures in which it is seen there at least."""

VISITS = 40
"""Visits of hands remembered: more than are made in two throws."""

FLAT = 5
"""Dames that lie flat in one row of a case."""

BESIDE = 70.0
"""Millimetres to either side of its tip within which a hand may have touched something on its way."""

BEYOND = 60.0
"""Millimetres further in than its tip that fingers may have reached."""

TOLD_OF = 4
"""Where hands are told of in fewer than one of so many times in which something moved, they are not seen: of two tables
whose hands were left out in one of ten to twenty, of thirty others in 85 to 97 of a hundred."""

CHANGED_BY_IT, CHANGED_ELSEWHERE, CHANGED_BY_THE_OTHER = 0.5, 0.05, 0.01
"""How likely a side's dames on a case are changed while something moves: where its own hand was, elsewhere when it was
over the board, and where only the other's was, who moves them but by accident."""

CHANGED_BY_ANYBODY, CHANGED_BY_NOBODY = 0.35, 0.05
"""The same by a hand whose place nobody could tell, and where something moved and no hand was seen: dice that fall."""


@lru_cache(maxsize=8)
def _columns(seating: Seating, field: Field) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """For each case in the Blancs' numbering the x of its middle, and whether it is in the far row."""
    places = [seating.place(Side.BLANCS, case) for case in range(1, BANDE)]
    return np.array([field.column_centre(column) for _, column in places]), np.array([r == "far" for r, _ in places])


def within_reach(
    side: Side, tips: NDArray[np.float64], seating: Seating, field: Field, beside: float, pictures: int = 1
) -> NDArray[np.bool_]:
    """Which cases (Blancs' numbering) a hand of `side` may have touched something on, its tip having been there.

    tips: (n, 2), millimetres on the field; beside: how far to the side of one, millimetres; pictures: in how many of
    them at least. A hand covers what is between its own long side and its tip.
    """
    there = _there(side, tips, seating, field, beside)
    return np.asarray(there.sum(axis=1) >= pictures, np.bool_)


def is_at(side: Side, tips: NDArray[np.float64], case: Case, seating: Seating, field: Field) -> NDArray[np.bool_]:
    """Whether a hand of `side` with its tip at each of some places, (n, 2), may take a dame on its own `case`, (n,)."""
    there = _there(side, tips, seating, field, AT)
    return np.asarray(there[case - 1 if side is Side.BLANCS else BANDE - 1 - case], np.bool_)


def _there(side: Side, tips: NDArray[np.float64], seating: Seating, field: Field, beside: float) -> NDArray[np.bool_]:
    """Which cases (Blancs' numbering) a hand is over in each picture, (24, n)."""
    middles, far = _columns(seating, field)
    depth = FLAT * field.dame
    if seating.row_of(side) == "near":
        deep = np.where(far, depth, field.height)[:, None] >= tips[None, :, 1] - BEYOND
    else:
        deep = np.where(far, 0.0, field.height - depth)[:, None] <= tips[None, :, 1] + BEYOND
    return np.asarray(deep & (np.abs(middles[:, None] - tips[None, :, 0]) <= beside), np.bool_)


@dataclass(frozen=True, slots=True)
class Visit:
    """Hands over the board between two looks at it, the later of them at t: their tips, by side.

    unknown: at least one came from nobody knows where.
    """

    t: float
    tips: dict[Side, NDArray[np.float64]]
    unknown: bool

    def was_at(self, side: Side, case: Case, settings: Settings) -> bool:
        """Whether the hand of `side` stayed a while at its own `case`, as to take something there."""
        return int(self.pictures_at(side, case, settings).sum()) >= STAYED

    def pictures_at(self, side: Side, case: Case, settings: Settings) -> NDArray[np.bool_]:
        """In which of the pictures of the hand of `side`, in order, it is at its own `case`, (n,)."""
        tips = self.tips.get(side, np.empty((0, 2)))
        return is_at(side, tips, case, settings.seating, settings.field)


@dataclass(slots=True)
class HandsTracker:
    """The hands that reached in since the board was last read: their ways' points, by side.

    sideless: of some picture nobody could tell whose hand it shows; stirred: something moved, or nothing could be seen;
    missed: for a while no picture came; visits: the last ones, those since the last look not among them; stirs: in how
    many times between two looks something moved, and handed: in how many of them a hand was seen.
    """

    tips: dict[Side, list[Point]] = field(default_factory=dict)
    sideless: bool = False
    stirred: bool = False
    missed: bool = False
    visits: deque[Visit] = field(default_factory=lambda: deque(maxlen=VISITS))
    stirs: int = 0
    handed: int = 0

    def observe(self, reading: BoardReading, seating: Seating) -> None:
        """A reading with something over the board."""
        for side in Side:
            points = [hand.tip for hand in reading.reaching if hand.row == seating.row_of(side)]
            if points:
                self.tips.setdefault(side, []).extend(points)
        self.sideless = self.sideless or not reading.reaching

    @property
    def unknown(self) -> bool:
        """Whether a hand came that may have been either's.

        Where one player's hand is seen in other pictures it was his in those that do not tell, too: a hand is hardly
        ever followed in none of them (docs/rendered.md).
        """
        return self.sideless and len(self.tips) != 1

    @property
    def told_of(self) -> bool:
        """Whether a hand is seen at this table when one is there: else that none was says nothing."""
        return TOLD_OF * self.handed + 1 >= self.stirs

    def looked(self, t: float) -> None:
        """The board was read again."""
        self.stirs += self.stirred
        self.handed += bool(self.tips or self.sideless)
        if self.tips or self.unknown or self.missed:
            self.visits.append(self._visit(t))
        self.tips.clear()
        self.sideless = self.stirred = self.missed = False

    def _visit(self, t: float) -> Visit:
        return Visit(t, {side: np.array(tips) for side, tips in self.tips.items()}, self.unknown or self.missed)

    def since(self, t: float) -> list[Visit]:
        """The hands that came after a time, in order, those since the last look among them."""
        now = [self._visit(inf)] if self.tips or self.unknown or self.missed else []
        return [visit for visit in (*self.visits, *now) if visit.t > t]

    def taken_at(
        self, side: Side, case: Case, since: float, seen: float, settings: Settings, put: Sequence[Case] = ()
    ) -> float:
        """When a dame of an uncounted pile was taken that was seen to stand elsewhere at `seen`.

        In the last visit of the hand before that, unless that one is not known to have been there and another since
        `since` is; nor is it known where the hand was there to put dames down beside it. put: on these cases.
        """
        visits = [visit for visit in self.since(since) if visit.t <= seen or visit.t == inf]
        columns = [settings.seating.place(side, at)[1] for at in put if at < BANDE]
        beside = any(abs(column - settings.seating.place(side, case)[1]) <= 1 for column in columns)
        if not visits or (visits[-1].was_at(side, case, settings) and not beside):
            return seen
        return max((visit.t for visit in visits[:-1] if visit.was_at(side, case, settings)), default=seen)

    def put_down(self, side: Side, case: Case, seen: float, now: float, settings: Settings) -> float:
        """When a dame was put on an uncounted pile that may have lain there at `seen`: when his hand was last there."""
        visits = (min(visit.t, now) for visit in self.since(seen) if visit.was_at(side, case, settings))
        return max(visits, default=seen)

    def brought_after(self, side: Side, start: Case, end: Case, since: float, seen: float, settings: Settings) -> bool:
        """Whether a dame of `side` from a case was put on another only by a visit of its hand after `seen`.

        Until then the hand, having been at the first case for the last time since `since`, had not stayed at the other;
        since then it has. Not known where one of those visits may have been the other's.
        """
        visits = [visit for visit in self.since(since) if side in visit.tips]
        if any(visit.unknown and len(visit.tips) < len(Side) for visit in self.since(since)):
            return False
        before = [visit for visit in visits if visit.t <= seen]
        if not before or not any(visit.was_at(side, end, settings) for visit in visits if visit.t > seen):
            return False
        taken, put = (
            np.concatenate([visit.pictures_at(side, case, settings) for visit in before]) for case in (start, end)
        )
        # Of as many pictures and one more, lest a hand that passes by is taken for one that stays.
        stays = np.convolve(taken, np.ones(STAYED + 1, np.intp))[: len(taken)] >= STAYED
        return bool(stays.any() and put[stays.nonzero()[0][-1] + 1 :].sum() < STAYED)

    def let_go(self, side: Side, since: float, seen: float) -> float:
        """When at the latest a dame of `side` was let go that was first seen where it stands at `seen`.

        When the board was looked at after the last visit of his hand since `since`, if any is known of.
        """
        visits = [visit for visit in self.since(since) if visit.t <= seen or visit.t == inf]
        return min(seen, max((visit.t for visit in visits if visit.unknown or side in visit.tips), default=seen))

    def reached(self, since: float, settings: Settings) -> NDArray[np.bool_] | None:
        """Which cases (Blancs' numbering) hands may have touched since a time; None if that is not known."""
        visits = self.since(since)
        if not self.told_of or any(visit.unknown for visit in visits):
            return None
        reached = np.zeros(24, np.bool_)
        for visit in visits:
            for side, tips in visit.tips.items():
                reached |= within_reach(side, tips, settings.seating, settings.field, BESIDE)
        return reached

    def stayed(self, side: Side, since: float, settings: Settings) -> NDArray[np.bool_] | None:
        """At which cases (Blancs' numbering) the hand of `side` stayed a while since a time; None if not known."""
        visits = self.since(since)
        if any(visit.unknown for visit in visits):
            return None
        stayed = np.zeros(24, np.bool_)
        for visit in visits:
            if side in visit.tips:
                stayed |= within_reach(side, visit.tips[side], settings.seating, settings.field, AT, STAYED)
        return stayed

    def reaches(self, side: Side, since: float, settings: Settings) -> Reaches | None:
        """How the hand of `side` reached across the board since a time; None if that is not known."""
        visits = self.since(since)
        if any(visit.unknown for visit in visits):
            return None
        each = [reaches_of(side, visit.tips[side], settings) for visit in visits if side in visit.tips]
        return Reaches(sum(one.times for one in each), sum(one.beside for one in each))

    def reached_at(self, side: Side, since: float, now: float, settings: Settings) -> list[float]:
        """When the hand of `side` was seen to have reached across the board since a time, once for each, in order."""
        visits = [visit for visit in self.since(since) if side in visit.tips]
        reaches = ((min(visit.t, now), reaches_of(side, visit.tips[side], settings)) for visit in visits)
        return [t for t, each in reaches for _ in range(each.times)]

    def came(self, side: Side, since: float) -> bool:
        """Whether a hand of `side` may have been over the board since a time."""
        return not self.told_of or any(visit.unknown or side in visit.tips for visit in self.since(since))

    def changed(self, whose: Side, settings: Settings) -> NDArray[np.float64] | None:
        """How likely what came over the board changed the dames of a side on each case; None if nothing did.

        In the Blancs' numbering, (24,).
        """
        if not self.stirred and not self.missed:
            return None
        if self.unknown or self.missed or not self.tips:
            may = self.unknown or self.missed or not self.told_of
            return np.full(24, CHANGED_BY_ANYBODY if may else CHANGED_BY_NOBODY)
        if whose not in self.tips:
            return np.full(24, CHANGED_BY_THE_OTHER)
        tips = np.array(self.tips[whose])
        reached = within_reach(whose, tips, settings.seating, settings.field, BESIDE)
        return np.where(reached, CHANGED_BY_IT, CHANGED_ELSEWHERE)

    @property
    def only(self) -> Side | None:
        """The one player whose hand it was; None where it may have been either's."""
        return next(iter(self.tips)) if len(self.tips) == 1 and not self.unknown else None

    def took(self, places: Sequence[Point]) -> Side | None:
        """Who took the pieces that lay there: the only one whose hand was there, or whose came near all of them."""
        if len(self.tips) < len(Side):
            return self.only
        short = {
            side: max(
                (min(dist(tip, place) for tip in self.tips.get(side, ((inf, inf),))) for place in places), default=inf
            )
            for side in Side
        }
        return next((side for side in Side if short[side] <= NEAR and short[side.adversary] >= FAR), None)
