"""How well the table is seen: what can be looked at, and what may be announced while the picture is poor.

1. A picture that shows nothing is not looked at. A poor one is (too small, too low, too dark, a lamp's glare), and the
   game goes on by it; but nobody is accused of a fault in a throw with a poor picture. A player's own claim is answered
   all the same.
2. Questions and disorders wait until the picture is good; then those still open are asked once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from events.acts import SightChanged
from events.board_reading import Trouble
from events.rulings import Disorder, Doubt, DoubtSettled, FaultRuling, OrderRestored, Window, Withdrawn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from events.board_reading import BoardReading
    from events.rulings import Ruling

NOTHING = frozenset({Trouble.NO_BOARD, Trouble.BOARD_MOVED, Trouble.BLURRED})
"""Troubles of pictures that show nothing of the pieces."""

POOR = frozenset(Trouble) - {Trouble.NO_BOARD, Trouble.BOARD_MOVED}
"""Troubles of pictures on which nobody is accused: they may be misread."""

SeenT = TypeVar("SeenT")


def shows_nothing(reading: BoardReading) -> bool:
    """Whether nothing can be read in the picture."""
    return bool(NOTHING & set(reading.troubles)) or bool(reading.troubles and not reading.cases)


def readable(reading: BoardReading) -> bool:
    """Whether pieces can be looked at: no hand, nothing moving, a board in sight."""
    return reading.settled and not reading.hands and not shows_nothing(reading)


@dataclass(slots=True)
class Sight:
    """Holds back announcements by what is known of the picture.

    Attributes:
        poor: whether the picture is.
        throw: the last throw that was ruled on.
        until: the last throw with a poor picture, 0 for none.
        held: the names of the faults held back.
        waiting: questions for when the picture is good.
    """

    poor: bool = False
    throw: int = 0
    until: int = 0
    held: set[str] = field(default_factory=set)
    waiting: dict[type[Ruling], Ruling] = field(default_factory=dict)

    def changed(self, reading: BoardReading) -> SightChanged | None:
        """A change of the picture to poor or good; None where that is known, or nothing rests."""
        if not reading.settled or reading.hands:
            return None
        poor = bool(POOR & set(reading.troubles))
        return None if poor is self.poor else SightChanged(reading.t, not poor)

    def become(self, act: SightChanged) -> None:
        """Take the change for known."""
        self.poor = not act.clear
        if self.poor:
            self.until = self.throw

    def told(self, rulings: tuple[Ruling, ...]) -> tuple[Ruling, ...]:
        """These rulings without the faults that are held back."""
        return tuple(one for one in rulings if self._may_be_told(one))

    def _may_be_told(self, ruling: Ruling) -> bool:
        if ruling.throw < self.throw and not isinstance(ruling, FaultRuling | Withdrawn) and ruling.throw <= 1:
            self.until = 0  # throws are numbered from 1 again
        if not isinstance(ruling, Withdrawn):
            self.throw = ruling.throw
        if self.poor:
            self.until = self.throw
        match ruling:
            case FaultRuling(window=Window.CLAIMED):
                self.held.discard(ruling.about)
                return True
            case FaultRuling() if ruling.about in self.held:
                return False
            case FaultRuling() if ruling.id == ruling.about and (self.poor or ruling.throw <= self.until):
                self.held.add(ruling.about)
                return False
            case Withdrawn(what=FaultRuling() as fault):
                return fault.about not in self.held
            case _:
                return True

    def asks(self, seen: Iterator[SeenT]) -> Iterator[SeenT]:
        """The same, without questions that wait until the picture is good."""
        for one in seen:
            match one:
                case Doubt() | Disorder() if self.poor:
                    self.waiting[type(one)] = one
                case DoubtSettled() if Doubt in self.waiting:
                    del self.waiting[Doubt]
                case OrderRestored() if Disorder in self.waiting:
                    del self.waiting[Disorder]
                case SightChanged(clear=True):
                    yield one
                    yield from self._asked()  # type: ignore[misc] # notices are what is seen, too
                case _:
                    yield one

    def _asked(self) -> Iterator[Ruling]:
        """The questions still open, once."""
        waiting, self.waiting = self.waiting, {}
        yield from waiting.values()
