"""Rollouts: play several positions out many times with the same dice, to compare them."""

from __future__ import annotations

import numpy as np

from coach.throws import CHANCES, THROWS
from coach.trictrac.choosing import EvaluatorPlayer, step
from coach.trictrac.evaluator import Evaluator
from coach.trictrac.situations import Situations, join

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
        places, steps = [], []
        for number, numbers in enumerate(THROWS):
            here = np.flatnonzero(dice == number)
            if len(here):
                places.append(here)
                steps.append(step(under_way.select(here), numbers, player))
        order = np.argsort(np.concatenate(places))
        gain, same, over = (
            np.concatenate([getattr(each, name) for each in steps])[order] for name in ("gain", "same", "over")
        )
        trous[alive] += sign[alive] * gain
        sign[alive] = np.where(same, sign[alive], -sign[alive])
        under_way = join([each.next for each in steps]).select(order).select(~over)
        alive = alive[~over]
        if not len(alive):
            return trous.reshape(n, count)
    trous[alive] += sign[alive] * evaluator.values(under_way)[0]
    return trous.reshape(n, count)
