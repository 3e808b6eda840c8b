from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.field import HOLES
from events.peg_reading import HoleFault, Peg
from firmware_bridge.framing import LONGEST_BODY, FrameDecoder, frame
from firmware_bridge.messages import Ack, Delta, Message, Press, Result, SetLights, Snapshot, State
from firmware_bridge.packing import STATES, TYPES, Malformed, pack, unpack
from hardware.firmware import sensing, wire
from tests.firmware_bridge.strategies import message


@given(message, st.integers(0, 255))
def test_every_message_comes_back(message: Message, seq: int) -> None:
    """A message packed, framed, decoded and unpacked has the same number and value."""
    (content,) = FrameDecoder().feed(pack(message, seq))
    assert unpack(content) == (seq, message)
    assert len(content) + 2 <= LONGEST_BODY


@given(st.binary(max_size=78))
def test_any_content_is_a_message_or_malformed(content: bytes) -> None:
    """Bytes that are no message raise one kind of error; a message packs to exactly its bytes again."""
    try:
        seq, message = unpack(content)
    except Malformed:
        return
    assert pack(message, seq) == frame(content)


@pytest.mark.parametrize(
    ("message", "seq", "line"),
    [
        (Press(1000, 5, 3), 7, "00 05 04 07 e8 03 01 05 05 03 29 80 00"),
        (SetLights(255, 0, 16), 1, "00 04 85 01 ff 04 10 6d bb 00"),
    ],
)
def test_literal_frames(message: Message, seq: int, line: str) -> None:
    """The examples of docs/protocol.md."""
    assert pack(message, seq) == bytes.fromhex(line)


def test_a_snapshot_takes_its_holes_in_nibbles_low_first() -> None:
    """docs/protocol.md, "Snapshot": hole 2k in the low nibble of byte k."""
    states: list[State] = [None] * HOLES
    states[0], states[1], states[29] = Peg.BLANCS, HoleFault.ADC, Peg.PAVILLON
    (content,) = FrameDecoder().feed(pack(Snapshot(0, tuple(states), (0,) * 8), 0))
    assert content[6] == 0x81
    assert content[20] == 0x30


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x02",
        b"\x77\x00",
        bytes((TYPES[Delta], 0)) + b"\0\0\0\0\x01\x1e\x01",
        bytes((TYPES[Delta], 0)) + b"\0\0\0\0\x01\x00\x09",
        bytes((TYPES[Delta], 0)) + b"\0\0\0\0\x00",
        bytes((TYPES[Press], 0)) + b"\0\0\0\0\x08\x00",
        bytes((TYPES[Ack], 0)) + b"\0\x83\x04\xff",
        bytes((TYPES[Snapshot], 0)) + b"\0\0\0\0" + b"\x90" + bytes(22),
        bytes((0x01, 0)) + b"NOPE" + bytes(18),
    ],
)
def test_undamaged_nonsense_is_malformed(content: bytes) -> None:
    """A field out of range, or a length that is wrong for the type, is malformed."""
    with pytest.raises(Malformed):
        unpack(content)


def test_both_ends_number_types_codes_and_results_alike() -> None:
    """The firmware's constants equal the host's."""
    assert [getattr(wire, name) for name in _TYPE_NAMES] == list(TYPES.values())
    codes = [getattr(sensing, "EMPTY" if state is None else state.name) for state in STATES]
    assert codes == list(range(len(STATES)))
    assert list(Result) == [wire.OK, wire.UNKNOWN_COMMAND, wire.BAD_ARGUMENT, wire.REFUSED]


_TYPE_NAMES = (
    *("HELLO", "SNAPSHOT", "DELTA", "PRESS", "HEARTBEAT", "LEVELS", "RESTS", "FIELD", "ACK"),
    *("ASK_HELLO", "ASK_SNAPSHOT", "CALIBRATE", "IDENTIFY", "SET_LIGHTS", "ASK_LEVELS", "SET_POLARITY"),
)
