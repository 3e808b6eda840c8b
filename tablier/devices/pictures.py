"""Cut a camera's stream of bytes into pictures, sans I/O.

There are two kinds of stream. `rpicam-vid --codec mjpeg` writes JPEGs one after the other.
`tablier.devices.capture_process` writes raw pictures, each after a header: time (a double), height and width.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

MOST: Final = 16 << 20
"""Bytes of one JPEG; anything longer is not one."""
LONGEST_SIDE: Final = 8192
"""Pixels; no supported camera gives more."""
HEAD: Final = struct.Struct("=dII")

SOI: Final = b"\xff\xd8\xff"
MARK: Final = 0xFF
EOI: Final = 0xD9
SOS: Final = 0xDA
ALONE: Final = frozenset({0x01, *range(0xD0, 0xD8)})
"""Markers without a length (ISO/IEC 10918-1, table B.1): TEM and the restarts."""
_END_OF_SCAN: Final = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""In coded data a 0xFF is followed by zero or is a restart; anything else ends it (ISO/IEC 10918-1, B.1.1.5)."""


class StreamBroken(ValueError):
    """The bytes cannot be the expected stream. The message says why."""


class EncodedPicture(Protocol):
    """One picture, still encoded."""

    @property
    def t(self) -> float | None:
        """When it was taken, on the system's monotonic clock in seconds; None when the stream does not say."""

    @property
    def data(self) -> bytes:
        """The encoded bytes."""

    def image(self) -> NDArray[np.uint8] | None:
        """Decode the pixels, (height, width, 3) BGR; None when the picture is damaged."""


class Splitter(Protocol):
    """Cuts a stream into pictures."""

    def feed(self, data: bytes) -> Sequence[EncodedPicture]:
        """Return the pictures completed by these bytes.

        Raises StreamBroken when no good picture can follow.
        """


@dataclass(frozen=True, slots=True)
class Jpeg:
    """A JPEG from its first marker to its last."""

    data: bytes
    t: None = None

    def image(self) -> NDArray[np.uint8] | None:
        """Decode the pixels; None when the picture is damaged beyond decoding."""
        try:
            image = cv2.imdecode(np.frombuffer(self.data, np.uint8), cv2.IMREAD_COLOR)
        except cv2.error:
            return None
        return None if image is None else np.asarray(image, np.uint8)


@dataclass(frozen=True, slots=True)
class Raw:
    """A picture of unencoded pixels."""

    t: float
    height: int
    width: int
    data: bytes

    def image(self) -> NDArray[np.uint8]:
        """Return the pixels, read-only."""
        return np.frombuffer(self.data, np.uint8).reshape(self.height, self.width, 3)


class JpegSplitter:
    """Follows the markers of each JPEG; after damage or a cut it goes on at the next beginning of a JPEG.

    Keeps at most MOST bytes and those of one read.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._at = 0  # How far the buffer was examined; 0 while no JPEG has begun.
        self._coded = False

    def feed(self, data: bytes) -> list[Jpeg]:
        """Return the JPEGs completed by these bytes, in order."""
        self._buffer += data
        found: list[Jpeg] = []
        while self._at or self._begin():
            end = self._look()
            if end is None:
                break
            if end:
                found.append(Jpeg(bytes(self._buffer[:end])))
                self._forget(end)
        if len(self._buffer) > MOST:
            self._drop()
        return found

    def _begin(self) -> bool:
        """Find where a JPEG begins and drop all bytes before; keep a possible first half of a beginning."""
        at = self._buffer.find(SOI)
        if at < 0:
            del self._buffer[: max(0, len(self._buffer) - len(SOI) + 1)]
            return False
        del self._buffer[:at]
        self._at = 2
        return True

    def _look(self) -> int | None:
        """Follow one marker; return where the JPEG ends, 0 when it goes on, None when more bytes are needed."""
        buffer = self._buffer
        if self._coded:
            mark = _END_OF_SCAN.search(buffer, self._at)
            if mark is None:
                self._at = max(self._at, len(buffer) - 1)
                return None
            self._at, self._coded = mark.start(), False
        if len(buffer) < self._at + 2:
            return None
        first, kind = buffer[self._at : self._at + 2]
        if first != MARK or kind == 0:
            return self._drop()
        if kind == MARK:  # Markers may be preceded by fill bytes.
            self._at += 1
        elif kind == EOI:
            return self._at + 2
        elif kind in ALONE:
            self._at += 2
        elif kind == SOI[1]:  # The JPEG before was cut off.
            return self._drop()
        else:
            if len(buffer) < self._at + 4:
                return None
            length = int.from_bytes(buffer[self._at + 2 : self._at + 4], "big")
            if length < 2:
                return self._drop()
            if len(buffer) < self._at + 2 + length:
                return None
            self._at += 2 + length
            self._coded = kind == SOS
        return 0

    def _drop(self) -> int:
        self._forget(2)
        return 0

    def _forget(self, count: int) -> None:
        del self._buffer[:count]
        self._at, self._coded = 0, False


class RawSplitter:
    """Cuts off one raw picture after the other; keeps the bytes of at most one."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._head: tuple[float, int, int] | None = None

    def feed(self, data: bytes) -> list[Raw]:
        """Return the pictures completed by these bytes, in order.

        Raises StreamBroken for an impossible header, once every picture before it was returned.
        """
        self._buffer += data
        found: list[Raw] = []
        while True:
            if self._head is None:
                if len(self._buffer) < HEAD.size:
                    return found
                try:
                    self._head = _head(self._buffer)
                except StreamBroken:
                    if found:  # Return the good pictures; the next call finds the damage again.
                        return found
                    raise
            t, height, width = self._head
            end = HEAD.size + height * width * 3
            if len(self._buffer) < end:
                return found
            found.append(Raw(t, height, width, bytes(memoryview(self._buffer)[HEAD.size : end])))
            del self._buffer[:end]
            self._head = None


def raw_bytes(t: float, image: NDArray[np.uint8]) -> tuple[bytes, memoryview]:
    """Return the header and the pixels of one raw picture taken at `t`."""
    height, width = image.shape[:2]
    return HEAD.pack(t, height, width), np.ascontiguousarray(image).data.cast("B")


def _head(buffer: bytearray) -> tuple[float, int, int]:
    t, height, width = HEAD.unpack_from(buffer)
    if not (0 < height <= LONGEST_SIDE and 0 < width <= LONGEST_SIDE):
        raise StreamBroken(f"a picture of {width} x {height}, at most {LONGEST_SIDE} a side expected")
    return t, height, width
