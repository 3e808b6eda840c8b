"""Two dice at rest: where they lie, the votes on the value of each, and things that are read as dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import dist, log
from typing import TypeAlias

from events.board_reading import DieReading
from events.field import Point
from events.rulings import DiceTrouble
from referee.inference.tables import DICE_SIGHT
from referee.sight import trouble_of
from referee.trictrac.numbers import DICE
from rules.code import Code
from rules.position import Dice, Side

Doubted: TypeAlias = "tuple[tuple[Dice, float], ...]"
"""Other readings of the dice, and how much less likely each is, in nats."""


@dataclass(slots=True)
class Vote:
    """One die at one place.

    Attributes:
        place: the mean of the places read since it came there.
        values: the log weight of each value (index 1..6).
        looks: how many readings there were.
        there: how many of them since it came there.
        troubles: how often each trouble was seen.
    """

    place: Point
    values: list[float] = field(default_factory=lambda: [0.0] * 7)
    looks: int = 0
    there: int = 0
    troubles: dict[DiceTrouble | None, int] = field(default_factory=dict)

    def add(self, die: DieReading, code: Code) -> None:
        """Weigh one more reading of this die."""
        belief = DICE_SIGHT.right(die.confidence)
        for value in range(1, 7):
            self.values[value] += log(belief if value == die.value else (1 - belief) / 5)
        self.looks += 1
        trouble = trouble_of(die, code)
        self.troubles[trouble] = self.troubles.get(trouble, 0) + 1
        self.there += 1
        (x, y), (at_x, at_y) = self.place, die.place
        self.place = x + (at_x - x) / self.there, y + (at_y - y) / self.there

    def pushed(self, place: Point) -> None:
        """Note that the die lies elsewhere now."""
        self.place, self.there = place, 1

    @property
    def value(self) -> int:
        """The leading value."""
        return max(range(1, 7), key=lambda value: self.values[value])

    @property
    def lead(self) -> float:
        """Nats by which the leading value is ahead."""
        first, second = sorted(self.values[1:], reverse=True)[:2]
        return first - second

    @property
    def doubted(self) -> dict[int, float]:
        """The values that the die may show, and by how many nats each is behind the leading one.

        A die at rest is misread the same way at every look, so a hundred looks count no more than their mean.
        """
        leading = self.values[self.value]
        behind = {value: (self.values[value] - leading) / max(self.looks, 1) for value in range(1, 7)}
        return {value: nats for value, nats in behind.items() if nats > -DICE.doubted}

    @property
    def trouble(self) -> DiceTrouble | None:
        """The trouble seen most often."""
        return max(self.troubles, key=lambda trouble: self.troubles[trouble], default=None)


@dataclass(slots=True)
class Resting:
    """Two dice at rest since t.

    Attributes:
        by: the player whose hand was over the board before, if only one player's was.
        again: whether nothing had moved since the last dice were read, so that these are the same.
    """

    t: float
    votes: tuple[Vote, Vote]
    by: Side | None = None
    again: bool = False

    @property
    def dice(self) -> Dice:
        """The values, the higher first."""
        first, second = sorted((vote.value for vote in self.votes), reverse=True)
        return first, second

    @property
    def trouble(self) -> DiceTrouble | None:
        """Why the throw is not good, as far as a camera can judge."""
        return next((vote.trouble for vote in self.votes if vote.trouble), None)

    @property
    def doubted(self) -> Doubted:
        """Their other possible readings, the likeliest first, and by how many nats each is behind the one taken."""
        found: dict[Dice, float] = {}
        first, second = (vote.doubted for vote in self.votes)
        for one, nats in first.items():
            for other, more in second.items():
                dice = max(one, other), min(one, other)
                if nats + more > -DICE.doubted and dice != self.dice:
                    found[dice] = max(found.get(dice, -DICE.doubted), round(nats + more, 1))
        return tuple(sorted(found.items(), key=lambda each: (-each[1], each[0])))

    def paired(self, dice: Sequence[DieReading]) -> tuple[DieReading, DieReading]:
        """Return the two readings in the order of the votes, by the pairing with the shorter ways.

        If the places leave that open, the values decide.
        """
        one, two = dice
        a, b = self.votes
        straight = dist(a.place, one.place), dist(b.place, two.place)
        crossed = dist(a.place, two.place), dist(b.place, one.place)
        if a.looks and b.looks and max(*straight, *crossed) <= DICE.same_place:
            alike = (a.value == one.value) + (b.value == two.value) - (a.value == two.value) - (b.value == one.value)
            if alike:
                return (one, two) if alike > 0 else (two, one)
        return (one, two) if sum(straight) <= sum(crossed) else (two, one)

    def ways(self, dice: Sequence[DieReading]) -> tuple[float, float]:
        """Return how far each die is from where it was, millimetres."""
        one, two = self.paired(dice)
        return dist(self.votes[0].place, one.place), dist(self.votes[1].place, two.place)

    def by_value(self, dice: Sequence[DieReading]) -> tuple[DieReading, DieReading]:
        """Return the two readings in the order of the votes, by value if those tell: a push does not change them."""
        one, two = self.paired(dice)
        a, b = self.votes
        return (two, one) if (a.value, b.value) == (two.value, one.value) != (one.value, two.value) else (one, two)

    def pushed(self, dice: Sequence[DieReading]) -> tuple[float, float]:
        """Return how far each die was pushed, if they were."""
        one, two = self.by_value(dice)
        return dist(self.votes[0].place, one.place), dist(self.votes[1].place, two.place)

    def add(self, dice: Sequence[DieReading], code: Code) -> None:
        """Weigh one more reading of both dice."""
        for vote, die in zip(self.votes, self.paired(dice), strict=True):
            vote.add(die, code)

    @property
    def decided(self) -> bool:
        """Whether both values are clear."""
        return all(vote.lead >= DICE.decided for vote in self.votes)


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
