"""Train the reader of flat views: `python -m training.train_flat SCENES MINUTES [MODEL.onnx]`.

It learns dames, their set, piles, jetons, hands and the bar from scenes drawn by training.draw_scenes. The script
prints the results on the held-out scenes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.random import Generator
from torch.nn import functional

from training.command_line import asks_for_scenes, asks_to_train, parser_of, run
from training.drawn import FLAT_MAPS, flat_sample, load_scenes
from training.loop import train
from training.nets import Hourglass, export, heat_loss
from vision.locate.rectify import VIEW

BATCH = 8
PEAK_RATE = 1e-3
WIDTHS = (12, 24, 40, 64, 80)


def network() -> Hourglass:
    """The reader of flat views, untrained."""
    return Hourglass(len(FLAT_MAPS), WIDTHS)


def loss_of(maps: torch.Tensor, target: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Return the focal loss of centres and the cross entropy of the rest, in which the floor's edges weigh most."""
    wide = functional.max_pool2d(target[:, 6:], 5, 1, 2)
    narrow = 1 - functional.max_pool2d(1 - target[:, 6:], 5, 1, 2)
    weight = torch.cat([weight[:, :6], 1 + 3 * (wide - narrow)], dim=1)
    total = heat_loss(maps[:, 0], target[:, 0], weight[:, 0]) + 0.5 * heat_loss(maps[:, 3], target[:, 3], weight[:, 3])
    cross = functional.binary_cross_entropy_with_logits(maps, target, weight, reduction="none")
    for channel, share in ((1, 0.5), (2, 0.5), (4, 1.0), (5, 1.0), (6, 2.0)):
        total = total + share * cross[:, channel].sum() / weight[:, channel].sum().clamp(min=1)
    return total


def main(arguments: list[str]) -> int:
    """Train for a time, measure, and write the model and a checkpoint to resume from."""
    parser = parser_of(__doc__)
    asks_for_scenes(parser)
    asks_to_train(parser, "flat.onnx")
    asked = parser.parse_args(arguments)
    folders, minutes, path = asked.scenes, asked.minutes, asked.model
    torch.manual_seed(0)
    scenes = load_scenes(folders, held_out=False)
    net = network()

    def sample(rng: Generator) -> tuple[Any, ...]:
        return flat_sample(rng, scenes[int(rng.integers(len(scenes)))])

    train(net, sample, loss_of, minutes=minutes, batch=BATCH, rate=PEAK_RATE, name=path.stem)
    measure(net, folders)
    export(net, VIEW, path)
    return 0


def measure(net: torch.nn.Module, folders: str) -> None:
    """The loss on scenes never trained on."""
    net.eval()
    rng = np.random.default_rng(5)
    losses = []
    with torch.no_grad():
        for scene in load_scenes(folders, held_out=True):
            image, target, weight = flat_sample(rng, scene)
            maps = net(torch.from_numpy(image).permute(2, 0, 1)[None].float() / 255)
            losses.append(loss_of(maps, torch.from_numpy(target[None]), torch.from_numpy(weight[None])).item())
    print(f"held out: loss {np.mean(losses):.3f} over {len(losses)} scenes")


if __name__ == "__main__":
    run(main)
