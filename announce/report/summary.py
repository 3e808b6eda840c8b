"""Sum up the rulings and positions of a sitting for the report. Pure functions that return values without words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, TypeVar

from events.rulings import Played, Revised, Ruling, ThrowWorth, Window, standing
from events.trictrac.rulings import FaultRuled, HeldOrLeft, Marked
from rules.fault import Fault, FaultName
from rules.jan import Jan, JanName
from rules.play import Move
from rules.position import BANDE, Dice, Position, Side

FORGETTING: Final = frozenset({FaultName.ECOLE_MOINS_J, FaultName.ECOLE_MOINS_A})
"""The faults of not marking points."""


class Moment(NamedTuple):
    """One act of a sitting: the rulings on it, and the position after it."""

    rulings: tuple[Ruling, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Coup:
    """A throw and how it was played.

    Attributes:
        throw: its number in the tour.
        side: the side that threw.
        dice: the throw.
        jans: the jans of both sides.
        before: the position before it.
        moves: the play; None when none was seen.
    """

    throw: int
    side: Side
    dice: Dice
    jans: tuple[Jan, ...]
    before: Position
    moves: tuple[Move, ...] | None = None

    @property
    def after(self) -> Position | None:
        """The position after the play, lawful or not; None when no play was seen."""
        if self.moves is None:
            return None
        counts = list(self.before.counts(self.side))
        for move in self.moves:
            counts[move.start - 1] = max(counts[move.start - 1] - 1, 0)
            if move.end < BANDE:
                counts[move.end - 1] += 1
        return self.before.with_counts(self.side, tuple(counts))


@dataclass(frozen=True, slots=True)
class Missed:
    """Points not marked.

    Attributes:
        throw: the number of the throw in its tour.
        side: the side that forgot them.
        points: points it marked.
        owed: points it was owed.
        coup: the throw; None when it was not seen.
        tour: the number of the tour.
    """

    throw: int
    side: Side
    points: int
    owed: int
    coup: Coup | None = None
    tour: int = 1

    @property
    def place(self) -> tuple[int, int, Side]:
        """The tour, the throw, and who erred."""
        return self.tour, self.throw, self.side

    @property
    def jans(self) -> tuple[Jan, ...]:
        """The jans for which the points were owed."""
        return tuple(jan for jan in self.coup.jans if jan.side is self.side) if self.coup else ()


@dataclass(frozen=True, slots=True)
class Committed:
    """A fault and its outcome.

    Attributes:
        throw: the number of the throw in its tour.
        fault: the fault as ruled.
        window: the state of its claim.
        picture: the id of the ruling under which its photographs are kept.
        coup: the throw; None when it was not seen.
        tour: the number of the tour.
    """

    throw: int
    fault: Fault
    window: Window
    picture: str
    coup: Coup | None = None
    tour: int = 1

    @property
    def place(self) -> tuple[int, int, Side]:
        """The tour, the throw, and who erred."""
        return self.tour, self.throw, self.fault.by


ErredT = TypeVar("ErredT", Missed, Committed)


@dataclass(frozen=True, slots=True)
class Part:
    """Points of one origin: a jan, an école, or the rest (reste) of the previous trou. Otherwise it is not known."""

    points: int
    jan: JanName | None = None
    ecole: bool = False
    reste: bool = False


@dataclass(frozen=True, slots=True)
class Trou:
    """A marking that made trous.

    Attributes:
        throw: the number of the throw in its tour.
        side: the side that marked.
        trous: how many.
        bredouille: whether the first dozen points count double; every further dozen does (Jeu 1).
        reste: points left over for the next trou.
        parts: the points since the previous trou, including all points of this marking (`reste` too).
        tour: the number of the tour.
    """

    throw: int
    side: Side
    trous: int
    bredouille: bool
    reste: int
    parts: tuple[Part, ...]
    tour: int = 1


@dataclass(frozen=True, slots=True)
class ScorePoint:
    """The score of Blancs and Noirs after a marking; turn: the throw, counted from 1 in the sitting."""

    turn: int
    trous: tuple[int, int]
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Account:
    """A side's gains and losses, in points.

    Attributes:
        own: marked on its own throws.
        adverse: marked on the adversary's throws.
        ecoles: marked as écoles on the adversary.
        forgotten: owed and not marked.
        given: marked by the adversary as écoles on this side.
        unclaimed: of the adversary's écoles that this side did not claim.
    """

    own: int = 0
    adverse: int = 0
    ecoles: int = 0
    forgotten: int = 0
    given: int = 0
    unclaimed: int = 0


@dataclass(frozen=True, slots=True)
class Summary:
    """The contents of a report, in the order of events."""

    missed: tuple[Missed, ...] = ()
    faults: tuple[Committed, ...] = ()
    trous: tuple[Trou, ...] = ()
    standings: tuple[ScorePoint, ...] = (ScorePoint(0, (0, 0), (0, 0)),)
    blancs: Account = Account()
    noirs: Account = Account()
    jans: tuple[JanName, ...] = ()
    """The jans that came up, each once, in the order of their first throw."""
    ends: tuple[ScorePoint, ...] = (ScorePoint(0, (0, 0), (0, 0)),)
    """The last score of each tour."""

    def account(self, side: Side) -> Account:
        """Return a side's gains and losses."""
        return self.blancs if side is Side.BLANCS else self.noirs


