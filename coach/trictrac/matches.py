"""Tours and marqués of two players, many side by side, with the same dice and exchanged sides."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from coach.throws import CHANCES, THROWS
from coach.trictrac.choosing import Player, step_each
from coach.trictrac.evaluator import Evaluator
from coach.trictrac.search import by_throw
from coach.trictrac.situations import Situations


@dataclass(frozen=True)
class MatchResult:
    """Tours, or marqués, of one player against another.

    Attributes:
        trous: The player's trous less the other's at the end of each tour, (n,); jetons in marqués.
        won: Whether the player won it, (n,).
        luck: Trous that the dice gave beyond their expectation, (n,); zero if not asked for.
        luck_won: The chance to win that they gave so, (n,).
    """

    trous: np.ndarray
    won: np.ndarray
    luck: np.ndarray
    luck_won: np.ndarray

    @property
    def skill(self) -> np.ndarray:
        """Trous less luck: it has the same mean over many tours, with much less chance in it."""
        return np.asarray(self.trous - self.luck)

    @property
    def skill_won(self) -> np.ndarray:
        """Tours won less luck, in the same way; that of one tour may lie outside 0..1."""
        return np.asarray(self.won - self.luck_won)


def tours(
    first: Player,
    second: Player,
    pairs: int,
    seed: int,
    luck_by: Evaluator | None = None,
    start: Situations | None = None,
) -> MatchResult:
    """Play `pairs` pairs of tours; the second tour of a pair has exchanged sides and the same dice.

    luck_by: measures the luck of each throw, as its value less the mean over all 21; start: what they begin with, seen
    by him who throws first, (2 * pairs,); marqués are counted in jetons
    """
    random = np.random.default_rng(seed)
    situations = start or Situations.start(2 * pairs)
    # Whether the player who throws next is `first`, who begins the first tour of each pair.
    to_throw = np.arange(2 * pairs) < pairs
    trous, luck, luck_won = np.zeros(2 * pairs), np.zeros(2 * pairs), np.zeros(2 * pairs)
    alive = np.arange(2 * pairs)
    while len(alive):
        # Both tours of a pair get the same throws.
        dice = random.choice(len(THROWS), pairs, p=CHANCES)[alive % pairs]
        if luck_by is not None:
            for counted, values in zip((luck, luck_won), by_throw(situations, luck_by), strict=True):
                lucky = values[dice, np.arange(len(alive))] - CHANCES @ values
                counted[alive] += np.where(to_throw[alive], lucky, -lucky)
        mine = to_throw[alive]
        after = step_each(situations, dice, ((mine, first), (~mine, second)))
        trous[alive] += np.where(mine, after.gain, -after.gain)
        to_throw[alive] = mine == after.same
        situations, alive = after.next.select(~after.over), alive[~after.over]
    return MatchResult(trous, trous > 0, luck, luck_won)
