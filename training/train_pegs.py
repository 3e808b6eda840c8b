"""Train the network that reads whether a peg stands in a hole.

`python -m training.train_pegs VIEWS MINUTES MODEL.onnx`

VIEWS: the folder that training.hole_views wrote. The last shard is held out to measure the results.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from training.calibration import fit_logistic, store, with_constant
from training.command_line import asks_to_train, parser_of, run
from training.drawn import colour_jitter
from training.loop import train
from training.nets import conv, export, scores_of
from training.picture_files import load_arrays, shards
from vision.pieces.pegs import VIEW

BATCH = 64
PEAK_RATE = 2e-3
SMOOTH = 0.01
"""How much the truth is softened, so that the scores do not grow without limit."""


class PegTeller(nn.Module):
    """A network with the view of a hole and, to its right, of an empty one in; the score of a peg out."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(conv(9, 20, 2), conv(20, 28), conv(28, 32, 2), conv(32, 40, 2))
        self.score = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(40 * 6 * 4, 32), nn.ReLU(), nn.Linear(32, 1)
        )

    def forward(self, pair: torch.Tensor) -> torch.Tensor:
        """Scores (n, 1) of pairs (n, 3, 44, 64) in 0..1."""
        hole, empty = pair[..., : VIEW[0]], pair[..., VIEW[0] :]
        return self.score(self.layers(torch.cat([hole - 0.5, empty - 0.5, 2 * (hole - empty)], 1)))


def loss_of(answer: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    """Return the cross entropy against a slightly softened truth."""
    return functional.binary_cross_entropy_with_logits(answer, truth * (1 - 2 * SMOOTH) + SMOOTH)


def main(arguments: list[str]) -> int:
    """Train for a time, measure, and write the model and a checkpoint to resume from."""
    parser = parser_of(__doc__)
    parser.add_argument("views", type=Path, help="the folder of shards")
    asks_to_train(parser, "peg_teller.onnx")
    asked = parser.parse_args(arguments)
    folder, minutes, path = asked.views, asked.minutes, asked.model
    torch.manual_seed(0)
    views, taken = load_arrays(shards([folder], held_out=False), "views", "taken")
    kinds = [np.flatnonzero(taken), np.flatnonzero(~taken)]

    def sample(rng: Generator) -> tuple[Any, ...]:
        index = int(rng.choice(kinds[int(rng.random() < 0.6)]))
        view = colour_jitter(rng, views[index])
        if rng.random() < 0.5:  # A mirrored board: each half is flipped on its own.
            view = np.hstack([view[:, VIEW[0] - 1 :: -1], view[:, : VIEW[0] - 1 : -1]])
        return np.ascontiguousarray(view), np.array([taken[index]], np.float32)

    net = PegTeller()
    train(net, sample, loss_of, minutes=minutes, batch=BATCH, rate=PEAK_RATE, name=path.stem)
    measure(net, *load_arrays(shards([folder], held_out=True), "views", "taken"))
    export(net, (2 * VIEW[0], VIEW[1]), path)
    return 0


def measure(net: nn.Module, views: NDArray[np.uint8], taken: NDArray[np.bool_]) -> None:
    """Print pegs found and holes wrongly taken, at even odds and when sure, and how well calibrated the scores are."""
    scores = scores_of(net, views).numpy().ravel()
    sure = 1 / (1 + np.exp(-scores))
    for least in (0.5, 0.9, 0.98):
        seen = sure >= least
        print(
            f"from {least}: {(seen & taken).sum()}/{taken.sum()} pegs, {(seen & ~taken).sum()}/{(~taken).sum()} false"
        )
    spread = fit_logistic(with_constant(scores[:, None].astype(np.float64)), taken)
    share = taken.mean()
    spread[0] -= np.log(share / (1 - share))
    store("pegs", spread, "training.train_pegs", f"{len(taken)} holes held out, {int(taken.sum())} with a peg")
    for low, high in ((0, 0.02), (0.02, 0.1), (0.1, 0.5), (0.5, 0.9), (0.9, 0.98), (0.98, 1.01)):
        here = (sure >= low) & (sure < high)
        print(f"confidence {low}..{high}: {taken[here].mean() if here.any() else 0:.3f} are pegs, of {here.sum()}")


if __name__ == "__main__":
    run(main)
