"""Tours between two players, many side by side, with the same dice and exchanged sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from coach.throws import CHANCES, THROWS
from coach.trictrac.choosing import step
from coach.trictrac.situations import Situations, joined

if TYPE_CHECKING:
    from coach.trictrac.choosing import Player


@dataclass(frozen=True)
class Result:
    """Tours of one player against another.

    trous: his trous less the other's at the end of each tour, (n,).
    won: whether he won it, (n,).
    """

    trous: np.ndarray
    won: np.ndarray


def tours(first: Player, second: Player, pairs: int, seed: int) -> Result:
    """Play `pairs` pairs of tours; in the second tour of a pair the sides are exchanged and the dice the same."""
    random = np.random.default_rng(seed)
    situations = Situations.start(2 * pairs)
    # Whether the player who throws next is `first`; he begins the first tour of each pair.
    to_throw = np.arange(2 * pairs) < pairs
    trous, alive = np.zeros(2 * pairs), np.arange(2 * pairs)
    while len(alive):
        # Both tours of a pair are thrown the same numbers, throw after throw.
        dice = random.choice(len(THROWS), pairs, p=CHANCES)[alive % pairs]
        places, parts, sames = [], [], []
        for number, numbers in enumerate(THROWS):
            for who, player in ((True, first), (False, second)):
                here = np.flatnonzero((dice == number) & (to_throw[alive] == who))
                if len(here):
                    stepped = step(situations.taken(here), numbers, player)
                    places.append(here)
                    parts.append(stepped.next)
                    sames.append(stepped.same)
        order = np.argsort(np.concatenate(places))
        situations, same = joined(parts).taken(order), np.concatenate(sames)[order]
        to_throw[alive] = to_throw[alive] == same
        over = situations.marks.over()
        done = alive[over]
        counted = np.minimum(situations.marks.trous[over], 12)
        trous[done] = np.where(to_throw[done], counted[:, 0] - counted[:, 1], counted[:, 1] - counted[:, 0])
        situations, alive = situations.taken(~over), alive[~over]
    return Result(trous, trous > 0)


def interval(values: np.ndarray, pairs: int) -> tuple[float, float]:
    """The mean over pairs and half the width of its 95 % interval."""
    means = (values[:pairs] + values[pairs:]) / 2
    return float(means.mean()), float(1.96 * means.std(ddof=1) / np.sqrt(pairs))
