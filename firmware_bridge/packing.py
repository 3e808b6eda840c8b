"""The encoding of docs/protocol.md's messages, in both directions. Sans I/O.

`pack` returns a whole frame; `unpack` reads the contents that `FrameDecoder.feed` finds.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Final

from events.field import HOLES
from events.peg_reading import HoleFault, Peg
from firmware_bridge.framing import frame
from firmware_bridge.messages import (
    BUTTONS,
    Ack,
    AskHello,
    AskLevels,
    AskSnapshot,
    Calibrate,
    Delta,
    FromBoard,
    Heartbeat,
    Hello,
    HoleField,
    Identify,
    Levels,
    Message,
    Press,
    Rests,
    Result,
    SetLights,
    SetPolarity,
    Snapshot,
    State,
    ToBoard,
)

MAGIC: Final = b"TRIC"
NO_HOLE: Final = 255
"""In place of a hole's number: all holes (Calibrate) or none (Ack)."""
STATES: Final[tuple[State, ...]] = (
    None,
    Peg.BLANCS,
    Peg.NOIRS,
    Peg.PAVILLON,
    Peg.UNKNOWN,
    HoleFault.STUCK,
    HoleFault.MISSING,
    HoleFault.DRIFTING,
    HoleFault.ADC,
)
"""A hole's state is sent as its index here."""
CODES: Final[dict[State, int]] = {state: code for code, state in enumerate(STATES)}


class Malformed(ValueError):
    """An undamaged frame without a message of this protocol. The sender is at fault."""


FIRST_COMMAND: Final = 0x80
"""Types from here on are sent from the host to the board."""
TYPES: Final[dict[type[Message], int]] = {
    Hello: 0x01,
    Snapshot: 0x02,
    Delta: 0x03,
    Press: 0x04,
    Heartbeat: 0x05,
    Levels: 0x06,
    Rests: 0x07,
    HoleField: 0x08,
    Ack: 0x09,
    AskHello: 0x81,
    AskSnapshot: 0x82,
    Calibrate: 0x83,
    Identify: 0x84,
    SetLights: 0x85,
    AskLevels: 0x86,
    SetPolarity: 0x87,
}
_HELLO = struct.Struct("<4s8BH8s")
_SNAPSHOT = struct.Struct(f"<I{HOLES // 2}s{len(BUTTONS)}s")
_DELTA = struct.Struct("<IB")
_PRESS = struct.Struct("<IBB")
_HEARTBEAT = struct.Struct("<IBHBHH")
_LEVELS = struct.Struct(f"<I2H{HOLES}H")
_RESTS = struct.Struct(f"<{HOLES}H")
_FIELD = struct.Struct("<IBi")
_ACK = struct.Struct("<4B")


def pack(message: Message, seq: int) -> bytes:
    """Return the whole frame of `message` with sequence number `seq` (0..255).

    Raises struct.error or ValueError for a field out of range.
    """
    payload = _payload_from_board(message) if isinstance(message, FromBoard) else _payload_to_board(message)
    return frame(bytes((TYPES[type(message)], seq)) + payload)


def unpack(content: bytes) -> tuple[int, Message]:
    """Return the sequence number and message of an undamaged frame; raises Malformed if it has none of this protocol.

    Every type has one exact length and every field a range, so noise that passes the CRC by chance fails here.
    """
    if len(content) < 2:
        raise Malformed(f"{len(content)} bytes, at least 2 expected")
    kind, seq, payload = content[0], content[1], content[2:]
    reader = _READERS.get(kind)
    if reader is None:
        raise Malformed(f"unknown message type 0x{kind:02x}")
    try:
        return seq, reader(payload)
    except (struct.error, ValueError, IndexError) as error:
        raise Malformed(f"message type 0x{kind:02x}, {len(payload)} bytes of payload: {error}") from error


def _payload_from_board(message: FromBoard) -> bytes:
    """Return the payload of a message from the board.

    Raises ValueError for a snapshot with a wrong number of holes.
    """
    match message:
        case Hello():
            return _HELLO.pack(
                MAGIC,
                message.protocol,
                *message.firmware,
                message.holes,
                message.buttons,
                message.lights,
                message.scan_rate,
                message.boot,
                message.board,
            )
        case Snapshot(uptime, states, presses):
            codes = [CODES[state] for state in states]
            if len(codes) != HOLES:
                raise ValueError(f"{len(codes)} holes, {HOLES} expected")
            nibbles = bytes(low | high << 4 for low, high in zip(codes[::2], codes[1::2], strict=True))
            return _SNAPSHOT.pack(uptime, nibbles, bytes(presses))
        case Delta(uptime, changes):
            pairs = b"".join(bytes((hole, CODES[state])) for hole, state in changes)
            return _DELTA.pack(uptime, len(changes)) + pairs
        case Press(uptime, button, count):
            return _PRESS.pack(uptime, button, count)
        case Heartbeat(uptime, protocol, boot, scan_rate, references):
            return _HEARTBEAT.pack(uptime, protocol, boot, scan_rate, *references)
        case Levels(uptime, references, levels):
            return _LEVELS.pack(uptime, *references, *levels)
        case Rests(rests):
            return _RESTS.pack(*(rest or 0 for rest in rests))
        case HoleField(uptime, hole, field):
            return _FIELD.pack(uptime, hole, field)
        case Ack(seq, command, result, hole):
            return _ACK.pack(seq, command, result, NO_HOLE if hole is None else hole)


