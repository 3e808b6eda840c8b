"""The points of one throw in the order in which they count, whatever order they were marked in.

A mark that is corrected later counts at its original place, and everything after it is computed again. So correcting an
école par trop that made a trou takes that trou back, and the erased points return.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

from rules.code import Code
from rules.faults.chronology import Amount, On, mark_amounts
from rules.marking import TROUS_DU_TOUR, Score
from rules.position import Side


class Cause(IntEnum):
    """Why points are marked."""

    THROWN = 0
    GIVEN = 1
    ECOLE_ON_THROWER = 2
    ANSWER_ON_THROWER = 3
    AUGMENTATION = 4
    ECOLE_ON_ADVERSARY = 5

    @property
    def on(self) -> On:
        """The points of the throw that they are about."""
        return On.GIVEN if self in {Cause.GIVEN, Cause.ECOLE_ON_ADVERSARY} else On.OWN

    @property
    def ecole(self) -> bool:
        """Whether they are for an école, or the answer to one."""
        return self not in {Cause.THROWN, Cause.GIVEN}


@dataclass(frozen=True, slots=True)
class Entry:
    """Points one side has marked."""

    side: Side
    points: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class Ledger:
    """The score before a throw and everything marked since, under a rule code.

    trous: how many end the game, None in a partie à écrire, which ends only when a player leaves.
    """

    before: Score
    code: Code
    entries: tuple[Entry, ...] = ()
    trous: int | None = TROUS_DU_TOUR

    @property
    def score(self) -> Score:
        """The present marks."""
        ordered = sorted(self.entries, key=lambda entry: entry.cause)
        amounts = [Amount(one.side, one.points, 0, one.cause.on, one.cause.ecole) for one in ordered]
        return mark_amounts(self.before, amounts, self.code, trous=self.trous)

    @property
    def winner(self) -> Side | None:
        """The side that has the trous that end the game."""
        return None if self.trous is None else self.score.winner(self.trous)

    def after(self, score: Score) -> Ledger:
        """Return the ledger of the next throw, with this score before it."""
        return replace(self, before=score, entries=())

    def adding(self, side: Side, points: int, cause: Cause) -> Ledger:
        """Return the ledger with these points; points of the same side and cause are one amount (Jeu 3)."""
        marked = self.of(side, cause)
        if marked:
            return self.setting(side, marked + points, cause)
        return replace(self, entries=(*self.entries, Entry(side, points, cause)))

    def setting(self, side: Side, points: int, cause: Cause) -> Ledger:
        """Return the ledger with a side's points for one cause corrected."""
        kept = (entry for entry in self.entries if (entry.side, entry.cause) != (side, cause))
        return replace(self, entries=(*kept, Entry(side, points, cause)))

    def of(self, side: Side, cause: Cause) -> int:
        """Return what a side has marked for one cause."""
        return sum(entry.points for entry in self.entries if (entry.side, entry.cause) == (side, cause))
