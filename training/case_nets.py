"""The networks of the look at all cases (vision.pieces.case_look): one for the board, one for its cases."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from training.nets import BLOCKS, EIGHTH, QUARTER, Photographs, conv
from vision.pieces.case_look import ACROSS, ALONG, COUNTS

BEGUN = 8
"""The number of EfficientNet's blocks that CaseFeatures begins with: up to a sixteenth of the size."""
FEATURES = 32
MAPS = 7
"""The number of maps in training.drawn.FLAT_MAPS. They teach where dames are; only training uses them."""


class CaseFeatures(Photographs):
    """The network of the board: a picture in, features at a quarter of its size out."""

    def __init__(self) -> None:
        super().__init__(BEGUN)
        sixteenth, eighth, quarter = BLOCKS[3][4], BLOCKS[2][4], BLOCKS[1][4]
        self.deep = conv(sixteenth, 80, 1, 1)
        self.wide = nn.Sequential(conv(80, 80), conv(80, 80))
        self.to_eighth, self.side_eighth = conv(80, 64, 1, 1), conv(eighth, 64, 1, 1)
        self.merge_eighth = nn.Sequential(conv(64, 64), conv(64, 64))
        self.to_quarter, self.side_quarter = conv(64, FEATURES, 1, 1), conv(quarter, FEATURES, 1, 1)
        self.merge_quarter = nn.Sequential(conv(FEATURES, FEATURES), conv(FEATURES, FEATURES))

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        """Features (n, FEATURES, h / 4, w / 4) of pictures (n, 3, h, w) in 0..1."""
        maps = self.after(picture)
        deep = self.deep(maps[-1])
        deep = twice(self.to_eighth(deep + self.wide(deep))) + self.side_eighth(maps[EIGHTH - 1])
        deep = twice(self.to_quarter(deep + self.merge_eighth(deep))) + self.side_quarter(maps[QUARTER - 1])
        return deep + self.merge_quarter(deep)


def twice(maps: torch.Tensor) -> torch.Tensor:
    """Return the maps at twice their height and width."""
    return functional.interpolate(maps, scale_factor=2.0, mode="nearest")


class Shared(nn.Module):
    """A layer that changes each case by the mean and maximum of all: the sets are recognised on the whole board."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.even = nn.LayerNorm(width)
        self.change = nn.Sequential(nn.Linear(3 * width, 2 * width), nn.ReLU(), nn.Linear(2 * width, width))
        nn.init.zeros_(self.change[2].weight)

    def forward(self, cases: torch.Tensor) -> torch.Tensor:
        """Return cases (n, 24, width) of cases of that shape."""
        even = self.even(cases)
        mean, most = even.mean(-2, keepdim=True), even.amax(-2, keepdim=True)
        return cases + self.change(torch.cat([even, mean.expand_as(even), most.expand_as(even)], -1))


class CaseTeller(nn.Module):
    """The network of the cases: a board's 24 cases in; scores of each count, light set, pile and hidden dames out."""

    def __init__(self, width: int = 128) -> None:
        super().__init__()
        self.look = nn.Sequential(conv(FEATURES, 64, 2), conv(64, 64), conv(64, 96, 2))
        self.case = nn.Linear(96 * len(ALONG) * len(ACROSS) // 16, width)
        self.drop = nn.Dropout(0.1)
        self.place = nn.Parameter(torch.zeros(24, width))
        self.shared = nn.ModuleList(Shared(width) for _ in range(3))
        self.tell = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, COUNTS + 3))

    def forward(self, strips: torch.Tensor) -> torch.Tensor:
        """Scores (n, 24, COUNTS + 3) of features (24 n, FEATURES, 40, 8)."""
        seen = functional.relu(self.case(self.look(strips).flatten(1)))
        cases = self.drop(seen).reshape(-1, 24, seen.shape[1]) + self.place
        for share in self.shared:
            cases = share(cases)
        return self.tell(cases)


class Cases(nn.Module):
    """Both networks, as they are trained: a board in, its maps and features out."""

    def __init__(self) -> None:
        super().__init__()
        self.features = CaseFeatures()
        self.maps = nn.Conv2d(FEATURES, MAPS, 1)
        nn.init.constant_(self.maps.bias, -2.0)
        self.teller = CaseTeller()

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        """Maps and features (n, MAPS + FEATURES, h / 4, w / 4) of pictures (n, 3, h, w) in 0..1."""
        features = self.features(picture)
        return torch.cat([self.maps(features), features], 1)


def strips(features: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
    """Cut the cases out of features (n, channels, rows, columns): (24 n, channels, 40, 8).

    It does the work of vision.pieces.case_look.strips in PyTorch. places: (n, 24, 40, 8, 2), as case_places gives them.
    """
    count, channels, rows, columns = features.shape
    long, wide = places.shape[2:4]
    across = places[..., 0] / (columns - 1) * 2 - 1
    down = places[..., 1] / (rows - 1) * 2 - 1
    grid = torch.stack([across, down], -1).reshape(count, 24 * long, wide, 2)
    cut = functional.grid_sample(features, grid, padding_mode="border", align_corners=True)
    return cut.reshape(count, channels, 24, long, wide).transpose(1, 2).reshape(-1, channels, long, wide)
