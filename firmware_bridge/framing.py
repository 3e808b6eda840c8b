"""Frames on the line: a body with its CRC-16, COBS-stuffed, between two zeros (docs/protocol.md, "Frames").

Sans I/O. The decoder never holds more than LONGEST_STUFFED bytes.
"""

from __future__ import annotations

from binascii import crc_hqx

LONGEST_BODY = 80
"""Bytes of type, sequence number, payload and CRC: the longest message of docs/protocol.md, with some reserve."""
LONGEST_STUFFED = LONGEST_BODY + 1
"""COBS adds one byte to anything below 254 (Cheshire and Baker 1999)."""
SHORTEST_BODY = 4
CRC_START = 0xFFFF


def crc16(data: bytes) -> int:
    """Return the CRC-16/IBM-3740 (polynomial 0x1021, initial value 0xFFFF, not reflected), 0..65535.

    >>> hex(crc16(b"123456789"))
    '0x29b1'
    """
    return crc_hqx(data, CRC_START)


def stuff(body: bytes) -> bytes:
    r"""Encode bytes by COBS, so that they contain no zero.

    Raises ValueError for more than LONGEST_BODY bytes.

    >>> stuff(b"\x11\x00\x22").hex()
    '02110222'
    """
    if len(body) > LONGEST_BODY:
        raise ValueError(f"a body of {len(body)} bytes, at most {LONGEST_BODY}")
    return b"".join(bytes((len(run) + 1,)) + run for run in body.split(b"\0"))


def unstuff(stuffed: bytes) -> bytes:
    """Decode what `stuff` encoded. Raises ValueError for bytes that no input encodes to.

    >>> unstuff(bytes.fromhex("02110222")).hex()
    '110022'
    """
    runs: list[bytes] = []
    at = 0
    while at < len(stuffed):
        length = stuffed[at]
        if not length or at + length > len(stuffed):
            raise ValueError(f"stuffing broken at byte {at} of {len(stuffed)}")
        runs.append(stuffed[at + 1 : at + length])
        at += length
    return b"\0".join(runs)


def frame(content: bytes) -> bytes:
    """Return one whole frame for the line: the content and its CRC, stuffed, between two zeros."""
    return b"\0" + stuff(content + crc16(content).to_bytes(2, "little")) + b"\0"


class FrameDecoder:
    """Decodes bytes from the line into the contents of undamaged frames.

    `damaged` counts everything between two zeros that is not a frame: noise, partial frames, boot messages.
    """

    __slots__ = ("_held", "_skipping", "damaged")

    def __init__(self) -> None:
        self._held = bytearray()
        self._skipping = False
        self.damaged = 0

    def feed(self, data: bytes) -> list[bytes]:
        """Return the contents (type, sequence number, payload) of every frame that these bytes complete, in order."""
        found: list[bytes] = []
        *ended, rest = data.split(b"\0")
        for part in ended:
            self._hold(part)
            content = self._complete()
            if content is not None:
                found.append(content)
        self._hold(rest)
        return found

    @property
    def held(self) -> int:
        """How many bytes of an unfinished frame are kept, at most LONGEST_STUFFED."""
        return len(self._held)

    def _hold(self, part: bytes) -> None:
        if len(self._held) + len(part) > LONGEST_STUFFED:
            self._skipping = True
        if self._skipping:
            self._held.clear()
        else:
            self._held += part

    def _complete(self) -> bytes | None:
        stuffed, skipped = bytes(self._held), self._skipping
        self._held.clear()
        self._skipping = False
        if skipped:
            self.damaged += 1
            return None
        if not stuffed:
            return None
        try:
            body = unstuff(stuffed)
        except ValueError:
            self.damaged += 1
            return None
        content, crc = body[:-2], body[-2:]
        if len(body) < SHORTEST_BODY or crc16(content) != int.from_bytes(crc, "little"):
            self.damaged += 1
            return None
        return content
