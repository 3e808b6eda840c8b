"""The only die read of a throw, while the other is missed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

from events.board_reading import DieReading
from referee.trictrac.numbers import DICE
from referee.trictrac.tracker.dice_votes import Resting, Vote
from rules.code import LOIS_2013, Code
from rules.position import Dice, Side


@dataclass(frozen=True, slots=True)
class HalfThrown:
    """Two dice came to rest, but only one was read until a hand came.

    Attributes:
        t: since when that one is read, seconds.
        value: its value.
        by: the player whose hand threw them, if known.
        half_read: the value of the only die read of a throw made and taken up before this one.
        half_since: when that die was first read.
    """

    t: float
    value: int
    by: Side | None = None
    half_read: int | None = None
    half_since: float = 0.0

    def may_show(self, dice: Dice) -> bool:
        """Return whether these may be the dice."""
        return self.value in dice


@dataclass(slots=True)
class LoneDie:
    """Follows the only die seen since the dice were taken up. Both were thrown, but the other is missed.

    Attributes:
        code: the laws that say which throws are good.
        vote: the votes on that die; None if none was seen.
        since: since when it has been seen.
        reported: the die whose throw was reported as half read.
        before: the lone die of the throw before, also half read, and since when it was seen.
    """

    code: Code = LOIS_2013
    vote: Vote | None = None
    since: float = 0.0
    reported: Vote | None = None
    before: tuple[Vote, float] | None = None

    @property
    def value(self) -> int | None:
        """Its value; None if there is none, or that is not clear."""
        return self.vote.value if self.vote is not None and self.vote.lead >= DICE.decided else None

    @property
    def is_reported(self) -> bool:
        """Whether its throw was reported as half read."""
        return self.vote is not None and self.vote is self.reported

    def forget(self) -> None:
        """Forget it: its throw is read whole, or known otherwise."""
        self.vote = self.before = None

    def see(self, die: DieReading, t: float, lay: Sequence[Vote], apart: float, *, missed: bool) -> bool:
        """Take in a die seen alone. Return False, and do nothing, if it is one of those that lay there.

        Args:
            die: as read.
            t: the time of the reading, seconds.
            lay: the dice of the throw before.
            apart: millimetres within which a die that did not move is read.
            missed: whether no die was seen at the look before.
        """
        if any(dist(vote.place, die.place) <= DICE.same_place and vote.value == die.value for vote in lay):
            return False
        if self.vote is None or dist(self.vote.place, die.place) > apart:
            if self.vote is not None and self.is_reported and (missed or die.value != self.vote.value):
                self.before = self.vote, self.since
            self.vote, self.since = Vote(die.place), t
        self.vote.add(die, self.code)
        return True

    def report(self, by: Side | None) -> HalfThrown | None:
        """Return the throw of this die, which `by` threw, if it is clear and was not reported."""
        if self.value is None or self.is_reported:
            return None
        self.reported = self.vote
        half_read, half_since = self.of_before()
        self.before = None
        return HalfThrown(self.since, self.value, by, half_read, half_since)

    def of_before(self) -> tuple[int | None, float]:
        """Return the value of the lone die of the throw before (None: read whole), and since when it was seen."""
        return (None, 0.0) if self.before is None else (self.before[0].value, self.before[1])

    def is_of(self, resting: Resting, apart: float) -> bool:
        """Whether it is one of two dice found since; otherwise those were thrown after it."""
        lone = self.vote
        return lone is not None and any(
            dist(vote.place, lone.place) <= apart and vote.value == lone.value for vote in resting.votes
        )
