"""A camera that can be pulled out: what `rpicam-vid` is to a table, showing an invented one at the pace of a stage.

`python -m bench._ribbon FOLDER` reads the plan and the clock of the stage in FOLDER (`bench._stage`) and writes JPEGs;
a file `camera` there says what is wrong with it: nothing, "unplugged", "hung" or "same".
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import cv2
import msgspec

from bench._stage import GameClock, said
from tablier.invented import InventedTable, Plan

RATE = 6.0
"""Pictures a second: drawing more would leave two cores nothing to look at them with."""


def main() -> int:
    """Film until nobody watches."""
    folder = Path(sys.argv[1])
    invented = InventedTable(msgspec.json.decode((folder / "plan.json").read_bytes(), type=Plan))
    clock = GameClock(folder)
    number, last = 0, b""
    while True:
        time.sleep(1 / RATE)
        match said(folder / "camera"):
            case "unplugged":
                print("no cameras available", file=sys.stderr)
                return 1
            case "hung":
                time.sleep(1e6)
            case "same" if last:
                pass
            case _:
                number += 1
                picture = invented.picture(max(0.0, clock.now()), number)
                last = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
        try:
            sys.stdout.buffer.write(last)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            sys.stderr.close()
            return 0


if __name__ == "__main__":
    sys.exit(main())
