"""How well the table is seen: which pictures are used, and which faults may be announced.

1. A picture that shows nothing is not used.
2. A fault is as sure as the least sure of what it rests on: the dice of its throw, for a wrong play the dames, too, and
   for an école the jetons. It is announced if faults so sure were right often enough for the costs. A throw whose dice
   nobody read, but which follows from the play, accuses nobody. A player's own claim is answered all the same.
3. Questions and disorders wait while the dice are read unsurely in pictures that have a trouble. Those still open
   afterwards are announced once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, log
from typing import TYPE_CHECKING, TypeVar

from events.acts import DiceThrown, SightChanged, ThrowCancelled
from events.board_reading import Trouble
from events.rulings import Disorder, Doubt, DoubtSettled, FaultRuling, OrderRestored, ThrowWorth, Window, Withdrawn
from referee.inference.deciding import worth_accusing
from referee.inference.tables import OBSERVATION, steps
from rules.fault_table import TABLE, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from events.acts import Act
    from events.board_reading import BoardReading
    from events.rulings import Ruling
    from referee.inference.tables import Costs
    from rules.position import Dice

NOTHING = frozenset({Trouble.NO_BOARD, Trouble.BOARD_MOVED, Trouble.BLURRED})
"""Troubles of pictures that show nothing of the pieces."""

SeenT = TypeVar("SeenT")


ODDS = {kind: steps("observation.toml", f"faults.{kind}", "sure", "odds") for kind in Kind}
"""For each kind, by how many nats at least the pieces of a fault were read, and the log odds that it is right.

