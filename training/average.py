"""Ship the mean of two checkpoints of the outline's network: `python -m training.average ONE.pt OTHER.pt [MODEL.onnx]`.

ONE: before training went on with other samples; OTHER: after. The mean keeps what the first knew and does better on
other pictures than either (Wortsman and others, Robust fine-tuning of zero-shot models, 2022).
"""

from __future__ import annotations

from pathlib import Path

import torch

from training.command_line import MODELS, parser_of, run
from training.nets import Outline, export
from vision.locate.outline import VIEW


def main(arguments: list[str]) -> int:
    """Write the network that has the mean weights."""
    parser = parser_of(__doc__)
    parser.add_argument("one", type=Path, help="a checkpoint")
    parser.add_argument("other", type=Path, help="a later checkpoint")
    parser.add_argument("model", type=Path, nargs="?", default=MODELS / "outline.onnx", help="the file to write")
    asked = parser.parse_args(arguments)
    one, other = torch.load(asked.one), torch.load(asked.other)
    net = Outline()
    net.load_state_dict({name: torch.lerp(one[name].float(), other[name].float(), 0.5) for name in other})
    export(net, (VIEW, VIEW), asked.model, 2)
    return 0


if __name__ == "__main__":
    run(main)
