"""Draws a simulated table at the pace of a stage: `python -m bench._painter FOLDER` writes `picture.jpg` there."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import cv2
import msgspec

from bench._stage import GameClock
from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import Plan

RATE = 6
"""Pictures a second. Drawing more would leave two cores no time to read them."""


def put(path: Path, picture: cv2.typing.MatLike) -> None:
    """Write a picture atomically."""
    beside = path.with_suffix(".new")
    beside.write_bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes())
    beside.replace(path)


def main() -> int:
    """Draw until the parent process has ended."""
    folder = Path(sys.argv[1])
    invented = InventedTable(msgspec.json.decode((folder / "plan.json").read_bytes(), type=Plan))
    clock = GameClock(folder)
    parent, number = os.getppid(), 0
    due = time.monotonic()
    while os.getppid() == parent:
        number += 1
        picture = invented.picture(max(0.0, clock.now()), number)
        put(folder / "picture.jpg", picture)
        if number % RATE == 0:
            put(folder / "other.jpg", cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
        due = max(due + 1 / RATE, time.monotonic())
        time.sleep(due - time.monotonic() if due > time.monotonic() else 0.0)
    return 0


if __name__ == "__main__":
    sys.exit(main())
