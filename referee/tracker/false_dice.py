"""What is told for a die and is none: a stud on a rail, a glint on a dame, a knot of the wood.

A throw moves both dice, and what is none stays where it is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import dist
from typing import TYPE_CHECKING

from referee.tracker.resting import SAME_PLACE, SURELY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from events.board_reading import DieReading
    from referee.tracker.resting import Vote

SPOT = 8.0
"""Millimetres within which what nobody touches is told again; a die thrown lies so near to it, and says the same, in
one throw of two thousand."""


@dataclass(slots=True)
class FalseDice:
    """Knows what is no die. besides: what was told besides the two that lay there; known: what is none of them."""

    besides: tuple[DieReading, ...] = ()
    known: tuple[DieReading, ...] = ()

    def without(self, dice: Sequence[DieReading], lay: Sequence[Vote]) -> tuple[DieReading, ...]:
        """The dice of one reading that are not known to be none; lay: those that lay there, not taken up yet."""
        told = tuple(die for die in dice if not _among(die, self.known))
        here = tuple(die for die in told if any(_is_it(die, vote) for vote in lay))
        others = tuple(die for die in told if die not in here)
        if lay and len(here) == len(lay):
            self.besides += tuple(die for die in others if not _among(die, self.besides))
        elif not here:
            return self._told(told, tuple(die for die in others if _among(die, self.besides)))
        elif len(others) > 1 and all(die.confidence > SURELY for die in others):
            return self._told(told, here)
        return told

    def _told(self, dice: tuple[DieReading, ...], none: tuple[DieReading, ...]) -> tuple[DieReading, ...]:
        self.known += none
        return tuple(die for die in dice if die not in none)


def _among(die: DieReading, known: Sequence[DieReading]) -> bool:
    return any(die.value == one.value and dist(die.place, one.place) <= SPOT for one in known)


def _is_it(die: DieReading, vote: Vote) -> bool:
    return die.value == vote.value and dist(die.place, vote.place) <= SAME_PLACE
