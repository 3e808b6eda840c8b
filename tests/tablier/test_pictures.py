"""A camera's bytes become pictures, however they are cut and whatever lies between them."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablier.devices import pictures
from tablier.devices.pictures import HEAD, JpegSplitter, RawSplitter, StreamBroken, raw_bytes

RANDOM = np.random.default_rng(5)


def jpeg(seed: int, *options: int) -> bytes:
    image = np.random.default_rng(seed).integers(0, 256, (40 + seed, 64, 3), np.uint8)
    good, data = cv2.imencode(".jpg", image, list(options))
    assert good
    return data.tobytes()


def with_thumbnail(data: bytes) -> bytes:
    """A JPEG with another whole one in its application segment, as cameras' previews are kept."""
    inner = jpeg(1)
    return data[:2] + b"\xff\xe1" + (len(inner) + 2).to_bytes(2, "big") + inner + data[2:]


def kinds() -> list[bytes]:
    return [
        jpeg(0),
        jpeg(1, cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
        jpeg(2, cv2.IMWRITE_JPEG_RST_INTERVAL, 1),
        with_thumbnail(jpeg(3)),
        jpeg(4)[:2] + b"\xff\xff\xff" + jpeg(4)[2:],
    ]


JPEGS = kinds()
# What no JPEG begins in: garbage that ends in half a beginning is allowed to swallow the one after it.
GARBAGE = st.binary(max_size=40).map(lambda data: data.replace(b"\xff", b"\xfe"))


def fed(data: bytes, cuts: list[int]) -> list[bytes]:
    splitter = JpegSplitter()
    edges = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    pieces = [data[start:end] for start, end in itertools.pairwise(edges)]
    return [found.data for piece in pieces for found in splitter.feed(piece)]


@given(st.lists(st.sampled_from(JPEGS), max_size=5), st.lists(st.integers(0, 30_000), max_size=6), st.data())
def test_every_jpeg_comes_out_whole_however_the_stream_is_cut(
    sent: list[bytes], cuts: list[int], data: st.DataObject
) -> None:
    stream = b"".join(data.draw(GARBAGE) + each for each in sent) + data.draw(GARBAGE)
    assert fed(stream, cuts) == sent


def test_byte_by_byte() -> None:
    stream = b"noise" + b"\xff\xd8".join([b"", *JPEGS])
    splitter = JpegSplitter()
    found = [each.data for byte in stream for each in splitter.feed(bytes([byte]))]
    assert found == JPEGS


@given(st.integers(0, len(JPEGS) - 1), st.floats(0, 1, exclude_max=True))
def test_half_a_jpeg_is_dropped_and_the_next_whole_one_comes(which: int, share: float) -> None:
    """A length that was cut short may swallow what follows, as far as a length can reach: 65535 bytes."""
    whole = JPEGS[which]
    half = whole[: int(len(whole) * share)]
    assert fed(half + whole * (2 + 65535 // len(whole)), [])[-1] == whole


@given(st.binary(max_size=400), st.lists(st.sampled_from([b"\xff\xd8\xff", b"\xff\xd9", b"\xff\xda\x00\x03"])))
def test_garbage_is_never_more_than_garbage(garbage: bytes, marks: list[bytes]) -> None:
    """Whatever comes: no exception, what comes out begins and ends as a JPEG, and may or may not decode."""
    for found in JpegSplitter().feed(garbage.join([b"", *marks, b""])):
        assert found.data.startswith(b"\xff\xd8\xff")
        assert found.data.endswith(b"\xff\xd9")
        image = found.image()
        assert image is None or image.ndim == 3


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST", 10_000)
    splitter = JpegSplitter()
    for _ in range(100):
        splitter.feed(b"\x00" * 999)
        assert len(splitter._buffer) <= 2
    header = JPEGS[0][: JPEGS[0].index(b"\xff\xda") + 14]
    for _ in range(100):  # A JPEG that never ends.
        splitter.feed(header + b"\x00" * 999)
        assert len(splitter._buffer) <= 10_000 + len(header) + 999
    assert splitter.feed(JPEGS[1] + JPEGS[1])[-1].data == JPEGS[1]


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), max_size=4), st.integers(1, 50))
def test_raw_pictures_come_back(sizes: list[tuple[int, int]], step: int) -> None:
    images = [RANDOM.integers(0, 256, (height, width, 3), np.uint8) for height, width in sizes]
    stream = b"".join(part for t, image in enumerate(images) for part in raw_bytes(t + 0.5, image))
    splitter = RawSplitter()
    found = [each for at in range(0, len(stream), step) for each in splitter.feed(stream[at : at + step])]
    assert [each.t for each in found] == [t + 0.5 for t in range(len(images))]
    for each, image in zip(found, images, strict=True):
        assert np.array_equal(each.image(), image)


def test_a_view_of_a_picture_is_sent_as_it_looks() -> None:
    image = RANDOM.integers(0, 256, (8, 8, 3), np.uint8)[::2, ::-1]
    (found,) = RawSplitter().feed(b"".join(raw_bytes(0.0, image)))
    assert np.array_equal(found.image(), image)


@pytest.mark.parametrize(("height", "width"), [(0, 5), (5, 0), (2**31, 5), (5, 9000)])
def test_no_picture_has_such_a_head(height: int, width: int) -> None:
    with pytest.raises(StreamBroken, match="a picture of"):
        RawSplitter().feed(HEAD.pack(0.0, height, width))
    whole = b"".join(raw_bytes(1.0, np.zeros((4, 4, 3), np.uint8)))
    splitter = RawSplitter()
    (before,) = splitter.feed(whole + HEAD.pack(0.0, height, width))
    assert before.t == 1.0
    with pytest.raises(StreamBroken):
        splitter.feed(b"")
