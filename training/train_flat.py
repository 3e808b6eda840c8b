"""Train the reader of flat views: `python -m training.train_flat SCENES MINUTES [MODEL.onnx]`.

Dames, their set, piles, jetons, hands and the bar, from scenes drawn by training.draw_scenes. Prints what it reaches
on the scenes held out.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from training.drawn import batches, flat_sample, load_scenes
from training.nets import Hourglass, export, heat_loss
from vision.rectify import VIEW

BATCH = 8
WIDTHS = (12, 24, 40, 64, 80)


def loss_of(maps: torch.Tensor, target: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Centres by the focal loss, everything else by cross entropy."""
    total = heat_loss(maps[:, 0], target[:, 0], weight[:, 0]) + 0.5 * heat_loss(maps[:, 3], target[:, 3], weight[:, 3])
    cross = functional.binary_cross_entropy_with_logits(maps.float(), target, weight, reduction="none")
    for channel, share in ((1, 0.5), (2, 0.5), (4, 1.0), (5, 1.0)):
        total = total + share * cross[:, channel].sum() / weight[:, channel].sum().clamp(min=1)
    return total


def main(arguments: list[str]) -> int:
    """Train for a time, measure, write the model and a checkpoint to go on from."""
    folder, minutes = arguments[0], float(arguments[1])
    path = Path(arguments[2]) if len(arguments) > 2 else Path(__file__).parents[1] / "vision/models/flat.onnx"
    torch.manual_seed(0)
    scenes = load_scenes(folder, held_out=False)
    net = Hourglass(6, WIDTHS).to(memory_format=torch.channels_last)
    saved = Path(str(path) + ".pt")
    if saved.exists():
        net.load_state_dict(torch.load(saved))
    optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-4)
    began, step, mean = time.time(), 0, 0.0

    def sample(rng: np.random.Generator) -> tuple[Any, ...]:
        return flat_sample(rng, scenes[int(rng.integers(len(scenes)))])

    net.train()
    for image, target, weight in batches(sample, BATCH, int(began)):
        share = (time.time() - began) / (minutes * 60)
        if share >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = 2e-3 * min(1.0, (step + 1) / 100) * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-6
        pixels = torch.from_numpy(image).permute(0, 3, 1, 2).float().div(255).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            maps = net(pixels)
        loss = loss_of(maps, torch.from_numpy(target), torch.from_numpy(weight))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        mean = loss.item() if step == 0 else 0.98 * mean + 0.02 * loss.item()
        step += 1
        if step % 50 == 0:
            print(f"{step} {time.time() - began:.0f}s loss {mean:.3f} scenes {len(scenes)}", flush=True)
        if step % 500 == 0:
            torch.save(net.state_dict(), saved)
    torch.save(net.state_dict(), saved)
    measure(net, folder)
    export(net, VIEW, path)
    return 0


def measure(net: torch.nn.Module, folder: str) -> None:
    """The loss on scenes never trained on."""
    net.eval()
    rng = np.random.default_rng(5)
    losses = []
    with torch.no_grad():
        for scene in load_scenes(folder, held_out=True):
            image, target, weight = flat_sample(rng, scene)
            maps = net(torch.from_numpy(image).permute(2, 0, 1)[None].float() / 255)
            losses.append(loss_of(maps, torch.from_numpy(target[None]), torch.from_numpy(weight[None])).item())
    print(f"held out: loss {np.mean(losses):.3f} over {len(losses)} scenes")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
