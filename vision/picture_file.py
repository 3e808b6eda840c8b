"""Picture files, which may come from anywhere: whole pictures of a sensible size, or a word why not."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision import LARGEST_PICTURE

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

LARGEST_FILE: Final = 64 * 2**20
"""No camera's photograph is larger; what is, is no photograph (bytes)."""
LARGEST_SIDE: Final = 16384
"""Images with a longer side are refused (pixels)."""
PNG: Final = b"\x89PNG\r\n\x1a\n"
BEGINNINGS: Final = (PNG, b"\xff\xd8\xff", b"RIFF", b"II*\0", b"MM\0*", b"BM")
"""Of PNG, JPEG, WebP, TIFF and BMP. OpenCV reads a dozen more kinds, each with faults of its own."""


class UnreadableImageError(ValueError):
    """A file that is no image we can read: which, and what was expected."""


def load_image(path: Path) -> NDArray[np.uint8]:
    """An image file as (height, width, 3) BGR, turned as its EXIF orientation says.

    Raises OSError, or UnreadableImageError for a file that is no whole image of a sensible size.
    """
    with open(path, "rb", opener=without_waiting) as file:
        os.set_blocking(file.fileno(), True)
        # What has no end, as /dev/zero, is not read to it.
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise UnreadableImageError(f"{path}: expected an image of at most {LARGEST_FILE} bytes")
    image = _decoded(content)
    if image is None:
        raise UnreadableImageError(
            f"{path}: not an image that can be read "
            f"(JPEG, PNG, WebP, TIFF or BMP of at most {LARGEST_PICTURE} pixels expected)"
        )
    if max(image.shape[:2]) > LARGEST_SIDE:
        raise UnreadableImageError(f"{path}: {image.shape[1]} x {image.shape[0]} pixels, at most {LARGEST_SIDE} a side")
    return image


def without_waiting(path: str, flags: int) -> int:
    """Open a file at once, also a pipe that nobody writes into, which is as good as empty."""
    return os.open(path, flags | os.O_NONBLOCK)


def _decoded(content: bytes) -> NDArray[np.uint8] | None:
    if not content.startswith(BEGINNINGS) or (content.startswith(PNG) and not _png_holds(content)):
        return None
    try:
        image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, np.uint8)


def _png_holds(content: bytes) -> bool:
    """Whether a PNG file holds as much as its chunks say they have, up to the last.

    OpenCV 4.14 makes room for a chunk before it looks: 209 bytes took 4.2 GB and twelve seconds.
    """
    at = len(PNG)
    while at + 8 <= len(content):
        length, kind = int.from_bytes(content[at : at + 4], "big"), content[at + 4 : at + 8]
        at += 12 + length
        if kind == b"IEND":
            break
    return at <= len(content)
