"""The games that `training.coach` knows, played side by side, and the values learnt from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from coach.backgammon import evaluator as backgammon
from coach.backgammon.games import Games, played
from coach.network import sigmoid
from coach.throws import CHANCES, THROWS
from coach.trictrac.choosing import EvaluatorPlayer, step
from coach.trictrac.evaluator import INPUTS, TROUS, Evaluator, features
from coach.trictrac.situations import Situations, joined

if TYPE_CHECKING:
    from collections.abc import Callable

    from coach.network import Floats, Network


class Course(Protocol):
    """Games that are played side by side."""

    inputs: int
    weights: Floats
    """The weight of each output in the loss."""

    def begin(self, random: np.random.Generator) -> None:
        """Start all games."""

    def answers(self, raw: Floats) -> Floats:
        """Return the outputs as they are learnt, (n, outputs): chances, or values in the network's unit."""

    def stretch(self, network: Network, throws: int, trace: float) -> tuple[Floats, Floats, int]:
        """Play on; return inputs (m, inputs), the goals to learn for them (m, outputs), and how many games ended."""


def returns(
    values: Floats,
    gain: list[Floats],
    over: list[np.ndarray],
    final: list[Floats],
    turned: Callable[[Floats, int], Floats],
    trace: float,
) -> Floats:
    """Return the lambda-returns of each throw, (throws, n, outputs).

    Args:
        values: The network's answers before each throw and after the last one, (throws + 1, n, outputs).
        gain: What each throw added.
        over: Which games each throw ended.
        final: The final values of these games.
        turned: Turns the values of the next thrower into those of the thrower, by the throw's index.
        trace: Lambda.
    """
    goal = values[-1]
    found = np.zeros_like(values[:-1])
    for at in range(len(gain) - 1, -1, -1):
        mixed = turned(np.asarray(trace * goal + (1 - trace) * values[at + 1], np.float32), at)
        goal = np.asarray(gain[at] + np.where(over[at][:, None], final[at], mixed), np.float32)
        found[at] = goal
    return found


class Trictrac:
    """Tours of trictrac; the outputs are the equity, in units of twelve trous, and the chance to win."""

    inputs = INPUTS
    weights = np.array([2.0, 0.3], np.float32)

    def __init__(self, count: int) -> None:
        self._count = count

    def begin(self, random: np.random.Generator) -> None:
        """Start all tours."""
        self._random = random
        self.situations = handicapped(self._count, random)

    def answers(self, raw: Floats) -> Floats:
        """Return the equity unchanged, and the second output as a chance."""
        return np.stack([raw[:, 0], sigmoid(raw[:, 1])], axis=1)

    def stretch(self, network: Network, throws: int, trace: float) -> tuple[Floats, Floats, int]:
        """Play `throws` throws in every tour; a tour that ends is replaced by a new one."""
        inputs, gain, over, final, same, ended = [], [], [], [], [], 0
        player, count = EvaluatorPlayer(Evaluator(network)), self._count
        for _ in range(throws):
            inputs.append(features(self.situations))
            gains, goes_on, ends = self._throw(player)
            # The next situation is seen by the next thrower; the winner has twelve trous.
            trous = self.situations.marks.trous
            won = np.where(goes_on, trous[:, 0] >= 12, trous[:, 1] >= 12)
            gain.append(np.stack([gains / TROUS, np.zeros(count)], axis=1).astype(np.float32))
            final.append(np.stack([np.zeros(count), won], axis=1).astype(np.float32))
            over.append(ends)
            same.append(goes_on)
            if ends.any():
                ended += int(ends.sum())
                kept = np.flatnonzero(~ends)
                order = np.argsort(np.concatenate([kept, np.flatnonzero(ends)]))
                fresh = handicapped(int(ends.sum()), self._random)
                self.situations = joined([self.situations.taken(kept), fresh]).taken(order)
        seen = np.stack([*inputs, features(self.situations)])
        values = self.answers(network.raw(seen.reshape(-1, INPUTS))).reshape(throws + 1, count, 2)

        def turned(after: Floats, at: int) -> Floats:
            other = np.stack([-after[:, 0], 1 - after[:, 1]], axis=1)
            return np.asarray(np.where(same[at][:, None], after, other), np.float32)

        goals = returns(values, gain, over, final, turned, trace)
        return seen[:-1].reshape(-1, INPUTS), goals.reshape(-1, 2), ended

    def _throw(self, player: EvaluatorPlayer) -> tuple[Floats, np.ndarray, np.ndarray]:
        """Play one throw in every tour; return trous gained, whether the same player goes on, whether it is over."""
        dice = self._random.choice(len(THROWS), self._count, p=CHANCES)
        places, steps = [], []
        for number, numbers in enumerate(THROWS):
            here = np.flatnonzero(dice == number)
            if len(here):
                places.append(here)
                steps.append(step(self.situations.taken(here), numbers, player))
        order = np.argsort(np.concatenate(places))
        self.situations = joined([each.next for each in steps]).taken(order)
        gain, same, over = (
            np.concatenate([getattr(each, name) for each in steps])[order] for name in ("gain", "same", "over")
        )
        return gain, same, over


def handicapped(count: int, random: np.random.Generator) -> Situations:
    """Return new tours; a quarter of them begin with trous already pegged, so that the network sees every score."""
    fresh = Situations.start(count)
    some = random.random(count) < 0.25
    fresh.marks.trous[some] = random.integers(0, 12, (int(some.sum()), 2))
    return fresh


class Backgammon:
    """Games of backgammon; the outputs are the chances of `backgammon.Chances`."""

    inputs = backgammon.INPUTS
    weights = np.array([1.0, 1.0, 0.5, 1.0, 0.5], np.float32)

    def __init__(self, count: int) -> None:
        self._count = count

    def begin(self, random: np.random.Generator) -> None:
        """Start all games."""
        self._random = random
        self.games = Games.start(self._count)

    def answers(self, raw: Floats) -> Floats:
        """All outputs are chances."""
        return sigmoid(raw)

    def stretch(self, network: Network, throws: int, trace: float) -> tuple[Floats, Floats, int]:
        """Play `throws` throws in every game; a game that ends is replaced by a new one."""
        inputs, over, final, ended, count = [], [], [], 0, self._count
        evaluator = backgammon.Evaluator(network)
        for _ in range(throws):
            inputs.append(backgammon.features(self.games))
            dice = self._random.choice(len(THROWS), count, p=CHANCES)
            self.games = played(self.games, dice, evaluator)
            ends, outcome = self.games.results()
            # The winner has just thrown; the games are now seen by the loser.
            over.append(ends)
            final.append(backgammon.turned(outcome))
            ended += int(ends.sum())
            self.games = self.games.replaced(ends)
        seen = np.stack([*inputs, backgammon.features(self.games)])
        values = self.answers(network.raw(seen.reshape(-1, self.inputs))).reshape(throws + 1, count, -1)
        nothing = [np.zeros_like(values[0])] * throws
        goals = returns(values, nothing, over, final, lambda after, _: backgammon.turned(after), trace)
        return seen[:-1].reshape(-1, self.inputs), goals.reshape(-1, goals.shape[-1]), ended


COURSES: dict[str, Callable[[int], Course]] = {"trictrac": Trictrac, "backgammon": Backgammon}