def _payload_to_board(message: ToBoard) -> bytes:
    """Return the payload of a message from the host."""
    match message:
        case Calibrate(hole):
            return bytes((NO_HOLE if hole is None else hole,))
        case Identify(hole, seconds):
            return bytes((hole, seconds))
        case SetLights(status, near, far):
            return bytes((status, near, far))
        case AskLevels(seconds):
            return bytes((seconds,))
        case SetPolarity(north):
            return bytes((north,))
        case AskHello() | AskSnapshot():
            return b""


def _hole(number: int) -> int:
    if number >= HOLES:
        raise ValueError(f"hole {number}, 0..{HOLES - 1} expected")
    return number


def _hello(payload: bytes) -> Hello:
    magic, protocol, major, minor, patch, holes, buttons, lights, rate, boot, board = _HELLO.unpack(payload)
    if magic != MAGIC:
        raise ValueError(f"magic {magic!r}, {MAGIC!r} expected")
    return Hello(protocol, (major, minor, patch), holes, buttons, lights, rate, boot, board)


def _snapshot(payload: bytes) -> Snapshot:
    uptime, nibbles, presses = _SNAPSHOT.unpack(payload)
    states = tuple(STATES[code] for pair in nibbles for code in (pair & 15, pair >> 4))
    return Snapshot(uptime, states, tuple(presses))


def _delta(payload: bytes) -> Delta:
    uptime, count = _DELTA.unpack(payload[: _DELTA.size])
    pairs = payload[_DELTA.size :]
    if len(pairs) != 2 * count or not 0 < count <= HOLES:
        raise ValueError(f"{count} changes in {len(pairs)} bytes")
    changes = tuple((_hole(hole), STATES[code]) for hole, code in zip(pairs[::2], pairs[1::2], strict=True))
    return Delta(uptime, changes)


def _press(payload: bytes) -> Press:
    uptime, button, count = _PRESS.unpack(payload)
    if button >= len(BUTTONS):
        raise ValueError(f"button {button}, 0..{len(BUTTONS) - 1} expected")
    return Press(uptime, button, count)


def _heartbeat(payload: bytes) -> Heartbeat:
    uptime, protocol, boot, rate, first, second = _HEARTBEAT.unpack(payload)
    return Heartbeat(uptime, protocol, boot, rate, (first, second))


def _levels(payload: bytes) -> Levels:
    uptime, first, second, *levels = _LEVELS.unpack(payload)
    return Levels(uptime, (first, second), tuple(levels))


def _rests(payload: bytes) -> Rests:
    return Rests(tuple(rest or None for rest in _RESTS.unpack(payload)))


def _field(payload: bytes) -> HoleField:
    uptime, hole, field = _FIELD.unpack(payload)
    return HoleField(uptime, _hole(hole), field)


def _ack(payload: bytes) -> Ack:
    seq, command, result, hole = _ACK.unpack(payload)
    return Ack(seq, command, Result(result), None if hole == NO_HOLE else _hole(hole))


def _flag(number: int) -> bool:
    if number > 1:
        raise ValueError(f"{number}, 0 or 1 expected")
    return bool(number)


def _bytes(payload: bytes, count: int) -> bytes:
    if len(payload) != count:
        raise ValueError(f"{count} expected")
    return payload


_READERS: Final[dict[int, Callable[[bytes], Message]]] = {
    TYPES[Hello]: _hello,
    TYPES[Snapshot]: _snapshot,
    TYPES[Delta]: _delta,
    TYPES[Press]: _press,
    TYPES[Heartbeat]: _heartbeat,
    TYPES[Levels]: _levels,
    TYPES[Rests]: _rests,
    TYPES[HoleField]: _field,
    TYPES[Ack]: _ack,
    TYPES[AskHello]: lambda payload: AskHello(*_bytes(payload, 0)),
    TYPES[AskSnapshot]: lambda payload: AskSnapshot(*_bytes(payload, 0)),
    TYPES[Calibrate]: lambda payload: Calibrate(None if _bytes(payload, 1)[0] == NO_HOLE else _hole(payload[0])),
    TYPES[Identify]: lambda payload: Identify(_hole(_bytes(payload, 2)[0]), payload[1]),
    TYPES[SetLights]: lambda payload: SetLights(*_bytes(payload, 3)),
    TYPES[AskLevels]: lambda payload: AskLevels(*_bytes(payload, 1)),
    TYPES[SetPolarity]: lambda payload: SetPolarity(_flag(_bytes(payload, 1)[0])),
}
