"""Camera reader process: reads a USB camera or a film and writes raw pictures to standard output.

Run as `python -m tablier.devices.capture_process usb DEVICE WIDTH HEIGHT RATE`, or `film PATH RATE`. It is a process of
its own because a read from an unplugged camera may never return, and then only a process can be killed. It ends when
its standard input is closed, and writes errors to standard error.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import cv2
import numpy as np
from numpy.typing import NDArray

from tablier.devices.pictures import raw_bytes
from vision.picture_file import SUFFIXES, UnreadableImageError, load_image


class NothingToFilm(OSError):
    """There is no such camera or film, or it gives no pictures. The message says which."""


def usb(device: int, width: int, height: int, rate: float) -> Iterator[NDArray[np.uint8]]:
    """Yield the pictures of a USB camera as they come.

    Raises NothingToFilm when it cannot be opened or stops.
    """
    capture = cv2.VideoCapture(device, cv2.CAP_V4L2)
    if not capture.isOpened():
        raise NothingToFilm(f"camera {device} cannot be opened")
    # Uncompressed, most cameras give five pictures a second at this size; as JPEGs, thirty.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
    capture.set(cv2.CAP_PROP_FPS, rate)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    yield from _read(capture)
    raise NothingToFilm(f"camera {device} gives no more pictures")


def film(path: Path, rate: float) -> Iterator[NDArray[np.uint8]]:
    """Yield the pictures of a film, a folder or one file, at their pace; then repeat the last one forever.

    rate: pictures a second, unless the film has its own.
    Raises NothingToFilm when there are no pictures.
    """
    capture: cv2.VideoCapture | None = None
    if path.is_dir():
        images = _folder(path)
    elif (image := _picture(path) if path.is_file() else None) is not None:
        images = iter([image])
    else:
        capture = cv2.VideoCapture(str(path)) if path.is_file() else None
        if capture is None or not capture.isOpened():
            raise NothingToFilm(f"{path}: no film, picture or folder of pictures")
        rate = capture.get(cv2.CAP_PROP_FPS) or rate
        images = _read(capture)
    last: NDArray[np.uint8] | None = None
    due = time.monotonic()
    for last in images:
        yield last
        due += 1 / rate
        time.sleep(max(0.0, due - time.monotonic()))
    if last is None:
        raise NothingToFilm(f"{path}: holds no pictures")
    while True:
        yield last
        time.sleep(1 / rate)


def _read(capture: cv2.VideoCapture) -> Iterator[NDArray[np.uint8]]:
    while True:
        good, image = capture.read()
        if not good:
            return
        yield np.asarray(image, np.uint8)


def _folder(path: Path) -> Iterator[NDArray[np.uint8]]:
    for each in sorted(each for each in path.iterdir() if each.suffix.lower() in SUFFIXES):
        if (image := _picture(each)) is not None:
            yield image


def _picture(path: Path) -> NDArray[np.uint8] | None:
    try:
        return load_image(path)
    except (OSError, UnreadableImageError):
        return None


def send(images: Iterator[NDArray[np.uint8]], sink: BinaryIO) -> None:
    """Write every picture with the time at which it came."""
    for image in images:
        sink.writelines(raw_bytes(time.monotonic(), image))
        sink.flush()


def _end_with_input() -> None:
    """End at once when the parent process has gone, even if a camera read never returns."""
    while os.read(sys.stdin.fileno(), 4096):  # Unbuffered: a buffer's lock could block the interpreter's exit.
        pass
    os._exit(0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Film until the reader closes the pipe; return 1, with the reason on standard error, if nothing can be filmed."""
    parser = argparse.ArgumentParser(description=__doc__)
    sources = parser.add_subparsers(dest="source", required=True)
    camera = sources.add_parser("usb")
    camera.add_argument("device", type=int)
    camera.add_argument("width", type=int)
    camera.add_argument("height", type=int)
    camera.add_argument("rate", type=float)
    pictures = sources.add_parser("film")
    pictures.add_argument("path", type=Path)
    pictures.add_argument("rate", type=float)
    given = parser.parse_args(arguments)
    threading.Thread(target=_end_with_input, daemon=True).start()
    try:
        if given.source == "usb":
            send(usb(given.device, given.width, given.height, given.rate), sys.stdout.buffer)
        else:
            send(film(given.path, given.rate), sys.stdout.buffer)
    except BrokenPipeError:
        return 0
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
