"""Load picture files from any source: whole pictures of a sensible size, or an error with the reason."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import LARGEST_PICTURE

LARGEST_FILE: Final = 64 * 2**20
"""Largest file accepted, in bytes; no camera's photograph is larger."""
SUFFIXES: Final = (".jpg", ".jpeg", ".png")
"""Names of the picture files of a recording."""
SEQUENTIAL: Final = frozenset({0xC0, 0xC1, 0xC9})
"""Markers of frames without progression: baseline, extended, arithmetic (ITU T.81, table B.1)."""
START_OF_SCAN: Final = 0xDA
SHRUNK: Final = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
"""The ways to shrink a JPEG while it is decoded. OpenCV refuses other large pictures before it can shrink them."""
PNG: Final = b"\x89PNG\r\n\x1a\n"
JPEG: Final = b"\xff\xd8\xff"
BEGINNINGS: Final = (PNG, JPEG, b"RIFF", b"II*\0", b"MM\0*", b"BM")
"""First bytes of PNG, JPEG, WebP, TIFF and BMP files. OpenCV reads a dozen more kinds, each with its own faults."""


class UnreadableImageError(ValueError):
    """A file is not a readable image. The message has its name and what was expected."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded file.

    image: (height, width, 3) BGR, turned as its EXIF orientation says. shrunk: how many pixels of the file, each way,
    make one of the image's: 1, or 2, 4 or 8 for a large JPEG.
    """

    image: NDArray[np.uint8]
    shrunk: int


def load_image(path: Path) -> NDArray[np.uint8]:
    """Return the image of `load_picture`."""
    return load_picture(path).image


def load_picture(path: Path) -> Picture:
    """Decode an image file of any size, in 250 MB of memory at most.

    Raises OSError, or UnreadableImageError for a file that is not a whole image of a sensible size.
    """
    with open(path, "rb", opener=open_at_once) as file:
        os.set_blocking(file.fileno(), True)
        # Reading stops at the limit, so an endless file such as /dev/zero does no harm.
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise UnreadableImageError(f"{path}: expected an image of at most {LARGEST_FILE} bytes")
    picture = _decode(content)
    if picture is None:
        raise UnreadableImageError(
            f"{path}: not an image that can be read "
            f"(JPEG, or PNG, WebP, TIFF or BMP of at most {LARGEST_PICTURE} pixels expected)"
        )
    return picture


def open_at_once(path: str, flags: int) -> int:
    """Open a file at once; a pipe without a writer counts as an empty file."""
    return os.open(path, flags | os.O_NONBLOCK)


def _decode(content: bytes) -> Picture | None:
    """Return the picture, shrunk only as much as the limit of pixels requires; None if it cannot be decoded."""
    if not content.startswith(BEGINNINGS) or (content.startswith(PNG) and not _png_holds(content)):
        return None
    for shrunk, flags in SHRUNK.items():
        try:
            image = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
        except cv2.error:  # OpenCV finds too many pixels in the header.
            image = None
        if image is not None:
            return Picture(np.asarray(image, np.uint8), shrunk)
        if not _comes_in_one_scan(content):
            return None
    return None


def _comes_in_one_scan(content: bytes) -> bool:
    """Return whether a file is a JPEG decoded line by line, so that shrinking it saves memory (ITU T.81, B.2).

    The decoder holds a progressive JPEG whole, and one with a scan for each colour: six bytes a pixel of the file.
    """
    if not content.startswith(JPEG):
        return False
    at, colours = len(JPEG) - 1, 0
    while at + 5 <= len(content) and content[at] == 0xFF:
        marker, length = content[at + 1], int.from_bytes(content[at + 2 : at + 4], "big")
        if marker in SEQUENTIAL and at + 10 <= len(content):
            colours = content[at + 9]
        elif marker == START_OF_SCAN:
            return 0 < colours == content[at + 4]
        at += 1 if marker == 0xFF else 2 + length
    return False


def _png_holds(content: bytes) -> bool:
    """Return whether a PNG file is as long as its chunks say, up to the last one.

    OpenCV 4.14 allocates memory for a chunk before it checks: a file of 209 bytes took 4.2 GB and twelve seconds.
    """
    at = len(PNG)
    while at + 8 <= len(content):
        length, kind = int.from_bytes(content[at : at + 4], "big"), content[at + 4 : at + 8]
        at += 12 + length
        if kind == b"IEND":
            break
    return at <= len(content)
