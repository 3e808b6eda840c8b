"""Train the evaluator of trictrac by self-play: `python -m training.coach --hours 8 --out coach/trictrac/models`.

Many tours are played side by side by the network itself. After each stretch of throws the network learns the
lambda-returns of what happened (Sutton 1988; Tesauro 1995). The run resumes from its last checkpoint.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from coach.trictrac.choosing import CHANCES, THROWS, NetworkPlayer, step
from coach.trictrac.network import TROUS, Floats, Network, features
from coach.trictrac.situations import Situations, joined

TRACE = 0.7
"""Lambda of the returns (Sutton 1988); Tesauro used 0.7 for backgammon."""


@dataclass
class Adam:
    """Adam over a network's layers (Kingma and Ba 2015)."""

    rate: float
    steps: int = 0
    first: list[Floats] = field(default_factory=list)
    second: list[Floats] = field(default_factory=list)

    def apply(self, weights: list[Floats], gradients: list[Floats]) -> None:
        """Change the weights in place."""
        if not self.first:
            self.first = [np.zeros_like(weight) for weight in weights]
            self.second = [np.zeros_like(weight) for weight in weights]
        self.steps += 1
        for at, gradient in enumerate(gradients):
            self.first[at] += 0.1 * (gradient - self.first[at])
            self.second[at] += 0.001 * (gradient * gradient - self.second[at])
            mean = self.first[at] / (1 - 0.9**self.steps)
            square = self.second[at] / (1 - 0.999**self.steps)
            weights[at] -= self.rate * mean / (np.sqrt(square) + 1e-8)


def learn(network: Network, adam: Adam, inputs: Floats, equity: Floats, win: Floats) -> float:
    """One step towards the targets: equity in trous and the chance to win, (n,) each; the loss before it."""
    active = [inputs]
    for weights, biases in network.layers[:-1]:
        active.append(np.asarray(np.maximum(active[-1] @ weights + biases, 0), np.float32))
    weights, biases = network.layers[-1]
    raw = active[-1] @ weights + biases
    chance = 1 / (1 + np.exp(-raw[:, 1]))
    error = raw[:, 0] - equity / TROUS
    back = np.stack([2 * error, 0.3 * (chance - win)], axis=1).astype(np.float32) / len(inputs)
    gradients: list[Floats] = []
    for at in range(len(network.layers) - 1, -1, -1):
        weights, _ = network.layers[at]
        gradients[:0] = [np.asarray(active[at].T @ back, np.float32), np.asarray(back.sum(axis=0), np.float32)]
        if at:
            back = (back @ weights.T) * (active[at] > 0)
    adam.apply([array for layer in network.layers for array in layer], gradients)
    return float((error**2).mean())


@dataclass
class Stretch:
    """What some throws of n tours showed: per throw the inputs, gain, whether the same player went on, and the end."""

    inputs: list[Floats] = field(default_factory=list)
    gain: list[Floats] = field(default_factory=list)
    same: list[np.ndarray] = field(default_factory=list)
    over: list[np.ndarray] = field(default_factory=list)
    won: list[np.ndarray] = field(default_factory=list)


def play(
    situations: Situations, network: Network, throws: int, random: np.random.Generator
) -> tuple[Situations, Stretch, int]:
    """Play `throws` throws in every tour; a tour that ends is replaced by a new one."""
    seen, ended, player = Stretch(), 0, NetworkPlayer(network)
    for _ in range(throws):
        seen.inputs.append(features(situations))
        dice = random.choice(len(THROWS), len(situations), p=CHANCES)
        places, parts, gain, same, over = [], [], [], [], []
        for number, numbers in enumerate(THROWS):
            here = np.flatnonzero(dice == number)
            if len(here):
                done = step(situations.taken(here), numbers, player)
                places.append(here)
                parts.append(done.next)
                gain.append(done.gain)
                same.append(done.same)
                over.append(done.over)
        order = np.argsort(np.concatenate(places))
        situations = joined(parts).taken(order)
        gains, sames, overs = (np.concatenate(values)[order] for values in (gain, same, over))
        # The next situation is seen by the next thrower; the winner has twelve trous.
        trous = situations.marks.trous
        won = np.where(sames, trous[:, 0] >= 12, trous[:, 1] >= 12)
        seen.gain.append(gains)
        seen.same.append(sames)
        seen.over.append(overs)
        seen.won.append(won)
        count = int(overs.sum())
        if count:
            ended += count
            kept = np.flatnonzero(~overs)
            order = np.argsort(np.concatenate([kept, np.flatnonzero(overs)]))
            situations = joined([situations.taken(kept), handicapped(count, random)]).taken(order)
    return situations, seen, ended


