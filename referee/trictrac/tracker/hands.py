"""The hands that came over the board between two looks: whose they were, and what they may have touched."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import dist, inf

import numpy as np
from numpy.typing import NDArray

from events.board_reading import BoardReading
from events.field import Point
from events.state import GameSettings
from events.trictrac.settings import Settings
from referee.trictrac.numbers import CHANGES, HANDS
from referee.trictrac.tracker.hand_visits import Visit, pictures_at_cases, within_reach
from referee.trictrac.tracker.taking_off import Reaches, is_beside, reaches_of
from rules.position import BANDE, Case, Side
from rules.seating import Seating

VISITS = 40
"""How many visits of hands are remembered: more than occur in two throws."""


@dataclass(slots=True)
class HandsTracker:
    """Follows the hands that reach over the board.

    Attributes:
        tips: the tips of each side's hand since the last look, millimetres on the field.
        times: the times of the pictures that show them.
        sideless: whether a picture since the last look shows a hand of unknown owner.
        owned, latest: the times of the last picture with a hand of known owner, and of the last one.
        stirred: whether something moved since the last look, or nothing could be seen.
        missed: whether no picture came for a while since the last look.
        marked: whether a mark seems to have been moved since the last look.
        visits: the last visits before the last look.
        stirs: between how many looks something moved.
        handed: between how many of those a hand was seen.
    """

    tips: dict[Side, list[Point]] = field(default_factory=dict)
    times: dict[Side, list[float]] = field(default_factory=dict)
    sideless: bool = False
    owned: float = 0.0
    latest: float = 0.0
    stirred: bool = False
    missed: bool = False
    marked: bool = False
    visits: deque[Visit] = field(default_factory=lambda: deque(maxlen=VISITS))
    stirs: int = 0
    handed: int = 0

    def observe(self, reading: BoardReading, seating: Seating) -> None:
        """Take in a reading with something over the board."""
        for side in Side:
            points = [hand.tip for hand in reading.reaching if hand.row == seating.row_of(side)]
            if points:
                self.tips.setdefault(side, []).extend(points)
                self.times.setdefault(side, []).extend(reading.t for _ in points)
        self.sideless = self.sideless or not reading.reaching
        self.latest = reading.t
        self.owned = reading.t if reading.reaching else self.owned

    @property
    def unknown(self) -> bool:
        """Whether a hand came that may have been either player's.

        If the other pictures show only one player's hand, it was his in the unclear ones too. A hand nearly always has
        a known owner in some picture.
        """
        return self.sideless and len(self.tips) != 1

    @property
    def shows_hands(self) -> bool:
        """Whether hands are seen at this table when one is there; otherwise seeing none means nothing."""
        return HANDS.told_of * self.handed + 1 >= self.stirs

    def looked(self, t: float) -> None:
        """Note that the board was read again at t."""
        self.stirs += self.stirred
        self.handed += bool(self.tips or self.sideless)
        if self.tips or self.unknown or self.missed:
            self.visits.append(self._visit(t))
        self.tips.clear()
        self.times.clear()
        self.sideless = self.stirred = self.missed = self.marked = False

    def _visit(self, t: float) -> Visit:
        tips, times = ({side: np.array(each) for side, each in every.items()} for every in (self.tips, self.times))
        return Visit(t, tips, times, self.unknown or self.missed, self.marked)

    def since(self, t: float) -> list[Visit]:
        """Return the visits after a time, in order, including the hands since the last look."""
        now = [self._visit(inf)] if self.tips or self.unknown or self.missed else []
        return [visit for visit in (*self.visits, *now) if visit.t > t]

    def taken_at(
        self, side: Side, case: Case, since: float, seen: float, settings: Settings, put: Sequence[Case] = ()
    ) -> float:
        """Return when a dame of an uncountable pile was taken, which was seen elsewhere at `seen`.

        That is in the hand's last visit before `seen`, unless it stayed at the pile only in an earlier one after
        `since`. put: cases where the hand put dames down; a stay next to those proves nothing.
        """
        visits = [visit for visit in self.since(since) if visit.t <= seen or visit.t == inf]
        columns = [settings.seating.place(side, at)[1] for at in put if at < BANDE]
        beside = any(abs(column - settings.seating.place(side, case)[1]) <= 1 for column in columns)
        if not visits or (visits[-1].was_at(side, case, settings) and not beside):
            return seen
        return max((visit.t for visit in visits[:-1] if visit.was_at(side, case, settings)), default=seen)

    def put_down(self, side: Side, case: Case, seen: float, now: float, settings: Settings) -> float:
        """Return when a dame was put on an uncountable pile, at `seen` or later: when the hand was last there."""
        visits = (min(visit.t, now) for visit in self.since(seen) if visit.was_at(side, case, settings))
        return max(visits, default=seen)

    def _visits_of(self, side: Side, since: float) -> list[Visit]:
        """Return the visits of the hand of `side` since a time, in order; none if one may have been the other's."""
        visits = self.since(since)
        known = all(len(visit.tips) == len(Side) or not visit.unknown for visit in visits)
        return [visit for visit in visits if side in visit.tips] if known else []

    def brought_after(self, side: Side, start: Case, end: Case, since: float, seen: float, settings: Settings) -> bool:
        """Whether the hand of `side` brought a dame from `start` to `end` only after `seen`.

        Until `seen` it did not stay at `end` after it last took a dame at `start`; later it did. False if the hand may
        have been the other's.
        """
        visits = self._visits_of(side, since)
        if not visits:
            return False
        if not any(visit.was_at(side, end, settings, seen) for visit in visits):
            return False
        before = np.concatenate([visit.times[side] for visit in visits]) <= seen
        taken, put = (
            np.concatenate([visit.pictures_at(side, case, settings) for visit in visits])[before]
            for case in (start, end)
        )
        if not len(taken):
            return False
        # One picture more, as the tip is often seen beside the case.
        stays = np.convolve(taken, np.ones(HANDS.taken + 1, np.intp))[: len(taken)] >= HANDS.taken
        return bool(stays.any() and put[stays.nonzero()[0][-1] + 1 :].sum() < HANDS.stayed)

    def came_again(
        self, side: Side, cases: Sequence[Case], than: Sequence[Case], since: float, settings: Settings
    ) -> tuple[Case, float] | None:
        """Return at which case the hand of `side` was in a short visit and first in the next one; None if at none.

        It was no nearer to the cases `than`, and moved no mark. Also the time of the look between the two visits.
        """
        visits = [visit for visit in self.since(since) if side in visit.tips or visit.unknown]
        found = [
            (min(each.share_at(side, case, settings, count, than) for each in (one, other)), case, one.t)
            for one, other in pairwise(visits)
            if not any(each.unknown or each.marked for each in (one, other))
            if np.ptp(one.times[side]) <= HANDS.carried
            for count in (len(one.times[side]),)
            for case in cases
        ]
        share, case, t = max(found, default=(0.0, 0, 0.0))
        return (case, t) if share >= HANDS.mostly else None

    def holds_beside(self, side: Side, since: float, t: float, settings: Settings) -> bool:
        """Whether the hand of `side` was over the board at t, and then stayed long next to it at the talons.

        since: when the throw that it plays was thrown.
        """
        visits = self._visits_of(side, since)
        if not visits:
            return False
        tips, times = (
            np.concatenate(each) for each in zip(*((v.tips[side], v.times[side]) for v in visits), strict=True)
        )
        beside = is_beside(side, tips, settings)
        came = ((times > t - HANDS.holds / 2) & (times <= t)).any()
        return bool(
            came
            and (beside & (times > t + HANDS.holds)).sum() >= HANDS.stayed
            and beside[times > t + HANDS.holds / 2].all()
        )

    def _near(self, side: Side, places: Sequence[Point]) -> NDArray[np.bool_]:
        """Return whether the hand of `side` is near each of some pieces, in each of its pictures, (pieces, n)."""
        tips = np.array(self.tips.get(side, ())).reshape(-1, 2)
        return np.array([np.hypot(*(tips - place).T) <= HANDS.near for place in np.array(places)], np.bool_)

    def _pictures_near(self, side: Side, places: Sequence[Point]) -> int:
        """Return in how many pictures the hand of `side` is near a piece, for the piece with the fewest."""
        return int(self._near(side, places).sum(axis=1).min()) if places else 0

    def took_at(self, side: Side, places: Sequence[Point]) -> float | None:
        """Return when the hand of `side` was last near these pieces; None if it was not near all of them."""
        if not self._pictures_near(side, places):
            return None
        return float(np.array(self.times[side])[self._near(side, places).any(axis=0)].max())

    def let_go(self, side: Side, since: float, seen: float) -> float:
        """Return when a dame of `side`, first seen where it stands at `seen`, was let go at the latest.

        That is the time of the look after the hand's last visit since `since`, if there was one.
        """
        visits = [visit for visit in self.since(since) if visit.t <= seen or visit.t == inf]
        return min(seen, max((visit.t for visit in visits if visit.unknown or side in visit.tips), default=seen))

    def reached_cases(self, since: float, settings: Settings) -> NDArray[np.bool_] | None:
        """Return which cases (Blancs' numbering) hands may have touched since a time; None if not known."""
        visits = self.since(since)
        if not self.shows_hands or any(visit.unknown for visit in visits):
            return None
        reached = np.zeros(24, np.bool_)
        for visit in visits:
            for side, tips in visit.tips.items():
                reached |= within_reach(side, tips, settings.seating, settings.field, HANDS.beside)
        return reached

    def stayed_cases(self, side: Side, since: float, settings: Settings) -> NDArray[np.bool_] | None:
        """Return at which cases (Blancs' numbering) the hand of `side` stayed since a time; None if not known."""
        visits = self.since(since)
        if any(visit.unknown for visit in visits):
            return None
        stayed = np.zeros(24, np.bool_)
        for visit in visits:
            if side in visit.tips:
                stayed |= within_reach(side, visit.tips[side], settings.seating, settings.field, HANDS.at, HANDS.stayed)
        return stayed

    def pictures_at(self, side: Side, since: float, settings: GameSettings) -> NDArray[np.intp] | None:
        """Return in how many pictures since a time the hand of `side` was at each of its cases; None if not known."""
        tips = [visit.tips[side] for visit in self._visits_of(side, since)]
        return pictures_at_cases(side, np.concatenate(tips), settings.seating, settings.field) if tips else None

    def brought_from(self, side: Side, end: Case, since: float, settings: Settings) -> tuple[Case, ...]:
        """Return the own cases where the hand of `side` had just been before its last stay at `end` since a time.

        Empty if `end` is off the board, or a hand was not followed.
        """
        visits = self.since(since) if end < BANDE else []
        came = [(visit, at) for visit in visits if (at := visit.came_to(side, end, settings)) is not None]
        if not came or any(visit.unknown for visit in visits):
            return ()
        visit, at = came[-1]
        times = visit.times[side]
        before = visit.tips[side][(times >= at - HANDS.carried) & (times < at)]
        found = within_reach(side, before, settings.seating, settings.field, HANDS.at, HANDS.taken)
        return tuple(int(n) + 1 for n in np.flatnonzero(found if side is Side.BLANCS else found[::-1]))

    def reaches(self, side: Side, since: float, settings: Settings) -> Reaches | None:
        """Return how the hand of `side` reached across the board since a time; None if not known."""
        visits = self.since(since)
        if any(visit.unknown for visit in visits):
            return None
        each = [reaches_of(side, visit.tips[side], settings) for visit in visits if side in visit.tips]
        return Reaches(sum(one.times for one in each), sum(one.beside for one in each))

    def reaches_since(
        self, side: Side, since: float, now: float, settings: Settings, *, beside: bool
    ) -> list[tuple[float, float]]:
        """Return when each visit began and ended in which the hand of `side` reached across, once for each time.

        beside: only those times after which it withdrew by the short side at the talons.
        """
        visits = [visit for visit in self.since(since) if side in visit.tips]
        reaches = ((visit, reaches_of(side, visit.tips[side], settings)) for visit in visits)
        return [
            (float(visit.times[side][0]), min(visit.t, now))
            for visit, each in reaches
            for _ in range(each.beside if beside else each.times)
        ]

    def may_have_come(self, side: Side, since: float) -> bool:
        """Whether a hand of `side` may have been over the board since a time."""
        return not self.shows_hands or any(visit.unknown or side in visit.tips for visit in self.since(since))

    def change_chances(self, whose: Side, settings: Settings) -> NDArray[np.float64] | None:
        """Return how likely a side's dames on each case changed since the last look, (24,); None if nothing came.

        The cases are in the Blancs' numbering.
        """
        if not self.stirred and not self.missed:
            return None
        if self.unknown or self.missed or not self.tips:
            may = self.unknown or self.missed or not self.shows_hands
            return np.full(24, CHANGES.by_anybody if may else CHANGES.by_nobody)
        if whose not in self.tips:
            return np.full(24, CHANGES.by_the_other)
        tips = np.array(self.tips[whose])
        reached = within_reach(whose, tips, settings.seating, settings.field, HANDS.beside)
        return np.where(reached, CHANGES.by_it, CHANGES.elsewhere)

    @property
    def only(self) -> Side | None:
        """The only player whose hand came; None if it may have been either's.

        After him, the other may have come and gone in pictures that do not show whose hand it is.
        """
        told = len(self.tips) == 1 and self.latest - self.owned <= HANDS.unseen
        return next(iter(self.tips)) if told else None

    def took(self, places: Sequence[Point]) -> Side | None:
        """Return who took the pieces at these places: the only player whose hand was there, or came near all."""
        if len(self.tips) < len(Side):
            return self.only
        stays = {side: self._pictures_near(side, places) for side in Side}
        stayed = next((side for side in Side if stays[side] > 1 and not stays[side.adversary]), None)
        if stayed is not None:
            return stayed
        short = {
            side: max(
                (min(dist(tip, place) for tip in self.tips.get(side, ((inf, inf),))) for place in places), default=inf
            )
            for side in Side
        }
        return next((side for side in Side if short[side] <= HANDS.near and short[side.adversary] >= HANDS.far), None)
