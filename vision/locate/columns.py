"""Place a side that the picture cuts off by what is left of the board: dames lie in columns, which are equally wide.

The side is placed where the middles of the columns are most likely to be under the dames that are seen, and the middle
of the bar under the bar (the greatest posterior). The other side, across the bar, must be in the picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from events.field import Corners
from vision.locate.flat import bar_seen, look
from vision.locate.rectify import FLOOR, MARGIN, as_corners, flatten, transform
from vision.locate.sides import CLOSE, UNIT, from_unit
from vision.models import numbers_of

AROUND: Final = 0.04
"""A dame's top may be this far outside the floor, as a share of it, when it is seen aslant."""
STEP: Final = 0.01
"""Step of the search (share of the floor's width)."""
OFFSETS: Final = np.arange(-0.03, 0.23, STEP)
"""How far outside (negative: inside) the place where the side was found it may be, at either end."""
BARS: Final = np.arange(0.0, 0.16, STEP)
"""Widths of a bar."""


@dataclass(frozen=True, slots=True)
class Laws:
    """How the dames and the bar are seen; all but `stray` are shares of the floor's width.

    Attributes:
        spread: Deviation of a dame's middle from its column's.
        stray: How likely a dame lies anywhere, relative to in the middle of a column.
        bar, width: Deviations of the bar's middle and of its width, as the network sees them.
        askew: Deviation of the difference between the side's offsets at its far and at its near end.
    """

    spread: float
    stray: float
    bar: float
    width: float
    askew: float


LAWS: Final = Laws(*numbers_of("columns"))


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """What is seen of a board, on the unit square of the floor as it was found; the cut side is at 1.

    Attributes:
        across, down: The middles of n dames, (n,).
        sureness: Of each dame.
        middle, width: Of the bar.
    """

    across: NDArray[np.float64]
    down: NDArray[np.float64]
    sureness: NDArray[np.float64]
    middle: float
    width: float


def board_seen(image: NDArray[np.uint8], corners: Corners, *, left: bool) -> BoardSeen:
    """Return what is seen of the board with these corners (pixels); left: whether its left side is the cut one."""
    maps = look(flatten(image, corners))
    found = maps.dames()
    places = (maps.to_view(found[:, :2]) - np.array(MARGIN)) / np.array(FLOOR)
    inside = (np.abs(places - 0.5) < 0.5 + AROUND).all(axis=1)
    (across, down), sureness = places[inside].T, found[inside, 2]
    middle, width = bar_seen(maps.bar)
    return BoardSeen(1 - across if left else across, down, sureness, 1 - middle if left else middle, width)


def likelihoods(seen: BoardSeen, places: NDArray[np.float64], laws: Laws = LAWS) -> NDArray[np.float64]:
    """Return the log likelihoods (k,) of k places of the side, up to a constant.

    places: (3, k), the offsets of its far and its near end, and the width of the bar.
    """
    far, near, bar = places[:, :, None]
    wide = 1 + far + (near - far) * seen.down
    # The halves are alike: each column is as far from its own side as its mirror image.
    from_side = np.minimum(seen.across / wide, 1 - seen.across / wide)
    column = (1 - bar) / 12
    middles = (np.clip(np.rint(from_side / column - 0.5), 0, 5) + 0.5) * column
    off = (from_side - middles) * wide / laws.spread
    dames = np.log((1 - laws.stray) * np.exp(-off * off / 2) + laws.stray) @ seen.sureness
    middle = (2 + places[0] + places[1]) / 4
    against = ((middle - seen.middle) / laws.bar) ** 2 + ((places[2] - seen.width) / laws.width) ** 2
    return np.asarray(dames - (against + ((places[1] - places[0]) / laws.askew) ** 2) / 2, np.float64)


def move_to_columns(image: NDArray[np.uint8], corners: Corners, *, left: bool) -> Corners:
    """Return a floor's corners (pixels), with its right (or left) side moved to where its columns end.

    They stay if the side was found where it is.
    """
    seen = board_seen(image, corners, left=left)
    places = all_combinations(OFFSETS, OFFSETS, BARS)
    far, near, _ = places[:, int(np.argmax(likelihoods(seen, places)))]
    if min(far, near) <= -CLOSE or max(far, near) <= CLOSE:
        return corners
    moved = UNIT.copy()
    if left:
        moved[[0, 3], 0] -= far, near
    else:
        moved[[1, 2], 0] += far, near
    return as_corners(transform(from_unit(np.array(corners)), moved))


def all_combinations(*values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return every combination of one of each of these values: (number of arguments, combinations)."""
    return np.stack([each.ravel() for each in np.meshgrid(*values, indexing="ij")])