The surest ones are always announced: how well the table is seen no longer matters for those.
"""

KINDS: dict[str, Kind] = {one.name: one.kind for one in TABLE}
"""The kind of each fault of trictrac. Those of other games are wrong plays."""


def shows_nothing(reading: BoardReading) -> bool:
    """Whether nothing can be read in the picture."""
    return bool(NOTHING & set(reading.troubles)) or bool(reading.troubles and not reading.cases)


def readable(reading: BoardReading) -> bool:
    """Whether the pieces can be read: the board is in sight, nothing moves and no hand is over it."""
    return reading.settled and not reading.hands and not shows_nothing(reading)


@dataclass(slots=True)
class Mean:
    """The mean of the looks since a moment, infinite without any; until the next one, that of the last."""

    total: float = 0.0
    looks: int = 0
    last: float = inf

    @property
    def value(self) -> float:
        """The mean."""
        return self.total / self.looks if self.looks else self.last

    def add(self, confidences: Iterable[float]) -> None:
        """Add a look by the log odds of its least confidence, 0 for an even chance or less."""
        sure = min(max(min(confidences), 0.5), 1 - OBSERVATION.floor)
        self.last = log(sure / (1 - sure))
        self.total, self.looks = self.total + self.last, self.looks + 1

    def begin(self) -> None:
        """Forget the looks but the last."""
        self.total, self.looks = 0.0, 0


@dataclass(slots=True)
class Read:
    """Two values read together: when they last were, and when a picture before that last showed no die."""

    bare: float
    last: float = -inf
    nats: Mean = field(default_factory=Mean)


@dataclass(slots=True)
class Sight:
    """Holds announcements back while pieces are read unsurely.

    Attributes:
        costs: of accusing wrongly, and of missing a fault.
        poor: the kinds of fault that rest on pieces read too unsurely.
        throw: the number of the last throw.
        until: for a kind, the last throw that ended so.
        held: the names of the faults held back.
        troubled: whether the last picture at rest has a trouble.
        waiting: questions and disorders to announce later.
        thrown: the throw under way.
        bare: when a picture last showed no die.
        read: how two values were read together since then.
        dames: how the least sure case was read since the throw.
        jetons: how the least sure jeton that marks points was; of all jetons if none does.
    """

    costs: Costs
    poor: frozenset[Kind] = frozenset()
    throw: int = 0
    until: dict[Kind, int] = field(default_factory=dict)
    held: set[str] = field(default_factory=set)
    troubled: bool = False
    waiting: dict[type[Ruling], Ruling] = field(default_factory=dict)
    thrown: DiceThrown | None = None
    bare: float = -inf
    read: dict[Dice, Read] = field(default_factory=dict)
    dames: Mean = field(default_factory=Mean)
    jetons: Mean = field(default_factory=Mean)

    def sure(self, kind: Kind) -> float:
        """How surely that was read on which such a fault rests, in nats."""
        thrown = self.thrown
        read = None if thrown is None else self.read.get(_in_order(*thrown.dice))
        # Dice that an earlier picture did not show may be another throw's.
        if thrown is None or read is None or not read.bare < thrown.t <= read.last:
            return 0.0
        others = {Kind.CASE: self.dames.value, Kind.ECOLE: self.jetons.value}
        return min(read.nats.value, others.get(kind, inf))

    def look(self, reading: BoardReading) -> Iterator[SightChanged]:
        """Take one reading in; yield the change if the pieces were read surely enough by now, or no longer."""
        if not reading.settled or reading.hands:
            return
        self.troubled = bool(reading.troubles)
        if not readable(reading):
            return
        if not reading.dice:
            self.bare = reading.t
        elif len(reading.dice) > 1:
            one, other = sorted(reading.dice, key=lambda die: -die.confidence)[:2]
            values = _in_order(one.value, other.value)
            if values not in self.read or self.read[values].last < self.bare:
                self.read[values] = Read(self.bare)
            self.read[values].last = reading.t
            self.read[values].nats.add((one.confidence, other.confidence))
        self.dames.add(case.confidence for case in reading.cases)
        if reading.jetons:
            marking = [jeton.confidence for jeton in reading.jetons if jeton.points]
            self.jetons.add(marking or [jeton.confidence for jeton in reading.jetons])
        yield from self._changed(reading.t)

    def events(self, seen: Iterator[SeenT]) -> Iterator[SeenT | SightChanged]:
        """Yield the events, and the changes of sight. Questions and disorders may wait."""
        for one in seen:
            match one:
                case Doubt() | Disorder() if self._waits:
                    self.waiting[type(one)] = one
                    continue
                case DoubtSettled() if Doubt in self.waiting:
                    del self.waiting[Doubt]
                    continue
                case OrderRestored() if Disorder in self.waiting:
                    del self.waiting[Disorder]
                    continue
            yield one
            if isinstance(one, DiceThrown):
                self.thrown = one
                self.read = {dice: read for dice, read in self.read.items() if read.last >= one.t}
                self.dames.begin()
                self.jetons.begin()
                yield from self._changed(one.t)
        if not self._waits:
            waiting, self.waiting = self.waiting, {}
            yield from waiting.values()  # type: ignore[misc] # notices are what is seen, too

    @property
    def _waits(self) -> bool:
        """Whether questions wait: the picture has a trouble, and pieces were read unsurely."""
        return bool(self.poor) and self.troubled

    def _changed(self, t: float) -> Iterator[SightChanged]:
        if self.thrown is None:
            return
        held = tuple(kind for kind in Kind if not _is_announced(kind, self.sure(kind), self.costs))
        if self.poor != frozenset(held):
            yield SightChanged(t, not held, held)

    def take(self, act: Act) -> None:
        """Remember what an act says about the sight of a throw."""
        match act:
            case SightChanged():
                self.poor = frozenset(act.held or (() if act.clear else Kind))
            case ThrowCancelled():
                self.poor = frozenset()
            case DiceThrown():
                self.until |= dict.fromkeys(self.poor, self.throw)
            case _:
                pass

    def without_held(self, rulings: tuple[Ruling, ...]) -> tuple[Ruling, ...]:
        """Return these rulings without the faults that are held back."""
        return tuple(one for one in rulings if self._may_be_announced(one))

    def _may_be_announced(self, ruling: Ruling) -> bool:
        match ruling:
            case ThrowWorth(throw=number):
                if number <= 1:
                    self.throw, self.until = 0, {}  # throws are numbered from 1 again
                self.throw = max(self.throw, number)
                return True
            case FaultRuling(window=Window.CLAIMED):
                self.held.discard(ruling.about)
                return True
            case FaultRuling() if ruling.about in self.held:
                return False
            case FaultRuling() if ruling.id == ruling.about and self._is_unsure(ruling):
                self.held.add(ruling.about)
                return False
            case Withdrawn(what=FaultRuling() as fault):
                return fault.about not in self.held
            case _:
                return True

    def _is_unsure(self, ruling: FaultRuling) -> bool:
        kind = KINDS.get(ruling.fault.name, Kind.CASE)
        return kind in self.poor or ruling.throw <= self.until.get(kind, 0)


def _in_order(one: int, other: int) -> Dice:
    return max(one, other), min(one, other)


def _is_announced(kind: Kind, sure: float, costs: Costs) -> bool:
    step = max(step for step in ODDS[kind] if step[0] <= sure)
    return step == ODDS[kind][-1] or worth_accusing(step[1], costs)
