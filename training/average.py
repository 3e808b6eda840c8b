"""Average two rounds of training: `python -m training.average flat|sides ONE.pt OTHER.pt SHARE MODEL.onnx`.

The mean of two sets of weights from one training often does better on other kinds of pictures than either set (Izmailov
and others, Averaging weights leads to wider optima, 2018; Wortsman and others, Model soups, 2022).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import torch

from training import train_flat
from training.command_line import a_share, parser_of, run
from training.nets import Sides, export
from training.train_sides import Stacked
from vision.locate.rectify import VIEW
from vision.locate.sides import STRIP

if TYPE_CHECKING:
    from collections.abc import Mapping


def mean(one: Mapping[str, torch.Tensor], other: Mapping[str, torch.Tensor], share: float) -> dict[str, torch.Tensor]:
    """Return the weighted mean: `share` of `other` and the rest of `one`.

    A weight that `one` lacks counts as zero. Counts, and statistics that `one` lacks, are taken from `other`.
    """
    averaged = {}
    for name, weight in other.items():
        if not weight.is_floating_point() or (name not in one and "running" in name):
            averaged[name] = weight
        else:
            averaged[name] = share * weight + (1 - share) * one.get(name, torch.zeros_like(weight))
    return averaged


def main(arguments: list[str]) -> int:
    """Write the network that has the mean weights."""
    parser = parser_of(__doc__)
    parser.add_argument("kind", choices=("flat", "sides"))
    parser.add_argument("one", type=Path, help="a checkpoint")
    parser.add_argument("other", type=Path, help="a later checkpoint of the same training")
    parser.add_argument("share", type=a_share, help="weight of the other, 0 to 1")
    parser.add_argument("model", type=Path, help="the file to write")
    asked = parser.parse_args(arguments)
    weights = mean(torch.load(asked.one), torch.load(asked.other), asked.share)
    if asked.kind == "flat":
        flat = train_flat.network()
        flat.load_state_dict(weights)
        export(flat, VIEW, asked.model)
    else:
        sides = Stacked(Sides(STRIP[1]))
        sides.load_state_dict(weights)
        export(sides.net, STRIP, asked.model, 4)
    return 0


if __name__ == "__main__":
    run(main)
