"""The 21 throws of two dice."""

from __future__ import annotations

from typing import Final

import numpy as np

from rules.position import Dice

THROWS: Final[tuple[Dice, ...]] = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""All throws; each has the higher number first."""
CHANCES: Final = np.array([1 if high == low else 2 for high, low in THROWS]) / 36
"""The chance of each throw."""
