"""A recording's folder: its files one after the other, separated by lines of ====."""

from __future__ import annotations

import tempfile
from itertools import islice
from pathlib import Path

from tablier.runtime.replay import replay
from tablier.storage.recording import Recording, RecordingError

FILES = ("table.toml", "serial.jsonl", "inputs.jsonl", "frames.csv", "truth.jsonl")
MOST = 500
"""Acts and rulings looked at."""


def run(data: bytes) -> None:
    """It is refused with a reason, or is played back."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        folder = Path(name)
        for file, part in zip(FILES, data.split(b"\n====\n"), strict=False):
            (folder / file).write_bytes(part)
        try:
            recording = Recording(folder)
            recording.truth()
            list(recording.frames())
            list(islice(replay(recording), MOST))
        except RecordingError:
            return
