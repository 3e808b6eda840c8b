"""A stand-in for `rpicam-vid` that can fail: it sends the pictures written to a folder.

`python -I fake_csi_camera.py FOLDER` sends FOLDER/picture.jpg whenever it changes. The file FOLDER/camera sets the
failure: empty, "unplugged", "hung", "same" (the same picture forever) or "other" (another camera: FOLDER/other.jpg, at
half the size). It imports nothing of the project, so it starts as quickly as a camera does.
"""

import sys
import time
from pathlib import Path


def read(path: Path) -> bytes:
    """Return a file's contents; empty when there is no file."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def main() -> int:
    """Send pictures until the reader closes the pipe."""
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
