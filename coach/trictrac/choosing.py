"""One throw in many tours: the player's choice, to leave or stay and which play, and its result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from coach.throws import THROWS
from coach.trictrac.evaluator import Evaluator
from coach.trictrac.situations import Situations, ThrowOutcomes, all_marked, gains, join, throw_dice
from rules.batch.jans import Points
from rules.batch.rows import Mask, Numbers
from rules.position import Dice


def play_equities(after: ThrowOutcomes, evaluator: Evaluator) -> tuple[np.ndarray, np.ndarray]:
    """Return the thrower's equity in trous and chance to win, after each play, (m,) each."""
    equity, win = evaluator.values(after.next)
    return np.where(after.again, equity, -equity), np.where(after.again, win, 1 - win)


def first_best(tour: Numbers, value: np.ndarray, count: int) -> Numbers:
    """Return the index of the greatest value of each tour, (count,)."""
    order = np.lexsort((-value, tour))
    first = np.searchsorted(tour[order], np.arange(count))
    return np.asarray(order[first])


def equity_of_leaving(after: ThrowOutcomes, evaluator: Evaluator, which: Numbers) -> tuple[np.ndarray, np.ndarray]:
    """Return the thrower's equity and chance to win if he leaves, in some of the tours; with what he has gained."""
    gone = after.departures().select(which)
    equity, win = evaluator.values(gone.next)
    gain = gone.gain + np.where(gone.over, 0, np.where(gone.again, equity, -equity))
    return gain, np.where(gone.over, gone.gain > 0, np.where(gone.again, win, 1 - win))


class Player(Protocol):
    """Marks a throw, and values its plays and the departures it allows."""

    def marks(self, worth: Points) -> tuple[Numbers, Numbers]:
        """Return the points that the thrower and the adversary mark, écoles included; by default every point."""
        return all_marked(worth)

    def plays(self, after: ThrowOutcomes) -> np.ndarray:
        """Return the value of each play, (m,); the greatest is played."""

    def leaves(self, before: Situations, after: ThrowOutcomes, best: np.ndarray) -> np.ndarray:
        """Return whether to leave in each tour that may, bool (n,); best: the value of the chosen play, (n,)."""


class EvaluatorPlayer(Player):
    """Plays by the evaluator's equity, without looking a throw ahead."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator

    def plays(self, after: ThrowOutcomes) -> np.ndarray:
        """Return the equity of each play, in trous."""
        return play_equities(after, self._evaluator)[0]

    def leaves(self, before: Situations, after: ThrowOutcomes, best: np.ndarray) -> np.ndarray:
        """Leave where the situation after leaving is worth more."""
        # After the end of the tour there is nothing to gain.
        stays = np.where(after.over, 0, best) + gains(before, after.held)
        leaves, may = np.zeros(len(before), np.bool_), np.flatnonzero(after.may_leave)
        if len(may):
            leaves[may] = equity_of_leaving(after, self._evaluator, may)[0] > stays[may]
        return leaves


@dataclass(frozen=True)
class Stepped:
    """The tours after a throw and the thrower's choice.

    Attributes:
        next: The situations of the tours, including those that are over.
        gain: What the thrower gained, (n,), as `gains` counts it.
        same: Whether the same player throws again.
        over: Which tours ended.
    """

    next: Situations
    gain: np.ndarray
    same: Mask
    over: Mask


def step_each(situations: Situations, dice: Numbers, players: Sequence[tuple[Mask, Player]]) -> Stepped:
    """Step each tour by its own throw; dice: indices into THROWS, (n,); players: the tours of each, (n,)."""
    places, steps = [], []
    for number, numbers in enumerate(THROWS):
        for whose, player in players:
            here = np.flatnonzero((dice == number) & whose)
            if len(here):
                places.append(here)
                steps.append(step(situations.select(here), numbers, player))
    order = np.argsort(np.concatenate(places))
    gain, same, over = (
        np.concatenate([getattr(each, name) for each in steps])[order] for name in ("gain", "same", "over")
    )
    return Stepped(join([each.next for each in steps]).select(order), gain, same, over)


def step(situations: Situations, dice: Dice, player: Player) -> Stepped:
    """Throw, let the player choose, and play."""
    after = throw_dice(situations, dice, marked=player.marks)
    value = player.plays(after)
    best = first_best(after.tour, value, len(situations))
    leave = np.zeros(len(situations), np.bool_)
    if after.may_leave.any():
        leave = after.may_leave & player.leaves(situations, after, value[best])
    moved, gain = after.next.select(best), gains(situations, after.held)
    same, over = after.again[best], after.over
    if leave.any():
        gone = after.departures()
        moved = moved.replace_rows(leave, gone.next.select(leave))
        same, over = np.where(leave, gone.again, same), np.where(leave, gone.over, over)
        gain = np.where(leave, gone.gain, gain)
    return Stepped(moved, gain, same, over)
