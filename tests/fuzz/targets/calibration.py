"""A file of a camera's calibration, from a stick or a recording."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from tablier.storage.calibration_file import CalibrationFileError, Kept, load, save

BLACK = np.zeros((24, 32, 3), np.uint8)


def run(data: bytes) -> None:
    """It is refused with a reason, or is kept as it was and straightens a picture."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder) / "calibration.json"
        path.write_bytes(data)
        try:
            kept = load(path)
        except CalibrationFileError:
            return
        save(path, kept)
        assert load(path) == Kept(kept.calibration, kept.size)
        if kept.calibration.lens is not None:
            kept.calibration.lens.straighten(BLACK)
