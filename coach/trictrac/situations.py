"""Many tours under way at once, each seen by the player who throws next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rules.batch import Marks, Rows, jans_of, plays_of
from rules.code import LOIS_2013
from rules.position import DAMES, TALON

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.batch.jans import Points
    from rules.batch.rows import Counts, Mask, Numbers
    from rules.code import Code
    from rules.position import Dice


@dataclass(frozen=True, slots=True)
class Situations:
    """n tours before a throw.

    rows: the dames, in the thrower's numbering.
    marks: column 0 is the thrower's.
    coup: int64 (n, 2), the number of each side's next throw since the start or the releve; column 0 is the thrower's.
    """

    rows: Rows
    marks: Marks
    coup: Numbers

    @classmethod
    def start(cls, count: int) -> Situations:
        """Return `count` tours at their first throw."""
        return cls(start_rows(count), Marks.none(count), np.ones((count, 2), np.int64))

    def __len__(self) -> int:
        return len(self.coup)

    def taken(self, which: Mask | Numbers) -> Situations:
        """Return some of the tours."""
        return Situations(self.rows.taken(which), self.marks.taken(which), self.coup[which])


def start_rows(count: int) -> Rows:
    """Return all dames on their talons, `count` times."""
    own = np.zeros((count, 26), np.int8)
    own[:, TALON] = DAMES
    adverse = np.zeros((count, 26), np.int8)
    adverse[:, 25 - TALON] = DAMES
    return Rows(own, adverse)


def joined(parts: list[Situations]) -> Situations:
    """Return the tours of all parts, one after the other."""
    return Situations(
        Rows(np.concatenate([part.rows.own for part in parts]), np.concatenate([part.rows.adverse for part in parts])),
        Marks(
            np.concatenate([part.marks.points for part in parts]),
            np.concatenate([part.marks.bredouille for part in parts]),
            np.concatenate([part.marks.trous for part in parts]),
        ),
        np.concatenate([part.coup for part in parts]),
    )


@dataclass(frozen=True)
class Thrown:
    """One throw in n tours: its marks, and each way to go on.

    Attributes:
        before: The marks before the throw.
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

    before: Marks
    held: Marks
    gone: Marks
    may_leave: Mask
    over: Mask
    tour: Numbers
    moves: Numbers
    counts: Counts
    next: Situations
    again: Mask

    def departures(self) -> Situations:
        """Return the situations after leaving, (n,): the thrower throws again from the talons."""
        return Situations(start_rows(len(self.gone)), self.gone, np.ones((len(self.gone), 2), np.int64))


def all_marked(worth: Points) -> tuple[Numbers, Numbers]:
    """Return every point of a throw, (n,) each: the thrower's and the adversary's."""
    return worth.of_thrower(), worth.of_adversary()


def thrown(
    situations: Situations,
    dice: Dice,
    code: Code = LOIS_2013,
    *,
    marks_it: bool = True,
    marked: Callable[[Points], tuple[Numbers, Numbers]] = all_marked,
) -> Thrown:
    """Throw the same dice in every tour; return its marks (J before A, Lois XV) and every legal play.

    marks_it: False if the throw was marked before; marked: gives the points that thrower and adversary mark
    """
    plays = plays_of(situations.rows, dice)
    mine = held = situations.marks
    may_leave = np.zeros(len(situations), np.bool_)
    if marks_it:
        worth = jans_of(plays, code, coup=situations.coup[:, 0])
        points, adverse = marked(worth)
        mine, gained = situations.marks.marked(0, points)
        may_leave = (gained > 0) & ~mine.over()
        held, _ = mine.marked(1, adverse)
    tour, moves = np.nonzero(plays.legal)
    counts = plays.after(tour, moves)
    again = np.asarray(~counts[:, 1:25].any(axis=1))
    rows = Rows(counts, situations.rows.adverse[tour]).turned()
    marks, coup = held.turned().taken(tour), (situations.coup + np.array([1, 0]))[tour][:, ::-1]
    if again.any():
        out = np.flatnonzero(again)
        fresh = start_rows(len(out))
        rows.own[out], rows.adverse[out] = fresh.own, fresh.adverse
        same = held.taken(tour[out])
        marks = Marks(marks.points.copy(), marks.bredouille.copy(), marks.trous.copy())
        marks.points[out], marks.bredouille[out], marks.trous[out] = same.points, same.bredouille, same.trous
        coup = coup.copy()
        coup[out] = 1
    after = Situations(rows, marks, coup)
    return Thrown(situations.marks, held, mine.left(), may_leave, held.over(), tour, moves, counts, after, again)
