"""Read and write pictures with dice: plain arrays in NumPy's .npz, so that files do not depend on names of classes.

Arrays of a file with n pictures: `pictures`, the bytes of all of them (PNG or JPEG) one after the other, with
`picture_ends` (n,); `dice`, one row each: the number of its picture, x, y, edge (pixels), value, flat.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

PATTERN = "*.npz"
DIE = 6
"""Numbers in a row."""


@dataclass(frozen=True, slots=True)
class PatchDie:
    """A die in a picture: the middle and edge (pixels) of its upper face, its value (0: not a die), whether flat."""

    x: float
    y: float
    edge: float
    value: int
    flat: bool


def write_patches(path: Path, patches: Sequence[tuple[NDArray[np.uint8], Sequence[PatchDie]]]) -> None:
    """Write a file of encoded pictures, each with its dice."""
    rows = [(number, *astuple(die)) for number, (_, dice) in enumerate(patches) for die in dice]
    pictures = [picture.ravel() for picture, _ in patches]
    np.savez(
        path,
        pictures=np.concatenate(pictures),
        picture_ends=np.cumsum([len(picture) for picture in pictures]),
        dice=np.array(rows, np.float64).reshape(-1, DIE),
    )


def read_patches(path: Path) -> Iterator[tuple[NDArray[np.uint8], list[PatchDie]]]:
    """The pictures of a file, encoded, each with its dice."""
    with np.load(path) as held:
        pictures, ends, rows = held["pictures"], held["picture_ends"], held["dice"]
    for number, picture in enumerate(np.split(pictures, ends[:-1])):
        dice = [
            PatchDie(x, y, edge, int(value), bool(flat))
            for x, y, edge, value, flat in rows[rows[:, 0] == number, 1:].tolist()
        ]
        yield picture, dice
