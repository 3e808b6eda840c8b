"""How unlike pixels are, and how far off a side is told to be: what all that looks at a board's points weighs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def unlikeness(half: float) -> NDArray[np.float32]:
    """How unlike pixels are whose three channels differ by 0, 1, 2, ... grey levels in all: 0 to 1, (766,).

    half: by how many two differ that are half as unlike as can be.
    """
    differ = np.arange(3 * 255 + 1, dtype=np.float32)
    return differ / (differ + half)


def against(off: NDArray[np.float64], usual: float, spread: float) -> NDArray[np.float64]:
    """What speaks against a side being so far off (shares of the floor): minus the logarithm of how likely, as `off`.

    It is mostly told to within `usual` (Cauchy's law), and never much further off than `spread` (a normal one).
    """
    return np.asarray(np.log1p((off / usual) ** 2) + (off / spread) ** 2 / 2, np.float64)
