"""Train the network that reads how a die lies: flat, leaning, or on another die.

`python -m training.train_lies VIEWS MINUTES MODEL.onnx`

VIEWS: folders that training.die_views wrote, separated by colons; each is shown as often as the others. The last fifth
of the shards of each is held out to measure the results.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from training.command_line import asks_to_train, parser_of, run
from training.die_views import MARGIN
from training.drawn import colour_jitter, make_coarse
from training.loop import train
from training.nets import conv, export, folded_layers, scores_of
from training.picture_files import load_arrays, shards
from vision.pieces.die_lie import EDGE, FLAT, LEANS, ON_DIE, TOP, VIEW, with_aside

BATCH = 64
PEAK_RATE = 7e-4
SHARES = (0.5, 0.27, 0.23)
"""How often dice are drawn that lie flat, that lean, and that lie on another."""
NARROW = 32
"""Number of maps from which the scores are computed."""
READER = "die_reader.onnx"
"""The network whose convolutions training begins with; it is next to the model."""
HELD_OUT = 0.2
"""The share of the shards that is held out."""
TILTS = (0, 10, 25, 60)
"""Degrees from straight above; results are printed for each range."""


def convolutions(model: Path) -> list[nn.Conv2d]:
    """Return the convolutions (3x3) of a network that training.nets exported, in their order."""
    found = []
    for shipped in folded_layers(model):
        if shipped.stride is not None:
            weight = shipped.weight
            layer = nn.Conv2d(weight.shape[1], weight.shape[0], 3, shipped.stride, 1)
            layer.weight.data, layer.bias.data = weight, shipped.bias
            found.append(layer)
    return found


class LieTeller(nn.Module):
    """A network with a die's view and how far aside it is seen in; scores of flat, leaning and on another out.

    It begins with the die reader's convolutions, which know faces, edges and pips.
    """

    def __init__(self, reader: Path) -> None:
        super().__init__()
        *kept, self.first, old, self.third, self.last = convolutions(reader)
        self.kept = nn.Sequential(*[layer for each in kept for layer in (each, nn.ReLU())])
        # The second input is how far aside the die is seen.
        self.second = nn.Conv2d(old.in_channels + 1, old.out_channels, 3, 2, 1)
        self.second.weight.data = functional.pad(old.weight.data, (0, 0, 0, 0, 0, 1))
        self.second.bias.data = old.bias.data
        width = old.out_channels
        self.narrow = conv(width, NARROW, 1, 1)
        self.score = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(NARROW * (VIEW // 8) ** 2, 64), nn.ReLU(), nn.Linear(64, 3)
        )

    def forward(self, view: torch.Tensor) -> torch.Tensor:
        """Scores (n, 3) of views (n, 4, 48, 48) in 0..1."""
        relu = functional.relu
        maps = self.kept(view[:, :3] - 0.5)
        maps = relu(maps + self.first(maps))
        maps = relu(self.second(torch.cat([maps, functional.avg_pool2d(view[:, 3:], 4)], 1)))
        maps = relu(self.third(maps))
        return self.score(self.narrow(relu(maps + self.last(maps))))


def vary(rng: Generator, view: NDArray[np.uint8], aside: float) -> NDArray[np.uint8]:
    """Return the view as another pose, another guess of the die's size and place, and another camera would give it."""
    # Nearly straight above, the direction to the camera is a guess.
    way = rng.normal(0, 0.08 + 0.006 / max(aside, 0.01))
    stretch = math.exp(rng.normal(0, 0.07))
    turn = stretch * np.array([[math.cos(way), -math.sin(way)], [math.sin(way), math.cos(way)]])
    turn = turn @ np.diag([1.0, math.exp(rng.normal(0, 0.04))])
    if rng.random() < 0.5:
        turn = turn @ np.diag([-1.0, 1.0])
    top = np.array(TOP)
    warp = np.column_stack([turn, top - turn @ (top + MARGIN) + rng.normal(0, 0.06, 2) * EDGE])
    mode = cv2.BORDER_REPLICATE
    picture = np.asarray(cv2.warpAffine(view, warp, (VIEW, VIEW), flags=cv2.INTER_LINEAR, borderMode=mode), np.uint8)
    if rng.random() < 0.3:
        picture = make_coarse(rng, picture)
    return colour_jitter(rng, picture)


def sampler(folders: Sequence[Path]) -> Callable[[Generator], tuple[Any, ...]]:
    """Return what draws a view (VIEW, VIEW, 4) and its lie, of each lie and from each folder as often as asked."""
    held = [load_arrays(shards([folder], held_out=False, share=HELD_OUT), "views", "known") for folder in folders]
    kinds = [[np.flatnonzero(known[:, 0] == lie) for _, known in held] for lie in (FLAT, LEANS, ON_DIE)]
    print([[len(each) for each in kind] for kind in kinds], "flat, leaning, upon another")

    def sample(rng: Generator) -> tuple[Any, ...]:
        kind = kinds[int(rng.choice(3, p=SHARES))]
        folder = int(rng.choice([number for number, each in enumerate(kind) if len(each)]))
        (views, known), index = held[folder], int(rng.choice(kind[folder]))
        aside = float(known[index, 1])
        picture = vary(rng, views[index], aside)
        turned = np.array([aside + rng.normal(0, 0.035)])
        return with_aside(picture[None], turned)[0], np.int64(known[index, 0])

    return sample


def loss_of(answer: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    """Cross entropy."""
    return functional.cross_entropy(answer, truth, label_smoothing=0.01)


def main(arguments: list[str]) -> int:
    """Train for a time, measure, and write the model and a checkpoint to resume from."""
    parser = parser_of(__doc__)
    parser.add_argument("views", help="the folders of shards")
    asks_to_train(parser, "die_lie.onnx")
    asked = parser.parse_args(arguments)
    folders, minutes, path = [Path(each) for each in asked.views.split(":")], asked.minutes, asked.model
    torch.manual_seed(0)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    net = LieTeller(path.with_name(READER))
    train(net, sampler(folders), loss_of, minutes=minutes, batch=BATCH, rate=PEAK_RATE, name=path.stem)
    for folder in folders:
        print(folder)
        measure(net, *load_arrays(shards([folder], held_out=True, share=HELD_OUT), "views", "known"))
    export(net, (VIEW, VIEW), path, channels=4)
    return 0


def measure(net: nn.Module, views: NDArray[np.uint8], known: NDArray[np.float32]) -> None:
    """Print for each limit the share of flat dice misread, and of other dice recognised, by tilt."""
    inner = np.s_[:, MARGIN : MARGIN + VIEW, MARGIN : MARGIN + VIEW]
    asked = with_aside(np.ascontiguousarray(views[inner]), known[:, 1].astype(np.float64))
    likely = functional.softmax(scores_of(net, asked), dim=1).numpy()
    lies, aside = known[:, 0].astype(int), np.degrees(known[:, 1])
    for lie, name in ((LEANS, "leaning"), (ON_DIE, "upon another")):
        for least in (0.5, 0.9, 0.97, 0.99) if (lies == lie).any() else ():
            recognised = likely[:, lie] >= least
            rows = [f"flat ones {recognised[lies == FLAT].mean():.4f} of {(lies == FLAT).sum()}"]
            for low, high in pairwise(TILTS):
                here = (aside >= low) & (aside < high) & (lies == lie)
                rows.append(f"{low}-{high} degrees {recognised[here].sum()}/{here.sum()}")
            print(f"{name} from {least}:", ", ".join(rows))


if __name__ == "__main__":
    run(main)