def handicapped(count: int, random: np.random.Generator) -> Situations:
    """New tours; a quarter of them begin with trous already pegged, so that every score is seen."""
    fresh = Situations.start(count)
    some = random.random(count) < 0.25
    fresh.marks.trous[some] = random.integers(0, 12, (int(some.sum()), 2))
    return fresh


def returns(seen: Stretch, equity: Floats, win: Floats, trace: float) -> tuple[Floats, Floats]:
    """The lambda-returns of each throw, from the network's own values after the last one: (throws, n) each."""
    count = len(seen.gain)
    values = [np.concatenate([part]) for part in (equity, win)]
    goal_e, goal_w = values[0][count], values[1][count]
    equities, wins = np.zeros((count, len(goal_e)), np.float32), np.zeros((count, len(goal_e)), np.float32)
    for at in range(count - 1, -1, -1):
        mixed_e = trace * goal_e + (1 - trace) * values[0][at + 1]
        mixed_w = trace * goal_w + (1 - trace) * values[1][at + 1]
        same, over = seen.same[at], seen.over[at]
        goal_e = seen.gain[at] + np.where(over, 0, np.where(same, mixed_e, -mixed_e))
        goal_w = np.where(over, seen.won[at], np.where(same, mixed_w, 1 - mixed_w))
        equities[at], wins[at] = goal_e, goal_w
    return equities, wins


def train(folder: Path, hours: float, *, tours: int, hidden: tuple[int, ...], seed: int) -> None:
    """Play and learn for some hours; write `last.npz` every minute and a numbered checkpoint every twenty minutes."""
    folder.mkdir(parents=True, exist_ok=True)
    last, log = folder / "last.npz", folder / "log.jsonl"
    random = np.random.default_rng(seed + int(time.time()) if last.exists() else seed)
    network = Network.load(last) if last.exists() else Network.fresh(hidden, seed)
    adam = Adam(1e-3)
    situations = handicapped(tours, random)
    began = saved = numbered = time.monotonic()
    ended = throws = number = 0
    while time.monotonic() - began < hours * 3600:
        part = (time.monotonic() - began) / (hours * 3600)
        adam.rate = 1e-3 * (0.02**part)
        situations, seen, over = play(situations, network, 24, random)
        ended += over
        throws += 24 * tours
        inputs = np.stack([*seen.inputs, features(situations)])
        raw = network.raw(inputs.reshape(-1, inputs.shape[-1])).reshape(len(inputs), tours, 2)
        equity, win = returns(seen, raw[..., 0] * TROUS, np.asarray(1 / (1 + np.exp(-raw[..., 1])), np.float32), TRACE)
        flat, loss = inputs[:-1].reshape(-1, inputs.shape[-1]), 0.0
        order = random.permutation(len(flat))
        batches = np.array_split(order, max(1, len(order) // 512))
        for batch in batches:
            loss += learn(network, adam, flat[batch], equity.reshape(-1)[batch], win.reshape(-1)[batch])
        now = time.monotonic()
        if now - saved > 60:
            saved = now
            network.save(last)
            with log.open("a") as file:
                line = {
                    "minutes": round((now - began) / 60, 1),
                    "tours": ended,
                    "throws": throws,
                    "loss": loss / len(batches),
                }
                file.write(json.dumps(line) + "\n")
        if now - numbered > 1200:
            numbered, number = now, number + 1
            network.save(folder / f"checkpoint-{int((now - began) / 60):05d}.npz")
    network.save(last)


def main() -> None:
    """Read the options and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder of the checkpoints")
    parser.add_argument("--hours", type=float, default=8.0, help="how long (%(default)s)")
    parser.add_argument("--tours", type=int, default=512, help="tours played side by side (%(default)s)")
    parser.add_argument("--hidden", type=int, nargs="+", default=[160, 64], help="units of the hidden layers")
    parser.add_argument("--seed", type=int, default=0, help="of the dice and the first weights (%(default)s)")
    asked = parser.parse_args()
    train(asked.out, asked.hours, tours=asked.tours, hidden=tuple(asked.hidden), seed=asked.seed)


if __name__ == "__main__":
    main()
