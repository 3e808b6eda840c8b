"""A rendered board, how it looks before the first throw, and the calibration that is right for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tablier.calibration_file import Kept
from tablier.doctor import sight
from tablier.invented import InventedTable, Plan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import Corners

    Image = NDArray[np.uint8]


@pytest.fixture(scope="module")
def invented() -> InventedTable:
    return InventedTable(Plan(seed=1))


@pytest.fixture(scope="module")
def start(invented: InventedTable) -> Image:
    return np.array(invented.picture(0.0, 0))


@pytest.fixture(scope="module")
def corners(invented: InventedTable) -> Corners:
    return invented.calibration.corners


@pytest.fixture
def kept(invented: InventedTable, monkeypatch: pytest.MonkeyPatch) -> Kept:
    """A right calibration; the board is seen where it is (how well it is found is tested where vision is)."""
    monkeypatch.setattr(sight, "locate", lambda _image, _field, _lens: invented.calibration.corners)
    return Kept(invented.calibration, (1280, 720))
