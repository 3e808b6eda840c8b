"""Parsers of files, lines and messages from outside, one function each; it raises only if the parser has a bug."""

from __future__ import annotations

import contextlib
import json
import tempfile
from itertools import islice
from pathlib import Path

import numpy as np

from announce.access.accounts import Accounts, AccountsError
from announce.club.table_registry import TableRegistry
from announce.table_api.requests import InvalidRequest, parse_request
from events.codec import HistoryError, act_of, text_of
from firmware_bridge.conversation import Conversation
from firmware_bridge.framing import LONGEST_BODY, LONGEST_STUFFED, frame
from rules.record import ParseError, parse, write
from tablier.games import known_acts
from tablier.games.requests import RequestError, request_of
from tablier.games.trictrac.requests import SEATING
from tablier.runtime.replay import replay
from tablier.storage.calibration_file import CalibrationFileError, Kept, load, save
from tablier.storage.recording import Recording, RecordingError
from tablier.storage.settings import SettingsError
from tablier.storage.settings_file import parse as parse_settings
from tablier.storage.settings_file import toml_of
from tests.questions import ruled as answer
from vision.answer import see_file


def accounts(data: bytes) -> None:
    """A file of accounts.

    It is refused with a reason, or means the same after being written and read again.
    """
    try:
        accounts = Accounts.parse(data)
    except AccountsError:
        return
    assert Accounts.parse(accounts.text()) == accounts


BLACK = np.zeros((24, 32, 3), np.uint8)


def calibration(data: bytes) -> None:
    """A file of a camera's calibration, from a stick or a recording.

    It is refused with a reason, or is kept as it was and straightens a picture.
    """
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder) / "calibration.json"
        path.write_bytes(data)
        try:
            kept = load(path)
        except CalibrationFileError:
            return
        save(path, kept)
        assert load(path) == Kept(kept.calibration, kept.size)
        if kept.calibration.lens is not None:
            kept.calibration.lens.straighten(BLACK)


def journal(data: bytes) -> None:
    """A line of a journal that was sent to us in a problem report.

    It is refused with a reason, or is an act that is written again as it was read.
    """
    try:
        act = act_of(data.decode("utf-8", "replace"), known_acts())
    except HistoryError:
        return
    assert act_of(text_of(act), known_acts()) == act


def lines(data: bytes) -> None:
    """A question to `tablier rules`.

    Whatever is asked is answered, in JSON that can be read again.
    """
    json.loads(json.dumps(answer(data)))


CORNERS = ((0.0, 0.0), (30.0, 0.0), (30.0, 20.0), (0.0, 20.0))


def pictures(data: bytes) -> None:
    """A picture file, for `tablier see`; the first byte chooses whether dice alone are read.

    Any file gets an answer that can be written as JSON, within a bound of memory.
    """
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder) / "picture"
        path.write_bytes(data[1:])
        wanted = data[:1]
        answer = see_file(path, corners=CORNERS if wanted == b"c" else None, dice_only=wanted == b"d")
        json.dumps(answer)


def record(data: bytes) -> None:
    """A game record, such as one from the internet.

    It is refused with a place and a reason, or means the same after being written and read again.
    """
    try:
        record = parse(data.decode("utf-8", "replace"))
    except ParseError:
        return
    assert parse(write(record)) == record


FILES = ("table.toml", "serial.jsonl", "inputs.jsonl", "frames.csv", "truth.jsonl")
MOST = 500
"""Acts and rulings looked at."""


def recording(data: bytes) -> None:
    """A recording's folder: its files one after the other, separated by lines of ====.

    It is refused with a reason, or is played back.
    """
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        folder = Path(name)
        for file, part in zip(FILES, data.split(b"\n====\n"), strict=False):
            (folder / file).write_bytes(part)
        try:
            recording = Recording(folder)
            recording.truth()
            list(recording.frames())
            list(islice(replay(recording), MOST))
        except RecordingError:
            return


def requests(data: bytes) -> None:
    """An MQTT or HTTP request: its first line is the verb, the rest its body.

    It is refused with a reason, or becomes a request that the referee knows.
    """
    verb, _, body = data.partition(b"\n")
    try:
        request = parse_request(verb.decode("utf-8", "replace"), body)
    except InvalidRequest:
        return
    f"{request.transaction}{request.by}".encode()  # An answer echoes what was asked.
    with contextlib.suppress(RequestError):
        request_of(request.verb, {**request.arguments, "by": request.by}, 1.0, 3, SEATING)


CHECKED = 2
"""Bytes of the check that a frame adds to what it holds."""


def serial(data: bytes) -> None:
    """Bytes on the board's serial line, whole and in pieces. The board may also fall silent.

    Nothing is raised and at most one frame is held back, in whatever pieces the bytes come.
    """
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


def settings(data: bytes) -> None:
    """A settings file.

    It is refused with a reason, or means the same after being written and read again.
    """
    try:
        settings = parse_settings(data.decode("utf-8", "replace"))
    except SettingsError:
        return
    assert parse_settings(toml_of(settings)) == settings
    assert settings.code
    assert settings.field
    assert settings.seating


LATE = 10.0


def table_registry(data: bytes) -> None:
    """Messages of any tables that a broker brings to a club's page. Each line is a topic, a blank and a payload.

    A message of no table changes nothing. Seen now or with the delay, the hall ends in the same state.
    """
    now, late = TableRegistry(), TableRegistry(LATE)
    for count, line in enumerate(data.split(b"\n")):
        topic, _, payload = line.partition(b" ")
        for registry in (now, late):
            registry.receive(float(count), topic.decode("utf-8", "replace"), payload)
    late.advance(1e9)
    assert [table.state for table in now.tables.values()] == [table.state for table in late.tables.values()]
    assert now.tables.keys() == late.tables.keys()
