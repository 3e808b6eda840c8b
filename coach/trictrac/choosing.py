"""The choice of a player who looks no throw ahead: leave or stay, and which play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from coach.trictrac.situations import Situations, joined, thrown

if TYPE_CHECKING:
    from coach.trictrac.network import Network
    from coach.trictrac.situations import Thrown
    from rules.batch.rows import Mask, Numbers
    from rules.position import Dice

THROWS: tuple[Dice, ...] = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
CHANCES = np.array([1 if high == low else 2 for high, low in THROWS]) / 36
"""The 21 throws and the chance of each."""


def play_equities(after: Thrown, network: Network) -> tuple[np.ndarray, np.ndarray]:
    """Of the thrower, once he has played: trous still to gain and his chance to win, for each play (m,)."""
    equity, win = network.values(after.next)
    return np.where(after.again, equity, -equity), np.where(after.again, win, 1 - win)


def first_best(tour: Numbers, value: np.ndarray, count: int) -> Numbers:
    """The index of the greatest value of each tour, (count,); plays of one tour stand together."""
    order = np.lexsort((-value, tour))
    first = np.searchsorted(tour[order], np.arange(count))
    return np.asarray(order[first])


@dataclass(frozen=True)
class Stepped:
    """The tours after a throw and the thrower's choice.

    next: the situations of the tours, those that are over included.
    gain: trous the thrower gained less those the adversary gained, (n,).
    same: whether the same player throws again.
    over: which tours ended.
    """

    next: Situations
    gain: np.ndarray
    same: Mask
    over: Mask


def gains(before: Situations, after_trous: np.ndarray) -> np.ndarray:
    """Trous gained by the thrower less those gained by the adversary, each side's total counted to twelve."""
    was, now = np.minimum(before.marks.trous, 12), np.minimum(after_trous, 12)
    return np.asarray((now[:, 0] - was[:, 0]) - (now[:, 1] - was[:, 1]), np.float32)


def step(situations: Situations, dice: Dice, network: Network) -> Stepped:
    """Throw, choose by the network's equity and play."""
    after = thrown(situations, dice)
    equity, _ = play_equities(after, network)
    best = first_best(after.tour, equity, len(situations))
    leave = np.zeros(len(situations), np.bool_)
    asked = np.flatnonzero(after.may_leave)
    moved, same = after.next.taken(best), after.again[best]
    gain = gains(situations, after.held.trous)
    if len(asked):
        gone = after.departures().taken(asked)
        went, _ = network.values(gone)
        went_gain = gains(situations.taken(asked), after.gone.trous[asked])
        stays = equity[best[asked]] + gain[asked]
        # Trous that end the tour leave nothing to gain.
        stays = np.where(after.over[asked], gain[asked], stays)
        goes = asked[went + went_gain > stays]
        leave[goes] = True
        if len(goes):
            kept = np.flatnonzero(~leave)
            order = np.argsort(np.concatenate([kept, goes]))
            moved = joined([moved.taken(kept), after.departures().taken(goes)]).taken(order)
            same = same | leave
            gain[goes] = gains(situations.taken(goes), after.gone.trous[goes])
    return Stepped(moved, gain, same, after.over & ~leave)
