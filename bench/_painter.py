"""Draws an invented table at the pace of a stage: `python -m bench._painter FOLDER` writes `picture.jpg` there."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import cv2
import msgspec

from bench._stage import GameClock
from tablier.invented import InventedTable, Plan

RATE = 6.0
"""Pictures a second: drawing more would leave two cores nothing to look at them with."""


def main() -> int:
    """Draw until whoever started this has gone."""
    folder = Path(sys.argv[1])
    invented = InventedTable(msgspec.json.decode((folder / "plan.json").read_bytes(), type=Plan))
    clock = GameClock(folder)
    parent, number = os.getppid(), 0
    due = time.monotonic()
    while os.getppid() == parent:
        number += 1
        picture = invented.picture(max(0.0, clock.now()), number)
        data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
        (folder / "picture.new").write_bytes(data)
        (folder / "picture.new").replace(folder / "picture.jpg")
        due = max(due + 1 / RATE, time.monotonic())
        time.sleep(due - time.monotonic() if due > time.monotonic() else 0.0)
    return 0


if __name__ == "__main__":
    sys.exit(main())
