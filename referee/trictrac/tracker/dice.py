"""The dice: when they came to rest, which values they show, and when they were taken up.

The tracker follows two dice at rest by their places. A throw moves both, but a sleeve or a dame set down nudges one.
Readings vote on their values. A throw is reported once the vote is decided, with the time the dice were first seen so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import dist

from events.board_reading import DieReading, DieRest
from events.field import Point
from events.rulings import DiceTrouble
from referee.trictrac.judge.situation import Throw
from referee.trictrac.numbers import DICE
from referee.trictrac.tracker.dice_votes import Doubted, FalseDice, Resting, Vote
from referee.trictrac.tracker.lone_die import HalfThrown, LoneDie
from rules.code import LOIS_2013, Code
from rules.position import Dice, Side


@dataclass(frozen=True, slots=True)
class Thrown:
    """Two dice came to rest, or those of the last throw were first read wrongly.

    Attributes:
        t: when they came to rest, seconds.
        dice: their values.
        trouble: why the throw is not good, if it is not.
        again: whether this corrects the values of the last throw.
        by, half_read, half_since: as of a throw with one die read (`HalfThrown`).
    """

    t: float
    dice: Dice
    trouble: DiceTrouble | None
    again: bool
    by: Side | None = None
    half_read: int | None = None
    half_since: float = 0.0

    def may_show(self, dice: Dice) -> bool:
        """Return whether these may be the dice."""
        return dice == self.dice


@dataclass(frozen=True, slots=True)
class Lifted:
    """The dice were taken up; by: whose hand it was, if known."""

    t: float
    by: Side | None = None


@dataclass(slots=True)
class DiceTracker:
    """Follows the two dice from reading to reading.

    Attributes:
        code: the laws that say which throws are good.
        thrown: the dice of the last throw reported.
        lay_badly: whether a look at the throw before that one showed a die that lay badly.
        said: the values reported for them.
        candidate: dice seen that are not reported yet.
        gone: in how many readings in a row they were missing.
        lifted: whether they were taken up.
        lone: the only die seen since they were taken up, if one is missed.
        apart: millimetres within which a die that did not move is read.
        false: things that are read as dice.
        first_looks: whether each throw was read whole when it was first seen; emptied when counted.
    """

    code: Code = LOIS_2013
    thrown: Resting | None = None
    lay_badly: bool = False
    said: Dice | None = None
    candidate: Resting | None = None
    gone: int = 0
    gone_since: float = 0.0
    gone_by: Side | None = None
    lifted: bool = True
    lone: LoneDie = field(init=False)
    apart: float = DICE.same_place
    false: FalseDice = field(default_factory=FalseDice)
    first_looks: list[bool] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Read a lone die by the same laws."""
        self.lone = LoneDie(self.code)

    @property
    def half_read(self) -> int | None:
        """The value of the only die read of a throw, while the other is missed."""
        return self.lone.value if self.lifted else None

    def recall(self, dice: Dice) -> None:
        """Take these dice for thrown already, so that they are not reported when they are seen."""
        self.thrown = self.candidate = self.gone_by = None
        self.said, self.lifted, self.gone = dice, False, 0
        self.lone.forget()

    def other_readings(self, dice: Dice) -> Doubted:
        """Return other readings of the dice of the throw under way, and how much less likely each is, in nats."""
        return self.thrown.doubted if self.thrown is not None and dice == self.said == self.thrown.dice else ()

    def reads_otherwise(self, throw: Throw) -> bool:
        """Whether the dice of a throw still lie there, and are read as others that are likelier."""
        lay = self.thrown
        if lay is None or (throw.moves is not None and lay.t > throw.let_go):
            return False
        return throw.dice in {one for one, _ in lay.doubted}

    def may_say(self, dice: Dice) -> tuple[Dice, ...]:
        """Return other readings of the dice of a throw taken to be `dice`; none if people corrected those."""
        if self.thrown is None:
            return ()
        found = (self.thrown.dice, *(one for one, _ in self.thrown.doubted))
        return tuple(one for one in found if one != dice) if dice in found else ()

    def without_false(self, dice: Sequence[DieReading]) -> tuple[DieReading, ...]:
        """Return the dice of a reading without things that proved to be no dice, as they stayed during a throw."""
        return self.false.without(dice, () if self.lifted or self.thrown is None else self.thrown.votes)

    @property
    def places(self) -> tuple[Point, ...]:
        """The places where the dice last lay."""
        if self.lifted and self.lone.vote is not None:
            return (self.lone.vote.place,)
        return tuple(vote.place for vote in self.thrown.votes) if self.thrown is not None else ()

    def observe(
        self,
        dice: Sequence[DieReading],
        t: float,
        by: Side | None = None,
        taken_by: Side | None = None,
        *,
        still: bool = False,
        turn: Side | None = None,
    ) -> Thrown | Lifted | None:
        """Take in the dice of one settled reading.

        Args:
            dice: as read.
            t: the time of the reading, seconds.
            by: the player whose hand was over the board since the reading before, if only one player's was.
            taken_by: who took the dice up meanwhile, if they are gone.
            still: whether nothing has moved since then, so that dice read elsewhere have not moved either.
            turn: whose turn it is to throw, if the dice on the board have been played.
        """
        self.apart = DICE.nudge if still else DICE.same_place
        if len(dice) > 2:
            dice = sorted(dice, key=lambda die: (-die.confidence, die.place))[:2]
        if self._upon_the_other(dice):
            # The die below is hidden, but a throw that does not count needs no values (Lois VI).
            dice = (dice[0], dice[0])
        if len(dice) < 2:
            return self._missing(dice, t, taken_by, turn)
        missed, self.gone = self.gone > 0, 0
        if self.thrown is not None:
            near = self.thrown.ways(dice)
            if self.lifted and max(near) <= self.apart and self._says_the_same(dice) and self._each_as_before(dice):
                self.lifted = False  # they were only hidden
            if self.lifted:
                return self._consider(dice, t, by)
            if max(near) <= self.apart:
                self.candidate = None
                self.thrown.add(dice, self.code)
                return self._misread()
            # One throw in twenty shows the same values again. Nobody pushes both across the board after the play.
            again = turn is not None and by is not turn.adversary and min(self.thrown.pushed(dice)) > DICE.nudge
            may = not missed and not again and (max(near) <= DICE.nudge or not self._are_candidate(dice))
            if may and self._were_nudged(near, dice):
                self.candidate = None
                for vote, die in zip(self.thrown.votes, self.thrown.by_value(dice), strict=True):
                    vote.pushed(die.place)
                return None
        return self._consider(dice, t, by, again=still and self.thrown is not None)

    def taken_up(self, dice: Sequence[DieReading]) -> Lifted | None:
        """Return whether the last dice were taken up. One look is enough to show it, before new dice are considered.

        None of the last dice was found in that look. Both dice seen now lie elsewhere or surely show other values, as
        thrown dice may come to rest just where others lay. One that does is enough, if neither lies where one lay.
        """
        if len(dice) != 2 or not self.gone or self.lifted or self.thrown is None:
            return None
        nearest, otherwise = min(self.thrown.ways(dice)), self._say_otherwise(dice)
        if nearest <= DICE.nudge and not all(otherwise) and (nearest <= DICE.same_place or not any(otherwise)):
            return None
        self.lifted = True
        return Lifted(self.gone_since, self.gone_by)

    def _say_otherwise(self, dice: Sequence[DieReading]) -> tuple[bool, ...]:
        """Whether each is read surely, and with a value that the die lying there cannot have shown."""
        lay = self.thrown
        pairs = () if lay is None else zip(lay.votes, lay.paired(dice), strict=True)
        return tuple(die.confidence > DICE.surely and die.value not in vote.doubted for vote, die in pairs)

    def _upon_the_other(self, dice: Sequence[DieReading]) -> bool:
        """Whether only one die is seen, and it lies on the other. If it lay there before, the other is just missed."""
        lay = () if self.lifted else self.places
        return [die.rest for die in dice] == [DieRest.DIE] and all(
            dist(dice[0].place, at) > DICE.same_place for at in lay
        )

    def same(self, dice: Sequence[DieReading]) -> bool:
        """Whether these may be the last dice thrown, or fewer than two are seen."""
        return len(dice) < 2 or (not self.lifted and self._says_the_same(dice))

    def left(self, dice: Sequence[DieReading]) -> None:
        """Take these for dice of a throw that was not seen."""
        self.thrown = self.candidate = self.gone_by = None
        self.gone, self.lifted = 0, len(dice) < 2
        self.lone.forget()
        if len(dice) == 2:
            self._consider(dice, 0.0, None)
            self.thrown, self.candidate = self.candidate or self.thrown, None
            self.said = self.thrown.dice if self.thrown is not None else None

    def _missing(
        self, dice: Sequence[DieReading], t: float, by: Side | None, turn: Side | None
    ) -> Thrown | Lifted | None:
        self.candidate = None
        if self.lifted:
            if dice:
                self._one(dice[0], t)
            elif self.lone.vote is not None and not self.gone:
                self.gone, self.gone_since, self.gone_by = 1, t, by
            return None
        if dice and self.gone and all(dist(dice[0].place, at) > DICE.same_place for at in self.places):
            # One look found neither, and neither lies where it lay.
            lifted, self.lifted = Lifted(self.gone_since, self.gone_by), True
            self._one(dice[0], t)
            return lifted
        if dice and turn is not None and self._is_of_others(dice[0]):
            # The played dice were taken up, and one of those thrown since then is missed.
            self.lifted, self.gone_by = True, by
            self._one(dice[0], t)
            return Lifted(t, by)
        if dice:
            return None
        if not self.gone:
            self.gone_since, self.gone_by = t, by
        self.gone += 1
        if self.gone < DICE.gone:
            return None
        self.lifted = True
        lifted = Lifted(self.gone_since, self.gone_by)
        if by is not None and by is not self.gone_by:
            self.gone_by = None  # both may have been missed in one look, and then the other player took them up
        return lifted

    def _is_of_others(self, die: DieReading) -> bool:
        """Whether a die is neither of those that lay there, even if they were pushed."""
        if self.thrown is None:
            return die.value not in (self.said or ())
        return all(_is_another(die, vote) for vote in self.thrown.votes)

    def _one(self, die: DieReading, t: float) -> None:
        """Take in a single die seen since the dice were taken up."""
        lay = () if self.thrown is None else self.thrown.votes
        if self.lone.see(die, t, lay, self.apart, missed=self.gone > 0):
            self.gone = 0

    def _says_the_same(self, dice: Sequence[DieReading]) -> bool:
        return sorted((die.value for die in dice), reverse=True) == list(self.said or ())

    def _each_as_before(self, dice: Sequence[DieReading]) -> bool:
        """Whether each die shows the same value as the one that lay there, as hidden dice do not change places."""
        lay = self.thrown
        return lay is not None and all(
            vote.value == die.value for vote, die in zip(lay.votes, lay.paired(dice), strict=True)
        )

    def on_still(self, t: float) -> Thrown | Lifted | None:
        """Handle a picture unchanged until t: dice seen once, or missing once, are so."""
        if self.candidate is not None and t - self.candidate.t >= DICE.waited:
            return self.unclear_throw()
        if self.gone and not self.lifted and t - self.gone_since >= DICE.waited:
            self.lifted = True
            return Lifted(self.gone_since, self.gone_by)
        return None

    def unclear_throw(self) -> Thrown | None:
        """Return a throw whose values were not quite clear when a hand came, with the likeliest values."""
        if self.candidate is None or not all(vote.lead >= DICE.likely for vote in self.candidate.votes):
            return None
        return self._taken(self.candidate)

    def half_thrown(self) -> HalfThrown | None:
        """Return a throw that had only one die read when a hand came."""
        seen = self.lone.report(self.gone_by) if self.lifted and self.candidate is None else None
        if seen is not None:
            self.first_looks.append(False)
        return seen

    def _were_nudged(self, ways: tuple[float, float], dice: Sequence[DieReading]) -> bool:
        """Whether they were pushed out of the way and not thrown: no hand took them up, and they show the same values.

        Or one of them was turned over, while the other hardly moved and shows the same value. Dice that did not lie
        well are taken for thrown again.
        """
        if self.thrown is None or (self.thrown.trouble is not None and min(ways) > DICE.nudge):
            return False
        if self._says_the_same(dice):
            return True
        pairs = zip(self.thrown.votes, self.thrown.paired(dice), ways, strict=True)
        return max(ways) <= DICE.nudge and any(
            vote.value == die.value and way <= DICE.same_place for vote, die, way in pairs
        )

    def _are_candidate(self, dice: Sequence[DieReading]) -> bool:
        """Whether they are the candidate: seen there already, and taken for thrown."""
        return self.candidate is not None and max(self.candidate.ways(dice)) <= self.apart

    def _consider(self, dice: Sequence[DieReading], t: float, by: Side | None, *, again: bool = False) -> Thrown | None:
        if self.candidate is None or not self._are_candidate(dice):
            self.candidate = Resting(t, (Vote(dice[0].place), Vote(dice[1].place)), self._thrower(by), again)
        self.candidate.add(dice, self.code)
        if not self.candidate.decided:
            return None
        return self._taken(self.candidate)

    def _thrower(self, by: Side | None) -> Side | None:
        """Return who threw: the player who had taken the dice up, unless the other's hand came since then.

        A hand often throws from next to the board, but it must reach in to take dice up.
        """
        if not self.lifted or self.gone_by is None or by is self.gone_by:
            return by
        return self.gone_by if by is None else None

    def _taken(self, resting: Resting) -> Thrown | None:
        recalled = self.thrown is None and not self.lifted and resting.dice == self.said
        lone, with_it = self.lone, self.lone.is_of(resting, self.apart)
        if not resting.again and not recalled and not (with_it and lone.is_reported):
            self.first_looks.append(not with_it)
        half_read, half_since = lone.of_before() if with_it else (self.half_read, lone.since)
        if with_it:
            resting.t = min(resting.t, lone.since)
        if resting.again and self.thrown is not None:
            resting.t, resting.by = self.thrown.t, self.thrown.by
        else:
            self.lay_badly = self.thrown is not None and any(set(vote.troubles) != {None} for vote in self.thrown.votes)
        self.thrown, self.candidate = resting, None
        lone.forget()
        if recalled:
            return None
        self.said = resting.dice
        self.lifted = False
        return Thrown(resting.t, self.said, resting.trouble, resting.again, resting.by, half_read, half_since)

    def _misread(self) -> Thrown | None:
        """Return the throw again if later readings have outvoted the values reported."""
        resting = self.thrown
        if resting is None or not resting.decided or resting.dice == self.said:
            return None
        self.said = resting.dice
        return Thrown(resting.t, self.said, resting.trouble, again=True)


def _is_another(die: DieReading, lay: Vote) -> bool:
    """Whether a die is not the one that lay somewhere, pushed or not."""
    way = dist(lay.place, die.place)
    return way > DICE.nudge or (way > DICE.same_place and die.value != lay.value)
