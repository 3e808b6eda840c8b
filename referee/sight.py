"""How well the table is seen: which pictures are used, and what may be announced while the picture is poor.

1. A picture that shows nothing is not used. Others with a trouble are. A picture is poor if faults seen at tables with
   that trouble were right too seldom for the costs: then nobody is accused of a fault in that throw, but a player's own
   claim is still answered. Those tables had it in most pictures, so a trouble seen now and then does not count.
2. While the board is in disorder, nobody is accused in that throw either; and while a throw may have been another one,
   until it is certain.
3. Nobody is accused of a fault against which something speaks, if such faults were right too seldom for the costs.
4. Where throws often lack a die when they are first seen, the table says so, and nobody is accused either.
5. Questions and disorders wait until the picture is good. Those still open by then are announced once.
6. A die is good as the camera sees it lie; the law is in `rules.games.throw_validity`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from events.acts import Act, Claimed, Declared, SightChanged
from events.board_reading import BoardReading, DieReading, Trouble
from events.rulings import (
    DiceTrouble,
    Disorder,
    Doubt,
    DoubtSettled,
    FaultRuling,
    OrderRestored,
    Ruling,
    Window,
    Withdrawn,
)
from referee.inference.deciding import worth_accusing, worth_mending
from referee.inference.tables import UNREAD, Costs, numbers, table
from rules.code import Code
from rules.fault import FaultName
from rules.fault_table import article_of
from rules.games.throw_validity import Circumstance, Die, Rest, Validity, rule_for, throw_rules

NOTHING = frozenset({Trouble.NO_BOARD, Trouble.BOARD_MOVED, Trouble.BLURRED})
"""Troubles of pictures that show nothing of the pieces."""

POOR = frozenset(Trouble) - {Trouble.NO_BOARD, Trouble.BOARD_MOVED}
"""Troubles of pictures that may be misread."""

RIGHT = numbers("observation.toml: faults", table("observation.toml", "faults"))
"""For a trouble of most pictures of a table, the log odds that a fault is right. One without entry was not counted."""

DOUBTED = numbers("observation.toml: doubts", table("observation.toml", "doubts"))
"""The same for a fault against which something speaks, by its name."""

SeenT = TypeVar("SeenT")


def shows_nothing(reading: BoardReading) -> bool:
    """Whether nothing can be read in the picture."""
    return bool(NOTHING & set(reading.troubles)) or bool(reading.troubles and not reading.cases)


def readable(reading: BoardReading) -> bool:
    """Whether the pieces can be read: the board is in sight, nothing moves and no hand is over it."""
    return reading.settled and not reading.hands and not shows_nothing(reading)


@dataclass(slots=True)
class Sight:
    """Holds back announcements while the picture is poor.

    Attributes:
        costs: of accusing wrongly, and of missing a fault.
        poor: whether nobody is to be accused.
        passing: whether that ends with the doubt about the throw under way.
        dim: whether the picture is poor.
        disordered: whether the board is in disorder, and not only by the dames of the throw under way.
        unsure: whether the dice or dames of the throw under way may have been others.
        throw: the last throw that was ruled on.
        until: the last throw with a poor picture, 0 for none.
        looks: how many pictures were read; one of an earlier throw counts half as much as one of the next.
        troubled: in how many of them each trouble was seen.
        missed, whole: how many throws lacked a die when first seen, and how many did not; later ones count for more.
        dice_missed: whether that is so often that the table says so.
        held: the names of the faults held back.
        waiting: questions and disorders to announce when the picture is good.
    """

    costs: Costs
    poor: bool = False
    passing: bool = False
    dim: bool = False
    disordered: bool = False
    unsure: bool = False
    throw: int = 0
    until: int = 0
    looks: float = 0.0
    troubled: dict[Trouble, float] = field(default_factory=dict)
    missed: float = 0.0
    whole: float = 0.0
    dice_missed: bool = False
    held: set[str] = field(default_factory=set)
    waiting: dict[type[Ruling], Ruling] = field(default_factory=dict)

    def changes(self, reading: BoardReading) -> Iterator[SightChanged]:
        """Yield a change of the picture to poor or good, if nothing moves."""
        if reading.settled and not reading.hands:
            self.looks += 1
            for trouble in set(reading.troubles):
                self.troubled[trouble] = self.troubled.get(trouble, 0.0) + 1
            self.dim = any(self._is_poor(one) for one in POOR & set(reading.troubles))
            yield from self._change(reading.t)

    def recall(self) -> None:
        """Count one picture for an act of the past: with every trouble if the picture was poor then, else with none."""
        self.looks += 1
        if self.poor and not self.passing:
            self.troubled = {one: self.troubled.get(one, 0.0) + 1 for one in POOR}

    def _is_poor(self, trouble: Trouble) -> bool:
        often = trouble not in RIGHT or 2 * self.troubled.get(trouble, 0.0) > self.looks
        return often and not worth_accusing(RIGHT.get(trouble, 0.0), self.costs)

    def update_certainty(self, t: float, *, unsure: bool) -> Iterator[SightChanged]:
        """Yield a change at t of whether the dice or dames of the throw under way may have been others."""
        self.unsure = unsure
        yield from self._change(t)

    def count_throw(self, *, whole: bool) -> None:
        """Count a throw, read whole when first seen or not."""
        self.missed, self.whole = UNREAD.kept * self.missed + (not whole), UNREAD.kept * self.whole + whole
        missed = UNREAD.missed + self.missed
        share = missed / (missed + UNREAD.whole + self.whole)
        self.dice_missed = worth_mending(UNREAD.mended * share if self.dice_missed else share, self.costs)

    def _change(self, t: float) -> Iterator[SightChanged]:
        poor = self.dim or self.disordered or self.dice_missed
        passing = self.unsure and not poor
        if (poor or passing, passing) != (self.poor, self.passing):
            yield SightChanged(t, not (poor or passing), passing)

    def become(self, act: SightChanged) -> None:
        """Remember the change."""
        self.poor, self.passing = not act.clear, act.passing
        self._extend()

    def _extend(self) -> None:
        """Hold back the faults of the throw under way, if the picture is poor and not only the throw unsure."""
        if self.poor and not self.passing:
            self.until = self.throw

    def doubts(self, against: Iterable[str]) -> bool:
        """Return whether nobody is to be accused of a fault; against: names what speaks against it."""
        return not all(worth_accusing(DOUBTED.get(one, 0.0), self.costs) for one in against)

    def without_held(
        self, rulings: tuple[Ruling, ...], act: Act, doubtful: Container[str] = (), /
    ) -> tuple[Ruling, ...]:
        """Return these rulings on an act without the faults held back; doubtful: those not to be announced now."""
        answers = isinstance(act, Claimed | Declared)
        return tuple(one for one in rulings if self._may_be_announced(one, doubtful, answers=answers))

    def _may_be_announced(self, ruling: Ruling, doubtful: Container[str], *, answers: bool) -> bool:
        if ruling.throw < self.throw and not isinstance(ruling, FaultRuling | Withdrawn) and ruling.throw <= 1:
            self.until = 0  # throws are numbered from 1 again
        if not isinstance(ruling, Withdrawn):
            if ruling.throw > self.throw:
                # Later pictures count for more: a lens may lose its focus in the middle of a tour.
                self.looks, self.troubled = self.looks / 2, {one: looks / 2 for one, looks in self.troubled.items()}
            self.throw = ruling.throw
        self._extend()
        match ruling:
            case FaultRuling(window=Window.CLAIMED) if answers:
                self.held.discard(ruling.about)
                return True
            case FaultRuling() if ruling.about in self.held:
                return False
            case FaultRuling() if ruling.id == ruling.about and (
                self.poor or ruling.throw <= self.until or ruling.about in doubtful
            ):
                self.held.add(ruling.about)
                return False
            case Withdrawn(what=FaultRuling() as fault):
                return fault.about not in self.held
            case _:
                return True

    def asks(self, seen: Iterator[SeenT], misread: Callable[[Disorder], bool]) -> Iterator[SeenT]:
        """Yield the events without the questions and disorders that wait until the picture is good.

        misread: whether a disorder is more than a strange play of the throw under way.
        """
        for one in seen:
            match one:
                case Doubt() | Disorder() if self.dim:
                    self.waiting[type(one)] = one
                case DoubtSettled() if Doubt in self.waiting:
                    del self.waiting[Doubt]
                case OrderRestored() if Disorder in self.waiting:
                    del self.waiting[Disorder]
                case _:
                    if isinstance(one, Disorder | OrderRestored):
                        self.disordered = isinstance(one, Disorder) and misread(one)
                    yield one
        if self.waiting and not self.dim:
            waiting, self.waiting = self.waiting, {}
            disorder = waiting.get(Disorder)
            self.disordered = self.disordered or (isinstance(disorder, Disorder) and misread(disorder))
            yield from waiting.values()  # type: ignore[misc] # notices are what is seen, too


TROUBLES: dict[Circumstance, DiceTrouble] = {
    Circumstance.LEANING: DiceTrouble.LEANING,
    Circumstance.ON_RAIL: DiceTrouble.ON_RAIL,
    Circumstance.OUTSIDE: DiceTrouble.OUTSIDE,
    Circumstance.ON_OTHER_DIE: DiceTrouble.STACKED,
}
"""The circumstances that a camera can see. Only people can find out whether a die would fall from its dame."""


def trouble_of(reading: DieReading, code: Code) -> DiceTrouble | None:
    """Return why a die is not good as it lies, before anybody tests it; None if it is good."""
    rule = rule_for(Die(Rest(reading.rest.value), leaning=not reading.flat), throw_rules(code))
    return None if rule.verdict is Validity.GOOD else TROUBLES[rule.circumstance]


def article_on(trouble: DiceTrouble, code: Code) -> str:
    """Return the article by which a throw with this trouble does not count."""
    if trouble is DiceTrouble.OUT_OF_TURN:
        return article_of(FaultName.HORS_TOUR)
    return next(rule.article for rule in throw_rules(code) if TROUBLES.get(rule.circumstance) is trouble)
