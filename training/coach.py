"""Train an evaluator by self-play: `python -m training.coach trictrac --hours 8 --out FOLDER`.

The network plays many games side by side. After each stretch of throws it learns the lambda-returns of what happened
(Sutton 1988; Tesauro 1995). The run resumes from its last checkpoint.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from coach.network import Floats, Network
from training.coach_games import COURSES, Course

TRACE = 0.7
"""Lambda of the returns (Sutton 1988); Tesauro used 0.7 for backgammon."""
STRETCH = 24
"""Throws played between two lessons."""
BATCH = 512


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


def learn(network: Network, adam: Adam, course: Course, inputs: Floats, goals: Floats) -> float:
    """Take one step towards the goals (n, outputs); return the first output's mean squared error before it.

    The gradient of a squared error (an output in trous) and of a cross-entropy (a chance) are both the difference.
    """
    active = [inputs]
    for weights, biases in network.layers[:-1]:
        active.append(np.asarray(np.maximum(active[-1] @ weights + biases, 0), np.float32))
    weights, biases = network.layers[-1]
    error = course.answers(np.asarray(active[-1] @ weights + biases, np.float32)) - goals
    back = np.asarray(course.weights * error / len(inputs), np.float32)
    gradients: list[Floats] = []
    for at in range(len(network.layers) - 1, -1, -1):
        weights, _ = network.layers[at]
        gradients[:0] = [np.asarray(active[at].T @ back, np.float32), np.asarray(back.sum(axis=0), np.float32)]
        if at:
            back = (back @ weights.T) * (active[at] > 0)
    adam.apply([array for layer in network.layers for array in layer], gradients)
    return float((error[:, 0] ** 2).mean())


def train(
    course: Course, folder: Path, hours: float, *, first: Network, seed: int, rate: float = 1e-3, passes: int = 1
) -> None:
    """Play and learn for some hours; write `last.npz` every minute and a numbered checkpoint every twenty minutes.

    The learning rate falls from `rate` to a fiftieth of that. first: the network of a run that is not resumed.
    passes: how often each stretch is learnt.
    """
    folder.mkdir(parents=True, exist_ok=True)
    last, log = folder / "last.npz", folder / "log.jsonl"
    random = np.random.default_rng(seed + int(time.time()) if last.exists() else seed)
    network = Network.load(last) if last.exists() else first
    adam = Adam(rate)
    course.begin(random)
    began = saved = numbered = time.monotonic()
    ended = throws = number = 0
    while time.monotonic() - began < hours * 3600:
        adam.rate = rate * (0.02 ** ((time.monotonic() - began) / (hours * 3600)))
        inputs, goals, over = course.stretch(network, STRETCH, TRACE)
        ended += over
        throws += len(inputs)
        order = np.concatenate([random.permutation(len(inputs)) for _ in range(passes)])
        batches = np.array_split(order, max(1, len(order) // BATCH))
        loss = sum(learn(network, adam, course, inputs[batch], goals[batch]) for batch in batches) / len(batches)
        now = time.monotonic()
        if now - saved > 60:
            saved = now
            network.save(last)
            with log.open("a") as file:
                line = {"minutes": round((now - began) / 60, 1), "games": ended, "throws": throws, "loss": loss}
                file.write(json.dumps(line | {"processor": round(time.process_time())}) + "\n")
        if now - numbered > 1200:
            numbered, number = now, number + 1
            network.save(folder / f"checkpoint-{int((now - began) / 60):05d}.npz")
    network.save(last)


def main() -> None:
    """Read the options and train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(COURSES))
    parser.add_argument("--out", type=Path, required=True, help="folder of the checkpoints")
    parser.add_argument("--hours", type=float, default=8.0, help="how long (%(default)s)")
    parser.add_argument("--games", type=int, default=512, help="played side by side (%(default)s)")
    parser.add_argument("--hidden", type=int, nargs="+", default=[192, 64], help="units of the hidden layers")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning, at first (%(default)s)")
    parser.add_argument("--passes", type=int, default=1, help="how often each stretch is learnt (%(default)s)")
    parser.add_argument("--first", type=Path, help="a network of the same game with fewer inputs, to begin with")
    parser.add_argument("--seed", type=int, default=0, help="of the dice and the first weights (%(default)s)")
    asked = parser.parse_args()
    course = COURSES[asked.game](asked.games)
    first = Network.fresh((course.inputs, *asked.hidden, len(course.weights)), asked.seed)
    if asked.first is not None:
        first = Network.load(asked.first).widen(course.inputs)
    train(course, asked.out, asked.hours, first=first, seed=asked.seed, rate=asked.rate, passes=asked.passes)


if __name__ == "__main__":
    main()
