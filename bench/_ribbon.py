"""A camera that can be pulled out: what `rpicam-vid` is to a table, giving the pictures that a stage's painter draws.

`python -I _ribbon.py FOLDER`; a file `camera` in FOLDER says what is wrong with it: nothing, "unplugged", "hung",
"same", or "other": another camera, whose pictures are half as large. It imports nothing of the project, and so starts
as quickly as a camera does.
"""

import sys
import time
from pathlib import Path


def read(path: Path) -> bytes:
    """A file's contents; empty when there is none."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def main() -> int:
    """Film until nobody watches."""
    folder = Path(sys.argv[1])
    last = b""
    while True:
        trouble = read(folder / "camera")
        if trouble == b"unplugged":
            print("no cameras available", file=sys.stderr)
            return 1
        if trouble == b"hung":
            time.sleep(1e6)
        picture = read(folder / ("other.jpg" if trouble == b"other" else "picture.jpg"))
        if trouble != b"same" and picture == last:
            time.sleep(0.02)
            continue
        if trouble != b"same":
            last = picture
        sys.stdout.buffer.write(last)
        sys.stdout.buffer.flush()
        time.sleep(0.1 if trouble == b"same" else 0.0)


if __name__ == "__main__":
    sys.exit(main())
