"""The training loop of all networks."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from training.command_line import CHECKPOINTS
from training.drawn import batches

WARM_UP = 100
"""Steps until the full learning rate."""
KEEP_EVERY = 100
"""Steps between two checkpoints."""
SLOWLY = 0.998
"""The share of the mean of the weights that each step keeps; the mean spans about the last five hundred steps."""


def train(
    net: torch.nn.Module,
    sample: Callable[[Generator], tuple[NDArray[Any], ...]],
    loss_of: Callable[..., torch.Tensor],
    *,
    minutes: float,
    batch: int,
    rate: float,
    name: str,
) -> None:
    """Train for a time, on a GPU where there is one, and there in half precision; the learning rate falls as a cosine.

    sample: draws an image (h, w, 3; BGR) and the parts of its truth.
    loss_of: takes the network's answer and those parts.

    Training begins with the weights of the checkpoint of this `name` if there is one, and writes a new one: the mean of
    the weights over the last steps, which does better on other pictures than any of them. An interrupted run resumes
    with its optimiser and its remaining time. The seed is the time of day, so it sees new samples.
    """
    CHECKPOINTS.mkdir(exist_ok=True)
    checkpoint, under_way = CHECKPOINTS / f"{name}.pt", CHECKPOINTS / f"{name}.run.pt"
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net.to(device, memory_format=torch.channels_last)
    if checkpoint.exists():
        net.load_state_dict(torch.load(checkpoint, map_location=device))
    optimiser = torch.optim.AdamW([each for each in net.parameters() if each.requires_grad], lr=rate, weight_decay=1e-4)
    mean_net = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(SLOWLY), use_buffers=True)
    spent = 0.0
    if under_way.exists():
        run = torch.load(under_way, map_location=device)
        net.load_state_dict(run["net"])
        mean_net.n_averaged.fill_(1)
        optimiser.load_state_dict(run["optimiser"])
        spent = run["spent"]
    net.train()
    now, mean = time.time(), 0.0
    began = now - spent
    for step, (image, *truth) in enumerate(batches(sample, batch, int(now))):
        if time.time() - began >= minutes * 60:
            break
        share = (time.time() - began) / (minutes * 60)
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-6
        pixels = torch.from_numpy(image).to(device).permute(0, 3, 1, 2).float().div(255)
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda"):
            answer = net(pixels.contiguous(memory_format=torch.channels_last))
        loss = loss_of(answer.float(), *(torch.from_numpy(part).to(device) for part in truth))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        mean_net.update_parameters(net)
        mean = loss.item() if step == 0 else 0.98 * mean + 0.02 * loss.item()
        if step % 100 == 99:
            print(f"step {step + 1}, {time.time() - began:.0f} s, loss {mean:.3f}", flush=True)
        if step % KEEP_EVERY == KEEP_EVERY - 1:
            torch.save(mean_net.module.state_dict(), checkpoint)
            raw = {"net": net.state_dict(), "optimiser": optimiser.state_dict(), "spent": time.time() - began}
            torch.save(raw, under_way)
    net.load_state_dict(mean_net.module.state_dict())
    net.to("cpu")
    torch.save(net.state_dict(), checkpoint)
    under_way.unlink(missing_ok=True)