@dataclass(slots=True)
class _Gathering:
    """The contents of a summary while the rulings are read one by one."""

    missed: list[Missed] = field(default_factory=list)
    faults: dict[str, Committed] = field(default_factory=dict)
    trous: list[Trou] = field(default_factory=list)
    standings: list[ScorePoint] = field(default_factory=lambda: [ScorePoint(0, (0, 0), (0, 0))])
    coups: dict[int, Coup] = field(default_factory=dict)
    parts: dict[Side, list[Part]] = field(default_factory=lambda: {side: [] for side in Side})
    accounts: dict[Side, Account] = field(default_factory=lambda: {side: Account() for side in Side})
    jans: dict[JanName, None] = field(default_factory=dict)
    ends: list[ScorePoint] = field(default_factory=list)
    turn: int = 0

    @property
    def tour(self) -> int:
        """The number of the tour under way."""
        return len(self.ends) + 1

    def throw(self, ruling: ThrowWorth, position: Position) -> None:
        """Take in a throw that was made or read again. Throws are counted from 1 in every tour."""
        if ruling.throw == 1 and len(self.coups) > 1:
            self.begin_tour()
        known = self.coups.get(ruling.throw)
        if known is None:
            self.turn += 1
            known = Coup(ruling.throw, ruling.side, ruling.dice, (), position)
        self.coups[ruling.throw] = replace(known, side=ruling.side, dice=ruling.dice, jans=ruling.jans)
        self.jans.update(dict.fromkeys(jan.name for jan in ruling.jans))

    def play(self, ruling: Played | Revised) -> None:
        """Take in a play. A play repeated after a fault does not replace the first, which shows the fault."""
        coup = self.coups.get(ruling.throw)
        if coup is not None and (coup.moves is None or isinstance(ruling, Revised)):
            self.coups[ruling.throw] = replace(coup, moves=ruling.moves)

    def begin_tour(self) -> None:
        """Start a tour: neither side has points or trous."""
        self.attach()
        self.ends.append(self.standings[-1])
        self.coups = {}
        self.parts = {side: [] for side in Side}
        self.standings.append(ScorePoint(self.turn, (0, 0), (0, 0)))

    def attach(self) -> None:
        """Attach their throws to the faults and missed points of this tour, now that all are known."""
        self.missed = [self._with_coup(one) for one in self.missed]
        self.faults = {about: self._with_coup(one) for about, one in self.faults.items()}

    def _with_coup(self, one: ErredT) -> ErredT:
        return replace(one, coup=self.coups.get(one.throw)) if one.tour == self.tour else one

    def credit(self, side: Side, **points: int) -> None:
        """Add points to a side's account."""
        account = self.accounts[side]
        added = {name: getattr(account, name) + value for name, value in points.items()}
        self.accounts[side] = replace(account, **added)

    def mark(self, ruling: Marked) -> None:
        """Take in a marking."""
        side = ruling.side
        if ruling.ecole and ruling.points > 0:
            self.credit(side, ecoles=ruling.points)
            self.credit(side.adversary, given=ruling.points)
        else:
            coup = self.coups.get(ruling.throw)
            # An école taken off again, a false one, was not taken.
            ecoles = _take_off(self.parts[side], -ruling.points) if ruling.points < 0 else 0
            self.credit(side, ecoles=-ecoles)
            self.credit(side.adversary, given=-ecoles)
            self.credit(side, **{"own" if coup is None or coup.side is side else "adverse": ruling.points + ecoles})
            if 0 <= ruling.points < ruling.owed and not ruling.ecole:
                missed = Missed(ruling.throw, side, ruling.points, ruling.owed, tour=self.tour)
                self.missed = [one for one in self.missed if one.place != missed.place] + [missed]
        parts = self.parts[side]
        if ruling.points > 0:
            parts.extend(self._origins(ruling))
        last = self.standings[-1]
        mine = tuple(Side).index(side)
        points, trous = list(last.points), list(last.trous)
        points[mine], trous[mine] = ruling.reste, ruling.total
        if ruling.trous < 0 and self.trous and self.trous[-1].side is side:
            self.trous.pop()
        if ruling.trous > 0:
            made = tuple(parts)
            self.trous.append(Trou(ruling.throw, side, ruling.trous, ruling.bredouille, ruling.reste, made, self.tour))
            points[1 - mine] = 0
            self.parts = {each: [] for each in Side}
            if ruling.reste:
                self.parts[side].append(Part(ruling.reste, reste=True))
        self.standings.append(ScorePoint(self.turn, (trous[0], trous[1]), (points[0], points[1])))

    def _origins(self, ruling: Marked) -> list[Part]:
        """Return the origins of the points of a marking: the jans of its throw, as far as they suffice."""
        if ruling.ecole:
            return [Part(ruling.points, ecole=True)]
        left, found = ruling.points, []
        coup = self.coups.get(ruling.throw)
        for jan in coup.jans if coup else ():
            if jan.side is ruling.side and left > 0:
                found.append(Part(min(jan.points, left), jan.name))
                left -= found[-1].points
        return [*found, Part(left)] if left else found

    def fault(self, ruling: FaultRuled) -> None:
        """Take in a fault, or a new state of its claim."""
        first = self.faults.get(ruling.about)
        if first is None:
            first = Committed(ruling.throw, ruling.fault, ruling.window, ruling.id, tour=self.tour)
        self.faults[ruling.about] = replace(first, throw=ruling.throw, fault=ruling.fault, window=ruling.window)
        if ruling.window is Window.CLOSED:
            self.credit(ruling.to, unclaimed=ruling.fault.points)
        if ruling.fault.name in FORGETTING:
            missed = Missed(ruling.throw, ruling.fault.by, 0, ruling.fault.points, tour=first.tour)
            self._forget(missed, ruling.window)

    def _forget(self, missed: Missed, window: Window) -> None:
        """Take in points that only their école shows to be missing: nothing was marked."""
        known = [one for one in self.missed if one.place == missed.place]
        if window is Window.MENDED:
            self.missed = [one for one in self.missed if one not in known]
        elif not known:
            self.missed.append(missed)

    def leave_game(self) -> None:
        """Take in that a side left: both lose the points they hold (Lois XVI)."""
        self.parts = {side: [] for side in Side}
        self.standings.append(replace(self.standings[-1], points=(0, 0)))


