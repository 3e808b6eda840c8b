"""The games that `training.coach` knows, played side by side, and the values learnt from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol

import numpy as np

from coach.backgammon import evaluator as backgammon
from coach.backgammon.games import Games, after_throw
from coach.network import Floats, Network, sigmoid
from coach.throws import CHANCES, THROWS
from coach.trictrac.choosing import EvaluatorPlayer, step
from coach.trictrac.evaluator import AT_STAKE, INPUTS, Evaluator, features, unit
from coach.trictrac.partie import PartieStanding, prices
from coach.trictrac.situations import Situations, join
from coach.trictrac.stakes import Stakes
from rules.batch import Marks
from rules.batch.marks import ENDLESS
from rules.games.a_ecrire import TROUS_DU_MARQUE

PARTIES: Final = (2, 4, 6, 8, 12, 16, 24)
"""Lengths of the parties whose marqués are played, in meetings of the two players."""


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


class TrictracGames:
    """Tours of trictrac; the outputs are the equity, in units of twelve trous, and the chance to win."""

    inputs = INPUTS
    weights = np.array([2.0, 0.3], np.float32)

    def __init__(self, count: int) -> None:
        self._count = count

    def begin(self, random: np.random.Generator) -> None:
        """Start all tours."""
        self._random = random
        self.situations = self._fresh(self._count)

    def _fresh(self, count: int) -> Situations:
        return new_tours(count, self._random)

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
            # The next situation is seen by the next thrower; the winner has more trous.
            ahead = self.situations.marks.trous @ np.array([1, -1])
            won = np.where(goes_on, ahead, -ahead) > 0
            gain.append(np.stack([gains / unit(self.situations), np.zeros(count)], axis=1).astype(np.float32))
            final.append(np.stack([np.zeros(count), won], axis=1).astype(np.float32))
            over.append(ends)
            same.append(goes_on)
            if ends.any():
                ended += int(ends.sum())
                self.situations = self.situations.replace_rows(ends, self._fresh(int(ends.sum())))
        seen = np.stack([*inputs, features(self.situations)])
        values = self.answers(network.raw(seen.reshape(-1, self.inputs))).reshape(throws + 1, count, 2)

        def turn(after: Floats, at: int) -> Floats:
            other = np.stack([-after[:, 0], 1 - after[:, 1]], axis=1)
            return np.asarray(np.where(same[at][:, None], after, other), np.float32)

        goals = returns(values, gain, over, final, turn, trace)
        return seen[:-1].reshape(-1, self.inputs), goals.reshape(-1, 2), ended

    def _throw(self, player: EvaluatorPlayer) -> tuple[Floats, np.ndarray, np.ndarray]:
        """Play one throw in every tour; return trous gained, whether the same player goes on, whether it is over."""
        dice = self._random.choice(len(THROWS), self._count, p=CHANCES)
        places, steps = [], []
        for number, numbers in enumerate(THROWS):
            here = np.flatnonzero(dice == number)
            if len(here):
                places.append(here)
                steps.append(step(self.situations.select(here), numbers, player))
        order = np.argsort(np.concatenate(places))
        self.situations = join([each.next for each in steps]).select(order)
        gain, same, over = (
            np.concatenate([getattr(each, name) for each in steps])[order] for name in ("gain", "same", "over")
        )
        return gain, same, over


class Marques(TrictracGames):
    """Marqués of parties à écrire; the outputs are the equity, in units of jetons, and the chance to win."""

    inputs = INPUTS + AT_STAKE

    def _fresh(self, count: int) -> Situations:
        return marques(count, self._random)


def marques(count: int, random: np.random.Generator, pegged: float = 0.25) -> Situations:
    """Return new marqués of parties that stand in many ways; `pegged` of them begin with trous already pegged."""
    price, spread = prices()
    consolation, beyond = np.empty(count), np.empty(count)
    for at in range(count):
        total = int(random.choice(PARTIES))
        played = int(random.integers(total))
        won = int(random.binomial(played, 0.5))
        ahead = price * (2 * won - played) + spread * np.sqrt(played) * random.normal() / 2
        mise = int(random.integers(2))
        standing = PartieStanding(won, played - won, total, played, total, ahead, mise)
        consolation[at] = random.integers(1, 5) * 2.0 ** (random.geometric(0.9) - 1)
        beyond[at] = standing.beyond()
    last = np.where(random.random(count) < 0.1, random.integers(TROUS_DU_MARQUE, 16, count), ENDLESS)
    marks = replace(Marks.none(count), last=last)
    some = random.random(count) < pegged
    marks.trous[some] = np.minimum(random.integers(0, 14, (int(some.sum()), 2)), last[some, None] - 1)
    begins = ~some | (random.random(count) < 0.5)
    one = random.integers(0, 3, count)
    for column in (0, 1):
        his = marks.trous[:, 1 - column]
        marks.affilee[:, column] = (marks.trous[:, column] > 0) & ((his == 0) | (one == column))
    return Situations.from_talons(marks, Stakes(consolation, beyond, np.stack([begins, ~begins], axis=1)))


def new_tours(count: int, random: np.random.Generator) -> Situations:
    """Return new tours; a quarter of them begin with trous already pegged, so that the network sees every score."""
    fresh = Situations.start(count)
    some = random.random(count) < 0.25
    fresh.marks.trous[some] = random.integers(0, 12, (int(some.sum()), 2))
    return fresh


class BackgammonGames:
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
            self.games = after_throw(self.games, dice, evaluator)
            ends, outcome = self.games.results()
            # The winner has just thrown; the games are now seen by the loser.
            over.append(ends)
            final.append(backgammon.other_players_chances(outcome))
            ended += int(ends.sum())
            self.games = self.games.restart(ends)
        seen = np.stack([*inputs, backgammon.features(self.games)])
        values = self.answers(network.raw(seen.reshape(-1, self.inputs))).reshape(throws + 1, count, -1)
        nothing = [np.zeros_like(values[0])] * throws
        goals = returns(values, nothing, over, final, lambda after, _: backgammon.other_players_chances(after), trace)
        return seen[:-1].reshape(-1, self.inputs), goals.reshape(-1, goals.shape[-1]), ended


COURSES: dict[str, Callable[[int], Course]] = {
    "trictrac": TrictracGames,
    "a_ecrire": Marques,
    "backgammon": BackgammonGames,
}
