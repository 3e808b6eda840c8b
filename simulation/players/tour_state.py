"""The state of a tour while it is played, and the rulings on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Concatenate, Literal, ParamSpec, Protocol, TypeAlias

from events.field import JETONS
from events.rulings import ClaimRuled, ClaimVerdict, Ruling, Window
from events.trictrac.rulings import FaultRuled, Marked
from rules.code import Code
from rules.fault import Fault, FaultName
from rules.fault_table import article_of
from rules.games.a_ecrire import SeatedPartie
from rules.jan import Jan
from rules.marking import TROUS_DU_TOUR, Score
from rules.play import LegalPlays, Move
from rules.position import Dice, Position, Side
from simulation.players.clumsy_marking import ClumsyHand
from simulation.players.gesture import Gesture, Mark, Tell
from simulation.players.ledger import Cause, Ledger
from simulation.players.marks import change_marks, jetons_for, marks_after, marks_showing
from simulation.players.player import Player
from simulation.players.rates import ClumsinessRates, FaultRates

Profile: TypeAlias = Literal["score", "referee"]
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Open:
    """A fault whose window is open: `to` may claim it until `closes` throws.

    about: the id of the ruling that opened it. cause, right: for an école, which points were marked wrongly and their
    right number.
    """

    about: str
    fault: Fault
    throw: int
    to: Side
    closes: Side
    cause: Cause | None = None
    right: int = 0


@dataclass(frozen=True, slots=True)
class MarksChange:
    """One change of the marks: the ledger after it, and how it is announced (see `Marked`)."""

    ledger: Ledger
    side: Side
    points: int
    ecole: bool = False
    owed: int = 0


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A jeton of `side` left on its old `points` when the bredouille's jeton was taken over for the new ones."""

    side: Side
    points: int
    throw: int


class Decides(Protocol):
    """How the companion plays."""

    def decides(self, tour: TourState) -> tuple[tuple[Move, ...], bool]:
        """Return its play of the present throw, and whether it leaves instead."""


@dataclass(frozen=True, slots=True)
class MovedFor:
    """The companion at a simulated table.

    side: the side it plays. mind: how it plays. slips: how likely its play is first made wrongly, 0 to 1.
    """

    side: Side
    mind: Decides
    slips: float = 0.0

    def leaves(self, tour: TourState) -> bool:
        """Return whether it leaves on the trou it is about to mark."""
        return self.mind.decides(tour)[1]


