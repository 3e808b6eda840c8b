"""All knowledge of the marks between two acts: owed, marked, and shown on the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from events.trictrac.rulings import Marked
from events.trictrac.state import Phase
from referee.trictrac.judge.counters import Counters, showing
from referee.trictrac.judge.ledger import About, Ledger
from referee.trictrac.judge.mark_changes import Plan
from rules.code import Code
from rules.faults.chronology import On
from rules.marking import Holding, Score
from rules.position import Side


@dataclass(frozen=True, slots=True)
class WrongMark:
    """Marks that read wrongly though no points are wrong, since throw `throw`; `side` may mend them.

    The side's fichet is wrong by the bredouille, or the side has not effaced the other's points (Jeu 3, jetons 6-7, 11,
    15).

    fault: the ruling on the fichet, if any.
    """

    side: Side
    throw: int
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A jeton of `side` left on its old points in throw `throw`, when the second one was used for the new points.

    gone: when it was no longer seen there; None while it lies there.
    """

    side: Side
    points: int
    throw: int
    gone: float | None = None


@dataclass(frozen=True, slots=True)
class GivenUp:
    """The holding of `side` until throw `throw`, when it marked with a jeton of the talon and left the old one."""

    side: Side
    held: Holding
    throw: int


@dataclass(frozen=True, slots=True)
class Uneffaced:
    """Points that `side` forgot to efface, and from which the other counted on. `side` may mend that until it throws.

    ledger: as it is once they are effaced (Jeu 3, jetons 11).
    """

    side: Side
    ledger: Ledger


@dataclass(frozen=True, slots=True)
class Forgone:
    """A trou that `side` did not peg when it left in throw `throw`, counting its bredouille as simple.

    It may still be pegged until that side's next throw after the other's (Jeu 3, école de trous).
    """

    side: Side
    throw: int


@dataclass(frozen=True, slots=True)
class LastMark:
    """The last points entered: what they were for, how they were announced, and the score and phase before them."""

    about: About
    ruling: Marked
    score: Score
    phase: Phase


@dataclass(frozen=True, slots=True)
class MarkingState:
    """The ledger, the board, and the state that links them.

    Attributes:
        ledger: points owed and marked.
        board: marks shown.
        called: the sides that said "École !" since their last throw.
        released: the sides whose marks were let go since they last moved.
        forgotten, given_up: the two cases of two jetons.
        forgone: a trou not pegged on leaving that may still be pegged.
        uneffaced: points not effaced in time, from which the other has counted on.
        wrong_marks: marks that read wrongly though no points are wrong.
        seen: whether a jeton was seen on the table.
        whole: whether all jetons are in sight now.
        unseen: the sides whose points cannot be read now.
        supposed: the sides whose points were assumed to be marked while unseen.
        felt: whether fichets are felt now.
        found: the sides whose fichet was read again after fichets were not felt.
        pegged: whether a fichet was moved in this tour.
        announced: throws for which the companion announced its marks, for own and for given points.
        last: the last points entered, if nothing was said since.
        settled: the last explanation of marks that was entered.
        stood: how often marks that nothing explains were taken as they stand.
        refuted: explanations that later evidence speaks against, until the marks are explained otherwise.
    """

    ledger: Ledger = field(default_factory=Ledger)
    board: Counters = field(default_factory=Counters)
    called: tuple[Side, ...] = ()
    released: frozenset[Side] = frozenset()
    forgotten: Forgotten | None = None
    given_up: GivenUp | None = None
    forgone: Forgone | None = None
    uneffaced: Uneffaced | None = None
    wrong_marks: tuple[WrongMark, ...] = ()
    seen: bool = False
    whole: bool = True
    unseen: frozenset[Side] = frozenset()
    supposed: frozenset[Side] = frozenset()
    felt: bool = True
    found: frozenset[Side] = frozenset()
    pegged: bool = False
    announced: frozenset[tuple[int, On]] = frozenset()
    last: LastMark | None = field(default=None, compare=False)
    settled: Plan = ()
    stood: int = 0
    refuted: frozenset[Plan] = frozenset()

    def set_to(self, score: Score, *owing: Side) -> MarkingState:
        """Return books in which all is marked as `score` says. Only the `owing` sides still owe what they owed."""
        return MarkingState(
            self.ledger.standing_at(score).each(lambda line: line if line.side in owing else None),
            showing(score, last=self.ledger.trous),
            seen=self.seen,
            whole=self.whole,
            unseen=self.unseen,
            felt=self.felt,
            pegged=self.pegged,
        )

    def begin_tour(self) -> MarkingState:
        """Return books for another tour, in which no marks are known."""
        return MarkingState(self.ledger.of(Score()), whole=self.whole, unseen=self.unseen, felt=self.felt)

    def points_owed(self, side: Side) -> int:
        """Return the points that a side still has to mark, without écoles."""
        return self.ledger.points_owed(side)

    def due_scores(self, code: Code) -> Iterator[Score]:
        """Yield the scores once one side, or both, have marked the points they owe."""
        for sides in (*((side,) for side in Side), tuple(Side)):
            if all(self.points_owed(side) for side in sides):
                yield self.ledger.mark_dues(sides).score(code)

    def wrong_mark_of(self, side: Side) -> WrongMark | None:
        """Return the marks that a side may still mend, if any."""
        return next((one for one in self.wrong_marks if one.side is side), None)

    def mend(self, side: Side) -> MarkingState:
        """Return a copy without marks left for this side to mend."""
        return replace(self, wrong_marks=tuple(one for one in self.wrong_marks if one.side is not side))
