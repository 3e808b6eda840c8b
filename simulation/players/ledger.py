"""The points of one throw in the order in which they count, whatever the order of the hands.

A mark that is put right afterwards is put right where it counts, and everything after it follows: an école par trop
that made a trou takes that trou back, with the points it had effaced.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING

from rules.faults.chronology import Amount, On, counted
from rules.marking import TROUS_DU_TOUR

if TYPE_CHECKING:
    from rules.code import Code
    from rules.marking import Score
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
        """Which points of the throw they are about."""
        return On.GIVEN if self in {Cause.GIVEN, Cause.ECOLE_ON_ADVERSARY} else On.OWN

    @property
    def ecole(self) -> bool:
        """Whether they are an école's, or the answer to one."""
        return self not in {Cause.THROWN, Cause.GIVEN}


@dataclass(frozen=True, slots=True)
class Entry:
    """Points one side has marked."""

    side: Side
    points: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class Ledger:
    """The score before a throw and all that was marked since, under a rule code.

    trous: how many end the game, None in a partie à écrire, where only somebody's leaving does.
    """

    before: Score
    code: Code
    entries: tuple[Entry, ...] = ()
    trous: int | None = TROUS_DU_TOUR

    @property
    def score(self) -> Score:
        """The marks as they stand."""
        ordered = sorted(self.entries, key=lambda entry: entry.cause)
        amounts = [Amount(one.side, one.points, 0, one.cause.on, one.cause.ecole) for one in ordered]
        return counted(self.before, amounts, self.code, trous=self.trous)

    @property
    def winner(self) -> Side | None:
        """Who has the trous that end the game."""
        return None if self.trous is None else self.score.winner(self.trous)

    def after(self, score: Score) -> Ledger:
        """The one of the next throw, with this score before it."""
        return replace(self, before=score, entries=())

    def adding(self, side: Side, points: int, cause: Cause) -> Ledger:
        """With points marked; points of the same side and cause are one amount, marked in several goes (Jeu 3)."""
        marked = self.of(side, cause)
        if marked:
            return self.setting(side, marked + points, cause)
        return replace(self, entries=(*self.entries, Entry(side, points, cause)))

    def setting(self, side: Side, points: int, cause: Cause) -> Ledger:
        """With what a side has marked for one cause put right."""
        kept = (entry for entry in self.entries if (entry.side, entry.cause) != (side, cause))
        return replace(self, entries=(*kept, Entry(side, points, cause)))

    def of(self, side: Side, cause: Cause) -> int:
        """What a side has marked for one cause."""
        return sum(entry.points for entry in self.entries if (entry.side, entry.cause) == (side, cause))
