"""Two measures to compare a board's points: how unlike pixels are, and how improbable a side's offset is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def unlikeness(half: float) -> NDArray[np.float32]:
    """Return how unlike (0 to 1) two pixels are, for each sum of the differences of their three channels: (766,).

    half: the sum, in grey levels, at which they are half as unlike as possible.
    """
    differ = np.arange(3 * 255 + 1, dtype=np.float32)
    return differ / (differ + half)


def against(off: NDArray[np.float64], usual: float, spread: float) -> NDArray[np.float64]:
    """Return the cost of each offset of a side (shares of the floor): minus the logarithm of its likelihood.

    Most offsets are within `usual` (Cauchy's law), and none is much larger than `spread` (a normal law).
    """
    return np.asarray(np.log1p((off / usual) ** 2) + (off / spread) ** 2 / 2, np.float64)
