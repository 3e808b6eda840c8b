"""What a game taught: rulings in, a summary out. A pure function, no words in it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from referee.rulings import FaultRuled, HeldOrLeft, Marked, ThrowWorth, Window, standing
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.games import AnyRuling
    from rules.fault import Fault
    from rules.jan import JanName


@dataclass(frozen=True, slots=True)
class Missed:
    """Points not marked: the throw, whose they were, what he marked and what was his."""

    throw: int
    side: Side
    points: int
    owed: int


@dataclass(frozen=True, slots=True)
class Committed:
    """A fault and what became of it; picture: the id of the ruling its evidence goes by."""

    throw: int
    fault: Fault
    window: Window
    picture: str


@dataclass(frozen=True, slots=True)
class Part:
    """Points of one origin: a jan, an école, or what was left over of the trou before; none of these: not known."""

    points: int
    jan: JanName | None = None
    ecole: bool = False
    reste: bool = False


@dataclass(frozen=True, slots=True)
class Trou:
    """A marking that made trous, and the points they were made of since the one before."""

    throw: int
    side: Side
    trous: int
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """The score after something was marked, of Blancs and Noirs; turn: the throw, counted from 1 in the sitting."""

    turn: int
    trous: tuple[int, int]
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything a report tells, in the order it happened."""

    missed: tuple[Missed, ...] = ()
    faults: tuple[Committed, ...] = ()
    trous: tuple[Trou, ...] = ()
    standings: tuple[Standing, ...] = (Standing(0, (0, 0), (0, 0)),)


@dataclass(slots=True)
class _Gathering:
    """What is known while the rulings are gone through."""

    missed: list[Missed] = field(default_factory=list)
    faults: dict[str, Committed] = field(default_factory=dict)
    trous: list[Trou] = field(default_factory=list)
    standings: list[Standing] = field(default_factory=lambda: [Standing(0, (0, 0), (0, 0))])
    worth: dict[int, ThrowWorth] = field(default_factory=dict)
    parts: dict[Side, list[Part]] = field(default_factory=lambda: {side: [] for side in Side})
    turn: int = 0

    def throw(self, ruling: ThrowWorth) -> None:
        """A throw was made, or told anew; throws are counted from 1 in every tour."""
        if ruling.throw == 1 and len(self.worth) > 1:
            self.begin_tour()
        if ruling.throw not in self.worth:
            self.turn += 1
        self.worth[ruling.throw] = ruling

    def begin_tour(self) -> None:
        """Nobody holds anything yet."""
        self.worth = {}
        self.parts = {side: [] for side in Side}
        self.standings.append(Standing(self.turn, (0, 0), (0, 0)))

    def mark(self, ruling: Marked) -> None:
        """A side marked."""
        if ruling.owed > ruling.points and not ruling.ecole:
            self.missed.append(Missed(ruling.throw, ruling.side, ruling.points, ruling.owed))
        parts = self.parts[ruling.side]
        parts.extend(self._origins(ruling))
        last = self.standings[-1]
        mine = tuple(Side).index(ruling.side)
        points, trous = list(last.points), list(last.trous)
        points[mine], trous[mine] = ruling.reste, ruling.total
        if ruling.trous:
            made = tuple(parts) if not ruling.reste else _but_for(parts, ruling.reste)
            self.trous.append(Trou(ruling.throw, ruling.side, ruling.trous, made))
            points[1 - mine] = 0
            self.parts = {side: [] for side in Side}
            if ruling.reste:
                self.parts[ruling.side].append(Part(ruling.reste, reste=True))
        self.standings.append(Standing(self.turn, (trous[0], trous[1]), (points[0], points[1])))

    def _origins(self, ruling: Marked) -> list[Part]:
        """Where the points of a marking come from: the jans of its throw, as far as they go."""
        if ruling.ecole:
            return [Part(ruling.points, ecole=True)]
        left, found = ruling.points, []
        worth = self.worth.get(ruling.throw)
        for jan in worth.jans if worth else ():
            if jan.side is ruling.side and left > 0:
                found.append(Part(min(jan.points, left), jan.name))
                left -= found[-1].points
        return [*found, Part(left)] if left else found

    def left_the_game(self) -> None:
        """Whoever leaves, both lose the points they hold (Lois XVI)."""
        self.parts = {side: [] for side in Side}
        self.standings.append(replace(self.standings[-1], points=(0, 0)))


def _but_for(parts: list[Part], reste: int) -> tuple[Part, ...]:
    """The parts that made the trou: what is left over comes off the last ones."""
    made = list(parts)
    while made and reste > 0:
        last = made.pop()
        if last.points > reste:
            made.append(replace(last, points=last.points - reste))
        reste -= last.points
    return tuple(made)


def summarise(rulings: Iterable[AnyRuling]) -> Summary:
    """The summary of a sitting's rulings, in the order they were made."""
    found = _Gathering()
    for ruling in standing(rulings):
        match ruling:
            case ThrowWorth():
                found.throw(ruling)
            case Marked():
                found.mark(ruling)
            case FaultRuled():
                first = found.faults.get(ruling.about)
                picture = first.picture if first else ruling.id
                found.faults[ruling.about] = Committed(ruling.throw, ruling.fault, ruling.window, picture)
            case HeldOrLeft(left=True):
                found.left_the_game()
    return Summary(tuple(found.missed), tuple(found.faults.values()), tuple(found.trous), tuple(found.standings))
