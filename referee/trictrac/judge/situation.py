"""The judge's knowledge between two acts, in frozen values, so that the judge can go back to any moment of the game."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Protocol, TypeAlias

from events.acts import DiceThrown, PlayAnnounced
from events.trictrac.rulings import FaultRuled, HeldOrLeft, TourWon
from events.trictrac.state import Phase
from referee.one_judge import Numbering
from referee.trictrac.judge.marking_state import MarkingState
from referee.trictrac.numbers import JUDGING
from rules.fault import Fault, FaultName
from rules.jan import Jan
from rules.marking import Score
from rules.play import LegalPlays, Move
from rules.position import BANDE, Case, Dice, Position, Side

FaultKey: TypeAlias = "tuple[int, FaultName, Side]"
"""The identity of a fault when the past is judged again: its throw, its name and the side that made it."""

NUMBERING = Numbering(range(1, BANDE), 1, BANDE)

UNCOUNTED = 4
"""The number of throws assumed where it is unknown. After this many, no jan of the beginning can be made."""


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw: its player, dice and starting position, its worth and the way it was played.

    Attributes:
        number: its number in the tour, from 1.
        coup: its number among the thrower's throws since the start or the relevé.
        touched: cases (thrower's numbering) that a dame was lifted from.
        moves: the play as ruled; None until then.
        trou: whether the thrower has a trou by his own points, owed or marked, so that he may hold or go.
        held: True if he held, False if he left, None before he decides.
        left: the ruling that he left, if he did.
        gained, marked: trous and points of his own that were marked for this throw.
        lifted, placed: cases of dames that were lifted, and of those let go, while a dame is in the air.
        hops: every move of a dame from one rest to the next, in order.
        brought: cases where the hand had just been when it let a dame go, each with that dame's case.
        reaches: as in `DamePlaced`.
        together: whether both dames were in the hand at once.
        since, let_go: times when the last dame was lifted, and let go.
        adoube: whether the thrower said "J'adoube".
        straightens: until when he may have put a dame straight unseen, as he said it: until he played one.
        dice_up: when the dice were taken up, and by which side if known.
        faulty: whether the dames were played against the laws.
        called: whether the other side said so where no fault was seen.
        mending: whether the dames are moved again for one of these reasons, as the other side asked.
        first: the fault whose dame the other side asked to be moved first (jan interdit).
        unmade: whether a jan or a sortie owed and not made was ruled on.
        unsure: the sides for which the throw has another worth if the dames stood otherwise (`Otherwise`).
        doubted: other readings of the dice.
        announced: the play that the companion announced.
    """

    number: int
    coup: int
    side: Side
    dice: Dice
    t: float
    base: Position
    jans: tuple[Jan, ...]
    plays: LegalPlays
    touched: tuple[Case, ...] = ()
    moves: tuple[Move, ...] | None = None
    lawful: bool = True
    trou: bool = False
    held: bool | None = None
    left: HeldOrLeft | None = None
    gained: int = 0
    marked: int = 0
    lifted: tuple[Case, ...] = ()
    placed: tuple[Case, ...] = ()
    hops: tuple[Move, ...] = ()
    brought: frozenset[tuple[Case, Case]] = frozenset()
    reaches: tuple[int, int] = (0, 0)
    together: bool = False
    since: float = 0.0
    let_go: float = 0.0
    adoube: bool = False
    straightens: float = -inf
    dice_up: tuple[float, Side | None] | None = None
    faulty: bool = False
    called: bool = False
    mending: bool = False
    first: Fault | None = None
    unmade: bool = False
    unsure: frozenset[Side] = frozenset()
    doubted: tuple[Dice, ...] = ()
    announced: PlayAnnounced | None = None

    def dice_were_up(self, t: float) -> bool:
        """Return whether the dice had been taken up when a dame moved at t."""
        return self.dice_up is not None and t > self.dice_up[0] + JUDGING.together

    @property
    def in_the_air(self) -> int:
        """The number of dames that the thrower lifted and did not let go yet."""
        return len(self.lifted) - len(self.placed)

    @property
    def untouched(self) -> bool:
        """Whether the thrower can play, and has touched no dame."""
        return not self.touched and self.plays.dice_playable > 0

    def worth(self, side: Side) -> int:
        """Return the points that this throw gives one side."""
        return sum(jan.points for jan in self.jans if jan.side is side)


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Another possible position: the one assumed before the board was counted again.

    since: the throw after which it was counted.
    """

    position: Position
    since: int


@dataclass(frozen=True, slots=True)
class Situation:
    """The whole table.

    Attributes:
        trait: the side whose turn it is.
        throw, before: the throw under way, and the one before it.
        number: count of throws in this tour.
        coups: throws of Blancs and of Noirs since the start or the relevé.
        opening: dice of the first throw of the tour.
        open_faults: faults that may still be claimed.
        claimed: faults claimed since the last throw. The window is `CLAIMED` if they were marked without a call.
        lapsed: faults that the last throws closed unclaimed.
        standing: faults of dames left in a jan interdit, unclaimed, until their player throws again.
        early: dice thrown out of turn after the last throw, void unless they are played.
        faults: faults made in the last throws.
        won: the ruling that the tour was won, if it was.
        books: points owed and marked.
        otherwise: another possible position of the dames.
    """

    phase: Phase
    trait: Side
    position: Position = field(default_factory=Position.start)
    throw: Throw | None = None
    before: Throw | None = None
    score: Score = field(default_factory=Score)
    number: int = 0
    tour: int = 1
    coups: tuple[int, int] = (0, 0)
    opening: Dice | None = None
    open_faults: tuple[FaultRuled, ...] = ()
    claimed: tuple[FaultRuled, ...] = ()
    lapsed: tuple[FaultRuled, ...] = ()
    standing: tuple[FaultRuled, ...] = ()
    early: DiceThrown | None = None
    faults: tuple[FaultKey, ...] = ()
    won: TourWon | None = None
    books: MarkingState = field(default_factory=MarkingState)
    otherwise: Otherwise | None = None

    def coup(self, side: Side) -> int:
        """Return how many throws `side` has made since the start or the relevé."""
        return self.coups[0 if side is Side.BLANCS else 1]

    @property
    def winner(self) -> Side | None:
        """The side that has won the tour."""
        return None if self.won is None else self.won.side

    def throw_of(self, number: int) -> Throw | None:
        """Return the throw of this number, if it is one of the last two."""
        return next((one for one in (self.throw, self.before) if one is not None and one.number == number), None)

    def phase_of_throw(self) -> Phase:
        """Return the phase that follows from the state of the throw under way."""
        if self.throw is None or self.throw.moves is not None:
            return Phase.TO_THROW
        if self.throw.touched or self.throw.held:
            return Phase.TO_PLAY
        return Phase.TO_DECIDE if self.throw.trou else Phase.TO_MARK

    @property
    def gone_out(self) -> Side | None:
        """The side that has taken all its dames off the board."""
        return next((side for side in Side if not any(self.position.counts(side))), None)

    def turn_after(self, side: Side) -> Side:
        """Return who throws after a play of `side`: the same player if he has gone out (Lois VIII)."""
        return side if self.gone_out is side else side.adversary

    @property
    def goes_unduly(self) -> bool:
        """Whether the thrower said that he goes though he may not, and the other has not claimed it."""
        unclaimed = (one for one in (*self.open_faults, *self.lapsed) if one.throw == self.number)
        return any(one.fault.name is FaultName.DEPART_SUR_ECOLE for one in unclaimed)

    @property
    def departing(self) -> bool:
        """Whether the thrower goes, duly or not, and has not played on."""
        return self.phase is Phase.LEAVING or (self.goes_unduly and self.throw is not None and not self.throw.moves)

    @property
    def may_releve(self) -> bool:
        """Whether the dames may now go back to the talons."""
        return self.phase in {Phase.LEAVING, Phase.TO_DECIDE} or self.gone_out is not None


class JudgedTable(Protocol):
    """The keeper of the situation. It takes in every act before the tracker is asked for the next."""

    @property
    def situation(self) -> Situation:
        """How everything stands now."""
