"""Many tours under way at once, each seen by the player who throws next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from coach.trictrac.stakes import Stakes, marques_ended
from rules.batch import Marks, Rows, jans_of, plays_of
from rules.batch.jans import Points
from rules.batch.rows import Counts, Mask, Numbers
from rules.code import LOIS_2013, Code
from rules.marking import TROUS_DU_TOUR
from rules.position import DAMES, TALON, Dice


@dataclass(frozen=True, slots=True)
class Situations:
    """n tours before a throw.

    rows: the dames, in the thrower's numbering.
    marks: column 0 is the thrower's.
    coup: int64 (n, 2), the number of each side's next throw since the start or the releve; column 0 is the thrower's.
    stakes: of marqués of a partie à écrire, None for tours.
    """

    rows: Rows
    marks: Marks
    coup: Numbers
    stakes: Stakes | None = None

    @classmethod
    def start(cls, count: int) -> Situations:
        """Return `count` tours at their first throw."""
        return cls.from_talons(Marks.none(count))

    @classmethod
    def from_talons(cls, marks: Marks, stakes: Stakes | None = None) -> Situations:
        """Return situations with these marks and all dames on the talons."""
        return cls(start_rows(len(marks)), marks, np.ones((len(marks), 2), np.int64), stakes)

    def __len__(self) -> int:
        return len(self.coup)

    def select(self, which: Mask | Numbers) -> Situations:
        """Return some of the tours."""
        stakes = None if self.stakes is None else self.stakes.select(which)
        return Situations(self.rows.select(which), self.marks.select(which), self.coup[which], stakes)

    def swap_sides(self) -> Situations:
        """Return the same tours as the other side sees them."""
        stakes = None if self.stakes is None else self.stakes.swap_sides()
        return Situations(self.rows.swap_sides(), self.marks.swap_sides(), self.coup[:, ::-1], stakes)

    def replace_rows(self, which: Mask, others: Situations) -> Situations:
        """Return the tours with those of `which` (n,) replaced by `others`, in order."""
        order = np.argsort(np.concatenate([np.flatnonzero(~which), np.flatnonzero(which)]))
        return join([self.select(~which), others]).select(order)


def start_rows(count: int) -> Rows:
    """Return all dames on their talons, `count` times."""
    own = np.zeros((count, 26), np.int8)
    own[:, TALON] = DAMES
    adverse = np.zeros((count, 26), np.int8)
    adverse[:, 25 - TALON] = DAMES
    return Rows(own, adverse)


def join(parts: list[Situations]) -> Situations:
    """Return the tours of all parts, one after the other."""
    return Situations(
        Rows(np.concatenate([part.rows.own for part in parts]), np.concatenate([part.rows.adverse for part in parts])),
        Marks.concatenate(part.marks for part in parts),
        np.concatenate([part.coup for part in parts]),
        None
        if parts[0].stakes is None
        else Stakes.concatenate(part.stakes for part in parts if part.stakes is not None),
    )


def as_tours(situations: Situations) -> Situations:
    """Return marqués as tours that have not ended."""
    return replace(situations, marks=short_of_the_end(situations.marks), stakes=None)


def short_of_the_end(marks: Marks) -> Marks:
    """Return the marks as those of tours that have not ended."""
    last = np.full(len(marks), TROUS_DU_TOUR)
    return replace(marks, trous=np.minimum(marks.trous, TROUS_DU_TOUR - 1), last=last)


@dataclass(frozen=True)
class ThrowOutcomes:
    """One throw in n tours: its marks, and each way to go on.

    Attributes:
        before: The tours before the throw.
        held: The marks after it if the thrower stays (*tient*).
        gone: The marks after it if he leaves (*s'en va*).
        may_leave: bool (n,), whether his own throw made a trou and the tour goes on.
        over: bool (n,), whether the tour ended with these marks.
        tour: int64 (m,), the tour of each legal play.
        moves: int64 (m,), the index of each play in the throw's candidates.
        counts: int8 (m, 26), the thrower's dames after each play.
        next: The m situations after the plays, seen by the next thrower.
        again: bool (m,), whether that is the same player (all his dames are out: relevé).
    """

    before: Situations
    held: Marks
    gone: Marks
    may_leave: Mask
    over: Mask
    tour: Numbers
    moves: Numbers
    counts: Counts
    next: Situations
    again: Mask

    def departures(self) -> Departures:
        """Return what follows where the thrower leaves, (n,): he throws again from the talons (Lois XVI).

        In a marqué this is so below six trous. From there on it is won, or begun again by the side with the primauté.
        """
        stakes, count = self.before.stakes, len(self.gone)
        if stakes is None:
            always = np.ones(count, np.bool_)
            return Departures(Situations.from_talons(self.gone), gains(self.before, self.gone), always, ~always)
        over, refait = marques_ended(self.gone)
        again = ~refait | stakes.first[:, 0]
        next_ = Situations.from_talons(self.gone.restart(refait), stakes.after(refait))
        gain = np.where(over, stakes.payoff(self.gone), 0.0)
        return Departures(next_.replace_rows(~again, next_.select(~again).swap_sides()), gain, again, over)


def of_tours(after: ThrowOutcomes) -> ThrowOutcomes:
    """Return a throw in marqués as one in tours that have not ended."""
    held, gone = (short_of_the_end(marks) for marks in (after.held, after.gone))
    return replace(after, before=as_tours(after.before), held=held, gone=gone, next=as_tours(after.next))


@dataclass(frozen=True, slots=True)
class Departures:
    """What follows where the throwers of n tours leave.

    next: the situations; gain: what he who left gained, (n,); again: whether he throws next, (n,); over: whether the
    marqué is over, (n,)
    """

    next: Situations
    gain: np.ndarray
    again: Mask
    over: Mask

    def select(self, which: Mask | Numbers) -> Departures:
        """Return some of them."""
        return Departures(self.next.select(which), self.gain[which], self.again[which], self.over[which])


def gains(before: Situations, after: Marks) -> np.ndarray:
    """Return what the thrower gains by these marks, (n,).

    In tours: trous less the adversary's, each side's total counted to twelve. In marqués: jetons, if one ends so.
    """
    if before.stakes is not None:
        return np.where(after.over(), before.stakes.payoff(after), 0.0)
    was, now = np.minimum(before.marks.trous, 12), np.minimum(after.trous, 12)
    return np.asarray((now[:, 0] - was[:, 0]) - (now[:, 1] - was[:, 1]), np.float32)


def all_marked(worth: Points) -> tuple[Numbers, Numbers]:
    """Return every point of a throw, (n,) each: the thrower's and the adversary's."""
    return worth.of_thrower(), worth.of_adversary()


def throw_dice(
    situations: Situations,
    dice: Dice,
    code: Code = LOIS_2013,
    *,
    marks_it: bool = True,
    marked: Callable[[Points], tuple[Numbers, Numbers]] = all_marked,
) -> ThrowOutcomes:
    """Throw the same dice in every tour; return its marks (J before A, Lois XV) and every legal play.

    marks_it: False if the throw was marked before; marked: gives the points that thrower and adversary mark
    """
    plays = plays_of(situations.rows, dice)
    mine = held = situations.marks
    may_leave = np.zeros(len(situations), np.bool_)
    if marks_it:
        worth = jans_of(plays, code, coup=situations.coup[:, 0])
        points, adverse = marked(worth)
        mine, gained = situations.marks.mark(0, points)
        may_leave = (gained > 0) & ~mine.over()
        held, _ = mine.mark(1, adverse)
    tour, moves = np.nonzero(plays.legal)
    counts = plays.after(tour, moves)
    again = np.asarray(~counts[:, 1:25].any(axis=1))
    stakes = None if situations.stakes is None else situations.stakes.select(tour)
    rows = Rows(counts, situations.rows.adverse[tour])
    after = Situations(rows, held.select(tour), (situations.coup + np.array([1, 0]))[tour], stakes).swap_sides()
    if again.any():
        out = after.select(again).swap_sides()
        after = after.replace_rows(again, Situations.from_talons(out.marks, out.stakes))
    return ThrowOutcomes(
        situations, held, mine.after_leaving(), may_leave, held.over(), tour, moves, counts, after, again
    )
