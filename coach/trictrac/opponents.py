"""Players to measure with: a random one, a greedy one, and one that follows the treatises."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Final

import numpy as np

from coach.trictrac.chances import chances
from coach.trictrac.choosing import EvaluatorPlayer, Player, equity_of_leaving, first_best
from coach.trictrac.evaluator import Evaluator
from coach.trictrac.situations import Situations, ThrowOutcomes, gains, of_tours
from coach.trictrac.stakes import may_end
from rules.position import BANDE, COIN, TALON
from rules.view import FILLABLE


class RandomPlayer(Player):
    """Plays any legal play, and leaves half the time."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)

    def plays(self, after: ThrowOutcomes) -> np.ndarray:
        """Return a random value for each play."""
        return self._random.random(len(after.tour))

    def leaves(self, before: Situations, after: ThrowOutcomes, best: np.ndarray) -> np.ndarray:
        """Toss a coin for each tour."""
        del after, best
        return self._random.random(len(before)) < 0.5


class GreedyPlayer(Player):
    """Prefers the most expected points of its next throw less those it offers the adversary."""

    def plays(self, after: ThrowOutcomes) -> np.ndarray:
        """Return the expected points of the player's next throw less those of the adversary's coming throw."""
        coming, own = chances(after.next.rows), chances(after.next.rows.swap_sides())
        mine = own[:, 0] - own[:, 1] + own[:, 2] + own[:, 3:].sum(axis=1)
        his = coming[:, 0] - coming[:, 1] + coming[:, 2] + coming[:, 3:].sum(axis=1)
        return np.where(after.again, 0, mine - his)

    def leaves(self, before: Situations, after: ThrowOutcomes, best: np.ndarray) -> np.ndarray:
        """Leave when the adversary's expected gain is greater."""
        del before, after
        return best < 0


TREATISES: Final = (
    "promised",
    "offered",
    "petit_jan",
    "grand_jan",
    "jan_de_retour",
    "coin",
    "surplus",
)
"""The aims of a player who follows the treatises; treatises.toml names their sources and weights."""


@cache
def _weights() -> np.ndarray:
    text = (resources.files("coach.trictrac") / "treatises.toml").read_text("utf-8")
    found = tomllib.loads(text)
    return np.array([found[name]["weight"] for name in TREATISES])


def by_treatises(after: ThrowOutcomes) -> np.ndarray:
    """Return the measure of each aim after each play, (m, len(TREATISES))."""
    turned = after.next.rows.swap_sides()
    own = turned.own
    promised, offered = (
        found[:, 0] - found[:, 1] + found[:, 2:].sum(axis=1) for found in (chances(turned), chances(after.next.rows))
    )
    lacking = np.stack(
        [np.maximum(2 - own[:, jan.start : jan.stop], 0).sum(axis=1) for jan in FILLABLE],
        axis=1,
    )
    surplus = np.maximum(own[:, TALON + 1 : BANDE] - 3, 0).sum(axis=1)
    columns = [promised, offered, *(12 - lacking.T)]
    columns += [own[:, COIN] >= 2, surplus]
    return np.stack(columns, axis=1).astype(float)


class TourPlayer(EvaluatorPlayer):
    """Plays marqués by the evaluator of tours, as if each were a tour that goes on."""

    def plays(self, after: ThrowOutcomes) -> np.ndarray:
        """Return the equity of each play in a tour, in trous."""
        return super().plays(of_tours(after))

    def leaves(self, before: Situations, after: ThrowOutcomes, best: np.ndarray) -> np.ndarray:
        """Leave where a tour would be left."""
        del before
        seen = of_tours(after)
        return super().leaves(seen.before, seen, best)


class MarquePlayer(TourPlayer):
    """Plays marqués as tours, and asks the evaluator of marqués whether to leave once that ends them."""

    def __init__(self, evaluator: Evaluator, of_marques: Evaluator) -> None:
        super().__init__(evaluator)
        self._of_marques = of_marques

    def leaves(self, before: Situations, after: ThrowOutcomes, best: np.ndarray) -> np.ndarray:
        """Leave where that is worth more."""
        leaves = super().leaves(before, after, best)
        may = np.flatnonzero(after.may_leave & may_end(after.gone))
        if len(may):
            chosen = first_best(after.tour, self.plays(after), len(before))[may]
            value, _ = self._of_marques.values(after.next.select(chosen))
            stays = np.where(after.over[may], 0, np.where(after.again[chosen], value, -value))
            stays = stays + gains(before, after.held)[may]
            leaves[may] = equity_of_leaving(after, self._of_marques, may)[0] > stays
        return leaves


class TreatisePlayer(Player):
    """Follows the treatises: fill the jans, take the coin, keep what is full, offer little.

    It stays (*tient*) while one of its jans is full and it has dames to play without breaking it. Otherwise it leaves.
    """

    def plays(self, after: ThrowOutcomes) -> np.ndarray:
        """Return the weighted sum of the treatises' aims."""
        return np.asarray(by_treatises(after) @ _weights())

    def leaves(self, before: Situations, after: ThrowOutcomes, best: np.ndarray) -> np.ndarray:
        """Leave without a full jan, or with no dame behind it to play."""
        del after, best
        own = before.rows.own
        full = np.stack([(own[:, jan.start : jan.stop] >= 2).all(axis=1) for jan in FILLABLE])
        free = np.stack([own[:, 1 : jan.start].sum(axis=1) > 0 for jan in FILLABLE])
        return np.asarray(~(full & free).any(axis=0))
