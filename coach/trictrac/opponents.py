"""Players that strength is measured against: random, greedy, and a rule of thumb of the treatises."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coach.trictrac.chances import chances
from coach.trictrac.choosing import EvaluatorPlayer
from coach.trictrac.search import LOOKED_AT, looked_ahead
from rules.position import COIN
from rules.view import FILLABLE, GRAND_JAN, JAN_DE_RETOUR, PETIT_JAN

if TYPE_CHECKING:
    from coach.trictrac.evaluator import Evaluator
    from coach.trictrac.situations import Situations, Thrown


class RandomPlayer:
    """Plays any legal play, and leaves every other time."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)

    def plays(self, after: Thrown) -> np.ndarray:
        """A random value for each play."""
        return self._random.random(len(after.tour))

    def leaves(self, before: Situations, after: Thrown, best: np.ndarray) -> np.ndarray:
        """A coin thrown for each tour."""
        del after, best
        return self._random.random(len(before)) < 0.5


class GreedyPlayer:
    """Most points expected next, then safest: what its next throw promises less what it offers the adversary."""

    def plays(self, after: Thrown) -> np.ndarray:
        """Expected points of the own next throw less those of the adversary's coming one."""
        coming, own = chances(after.next.rows), chances(after.next.rows.turned())
        mine = own[:, 0] - own[:, 1] + own[:, 2] + own[:, 3:].sum(axis=1)
        his = coming[:, 0] - coming[:, 1] + coming[:, 2] + coming[:, 3:].sum(axis=1)
        return np.where(after.again, 0, mine - his)

    def leaves(self, before: Situations, after: Thrown, best: np.ndarray) -> np.ndarray:
        """Leave when the adversary stands to gain more than the thrower."""
        del before, after
        return best < 0


class TreatisePlayer:
    """The advice of the treatises: fill the petit jan, take the coin, build the grand jan, keep what is full.

    He stays (*tient*) with a full jan he can keep, or when his next throw promises more than the adversary's, and
    leaves otherwise.
    """

    def plays(self, after: Thrown) -> np.ndarray:
        """Points promised and offered, and the shape of the game: jans, coin, cases made and dames left single."""
        turned = after.next.rows.turned()
        own, adverse = turned.own, turned.adverse
        coming, promised = chances(after.next.rows), chances(turned)
        value = 2.0 * (promised[:, 0] - promised[:, 1] + promised[:, 2] + promised[:, 3:].sum(axis=1))
        value -= 3.0 * (coming[:, 0] - coming[:, 1] + coming[:, 2])
        made = np.minimum(own, 2)
        for jan, weight in ((PETIT_JAN, 0.12), (GRAND_JAN, 0.16), (JAN_DE_RETOUR, 0.14)):
            lacking = (2 - made[:, jan.start : jan.stop]).sum(axis=1)
            value += weight * (12 - lacking) / 2 + np.where(lacking == 0, 1.0, 0)
        value += np.where(own[:, COIN] >= 2, 0.8, 0) - np.where(adverse[:, 25 - COIN] >= 2, 0.3, 0)
        value -= 0.06 * np.maximum(own[:, 1:25] - 3, 0)[:, 1:].sum(axis=1)
        return np.asarray(np.where(after.again, value + 0.5, value))

    def leaves(self, before: Situations, after: Thrown, best: np.ndarray) -> np.ndarray:
        """Leave without a jan to keep when the adversary has one, or a better position."""
        del after
        rows = before.rows
        full = np.zeros(len(before), np.bool_)
        his = np.zeros(len(before), np.bool_)
        mine, other = np.minimum(rows.own, 2), np.minimum(rows.turned().own, 2)
        for jan in FILLABLE:
            full |= mine[:, jan.start : jan.stop].sum(axis=1) == 12
            his |= other[:, jan.start : jan.stop].sum(axis=1) == 12
        spare = rows.own[:, 1 : JAN_DE_RETOUR.start].sum(axis=1)
        return np.where(full, spare < 4, his | (best < 1.2))


class SearchPlayer(EvaluatorPlayer):
    """Looks one throw ahead at the plays that seem best.

    most: how many of each throw.
    """

    def __init__(self, evaluator: Evaluator, most: int = LOOKED_AT) -> None:
        super().__init__(evaluator)
        self._most = most

    def plays(self, after: Thrown) -> np.ndarray:
        """The equity of each play, that of the best ones over all throws of the adversary."""
        return looked_ahead(after, self._evaluator, most=self._most)[0]
