from __future__ import annotations

import doctest
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import events.field
import firmware_bridge.framing
from firmware_bridge.framing import LONGEST_BODY, LONGEST_STUFFED, FrameDecoder, crc16, frame, stuff, unstuff
from hardware.firmware import wire

content = st.binary(min_size=2, max_size=LONGEST_BODY - 2)


def test_crc_of_the_check_string() -> None:
    """The check value of CRC-16/IBM-3740 in Cook's catalogue of CRC algorithms."""
    assert crc16(b"123456789") == 0x29B1
    assert wire.crc16(b"123456789") == 0x29B1


@pytest.mark.parametrize(
    ("plain", "stuffed"),
    [
        ("00", "0101"),
        ("0000", "010101"),
        ("00110000", "0102110101"),
        ("11220033", "031122 0233"),
        ("11223344", "0511223344"),
    ],
)
def test_stuffing_of_published_examples(plain: str, stuffed: str) -> None:
    """The examples of Cheshire and Baker's method, as commonly published."""
    assert stuff(bytes.fromhex(plain)) == bytes.fromhex(stuffed)
    assert unstuff(bytes.fromhex(stuffed)) == bytes.fromhex(plain)


@given(content)
def test_a_frame_holds_no_zero_but_at_its_ends_and_comes_back(content: bytes) -> None:
    """A zero byte marks the ends of frames and nothing else."""
    line = frame(content)
    assert line[0] == line[-1] == 0
    assert 0 not in line[1:-1]
    assert FrameDecoder().feed(line) == [content]


@given(st.lists(content, max_size=6), st.integers(1, 40))
def test_the_size_of_the_pieces_does_not_matter(contents: list[bytes], size: int) -> None:
    """Bytes given at once, one by one, or cut anywhere give the same frames."""
    line = b"".join(map(frame, contents))
    decoder = FrameDecoder()
    found = [content for at in range(0, len(line), size) for content in decoder.feed(line[at : at + size])]
    assert found == contents
    assert decoder.damaged == 0


@given(st.binary(max_size=300), content)
def test_a_frame_after_any_noise_is_found(noise: bytes, content: bytes) -> None:
    """One zero is enough to find the frames again."""
    assert FrameDecoder().feed(noise + frame(content))[-1] == content


@given(content, st.integers(0, 10_000), st.integers(1, 255))
def test_one_changed_byte_is_never_believed(content: bytes, at: int, flip: int) -> None:
    """CRC-16 finds every error within 16 bits, and a changed byte of the stuffing moves the frame's zeros."""
    line = bytearray(frame(content))
    line[1 + at % (len(line) - 2)] ^= flip
    assert content not in FrameDecoder().feed(bytes(line))


@given(st.lists(st.binary(max_size=400), max_size=20))
def test_memory_is_bounded(pieces: list[bytes]) -> None:
    """An endless frame is discarded as it arrives."""
    decoder = FrameDecoder()
    for piece in pieces:
        decoder.feed(piece)
        assert decoder.held <= LONGEST_STUFFED


def test_too_long_a_body_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 80"):
        stuff(bytes(LONGEST_BODY + 1))


@given(st.sampled_from([0x01, 0x85]), st.integers(0, 255), st.binary(max_size=20))
def test_both_ends_of_the_line_frame_alike(kind: int, seq: int, payload: bytes) -> None:
    """The firmware's and the host's framing were written separately, from the same page."""
    ours = frame(bytes((kind, seq)) + payload)
    theirs = wire.frame(kind, seq, payload)
    assert ours == theirs
    assert wire.Reader().feed(ours) == FrameDecoder().feed(theirs) == [bytes((kind, seq)) + payload]


@given(st.binary(max_size=200))
def test_the_firmware_holds_little_and_never_fails(noise: bytes) -> None:
    """The microcontroller has little memory, and nothing catches its errors."""
    reader = wire.Reader()
    for byte in noise:
        reader.feed(bytes((byte,)))
        assert len(reader._held) <= wire.LONGEST


DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_examples_on_the_protocol_page_are_true() -> None:
    failed, tried = doctest.testfile(str(DOCS / "protocol.md"), module_relative=False)
    assert tried
    assert not failed


@pytest.mark.parametrize("module", [firmware_bridge.framing, events.field])
def test_the_examples_in_the_code_are_true(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed
