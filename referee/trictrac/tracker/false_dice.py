"""Things that are read as dice: a stud on a rail, a glint on a dame, a knot of the wood.

A throw moves both dice; a thing that is no die stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import dist

from events.board_reading import DieReading
from referee.trictrac.numbers import DICE
from referee.trictrac.tracker.dice_votes import Vote


@dataclass(slots=True)
class FalseDice:
    """Knows which things are no dice. One missed more often than it was read is forgotten: a die may lie there.

    Attributes:
        looks: things read in addition to the dice that lay there; how many looks showed each, less those that did not.
        known: those that proved to be no dice.
    """

    looks: dict[DieReading, int] = field(default_factory=dict)
    known: tuple[DieReading, ...] = ()

    def without(self, dice: Sequence[DieReading], lay: Sequence[Vote]) -> tuple[DieReading, ...]:
        """Return the dice of one reading without known false ones; lay: the dice that lay there, not taken up yet."""
        counted = {one: looks + (1 if _among(one, dice) else -1) for one, looks in self.looks.items()}
        self.looks = {one: looks for one, looks in counted.items() if looks >= 0}
        self.known = tuple(one for one in self.known if one in self.looks)
        possible = tuple(die for die in dice if not _among(die, self.known))
        here = tuple(die for die in possible if any(_is_it(die, vote) for vote in lay))
        others = tuple(die for die in possible if die not in here)
        if lay and len(here) == len(lay):
            self._add(others)
        elif not here:
            return self._exclude(possible, tuple(die for die in others if _among(die, self.looks)))
        elif len(others) > 1 and all(die.confidence > DICE.surely for die in others):
            return self._exclude(possible, here)
        return possible

    def _add(self, things: Iterable[DieReading]) -> None:
        self.looks |= {one: 1 for one in things if not _among(one, self.looks)}

    def _exclude(self, dice: tuple[DieReading, ...], none: tuple[DieReading, ...]) -> tuple[DieReading, ...]:
        self._add(none)
        self.known += tuple(one for one in self.looks if _among(one, none) and one not in self.known)
        return tuple(die for die in dice if die not in none)


def _among(die: DieReading, known: Iterable[DieReading]) -> bool:
    return any(die.value == one.value and dist(die.place, one.place) <= DICE.spot for one in known)


def _is_it(die: DieReading, vote: Vote) -> bool:
    return die.value == vote.value and dist(die.place, vote.place) <= DICE.same_place
