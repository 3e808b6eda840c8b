"""Things that are read as dice: a stud on a rail, a glint on a dame, a knot of the wood.

A throw moves both dice; a thing that is no die stays where it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

from events.board_reading import DieReading
from referee.trictrac.numbers import DICE
from referee.trictrac.tracker.dice_votes import Vote


@dataclass(slots=True)
class FalseDice:
    """Knows which things are no dice.

    Attributes:
        besides: things read in addition to the two dice that lay there.
        known: things that proved to be no dice.
    """

    besides: tuple[DieReading, ...] = ()
    known: tuple[DieReading, ...] = ()

    def without(self, dice: Sequence[DieReading], lay: Sequence[Vote]) -> tuple[DieReading, ...]:
        """Return the dice of one reading without known false ones; lay: the dice that lay there, not taken up yet."""
        possible = tuple(die for die in dice if not _among(die, self.known))
        here = tuple(die for die in possible if any(_is_it(die, vote) for vote in lay))
        others = tuple(die for die in possible if die not in here)
        if lay and len(here) == len(lay):
            self.besides += tuple(die for die in others if not _among(die, self.besides))
        elif not here:
            return self._exclude(possible, tuple(die for die in others if _among(die, self.besides)))
        elif len(others) > 1 and all(die.confidence > DICE.surely for die in others):
            return self._exclude(possible, here)
        return possible

    def _exclude(self, dice: tuple[DieReading, ...], none: tuple[DieReading, ...]) -> tuple[DieReading, ...]:
        self.known += none
        return tuple(die for die in dice if die not in none)


def _among(die: DieReading, known: Sequence[DieReading]) -> bool:
    return any(die.value == one.value and dist(die.place, one.place) <= DICE.spot for one in known)


def _is_it(die: DieReading, vote: Vote) -> bool:
    return die.value == vote.value and dist(die.place, vote.place) <= DICE.same_place
