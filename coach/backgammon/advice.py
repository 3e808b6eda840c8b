"""The coach's answers about one situation of backgammon: which play, and whether to double or to take.

The same situation, throw, level and seed always get the same answer. The coach assumes money play and ignores the score
of a match.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

import numpy as np

from coach.advice import AnyReason, Choice
from coach.backgammon import cube
from coach.backgammon.cube import CENTRED, OWN, THEIRS, Doubling
from coach.backgammon.evaluator import WIN, Evaluator, equity, other_players_chances, shots
from coach.backgammon.games import Games
from coach.backgammon.search import expected_chances, search_best
from coach.levels import STRONGEST, chance_of, levels, without_overlooked
from rules.backgammon.batch import NO_MOVE, plays_of
from rules.backgammon.match import Cube
from rules.backgammon.position import BAR, Position
from rules.position import Dice, Side


@dataclass(frozen=True, slots=True)
class Situation:
    """A game before a throw of `side`; cube: its value and owner, None for equity without a cube."""

    position: Position
    side: Side
    cube: Cube | None = None

    def __post_init__(self) -> None:
        """Raise ValueError for a position that breaks a law of the board, or that is over."""
        if breaches := self.position.breaches():
            raise ValueError("position: " + "; ".join(breaches))
        for side in Side:
            if not any(self.position.counts(side)[1:]):
                raise ValueError(f"position.{side}: no dame on the board, expected one at least")

    def batch(self) -> Games:
        """Return the situation as a batch of one; dames missing from the fifteen are borne off."""
        own, theirs = (np.array([self.position.counts(side)], np.int8) for side in (self.side, self.side.adversary))
        return Games(own, theirs)

    def owner(self, cube: Cube) -> int:
        """Return the side that may double next, as seen by `side`."""
        if cube.doubled_by is None:
            return CENTRED
        return THEIRS if cube.doubled_by is self.side else OWN


class ReasonName(StrEnum):
    """A kind of fact about a play."""

    EXPOSED = "exposed"
    SAFE = "safe"
    HITS = "hits"


@dataclass(frozen=True, slots=True)
class Reason(AnyReason):
    """One fact about the position after a play.

    throws: how many of the adversary's 36 throws hit
    men: how many adverse dames the play hits
    """

    name: ReasonName
    throws: int = 0
    men: int = 0


@cache
def evaluator() -> Evaluator:
    """The shipped evaluator, loaded once."""
    return Evaluator.load()


def warm_up() -> None:
    """Load the evaluator and judge one throw, so that the first answer is as fast as the others."""
    situation = Situation(Position.start(), Side.BLANCS)
    for level in levels("backgammon"):
        why(situation, choices(situation, (6, 5), level)[0])


def choices(situation: Situation, dice: Dice, level: str = STRONGEST, seed: int = 0) -> tuple[Choice[Position], ...]:
    """Return every legal result of a throw once, in the level's order of preference.

    The strongest level prefers the greatest equity. Equity and chance of winning are the evaluator's at every level.
    """
    games, found = situation.batch(), levels("backgammon")[level]
    plays = plays_of(games.own, games.theirs, dice)
    results = np.concatenate([plays.own, plays.theirs], axis=1)
    _, first = np.unique(results, axis=0, return_index=True)
    after = Games(plays.theirs[first], plays.own[first])
    chances = other_players_chances(evaluator().chances(after))
    if found.look_ahead:
        chances = search_best(np.zeros(len(first), np.int64), after, chances, evaluator())
    value = equity(chances)
    if situation.cube is not None and situation.cube.usable:
        value = situation.cube.value * cube.cubeful_equity(chances, situation.owner(situation.cube))
    liked = without_overlooked(value, found.overlooks, chance_of(seed, situation.position, situation.side, dice))
    return tuple(
        Choice(
            _moves(plays.moves[first[at]]),
            situation.position.with_counts(situation.side, _counts(after.theirs[at])).with_counts(
                situation.side.adversary, _counts(after.own[at])
            ),
            float(value[at]),
            float(chances[at, WIN]),
        )
        for at in np.argsort(-liked, kind="stable")
    )


def why(situation: Situation, choice: Choice[Position]) -> tuple[Reason, ...]:
    """Return facts about one play, for the voice, the page and the report."""
    other = situation.side.adversary
    found = []
    if hit := choice.result.on(other, BAR) - situation.position.on(other, BAR):
        found.append(Reason(ReasonName.HITS, men=hit))
    after = Situation(choice.result, other).batch() if any(choice.result.counts(situation.side)[1:]) else None
    if after is not None:
        throws = round(36 * float(shots(after)[0, 0]))
        found.append(Reason(ReasonName.EXPOSED, throws) if throws else Reason(ReasonName.SAFE))
    return tuple(found)


def doubling(situation: Situation, level: str = STRONGEST) -> Doubling:
    """Return the worth to `side` of holding, of a double taken and of a double refused, before a throw, at a cube of 1.

    Raises ValueError when it may not double.
    """
    lying = situation.cube or Cube()
    if not lying.may_offer(situation.side):
        raise ValueError(f"cube: {situation.side} may not double")
    games = situation.batch()
    look_ahead = levels("backgammon")[level].look_ahead
    chances = expected_chances(games, evaluator()) if look_ahead else evaluator().chances(games)
    return cube.doubling(chances[0], situation.owner(lying))


def _moves(moves: np.ndarray) -> tuple[tuple[int, int], ...]:
    return tuple((int(move) // 26, int(move) % 26) for move in moves if move != NO_MOVE)


def _counts(counts: np.ndarray) -> tuple[int, ...]:
    return tuple(int(count) for count in counts)
