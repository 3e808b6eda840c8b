"""Games of backgammon between two players, many side by side, with the same dice and exchanged sides."""

from __future__ import annotations

import numpy as np

from coach.backgammon.evaluator import Evaluator, equity, other_players_chances
from coach.backgammon.games import Games, after_throw
from coach.backgammon.search import search_best
from coach.levels import Level, without_overlooked
from coach.throws import CHANCES, THROWS
from rules.batch.rows import Numbers


class BackgammonPlayer:
    """Plays as a level does; without a level, by the evaluator without looking ahead."""

    def __init__(
        self, evaluator: Evaluator, level: Level | None = None, random: np.random.Generator | None = None
    ) -> None:
        self._evaluator = evaluator
        self._level = level
        self._random = random

    def values(self, rows: Numbers, after: Games) -> np.ndarray:
        """Return the player's value of each play; after: the games after it; rows: the game of each."""
        chances = other_players_chances(self._evaluator.chances(after))
        if self._level is None:
            return equity(chances)
        if self._level.look_ahead:
            chances = search_best(rows, after, chances, self._evaluator)
        value = equity(chances)
        return value if self._random is None else without_overlooked(value, self._level.overlooks, self._random)


class RandomPlayer:
    """Plays any legal play."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)

    def values(self, rows: Numbers, after: Games) -> np.ndarray:
        """A random value for each play."""
        del after
        return self._random.random(len(rows))


def games(
    first: BackgammonPlayer | RandomPlayer, second: BackgammonPlayer | RandomPlayer, pairs: int, seed: int
) -> np.ndarray:
    """Play pairs of games without a cube, the second with exchanged sides; return the points of `first`, (2p,)."""
    random = np.random.default_rng(seed)
    under_way = Games.start(2 * pairs)
    first_throws = np.arange(2 * pairs) < pairs
    points, alive = np.zeros(2 * pairs), np.arange(2 * pairs)
    while len(alive):
        # Both games of a pair get the same throws.
        dice = random.choice(len(THROWS), pairs, p=CHANCES)[alive % pairs]
        own, theirs = under_way.own.copy(), under_way.theirs.copy()
        for who, player in ((True, first), (False, second)):
            here = np.flatnonzero(first_throws[alive] == who)
            if len(here):
                after = after_throw(under_way.select(here), dice[here], player)
                own[here], theirs[here] = after.own, after.theirs
        under_way = Games(own, theirs)
        over, outcome = under_way.results()
        # The winner has just thrown; the games are now seen by the loser.
        won = -equity(outcome[over])
        points[alive[over]] = np.where(first_throws[alive[over]], won, -won)
        first_throws[alive] = ~first_throws[alive]
        under_way, alive = under_way.select(~over), alive[~over]
    return points
