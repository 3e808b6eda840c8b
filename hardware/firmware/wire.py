"""Frames and messages of docs/protocol.md, as the microcontroller writes and reads them."""

import struct

PROTOCOL = 1
MAGIC = b"TRIC"

HELLO, SNAPSHOT, DELTA, PRESS, HEARTBEAT, LEVELS, RESTS, FIELD, ACK = range(1, 10)
ASK_HELLO, ASK_SNAPSHOT, CALIBRATE, IDENTIFY, SET_LIGHTS, ASK_LEVELS, SET_POLARITY = range(0x81, 0x88)
OK, UNKNOWN_COMMAND, BAD_ARGUMENT, REFUSED = range(4)
NO_HOLE = 255

# The longest command's body is 7 bytes. Anything longer than this between two zeros is noise.
LONGEST = 32


def crc16(data: bytes) -> int:
    """Return the CRC-16/IBM-3740: polynomial 0x1021, initial value 0xFFFF."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = ((crc << 1) ^ 0x1021) & 0xFFFF if crc & 0x8000 else (crc << 1) & 0xFFFF
    return crc


def frame(kind: int, seq: int, payload: bytes) -> bytes:
    """Return one whole frame: type, sequence number, payload and CRC, stuffed, between two zeros."""
    body = bytes((kind, seq)) + payload
    body += struct.pack("<H", crc16(body))
    # No body reaches 254 bytes, so no run has to be split (COBS, section III).
    out = bytearray(1)
    for run in body.split(b"\0"):
        out.append(len(run) + 1)
        out.extend(run)
    out.append(0)
    return bytes(out)


def unstuff(stuffed: bytes) -> "bytes | None":
    """Return the body between two zeros without its checked CRC; None when it is damaged."""
    body = bytearray()
    at = 0
    while at < len(stuffed):
        run = stuffed[at]
        if at + run > len(stuffed):
            return None
        body.extend(stuffed[at + 1 : at + run])
        at += run
        if at < len(stuffed):
            body.append(0)
    if len(body) < 4:
        return None
    content = bytes(body[:-2])
    return content if crc16(content) == body[-2] | body[-1] << 8 else None


class Reader:
    """Decodes bytes into bodies; never holds more than LONGEST bytes."""

    def __init__(self) -> None:
        """Start without bytes."""
        self._held = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> "list[bytes]":
        """Return every undamaged body that these bytes complete."""
        bodies: list[bytes] = []
        for byte in data:
            if byte == 0:
                if self._held and not self._skipping:
                    body = unstuff(bytes(self._held))
                    if body is not None:
                        bodies.append(body)
                self._held = bytearray()
                self._skipping = False
            elif not self._skipping:
                self._held.append(byte)
                if len(self._held) > LONGEST:
                    self._skipping = True
                    self._held = bytearray()
        return bodies
