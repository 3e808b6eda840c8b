"""The points of one throw in the order in which they count, whatever the order of the hands.

A mark that is put right afterwards is put right where it counts, and everything after it follows: an école par trop
that made a trou takes that trou back, with the points it had effaced.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING

from rules.marking import settled

if TYPE_CHECKING:
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


EN_DERNIER = (
    Cause.THROWN,
    Cause.GIVEN,
    Cause.ECOLE_ON_THROWER,
    Cause.ANSWER_ON_THROWER,
    Cause.AUGMENTATION,
    Cause.ECOLE_ON_ADVERSARY,
)
"""Écoles after all other points (Lois XVII)."""

CHRONOLOGIE = (
    Cause.THROWN,
    Cause.ECOLE_ON_THROWER,
    Cause.ANSWER_ON_THROWER,
    Cause.AUGMENTATION,
    Cause.GIVEN,
    Cause.ECOLE_ON_ADVERSARY,
)
"""Écoles with the throw they belong to (Jeu 3, chronologie du marquage)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Points one side has marked."""

    side: Side
    points: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class Ledger:
    """The score before a throw and all that was marked since; `ecoles_en_dernier` as in the rule code."""

    before: Score
    ecoles_en_dernier: bool
    entries: tuple[Entry, ...] = ()

    @property
    def score(self) -> Score:
        """The marks as they stand."""
        order = EN_DERNIER if self.ecoles_en_dernier else CHRONOLOGIE
        ordered = sorted(self.entries, key=lambda entry: order.index(entry.cause))
        return settled(self.before, ((entry.side, entry.points) for entry in ordered))[0]

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
