"""Make a checkpoint out of a shipped network, to resume from: checkpoints themselves are not shipped.

`python -m training.resume finder|reader MODEL.onnx PATCHES` writes training-data/MODEL.pt; `python -m training.resume
flat|outline|sides MODEL.onnx SCENES` does so from scenes, `lies MODEL.onnx VIEWS` from views of dice. Those of
outline and sides hold pictures without a board too.

An ONNX file holds convolutions with their batch norms folded in. Each norm is restored with the means and spreads of
pictures of PATCHES, SCENES or VIEWS. So the network answers as before and trains as if it had never been exported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from training import train_dice, train_flat, train_lies, train_sides
from training.command_line import CHECKPOINTS, CannotRun, parser_of, run
from training.dice_samples import Source, decoded, drawn_sources, finder_sample, reader_sample
from training.drawn import flat_sample, load_scenes, without_board
from training.nets import Outline, Sides, folded_layers
from training.outline_samples import load_small, load_without_board, outline_sample
from vision.locate.sides import STRIP

SAMPLES = {"finder": 2000, "reader": 2000, "flat": 400, "lies": 1500, "outline": 400, "sides": 400}
MADE: dict[str, Callable[..., tuple[np.ndarray, ...]]] = {
    "finder": finder_sample,
    "reader": reader_sample,
    "flat": flat_sample,
    "outline": outline_sample,
    "sides": train_sides.stacked_sample,
}
AT_A_TIME = 50


def run_order(net: nn.Module, image: torch.Tensor) -> list[tuple[nn.Module, nn.BatchNorm2d | None]]:
    """Return the convolutions and linear layers in the order they run on an image, each with its norm."""
    order: list[tuple[nn.Module, nn.BatchNorm2d | None]] = []

    def ran(module: nn.Module, *_: object) -> None:
        if isinstance(module, nn.BatchNorm2d):
            order[-1] = (order[-1][0], module)
        else:
            order.append((module, None))

    layers = (nn.Conv2d, nn.Linear, nn.BatchNorm2d)
    hooks = [module.register_forward_hook(ran) for module in net.modules() if isinstance(module, layers)]
    net.eval()
    with torch.no_grad():
        net(image)
    for hook in hooks:
        hook.remove()
    return order


def take_weights(net: nn.Module, path: Path, batches: list[torch.Tensor]) -> None:
    """Give `net` the weights of the network at `path`; batches: images (n, 3, h, w) in 0..1 to measure its norms on.

    Raises CannotRun when that network has other layers.
    """
    order, known = run_order(net, batches[0]), folded_layers(path)
    if len(order) != len(known):
        raise CannotRun(f"{path} has {len(known)} layers, expected {len(order)}")
    norms: dict[nn.BatchNorm2d, torch.Tensor] = {}
    for (layer, norm), shipped in zip(order, known, strict=True):
        weight, bias = shipped.weight, shipped.bias
        if layer.weight.shape != weight.shape:
            raise CannotRun(f"{path} has a layer of {tuple(weight.shape)}, expected {tuple(layer.weight.shape)}")
        layer.weight.data.copy_(weight)
        if norm is None:
            layer.bias.data.copy_(bias)
        else:
            norms[norm] = bias
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
            norm.weight.data.fill_(1)
            norm.bias.data.copy_(bias)
    seen: dict[nn.BatchNorm2d, list[torch.Tensor]] = {norm: [] for norm in norms}
    hooks = [
        norm.register_forward_pre_hook(
            lambda norm, given: seen[norm].append(
                torch.stack([given[0].mean((0, 2, 3)), given[0].pow(2).mean((0, 2, 3))])
            )
        )
        for norm in norms
    ]
    with torch.no_grad():
        for images in batches:
            net(images)
    for hook in hooks:
        hook.remove()
    for norm, bias in norms.items():
        mean, square = torch.stack(seen[norm]).mean(0)
        spread = (square - mean**2).clamp(min=0)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.data.copy_((spread + norm.eps).sqrt())
        norm.bias.data.copy_(bias + mean)


def images(kind: str, folders: str) -> torch.Tensor:
    """Return images (n, channels, h, w) in 0..1, as network `kind` is trained on, from PATCHES, SCENES or VIEWS."""
    rng = np.random.default_rng(0)
    if kind == "lies":
        draw = train_lies.sampler([Path(each) for each in folders.split(":")])
        return _stacked([draw(rng)[0] for _ in range(SAMPLES[kind])])
    sources: Sequence[Any]
    nothing: tuple[list[Any], ...] = ()
    if kind == "outline":
        sources, nothing = load_small(folders, held_out=False), (load_without_board(folders),)
    elif kind == "sides":
        sources, nothing = load_scenes(folders, held_out=False), (without_board(folders),)
    else:
        sources = load_scenes(folders, held_out=False) if kind == "flat" else drawn_sources(folders, held_out=False)
    sample = MADE[kind]
    drawn = []
    for _ in range(SAMPLES[kind]):
        source = sources[int(rng.integers(len(sources)))]
        drawn.append(sample(rng, decoded(source) if isinstance(source, Source) else source, *nothing)[0])
    return _stacked(drawn)


def _stacked(drawn: Sequence[np.ndarray]) -> torch.Tensor:
    return torch.from_numpy(np.stack(drawn)).permute(0, 3, 1, 2).float() / 255


def main(arguments: list[str]) -> int:
    """Write the checkpoint and print its path."""
    parser = parser_of(__doc__)
    parser.add_argument("kind", choices=tuple(SAMPLES))
    parser.add_argument("model", type=Path, help="a network that is shipped")
    parser.add_argument("pictures", help="PATCHES, or SCENES or VIEWS separated by colons")
    asked = parser.parse_args(arguments)
    kind, path, folders = asked.kind, asked.model, asked.pictures
    net: nn.Module
    if kind == "lies":
        net = train_lies.LieTeller(path.with_name(train_lies.READER))
    elif kind == "outline":
        net = Outline()
    elif kind == "sides":
        net = train_sides.Stacked(Sides(STRIP[1]))
    else:
        net = train_flat.network() if kind == "flat" else train_dice.network(kind)
    take_weights(net, path, list(images(kind, folders).split(AT_A_TIME)))
    CHECKPOINTS.mkdir(exist_ok=True)
    torch.save(net.state_dict(), CHECKPOINTS / f"{path.stem}.pt")
    print(f"{CHECKPOINTS / path.stem}.pt")
    return 0


if __name__ == "__main__":
    run(main)
