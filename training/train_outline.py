"""Train the network that reads where the sides of an upright floor are.

`python -m training.train_outline SCENES NOTHING MINUTES [MODEL.onnx]`

SCENES: folders of scenes, separated by colons; NOTHING: folders of pictures without a board. Training begins with the
weights of EfficientNet-Lite0 (training/sources.md). The network learns where the sides are from the whole picture, or
from corners moved by chance, far or little (training.outline_samples). The script prints the results on the held-out
scenes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch.nn import functional

from training.command_line import asks_for_scenes, asks_to_train, parser_of, run
from training.loop import train
from training.nets import Outline, export
from training.outline_samples import Kept, load_small, load_without_board, outline_sample
from vision.locate.outline import PLACES, SCALES, VIEW

BATCH = 16
PEAK_RATE = 1e-3
PLAINLY = 20.0
"""Weight of an offset's absolute error next to the likelihood. Without it, unsure offsets teach nothing."""


def sides_of(answer: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the sides in maps (n, 9, cells, cells), as `vision.locate.outline.sides_in`: (n, 4, cells) twice, (n,)."""
    places = torch.tensor(PLACES, dtype=answer.dtype, device=answer.device)
    off, scales = [], []
    for side in range(4):
        axis = 1 if side % 2 == 0 else 2
        across = places[:, None] if axis == 1 else places[None]
        place = (answer[:, side].softmax(axis) * across).sum(axis)
        off.append(1 - place if side in (1, 2) else place)
        scales.append(answer[:, 4 + side].mean(axis).clamp(*SCALES))
    return torch.stack(off, 1), torch.stack(scales, 1), answer[:, 8].mean((1, 2))


def loss_of(answer: torch.Tensor, truth: torch.Tensor, floor: torch.Tensor) -> torch.Tensor:
    """Return the loss: the offsets under Laplace's law, each with its predicted scale, and P(floor)."""
    off, scale, score = sides_of(answer)
    away, weight = (off - truth[:, :, 0]).abs(), truth[:, :, 1]
    lines = ((away * torch.exp(-scale) + scale + PLAINLY * away) * weight).sum() / weight.sum().clamp(min=1)
    known = (floor >= 0).float()
    entropy = functional.binary_cross_entropy_with_logits(score, floor.clamp(min=0), reduction="none")
    return lines + (entropy * known).sum() / known.sum().clamp(min=1)


def main(arguments: list[str]) -> int:
    """Train for a time, measure, and write the model and a checkpoint to resume from."""
    parser = parser_of(__doc__)
    asks_for_scenes(parser, nothing=True)
    asks_to_train(parser, "outline.onnx")
    parser.add_argument("--rate", type=float, default=PEAK_RATE, help="peak learning rate; lower for a resumed network")
    asked = parser.parse_args(arguments)
    folders, minutes, path = asked.scenes, asked.minutes, asked.model
    torch.manual_seed(0)
    scenes, nothing = load_small(folders, held_out=False), load_without_board(asked.nothing)
    net = Outline()
    net.begin()

    def sample(rng: Generator) -> tuple[Any, ...]:
        return outline_sample(rng, scenes[int(rng.integers(len(scenes)))], nothing)

    train(net, sample, loss_of, minutes=minutes, batch=BATCH, rate=asked.rate, name=path.stem)
    measure(net, load_small(folders, held_out=True), nothing)
    export(net, (VIEW, VIEW), path, 2)
    return 0


def measure(net: Outline, scenes: list[Kept], nothing: list[NDArray[np.uint8]]) -> None:
    """Print the errors of the sides, and how sure the network is of floors and of other things."""
    net.eval()
    rng = np.random.default_rng(5)
    errors: list[float] = []
    scores: dict[float, list[float]] = {0.0: [], 1.0: []}
    with torch.no_grad():
        for scene in scenes:
            view, truth, floor = outline_sample(rng, scene, nothing)
            off, _, score = sides_of(net(torch.from_numpy(view).permute(2, 0, 1)[None].float() / 255))
            if floor == 1.0:
                errors += np.abs(off[0].numpy() - truth[:, 0])[truth[:, 1] > 0].tolist()
            if floor >= 0:
                scores[float(floor)].append(score.item())
    print(
        f"held out, {len(scenes)} scenes: sides {100 * np.median(errors or [0]):.2f} % off at the median, "
        f"{100 * np.percentile(errors or [0], 90):.2f} % at nine in ten; score {np.median(scores[1.0] or [0]):.1f} of "
        f"floors, {np.median(scores[0.0] or [0]):.1f} of what is none"
    )


if __name__ == "__main__":
    run(main)
