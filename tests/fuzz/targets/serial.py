"""Bytes on the board's serial line, whole and in pieces. The board may also fall silent."""

from __future__ import annotations

from firmware_bridge.conversation import Conversation
from firmware_bridge.framing import LONGEST_BODY, LONGEST_STUFFED, frame

CHECKED = 2
"""Bytes of the check that a frame adds to what it holds."""


def run(data: bytes) -> None:
    """Nothing is raised and at most one frame is held back, in whatever pieces the bytes come."""
    whole, apart, framed = Conversation(), Conversation(), Conversation()
    whole.receive(data, 0.0)
    for count, byte in enumerate(data):
        apart.receive(bytes([byte]), count / 100)
        apart.outgoing(count / 100)
    for count, content in enumerate(_contents(data)):
        framed.receive(frame(content), count / 10)
        framed.outgoing(count / 10)
    for talk in (whole, apart, framed):
        talk.tick(1e6)
        talk.outgoing(1e6)
        assert talk._decoder.held <= LONGEST_STUFFED


def _contents(data: bytes) -> list[bytes]:
    """Return the data as contents of undamaged frames, each after its length: no mutation guesses a 16-bit check."""
    contents: list[bytes] = []
    while data:
        length = data[0] % (LONGEST_BODY - CHECKED) + 1
        contents.append(data[1 : 1 + length])
        data = data[1 + length :]
    return [content for content in contents if content]
