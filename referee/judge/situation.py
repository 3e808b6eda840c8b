"""The judge's knowledge between two acts: frozen values, so any moment of the game can be gone back to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from events.trictrac.state import Phase
from referee.judge.marking_state import MarkingState
from referee.numbers import JUDGING
from rules.marking import Score
from rules.position import Position, Side

if TYPE_CHECKING:
    from events.acts import DiceThrown, PlayAnnounced
    from events.trictrac.rulings import FaultRuled, TourWon
    from rules.fault import Fault, FaultName
    from rules.jan import Jan
    from rules.play import LegalPlays, Move
    from rules.position import Case, Dice


FaultKey: TypeAlias = "tuple[int, FaultName, Side]"
"""The identity of a fault when the past is judged again: the throw it was made in, its name, and who made it."""

UNCOUNTED = 4
"""The number of throws where it is unknown: after this many no jan of the beginning can be made."""


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw: its player, dice and starting position, its worth and what became of it.

    number: in the tour; coup: the thrower's since the start or the relevé; counted: the companion counted its marks;
    touched: the cases (thrower's numbering) a dame was lifted from; moves: the play as ruled, None until it is; trou:
    he has one by his own points, owed or marked, so he may hold or go; held: he did (True), left (False) or has not
    decided (None); gained, marked: the trous and points he marked for this throw himself; lifted, placed: dames in the
    air and those let go meanwhile; hops: every way of a dame from one rest to the next, in order; brought: cases at
    which his hand had just been when it let a dame go, each with the case it was let go on; reaches: as in
    `DamePlaced`; together: both dames were in his hand at once; since, let_go: when the last one was lifted, and let
    go; adoube: he said so; dice_up: when the dice were taken up before that, and by whom, if that is known; faulty: his
    dames were played against the laws; called: the other said so, where it was not seen; mending: they are moved again
    after either, as the other asked; first: the dame in a jan interdit that the other asked to be moved first; unmade:
    a jan or a sortie he owed and did not make was ruled on; unsure: for whom it is worth something else where the dames
    stood otherwise (`Otherwise`); doubted: other readings of the dice; announced: the play that the companion
    announced.
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
        """Whether the dice had been taken up when a dame moved at t."""
        return self.dice_up is not None and t > self.dice_up[0] + JUDGING.together

    @property
    def in_the_air(self) -> int:
        """How many dames of its thrower were lifted in it and not let go yet."""
        return len(self.lifted) - len(self.placed)

    def worth(self, side: Side) -> int:
        """The points this throw gives one side."""
        return sum(jan.points for jan in self.jans if jan.side is side)


@dataclass(frozen=True, slots=True)
class Otherwise:
    """How the dames may stand instead: as they were thought to before the board was counted again.

    since: the throw after which that was.
    """

    position: Position
    since: int


@dataclass(frozen=True, slots=True)
class Situation:
    """The whole table: position as it stands, whose turn, the throw under way, the one before it, score.

    number: throws made in this tour; coups: throws of Blancs and of Noirs since the start or the relevé; opening: the
    first throw of the tour; open_faults: those still in their window; claimed: those claimed since the last throw,
    their window closed where they were marked without a word;
    lapsed: those the last throw closed unclaimed; standing: dames left unseen in a jan interdit until he throws again;
    early: dice thrown out of turn since, void unless they are played; faults: made in the last throws; won: the tour,
    when it was; books: what the players have to mark; otherwise: how the dames may stand instead.
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
        """How many throws `side` has made since the start or the relevé."""
        return self.coups[0 if side is Side.BLANCS else 1]

    @property
    def winner(self) -> Side | None:
        """Who has won the tour."""
        return None if self.won is None else self.won.side

    def throw_of(self, number: int) -> Throw | None:
        """The throw of this number, if it is one of the last two."""
        return next((one for one in (self.throw, self.before) if one is not None and one.number == number), None)

    def phase_of_throw(self) -> Phase:
        """Where the throw under way stands, going by what became of it."""
        if self.throw is None or self.throw.moves is not None:
            return Phase.TO_THROW
        if self.throw.touched or self.throw.held:
            return Phase.TO_PLAY
        return Phase.TO_DECIDE if self.throw.trou else Phase.TO_MARK

    @property
    def gone_out(self) -> Side | None:
        """Who has taken all his dames off the board."""
        return next((side for side in Side if not any(self.position.counts(side))), None)

    @property
    def may_releve(self) -> bool:
        """Whether the dames may now go back to the talons."""
        return self.phase in {Phase.LEAVING, Phase.TO_DECIDE} or self.gone_out is not None
