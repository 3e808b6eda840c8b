"""The right calibration for the rendered board."""

from __future__ import annotations

import pytest

from tablier.devices.simulated_source import InventedTable
from tablier.setup.doctor import sight
from tablier.storage.calibration_file import Kept


@pytest.fixture
def kept(invented: InventedTable, monkeypatch: pytest.MonkeyPatch) -> Kept:
    """Return a right calibration, with the board found in its place (tests/vision tests how well it is found)."""
    monkeypatch.setattr(sight, "locate", lambda _image, _field, _lens: invented.calibration.corners)
    return Kept(invented.calibration, (1280, 720))
