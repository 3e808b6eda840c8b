"""A rendered board before the first throw."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import Plan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from events.field import Corners

    Image = NDArray[np.uint8]


@pytest.fixture(scope="module")
def invented() -> InventedTable:
    return InventedTable(Plan(seed=1))


@pytest.fixture(scope="module")
def start(invented: InventedTable) -> Image:
    """Return a picture before the first throw: every dame on its talon."""
    return np.array(invented.picture(0.0, 0))


@pytest.fixture(scope="module")
def corners(invented: InventedTable) -> Corners:
    return invented.calibration.corners
