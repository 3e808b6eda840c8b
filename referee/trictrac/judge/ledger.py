"""The dues of a throw and their marks, line by line; the score is the sum of the lines, in their order.

1. Every throw has two lines: the thrower's own points and those he gives. Every école makes one more, for the other.
2. A line holds its due and its marks. Marks beyond the due are a surplus, which the other may take off. Missing points
   may be marked until the line is closed, and then they are no longer due.
3. The score follows from the lines in the order in which they count (`rules.faults.chronology`), not in the order in
   which they were marked. So a corrected mark also corrects everything that followed from it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeAlias

from rules.code import Code
from rules.fault import FaultName
from rules.faults.chronology import Amount, On, mark_amounts
from rules.marking import TROUS_DU_TOUR, Holding, Score, hole_of, trous_at
from rules.position import Side

About: TypeAlias = "tuple[Side, int, On, bool, FaultName | None]"
"""What points are for: the side, the throw, whose points of it, whether an école, and for which fault."""

SCORES = 256
"""Scores remembered: every plan that may explain the marks asks for its own, again and again."""


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """Points that a side has to mark, or may mark, on throw `throw` of the tour.

    Attributes:
        side: the side that marks.
        throw: number of the throw in the tour.
        on: whether the points are from the side's own throw or given by the other's.
        due: points, even, from 0.
        ecole: whether it is an école, which the side may leave unmarked.
        marked: points, even, from 0.
        fault: the ruling that it rests on, or that its surplus makes.
        undone: points of an école that the other side took off again.
        taken: points of a surplus that the other side took off.
        lost: due points that were taken off, which the side may put back (Jeu 3, fausse école).
        counted: the part of `marked` that the ledger's `before` already includes.
        over: whether its marks may not change any more.
        augmented: 1 for the école of a first augmentation, 2 for that of the next, otherwise 0.
        of: the fault that an école is marked for; None when there is no such fault.
        begun: whether an école was marked in part, so that the other side may ask for the rest.
        asked: whether the other side has asked for the rest.
    """

    side: Side
    throw: int
    on: On
    due: int
    ecole: bool = False
    marked: int = 0
    fault: str = ""
    undone: int = 0
    taken: int = 0
    lost: int = 0
    counted: int = 0
    over: bool = False
    augmented: int = 0
    of: FaultName | None = None
    begun: bool = False
    asked: bool = False

    @property
    def about(self) -> About:
        """What its points are for."""
        return self.side, self.throw, self.on, self.ecole, self.of

    @property
    def open(self) -> int:
        """The points that may still be marked."""
        return max(0, self.due - self.marked)

    @property
    def surplus(self) -> int:
        """The points marked beyond the due."""
        return max(0, self.marked - self.due)

    def amount(self, points: int) -> Amount:
        """Return points marked on this line, as they are put in order."""
        return Amount(self.side, points, self.throw, self.on, self.ecole)

    def close(self) -> LedgerLine:
        """Return a copy that stands as it was marked: no points are due, and none may be taken off."""
        return replace(self, due=self.marked, undone=0, lost=0, over=True)


@dataclass(frozen=True, slots=True)
class Ledger:
    """The score before the oldest line, and the lines of the last throws in the order in which they arose.

    trous: the number that ends the tour; None where no number does (partie à écrire).
    """

    before: Score = field(default_factory=Score)
    lines: tuple[LedgerLine, ...] = ()
    trous: int | None = TROUS_DU_TOUR

    def of(self, score: Score) -> Ledger:
        """Return a ledger with this score, in which no points are owed."""
        return Ledger(score, trous=self.trous)

    def hole(self, trous: int) -> int:
        """Return the hole of a fichet that has marked this many trous."""
        return hole_of(trous, self.trous)

    def trous_at(self, hole: int, near: int) -> int:
        """Return how many trous a fichet in a hole has marked. near: about how many they should be."""
        return trous_at(hole, near, self.trous)

    def winner(self, score: Score) -> Side | None:
        """Return the side that has all its trous, if a number of trous ends the tour."""
        return None if self.trous is None else score.winner(self.trous)

    def score(self, code: Code) -> Score:
        """Return the score as it is marked."""
        return _score(self, code)

    def points_owed(self, side: Side) -> int:
        """Return the points that a side still has to mark, without écoles."""
        return sum(line.open for line in self.lines if line.side is side and not line.ecole)

    def claimable(self, side: Side) -> int:
        """Return the points that a side may still mark for écoles."""
        return sum(line.open for line in self.lines if line.side is side and line.ecole)

    def surplus(self, side: Side) -> int:
        """Return how many undue points a side has marked."""
        return sum(line.surplus for line in self.lines if line.side is side)

    def find(self, *, side: Side, throw: int, on: On) -> int | None:
        """Return the index of the line of a throw's own or given points."""
        wanted = (side, throw, on, False)
        return next(
            (at for at, one in enumerate(self.lines) if (one.side, one.throw, one.on, one.ecole) == wanted), None
        )

    def own(self, side: Side, throw: int) -> LedgerLine | None:
        """Return the line of the thrower's own points."""
        at = self.find(side=side, throw=throw, on=On.OWN)
        return None if at is None else self.lines[at]

    def adding(self, line: LedgerLine) -> Ledger:
        """Return a ledger with one line more."""
        return Ledger(self.before, (*self.lines, line), self.trous)

    def setting(self, at: int, line: LedgerLine) -> Ledger:
        """Return a ledger with one line exchanged."""
        return Ledger(self.before, (*self.lines[:at], line, *self.lines[at + 1 :]), self.trous)

    def marking(self, at: int, points: int) -> Ledger:
        """Return a ledger with points marked on a line, or taken off it (negative)."""
        line = self.lines[at]
        return self.setting(at, replace(line, marked=max(0, line.marked + points)))

    def mark_dues(self, sides: Collection[Side]) -> Ledger:
        """Return a ledger in which these sides have marked what they owe, without écoles."""
        return self.each(
            lambda line: (
                replace(line, marked=line.marked + line.open) if line.side in sides and not line.ecole else line
            )
        )

    def each(self, change: Callable[[LedgerLine], LedgerLine | None]) -> Ledger:
        """Return a ledger with every line changed, or left out where `change` returns None."""
        return replace(self, lines=tuple(self._change_lines(change)))

    def _change_lines(self, change: Callable[[LedgerLine], LedgerLine | None]) -> Iterator[LedgerLine]:
        for line in self.lines:
            changed = change(line)
            if changed is not None:
                yield changed

    def fold(self, code: Code, *, before: int) -> Ledger:
        """Return a ledger in which the lines of throws before a number are counted into the earlier score."""
        old = replace(self, lines=tuple(line for line in self.lines if line.throw < before))
        kept = tuple(line for line in self.lines if line.throw >= before)
        return replace(self, before=old.score(code), lines=kept)

    def standing_at(self, score: Score) -> Ledger:
        """Return a ledger as if all marks had led to this score. Later marks count from here."""
        return replace(self, before=score, lines=tuple(replace(line, counted=line.marked) for line in self.lines))

    def with_lines_of(self, other: Ledger) -> Ledger:
        """Return a ledger with this earlier score and the marks of another one that goes on from the same lines."""
        counted = {line.about: line.counted for line in self.lines}
        return replace(other, before=self.before).each(
            lambda line: replace(line, counted=counted.get(line.about, line.counted))
        )

    def giving_up(self, side: Side, code: Code) -> Ledger:
        """Return a ledger with the old points of a side given up (Jeu 3, deux jetons 1)."""
        score = self.score(code)
        return self.standing_at(score.with_holding(side, Holding(trous=score.of(side).trous)))


@lru_cache(maxsize=SCORES)
def _score(ledger: Ledger, code: Code) -> Score:
    amounts = [line.amount(line.marked - line.counted) for line in ledger.lines]
    before, left = ledger.before, []
    for amount in amounts:
        if amount.points < 0:
            # Points taken off never counted. So old points taken off make no trou with those marked later.
            taken = min(before.of(amount.side).points, -amount.points)
            before = _lower(before, amount.side, taken)
            left.append((amount.side, -amount.points - taken))
    score = mark_amounts(before, [amount for amount in amounts if amount.points > 0], code, trous=ledger.trous)
    for side, points in left:
        score = _lower(score, side, points)
    return score


def _lower(score: Score, side: Side, by: int) -> Score:
    """Return the score with points taken off. A jeton back at the talon marks no bredouille."""
    held = score.of(side)
    points = max(0, held.points - by)
    return score.with_holding(side, replace(held, points=points, bredouille=held.bredouille and points > 0))
