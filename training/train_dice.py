"""Train the dice networks.

`python -m training.train_dice finder|reader PATCHES TABLES MINUTES MODEL.onnx [PHOTOS EDGES.json]`

Without PHOTOS the networks learn from drawn dice alone. With PHOTOS (see training.dice_samples; EDGES.json is written
by training.measure_edges) they also learn from most of the allowed photographs. The script prints the results on
held-out data. TABLES may be several folders, separated by colons. Training goes on from the checkpoint of the model's
name, if there is one: training.resume makes it of a network that is shipped.
"""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.random import Generator
from torch.nn import functional

from training.command_line import a_time, parser_of, run
from training.dice_samples import (
    WINDOW,
    Pool,
    Source,
    by_set,
    decoded,
    drawn_sources,
    finder_sample,
    photographs,
    reader_sample,
)
from training.loop import train
from training.nets import Classifier, Hourglass, export, soft_heat_loss
from vision.pieces.dice import CROP

FINDER_WIDTHS = (8, 16, 48, 96)
READER_WIDTHS = (20, 40, 64, 96)
BATCH = {"finder": 32, "reader": 64}
PEAK_RATE = {"finder": 1.5e-3, "reader": 6e-4}
SHARES = (0.3, 0.4, 0.1, 0.2)
"""How often patches, tables and the two sets of photographs are drawn. The photographs show few kinds of dice."""


def finder_loss(answer: torch.Tensor, target: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Centres by the quality focal loss, edges by absolute error."""
    edges = ((answer[:, 1] - target[:, 1]).abs() * weight[:, 1]).sum() / weight[:, 1].sum().clamp(min=1)
    return soft_heat_loss(answer[:, 0], target[:, 0], weight[:, 0]) + edges


def reader_loss(answer: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    """Cross entropy for the face, and for lying flat where it is known."""
    known = truth[:, 0] >= 0
    face = functional.cross_entropy(answer[known, :7], truth[known, 0].long())
    lies = truth[:, 1] >= 0
    flat = (
        functional.binary_cross_entropy_with_logits(answer[lies, 7], truth[lies, 1]) if lies.any() else answer.sum() * 0
    )
    return face + 0.3 * flat


def network(kind: str) -> torch.nn.Module:
    """Return the finder's network or the reader's, untrained."""
    return Hourglass(2, FINDER_WIDTHS, again=2) if kind == "finder" else Classifier(8, READER_WIDTHS, besides=1)


def sources(asked: Namespace, *, held_out: bool) -> list[list[Source]]:
    """The sets of sources: patches, tables, two of photographs."""
    sets = [drawn_sources(folders, held_out=held_out) for folders in (asked.patches, asked.tables)]
    if asked.edges is not None:
        measured = by_set(json.loads(asked.edges.read_text()))
        sets += [photographs(asked.photos, those, held_out=held_out) for those in measured]
    return [found for found in sets if found]


def main(arguments: list[str]) -> int:
    """Train for a time, measure, and write the model and a checkpoint to resume from."""
    parser = parser_of(__doc__)
    parser.add_argument("kind", choices=("finder", "reader"))
    parser.add_argument("patches", help="a folder of training.draw_dice or mine_mistakes")
    parser.add_argument("tables", help="folders of training.dice_tables or mine_mistakes, separated by colons")
    parser.add_argument("minutes", type=a_time, help="how long; 0 measures what the checkpoint reaches")
    parser.add_argument("model", type=Path, help="the file to write")
    parser.add_argument("photos", type=Path, nargs="?", help="dice_wood, dice and dice_small are below it")
    parser.add_argument("edges", type=Path, nargs="?", help="what training.measure_edges wrote")
    asked = parser.parse_args(arguments)
    if asked.photos is not None and asked.edges is None:
        parser.error("with PHOTOS their EDGES.json is needed")
    kind, minutes, path = asked.kind, asked.minutes, asked.model
    torch.manual_seed(0)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    sets = [Pool(chosen) for chosen in sources(asked, held_out=False)]
    shares = np.array(SHARES[: len(sets)])
    make = finder_sample if kind == "finder" else reader_sample
    net = network(kind)

    def sample(rng: Generator) -> tuple[Any, ...]:
        chosen = sets[int(rng.choice(len(sets), p=shares / shares.sum()))]
        return make(rng, chosen.any(rng))

    loss_of: Callable[..., torch.Tensor] = finder_loss if kind == "finder" else reader_loss
    train(net, sample, loss_of, minutes=minutes, batch=BATCH[kind], rate=PEAK_RATE[kind], name=path.stem)
    measure(kind, net, sources(asked, held_out=True), make)
    export(net, (WINDOW, WINDOW) if kind == "finder" else (CROP, CROP), path)
    return 0


def measure(kind: str, net: torch.nn.Module, sets: list[list[Source]], make: Callable[..., Any]) -> None:
    """Print the loss, and for the reader the share of faces read right, on held-out data."""
    net.eval()
    for chosen in sets:
        rng = np.random.default_rng(5)
        losses, right, count = [], 0, 0
        with torch.no_grad():
            for source in chosen:
                image, *truth = make(rng, decoded(source))
                answer = net(torch.from_numpy(image).permute(2, 0, 1)[None].float() / 255)
                parts = [torch.from_numpy(part[None]) for part in truth]
                if kind == "finder":
                    losses.append(finder_loss(answer, *parts).item())
                elif truth[0][0] >= 0:
                    losses.append(reader_loss(answer, *parts).item())
                    count += 1
                    right += int(answer[0, :7].argmax() == int(truth[0][0]))
        faces = f", faces right {right}/{count}" if count else ""
        print(
            f"held out{' photographs' if chosen[0].real else ''}: loss {np.mean(losses):.3f} over {len(losses)}{faces}"
        )


if __name__ == "__main__":
    run(main)
