"""The coach's answers about one situation of trictrac: which play, and whether to hold or to leave.

The same situation, throw, level and seed always get the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from coach.advice import Choice
from coach.levels import STRONGEST, chance_of, levels
from coach.trictrac.evaluator import MARQUES, Evaluator
from coach.trictrac.partie import Stake
from coach.trictrac.playing import LevelPlayer
from coach.trictrac.reasons import Reason, reasons
from coach.trictrac.search import distinct, hold_or_leave, plays_listed, worth
from coach.trictrac.situations import Situations, as_tours, throw_dice
from coach.trictrac.stakes import may_end
from rules.batch import Marks, rows_of
from rules.batch.marks import ENDLESS
from rules.code import LOIS_2013, Code
from rules.marking import TROUS_DU_TOUR, Score
from rules.position import DAMES, TALON, Dice, Position, Side

LATE = 4
"""The number of a throw from which no jan depends on it."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A tour before a throw of `side`.

    score: as it stands before the throw
    coups: the number of each side's next throw since the start or the relevé, `side` first; None when not known
    stake: of a marqué of a partie à écrire, None for a tour
    """

    position: Position
    side: Side
    score: Score = field(default_factory=Score)
    coups: tuple[int, int] | None = None
    code: Code = LOIS_2013
    stake: Stake | None = None

    def __post_init__(self) -> None:
        """Raise ValueError for a position that breaks a law of the board, or in which the thrower has no dame."""
        if breaches := self.position.breaches():
            raise ValueError("position: " + "; ".join(breaches))
        if not sum(self.position.counts(self.side)):
            raise ValueError(f"position.{self.side}: no dame on the board, expected one at least")

    def at_throw(self, number: int) -> Situation:
        """Return the situation with the number of the thrower's throw since the start or the relevé."""
        return replace(self, coups=(number, self._coups()[1]))

    def _coups(self) -> tuple[int, int]:
        # A side with all its dames on the talon is taken not to have thrown.
        own, other = (
            1 if self.position.on(side, TALON) == DAMES else LATE for side in (self.side, self.side.adversary)
        )
        return self.coups or (own, other)

    def batch(self) -> Situations:
        """Return the situation as a batch of one."""
        sides = (self.side, self.side.adversary)
        held = [self.score.of(side) for side in sides]
        marks = Marks(
            np.array([[each.points for each in held]], np.int64),
            np.array([[each.bredouille for each in held]], np.bool_),
            np.array([[each.trous for each in held]], np.int64),
            np.array([[self.score.d_affilee(side) for side in sides]], np.bool_),
            np.array([TROUS_DU_TOUR if self.stake is None else self.stake.plafond or ENDLESS], np.int64),
        )
        stakes = None if self.stake is None else self.stake.batch(self.side)
        return Situations(rows_of([(self.position, self.side)]), marks, np.array([self._coups()], np.int64), stakes)


@dataclass(frozen=True, slots=True)
class Departure:
    """Expected trous, less the adversary's, by holding (*tenir*) and by leaving (*s'en aller*).

    In jetons where leaving ends a marqué.
    """

    hold: float
    leave: float


@cache
def evaluator() -> Evaluator:
    """The shipped evaluator, loaded once."""
    return Evaluator.load()


@cache
def _of_marques() -> Evaluator:
    return Evaluator.load(MARQUES)


def warm_up() -> None:
    """Load the evaluator and list the plays of every throw, so that the first answer is as fast as the others."""
    counts = (3, 2, 2, 2, 2, 2, *(0,) * 5, 2, *(0,) * 12)  # A full jan and the coin: all jans are searched.
    situation = Situation(Position(counts, counts), Side.BLANCS)
    departure(situation)
    for level in levels("trictrac"):
        why(situation, choices(situation, (6, 5), level)[0])


def choices(situation: Situation, dice: Dice, level: str = STRONGEST, seed: int = 0) -> tuple[Choice[Position], ...]:
    """Return every legal result of a throw once, in the level's order of preference.

    The strongest level prefers the greatest equity. Equity and chance of winning are the evaluator's at every level. A
    marqué's plays are valued as those of a tour.
    """
    batch, found = situation.batch(), levels("trictrac")[level]
    if situation.stake is not None:
        batch = as_tours(batch)
    after = distinct(throw_dice(batch, dice, situation.code))
    equity, win = worth(batch, after, evaluator(), situation.code, look_ahead=found.look_ahead)
    liked = equity
    if found.overlooks or found.unknown or not found.danger:
        random = chance_of(seed, situation.position, situation.side, dice)
        liked = LevelPlayer(evaluator(), found, random).preference(equity, after)
    moves = plays_listed(after.moves, dice)
    return tuple(
        Choice(
            moves[at],
            situation.position.with_counts(situation.side, tuple(int(count) for count in after.counts[at, 1:25])),
            float(equity[at]),
            float(win[at]),
        )
        for at in np.argsort(-liked, kind="stable")
    )


def why(situation: Situation, choice: Choice[Position]) -> tuple[Reason, ...]:
    """Return facts about one play, for the voice, the page and the report."""
    before = situation.batch()
    rows = rows_of([(choice.result, situation.side.adversary)])
    return reasons(before, Situations(rows, before.marks.swap_sides(), before.coup[:, ::-1]), situation.code)


def departure(situation: Situation, dice: Dice | None = None) -> Departure:
    """Return the worth of holding and of leaving, after a trou in `situation.score` and before the dames are played.

    dice: of the throw to be played; None averages over all throws.
    """
    batch = situation.batch()
    if batch.stakes is not None and may_end(batch.marks)[0]:
        return Departure(*hold_or_leave(batch, dice, _of_marques(), situation.code, plays_by=evaluator()))
    return Departure(*hold_or_leave(as_tours(batch), dice, evaluator(), situation.code))


def leaves(situation: Situation, dice: Dice, level: str = STRONGEST) -> bool:
    """Return whether a level leaves after a trou of its own throw."""
    found = departure(situation, dice)
    return levels("trictrac")[level].leaves and found.leave > found.hold
