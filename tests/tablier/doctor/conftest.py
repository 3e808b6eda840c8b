"""The calibration that is right for the rendered board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tablier.setup.doctor import sight
from tablier.storage.calibration_file import Kept

if TYPE_CHECKING:
    from tablier.devices.simulated_source import InventedTable


@pytest.fixture
def kept(invented: InventedTable, monkeypatch: pytest.MonkeyPatch) -> Kept:
    """A right calibration; the board is seen where it is (how well it is found is tested where vision is)."""
    monkeypatch.setattr(sight, "locate", lambda _image, _field, _lens: invented.calibration.corners)
    return Kept(invented.calibration, (1280, 720))
