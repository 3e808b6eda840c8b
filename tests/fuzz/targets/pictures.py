"""A picture file, for `tablier see`; the first byte chooses whether dice alone are read."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from vision.answer import see_file

CORNERS = ((0.0, 0.0), (30.0, 0.0), (30.0, 20.0), (0.0, 20.0))


def run(data: bytes) -> None:
    """Any file gets an answer that can be written as JSON, within a bound of memory."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder) / "picture"
        path.write_bytes(data[1:])
        wanted = data[:1]
        answer = see_file(path, corners=CORNERS if wanted == b"c" else None, dice_only=wanted == b"d")
        json.dumps(answer)
