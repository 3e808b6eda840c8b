"""Equity with the doubling cube, from the chances without it (Janowski, Take-Points in Money Games, 1993)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from coach.backgammon.evaluator import (
    BACKGAMMON,
    BACKGAMMON_LOST,
    GAMMON,
    GAMMON_LOST,
    WIN,
    equity,
)
from coach.network import Floats

LIVENESS: Final = 0.68
"""A cube's worth in play, as a share of that of a perfectly used one; GNU Backgammon's value with contact."""
CENTRED, OWN, THEIRS = range(3)
"""The side that may double next: either, the player, the adversary."""


@dataclass(frozen=True, slots=True)
class Doubling:
    """Expected points, at a cube of 1, of the player who may double before a throw.

    Attributes:
        hold: The player does not double.
        take: The player doubles and the adversary takes.
        drop: The player doubles and the adversary refuses.
    """

    hold: float
    take: float
    drop: float = 1.0

    @property
    def doubles(self) -> bool:
        """Whether doubling is worth more, whatever the adversary answers."""
        return min(self.take, self.drop) > self.hold

    @property
    def taken(self) -> bool:
        """Whether taking is better for the adversary."""
        return self.take <= self.drop


def cubeful_equity(chances: Floats, owner: int) -> Floats:
    """Return the points expected at a cube of 1, (n,), for the player of these chances, (n, 5).

    The value lies between that of a dead cube and that of a perfectly used one. At the cash point the player doubles
    and wins one point. At the take point the adversary doubles and the player loses one.
    """
    win = np.clip(chances[:, WIN], 1e-6, 1 - 1e-6)
    won = 1 + (chances[:, GAMMON] + chances[:, BACKGAMMON]) / win
    lost = 1 + (chances[:, GAMMON_LOST] + chances[:, BACKGAMMON_LOST]) / (1 - win)
    take = (lost - 0.5) / (won + lost + 0.5)
    cash = (lost + 1) / (won + lost + 0.5)
    left = _line(win, np.zeros_like(win), -lost, take, np.full_like(win, -1.0))
    right = _line(win, cash, np.ones_like(win), np.ones_like(win), won)
    if owner == CENTRED:
        middle = _line(win, take, np.full_like(win, -1.0), cash, np.ones_like(win))
        live = np.where(win < take, left, np.where(win > cash, right, middle))
    elif owner == OWN:
        live = np.where(win > cash, right, _line(win, np.zeros_like(win), -lost, cash, np.ones_like(win)))
    else:
        live = np.where(win < take, left, _line(win, take, np.full_like(win, -1.0), np.ones_like(win), won))
    return np.asarray(LIVENESS * live + (1 - LIVENESS) * equity(chances), np.float32)


def _line(at: np.ndarray, x0: np.ndarray, y0: np.ndarray, x1: np.ndarray, y1: np.ndarray) -> np.ndarray:
    """Return the value at `at` of the line through two points."""
    return np.asarray(y0 + (at - x0) * (y1 - y0) / np.maximum(x1 - x0, 1e-6))


def doubling(chances: Floats, owner: int) -> Doubling:
    """Return the worth of doubling before the player's throw; chances: of the player, (5,); owner: CENTRED or OWN."""
    one = chances[None]
    return Doubling(float(cubeful_equity(one, owner)[0]), 2 * float(cubeful_equity(one, THEIRS)[0]))
