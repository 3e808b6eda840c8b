"""Rollouts: play several positions out many times with the same dice, to compare them."""

from __future__ import annotations

import numpy as np

from coach.throws import CHANCES, THROWS
from coach.trictrac.choosing import EvaluatorPlayer, step_each
from coach.trictrac.evaluator import Evaluator
from coach.trictrac.situations import Situations

THROWS_PLAYED = 16
"""Number of throws played; after them the evaluator's equity stands for the rest of the tour."""


def roll_out(
    situations: Situations, evaluator: Evaluator, count: int, seed: int, throws: int = THROWS_PLAYED
) -> np.ndarray:
    """Return trous of the first thrower less the adversary's, for n situations with the same dice, (n, count)."""
    random = np.random.default_rng(seed)
    n = len(situations)
    under_way = situations.select(np.repeat(np.arange(n), count))
    player = EvaluatorPlayer(evaluator)
    trous, sign, alive = np.zeros(n * count), np.ones(n * count), np.arange(n * count)
    for _ in range(throws):
        dice = random.choice(len(THROWS), count, p=CHANCES)[alive % count]
        after = step_each(under_way, dice, ((np.ones(len(alive), np.bool_), player),))
        trous[alive] += sign[alive] * after.gain
        sign[alive] = np.where(after.same, sign[alive], -sign[alive])
        under_way, alive = after.next.select(~after.over), alive[~after.over]
        if not len(alive):
            return trous.reshape(n, count)
    trous[alive] += sign[alive] * evaluator.values(under_way)[0]
    return trous.reshape(n, count)
