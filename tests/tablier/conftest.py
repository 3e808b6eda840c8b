"""A rendered board before the first throw."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from events.field import Corners
from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import Plan

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