def _take_off(parts: list[Part], points: int) -> int:
    """Take points off the last parts: the points in excess were marked last. Return how many were écoles."""
    ecoles = 0
    while parts and points > 0:
        last = parts.pop()
        taken = min(last.points, points)
        if last.points > taken:
            parts.append(replace(last, points=last.points - taken))
        ecoles += taken if last.ecole else 0
        points -= taken
    return ecoles


def summarise(moments: Iterable[Moment]) -> Summary:
    """Sum up a sitting from its acts, in the order in which they became known."""
    moments = tuple(moments)
    kept = {ruling.id for ruling in standing(ruling for moment in moments for ruling in moment.rulings)}
    found = _Gathering()
    for moment in moments:
        for ruling in moment.rulings:
            if ruling.id not in kept:
                continue
            match ruling:
                case ThrowWorth():
                    found.throw(ruling, moment.position)
                case Played() | Revised():
                    found.play(ruling)
                case Marked():
                    found.mark(ruling)
                case FaultRuled():
                    found.fault(ruling)
                case HeldOrLeft(left=True):
                    found.leave_game()
    found.attach()
    for one in found.missed:
        found.credit(one.side, forgotten=one.owed - one.points)
    return Summary(
        tuple(found.missed),
        tuple(found.faults.values()),
        tuple(found.trous),
        tuple(found.standings),
        found.accounts[Side.BLANCS],
        found.accounts[Side.NOIRS],
        tuple(found.jans),
        (*found.ends, found.standings[-1]),
    )