class TourState:
    """The state of one tour, or of one marqué, and the common operations on it.

    Attributes:
        profile: in `score` the companion keeps the score without jetons, in `referee` the players mark everything.
        pegs: whether fichets are moved (always in `referee`).
        partie: the partie à écrire it belongs to, with the players' seats.
        throws: made since the table was set up; `throw` is the number in the tour.
        marks: as the board shows them.
        stray: a jeton forgotten on the board.
        late: the player who must correct marks before his next throw.
        lost: the side whose talon lacks a dame since the relevé.
        marking: the throw to which the ledger's points belong.
        dice_up: the dice are in hand.
        hurried: this throw is played almost without thinking.
        at_throw: what the next throw causes.
        ecole: the ledger before the last right école, and that école, while it can be answered.
    """

    def __init__(
        self,
        random: Random,
        players: Mapping[Side, Player],
        *,
        code: Code,
        profile: Profile,
        pegs: bool,
        faults: FaultRates,
        clumsiness: ClumsinessRates,
        first: Side,
        position: Position,
        score: Score,
        partie: SeatedPartie | None = None,
        guest: MovedFor | None = None,
    ) -> None:
        self.random = random
        self.players = players
        self.code = code
        self.jetons = profile == "referee"
        self.pegs = pegs or self.jetons
        self.faults = faults
        self.clumsiness = clumsiness
        self.trait = first
        self.position = position
        self.partie = partie
        self.guest = guest
        self.ledger = Ledger(score, code, trous=TROUS_DU_TOUR if partie is None else None)
        self.marks = marks_showing(score) if self.jetons else replace(marks_showing(score), jetons=(None, None, None))
        self.stray: Mark | None = None
        self.late: Side | None = None
        self.lost: Side | None = None
        self.throw = self.throws = 0
        self.coups = {Side.BLANCS: 0, Side.NOIRS: 0}
        self.first_throw: Dice | None = None
        self.dice: Dice = (1, 1)
        self.jans: tuple[Jan, ...] = ()
        self.legal: LegalPlays
        self.open: list[Open] = []
        self.marking = 0
        self.dice_up = True
        self.hurried = False
        self.forgotten: Forgotten | None = None
        self.at_throw: list[Callable[[], Iterator[Tell]]] = []
        self.ecole: tuple[Ledger, Open] | None = None
        self._rulings = 0

    @property
    def score(self) -> Score:
        """The marks on the table."""
        return self.ledger.score

    @property
    def won(self) -> bool:
        """Whether a side has its twelve trous; a partie à écrire is never won so."""
        return self.ledger.winner is not None

    @property
    def over(self) -> bool:
        """Whether play has ended: the tour is won, or every marqué is played."""
        return self.won if self.partie is None else self.partie.partie.over

    def reset(self, first: Side) -> None:
        """Begin a marqué: dames on the talons, no marks, nothing left of the one before; `first` throws first."""
        self.trait = first
        self.position = Position.start()
        self.ledger = self.ledger.after(Score())
        self.stray = self.late = self.lost = self.forgotten = self.ecole = self.first_throw = None
        self.throw = self.marking = 0
        self.coups = dict.fromkeys(Side, 0)
        self.open.clear()
        self.at_throw.clear()

    def worth_to(self, side: Side) -> int:
        """Return the worth of the throw to a side."""
        return sum(jan.points for jan in self.jans if jan.side is side)

    def happens(self, rate: float) -> bool:
        """Whether an event of this rate happens now."""
        return rate > 0 and self.random.random() < rate

    def think(self, least: float, most: float) -> float:
        """Return a time to think, seconds at a calm pace."""
        return self.random.triangular(least, most, least)

    def new_id(self) -> str:
        """Return the next ruling's id."""
        self._rulings += 1
        return f"r{self._rulings}"

    def ruling(
        self, kind: Callable[Concatenate[str, float, int, P], Ruling], *args: P.args, **fields: P.kwargs
    ) -> Tell:
        """Return a new ruling on the present throw."""
        return Tell(ruling=kind(self.new_id(), 0.0, self.throw, *args, **fields))

    # The marks.

    def settle(
        self, by: Side, steps: Iterable[MarksChange], wait: float = 0.0, *, clumsy: bool = False, leaving: bool = False
    ) -> Iterator[Gesture]:
        """Have `by` make the marks show the result of several changes, and announce each.

        clumsy: with clumsy hands; leaving: he leaves, so only his trous are marked.
        """
        ruled = list(self.tell(steps))
        yield from self.show(by, wait, clumsy=clumsy, leaving=leaving)
        yield from ruled

    def tell(self, steps: Iterable[MarksChange]) -> Iterator[Tell]:
        """Change the marks and announce each change, without showing them yet."""
        for step in steps:
            before, self.ledger = self.score, step.ledger
            if step.points > 0 or self.score != before:
                # Points that a trou has already erased cannot be taken off.
                yield self._tell_marks(before, step)

    def show(self, by: Side, wait: float = 0.0, *, clumsy: bool = False, leaving: bool = False) -> Iterator[Gesture]:
        """Make the marks on the board show the score, except for a forgotten jeton.

        leaving: only trous, because marked points de reste oblige to hold (Jeu 3, jetons 10).
        """
        if not self.pegs:
            return
        if self.stray is not None and (
            not self.score.of(self.stray[0]).points or len(jetons_for(self.score)) == JETONS
        ):
            self.stray = None  # there is no fourth jeton, so the forgotten one is used
        strays = () if self.stray is None else (self.stray,)
        gestures = change_marks(
            self.marks, self.score, by, jetons=self.jetons and not leaving, strays=strays, last=self.ledger.trous
        )
        if clumsy and not strays:
            hand = ClumsyHand(by, self.clumsiness, self.random, self.won)
            gestures = hand.mark(self.marks, gestures)
        for rank, gesture in enumerate(gestures):
            self.marks = marks_after(self.marks, gesture)
            yield gesture if rank else replace(gesture, wait=wait)
        self.late = by if clumsy else None

    def _tell_marks(self, before: Score, step: MarksChange) -> Tell:
        now = step.ledger.score.of(step.side)
        trous = now.trous - before.of(step.side).trous
        # An odd number of trous began without bredouille (Jeu 1).
        bredouille = trous % 2 == 0 if trous else now.bredouille
        return Tell(
            ruling=Marked(
                self.new_id(),
                0.0,
                self.marking,
                step.side,
                step.points,
                trous,
                now.points,
                bredouille,
                now.trous,
                step.ecole,
                step.owed,
            )
        )

    # Faults and their windows.

    def commit(
        self,
        fault: Fault,
        *,
        throw: int | None = None,
        closes: Side | None = None,
        cause: Cause | None = None,
        right: int = 0,
        with_next: bool = False,
    ) -> Tell:
        """Commit a fault in a throw (by default the present one), until `closes` (by default the other) throws."""
        to = fault.by.adversary
        opened = Open(self.new_id(), fault, throw or self.throw, to, closes or to, cause, right)
        self.open.append(opened)
        return self._window(opened, Window.OPEN, with_next=with_next)

    def simple_fault(self, name: FaultName, by: Side, *, closes: Side | None = None) -> Tell:
        """Commit a fault that costs nothing (Lois XVII 1)."""
        return self.commit(Fault(name, by, article_of(name)), closes=closes)

    def claim(self, fault: Open, *, points: int | None = None) -> Iterator[Tell]:
        """Claim a fault rightly; `points`: what the claimant marks, by default the fault's own."""
        yield Tell(
            ruling=ClaimRuled(
                self.new_id(),
                0.0,
                fault.throw,
                fault.to,
                ClaimVerdict.RIGHT,
                fault.fault,
                fault.fault.points if points is None else points,
                fault.fault.article,
            )
        )
        yield self.close_fault(fault)

    def close_fault(self, fault: Open) -> Tell:
        """End a fault that has been claimed."""
        self.open.remove(fault)
        return self._window(fault, Window.CLAIMED)

    def wrongly_claimed(self, by: Side, article: str) -> Tell:
        """Claim a fault that does not exist."""
        return self.ruling(ClaimRuled, by, ClaimVerdict.WRONG, None, 0, article)

    def close(self, fault: Open) -> Tell:
        """Close a fault, which can then no longer be claimed."""
        self.open.remove(fault)
        return self._window(fault, Window.CLOSED)

    def close_by_throw(self, thrower: Side) -> Iterator[Tell]:
        """Close the faults whose window the throw of `thrower` ends."""
        for fault in [fault for fault in self.open if fault.closes is thrower]:
            yield self.close(fault)

    def _window(self, fault: Open, window: Window, *, with_next: bool = False) -> Tell:
        name = fault.about if window is Window.OPEN else self.new_id()
        ruling = FaultRuled(name, 0.0, fault.throw, fault.fault, fault.to, window, fault.about)
        return Tell(ruling=ruling, with_next=with_next)
