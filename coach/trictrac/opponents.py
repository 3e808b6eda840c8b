"""Players that strength is measured against: random, greedy, and a rule of thumb of the treatises."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final

import numpy as np

from coach.trictrac.chances import chances
from coach.trictrac.choosing import Player
from rules.position import BANDE, COIN, TALON
from rules.view import FILLABLE

if TYPE_CHECKING:
    from coach.trictrac.situations import Situations, Thrown


class RandomPlayer(Player):
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


class GreedyPlayer(Player):
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


TREATISES: Final = (
    "promised",
    "offered",
    "petit_jan",
    "grand_jan",
    "jan_de_retour",
    "coin",
    "surplus",
)
"""What a player looks at who follows the treatises; treatises.toml says where each comes from and what it weighs."""


@cache
def _weights() -> np.ndarray:
    text = (resources.files("coach.trictrac") / "treatises.toml").read_text("utf-8")
    found = tomllib.loads(text)
    return np.array([found[name]["weight"] for name in TREATISES])


def by_treatises(after: Thrown) -> np.ndarray:
    """What the treatises look at in each play, (m, len(TREATISES))."""
    turned = after.next.rows.turned()
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


class TreatisePlayer(Player):
    """The advice of the treatises: fill the jans, take the coin, keep what is full, offer little.

    He stays (*tient*) while one of his jans is full and dames are left to play without breaking it, and leaves
    otherwise.
    """

    def plays(self, after: Thrown) -> np.ndarray:
        """The weighted sum of what the treatises look at."""
        return np.asarray(by_treatises(after) @ _weights())

    def leaves(self, before: Situations, after: Thrown, best: np.ndarray) -> np.ndarray:
        """Leave without a full jan, or when its three dames over are played."""
        del after, best
        own = before.rows.own
        full = np.stack([(own[:, jan.start : jan.stop] >= 2).all(axis=1) for jan in FILLABLE])
        free = np.stack([own[:, 1 : jan.start].sum(axis=1) > 0 for jan in FILLABLE])
        return np.asarray(~(full & free).any(axis=0))
