"""Recordings: what was written can be read; an error names file and line."""

from __future__ import annotations

import base64
import os
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from events.acts import SightChanged
from events.trictrac.state import TableState
from simulation.timeline import SimulatedTable
from tablier.cli import main
from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import Plan
from tablier.runtime.engine import Engine
from tablier.runtime.replay import replay
from tablier.storage.recording import Recorder, Recording, RecordingError, SerialBytes
from tablier.storage.settings import Settings, SettingsError
from tablier.storage.settings_file import load, parse, toml_of


def recorded(folder: Path) -> Recording:
    picture = np.zeros((48, 64, 3), np.uint8)
    with Recorder(folder, toml_of(Settings())) as recorder:
        for number in range(5):
            recorder.frame(number / 15, picture)
        recorder.serial(0.1, b"\x00\x01\xff")
        recorder.input(0.2, "declare", {"side": "blancs", "what": "je_tiens"})
        recorder.truth({"t": 0.3, "kind": "DiceThrown"})
    return Recording(folder)


def test_a_recording_is_read_back(tmp_path: Path) -> None:
    recording = recorded(tmp_path / "a")
    frames = list(recording.frames())
    assert [frame.t for frame in frames] == pytest.approx([number / 15 for number in range(5)], abs=1e-4)
    assert frames[0].image.shape == (48, 64, 3)
    assert list(recording.serial()) == [SerialBytes(0.1, b"\x00\x01\xff")]
    (asked,) = recording.inputs()
    assert (asked.t, asked.request, asked.values) == (0.2, "declare", {"side": "blancs", "what": "je_tiens"})
    assert recording.truth() == [{"t": 0.3, "kind": "DiceThrown"}]
    with pytest.raises(RecordingError, match="there is a recording already"):
        Recorder(tmp_path / "a", "")


def test_everything_but_the_table_may_be_missing(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text("")
    recording = Recording(tmp_path)
    assert recording.calibration is None
    assert not everything(tmp_path)


def test_a_folder_that_is_no_recording_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match=rf"^{tmp_path}: no recording, as it has no table\.toml$"):
        Recording(tmp_path)
    with pytest.raises(RecordingError, match=r"none: there is no such folder$"):
        Recording(tmp_path / "none")
    (tmp_path / "a file").touch()
    with pytest.raises(RecordingError, match=r"a file: is no folder$"):
        Recorder(tmp_path / "a file", "")


def everything(folder: Path) -> list[object]:
    recording = Recording(folder)
    return [*recording.serial(), *recording.inputs(), *recording.truth(), *recording.frames()]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("table.toml", "[table]\nid = 3", r"table\.toml: table\.id"),
        ("table.toml", "[calibration]\ncorners = 3", r"table\.toml: "),
        ("truth.jsonl", "[" * 99999, r"truth\.jsonl:1: expected a JSON object"),
        ("truth.jsonl", '{"t": 1' + "0" * 400 + "}", r"truth\.jsonl:1: expected a JSON object"),
        ("truth.jsonl", '{"t": 1}', r"truth\.jsonl:1: .*`kind`"),
        ("truth.jsonl", '{"t": 1, "kind": "ThrowWorth", "dice": [1, 2]}', "1: .*`side`"),
        ("truth.jsonl", '{"t": 1, "kind": "Doubt", "throw": "one"}', r"1: .*\$\.throw"),
        ("truth.jsonl", '{"t": 1, "kind": "Played", "throw": 1, "side": "noirs", "moves": 3}', r"1: .*\$\.moves"),
        ("truth.jsonl", '{"t": 1, "kind": "FaultRuled", "throw": 1, "fault": {"name": "x"}}', "1: .*`by`.*fault"),
        ("truth.jsonl", '{"t": 1, "kind": "Marked", "side": "noirs", "points": 4, "reste": [1]}', r"1: .*\$\.reste"),
        ("truth.jsonl", '{"t": 1, "kind": "Marked", "side": "noirs", "points": 4, "ecole": {}}', r"1: .*\$\.ecole"),
        ("truth.jsonl", '{"t": 1, "kind": "DiceThrown", "side": "noirs", "dice": [1, "a"]}', r"1: .*\$\.dice"),
        ("truth.jsonl", '{"t": 1, "kind": "DiceThrown", "side": ["noirs"], "dice": [1, 2]}', r"1: .*\$\.side"),
        ("frames.csv", "frame,t\n1," + "0" * 200_000, r"frames\.csv:\d: expected frame,t"),
        ("frames.csv", "frame,t\n1,x", r"frames\.csv:2: expected frame,t"),
    ],
)
def test_damage_is_named_by_file_and_line(tmp_path: Path, name: str, text: str, message: str) -> None:
    recorded(tmp_path / "a")
    (tmp_path / "a" / name).write_text(text, encoding="latin-1")

    with pytest.raises(RecordingError, match=message):
        everything(tmp_path / "a")


@pytest.mark.parametrize("name", ["table.toml", "serial.jsonl", "inputs.jsonl", "truth.jsonl", "frames.csv"])
def test_a_folder_in_a_files_place_is_named(tmp_path: Path, name: str) -> None:
    recorded(tmp_path / "a")
    (tmp_path / "a" / name).unlink()
    (tmp_path / "a" / name).mkdir()

    with pytest.raises(RecordingError, match=rf"{name}: Is a directory"):
        everything(tmp_path / "a")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("serial.jsonl", '{"t": 1, "bytes": "AAA="}\n{"t": 2}\n{"t": 3, "bytes": "AAA="}', "2: expected bytes"),
        ("serial.jsonl", '{"t": 1, "bytes": "é"}\n' + '{"t": 1, "bytes": "AAA="}\n' * 2, "1: expected bytes"),
        ("serial.jsonl", '{"t": 1, "bytes": "AAA="}\n' * 2 + '{"t": 4, "by', "3: expected a JSON object"),
        ("inputs.jsonl", '{"t": NaN, "request": "undo"}\n' + '{"t": 1, "request": "undo"}\n' * 2, "1: expected a JSON"),
        ("inputs.jsonl", '{"t": 1}\n' + '{"t": 1, "request": "undo"}\n' * 2, "1: expected a request"),
    ],
)
def test_a_damaged_line_is_passed_over_with_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, text: str, message: str
) -> None:
    recorded(tmp_path / "a")
    (tmp_path / "a" / name).write_text(text, encoding="utf-8-sig")
    recording = Recording(tmp_path / "a")
    read = recording.serial() if name == "serial.jsonl" else recording.inputs()
    assert len(list(read)) == 2
    assert f"{name}:{message}" in caplog.text


def frames_of(folder: Path, pictures: list[str], times: str) -> list[tuple[float, int]]:
    """The times of a recording's frames, and which of its pictures, from 1, each is."""
    (folder / "frames").mkdir(parents=True)
    (folder / "table.toml").write_bytes(b"\xef\xbb\xbf[table]\r\nmode = 'score'\r\n")
    (folder / "frames.csv").write_text(times, encoding="utf-8")
    for level, name in enumerate(pictures, 1):
        cv2.imwrite(str(folder / "frames" / name), np.full((48, 64, 3), 10 * level, np.uint8))
    return [(frame.t, round(float(frame.image.mean()) / 10)) for frame in Recording(folder).frames()]


@pytest.mark.parametrize(
    ("pictures", "times", "frames"),
    [
        (["f8.png", "f9.png", "f10.png"], "frame,t\n8,1\n9,2\n10,3\n", [(1, 1), (2, 2), (3, 3)]),
        (["0.png", "1.png"], "frame,t\n1,0.5\n2,0.6\n", [(0.5, 1), (0.6, 2)]),
        (["1.png", "3.png"], "frame,t\n1,0.1\n2,0.2\n3,0.3\n", [(0.1, 1), (0.3, 2)]),
        (
            ["1.png", "2.png"],
            "\ufeffFrame, t, exposure\r\n\r\nframes/1.png, 0.2, 9\r\n2.png,0.1,9\r\n",
            [(0.1, 2), (0.2, 1)],
        ),
        (["1.png", "2.png", "3.png"], "frame,t\n1,0.1\n2,0.2\n", [(0.1, 1), (0.2, 2)]),
        (["1.png", "2.png", "3.png"], "frame,t\n3,0.3\n1,0.1\n2,0.2\n", [(0.1, 1), (0.2, 2), (0.3, 3)]),
        (["a.png", "b.png"], "frame,t\na.png,0.1\nb.png,0.2\n", [(0.1, 1), (0.2, 2)]),
        (["1.png", "2.png", "3.png"], "frame,t\n1,0.1\n2,x\n3,0.3\n", [(0.1, 1), (0.3, 3)]),
        (["1.png", "2.png"], "frame,t\n1,0.1\n2", [(0.1, 1)]),
    ],
    ids=["numbers", "from nought", "one missing", "names", "no time", "any order", "letters", "damaged", "cut off"],
)
def test_each_picture_has_its_own_time(
    tmp_path: Path, pictures: list[str], times: str, frames: list[tuple[float, int]]
) -> None:
    """By the numbers in the names, whether written with leading noughts or not, and in order of time."""
    assert frames_of(tmp_path, pictures, times) == frames


@pytest.mark.parametrize(
    ("times", "frames"),
    [
        ("1,7.0\n2,7.5\n", [(7.0, 50), (7.5, 100)]),
        ("3,8.0\n1,7.0\n2,x\n", [(7.0, 50), (8.0, 150)]),
        ("1,7.0\n2,6.5\n3,7.5\n", [(7.0, 50), (7.5, 150)]),
        ("1,7.0\n4,8.5\n6,9.5\n", [(7.0, 50), (8.5, 100), (9.5, 150)]),
        ("0,7.0\n0,7.5\n0,8.0\n", [(7.0, 50), (7.5, 100), (8.0, 150)]),
    ],
    ids=["fewer times", "any order, one damaged", "back in time", "pictures lost before", "numbers that tell nothing"],
)
def test_each_picture_of_a_film_has_its_own_time(tmp_path: Path, times: str, frames: list[tuple[float, int]]) -> None:
    """That of its number, or, where numbers of pictures nobody has are left out, in order; time never goes back."""
    (tmp_path / "table.toml").touch()
    film = cv2.VideoWriter(str(tmp_path / "frames.mkv"), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for level in (50, 100, 150):
        film.write(np.full((48, 64, 3), level, np.uint8))
    film.release()
    (tmp_path / "frames.csv").write_text("frame,t\n" + times)
    shown = [(frame.t, round(float(frame.image.mean()), -1)) for frame in Recording(tmp_path).frames()]
    assert shown == frames


def test_a_file_that_is_no_film_is_refused(tmp_path: Path) -> None:
    (tmp_path / "table.toml").touch()
    (tmp_path / "frames.csv").write_text("frame,t\n1,7.0\n")
    (tmp_path / "frames.mkv").write_bytes(b"none")
    with pytest.raises(RecordingError, match=r"frames\.mkv: not a film"):
        list(Recording(tmp_path).frames())


def test_a_picture_that_cannot_be_read_is_passed_over_with_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    recorded(tmp_path / "a")
    (tmp_path / "a" / "frames" / "0000002.jpg").write_bytes(b"")
    assert len(list(Recording(tmp_path / "a").frames())) == 4
    assert "0000002.jpg: not an image that can be read" in caplog.text


def test_pictures_without_times_are_refused(tmp_path: Path) -> None:
    recorded(tmp_path / "a")
    (tmp_path / "a" / "frames.csv").unlink()
    with pytest.raises(RecordingError, match=r"frames\.csv: No such file"):
        list(Recording(tmp_path / "a").frames())


def test_settings_of_another_program_are_passed_over_with_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    text = "title = 'x'\n[renderer]\nseed = 3\n[table]\nmode = 'lesson'\nevent = 'final'\n"
    (tmp_path / "table.toml").write_text(f"{text}[board]\nwidth = 400\nwood = 'oak'\n")
    settings = Recording(tmp_path).settings
    assert (settings.table.mode, settings.board) == ("lesson", {"width": 400})
    for key in ("title", "renderer", "table.event", "board.wood"):
        assert f"table.toml: {key}: unknown, skipped" in caplog.text
    (tmp_path / "table.toml").write_text("table = 3")
    with pytest.raises(RecordingError, match="table: expected `object`"):
        Recording(tmp_path)


class Killed(BaseException):
    """Raised in place of a kill; no code handles it."""


@pytest.mark.parametrize("cut", ["picture", "time", "name"])
def test_one_that_was_cut_off_in_the_midst_of_a_picture_is_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: str
) -> None:
    """Half the picture is on disk, or all of it without its time, or without its name."""

    def killed(*_: object) -> None:
        raise Killed

    def half(path: Path, data: bytes) -> None:
        with path.open("wb") as file:
            file.write(data[: len(data) // 2])
        raise Killed

    picture = np.full((48, 64, 3), 90, np.uint8)
    recorder = Recorder(tmp_path / "cut", toml_of(Settings()))
    for number in range(3):
        recorder.frame(number / 15, picture)
    match cut:
        case "picture":
            monkeypatch.setattr(Path, "write_bytes", half)
        case "time":
            monkeypatch.setattr(recorder, "_file", killed)
        case "name":
            monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(Killed):
        recorder.frame(3 / 15, picture)
    recorder.close()
    times = [frame.t for frame in Recording(tmp_path / "cut").frames()]
    assert times == pytest.approx([0, 1 / 15, 2 / 15], abs=1e-4)


def test_one_that_was_broken_off_is_not_scored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(InventedTable, "picture", killed)
    folder = str(tmp_path / "broken off")
    assert main(["simulate", folder, "--throws", "1"]) == 130
    assert main(["score", folder]) == 1
    announced = capsys.readouterr()
    assert "truth.jsonl: missing or empty, nothing to score against" in announced.err
    assert announced.out == ""  # No table of zeros, which would read as figures.


def test_a_request_refused_at_the_table_is_refused_again_in_the_replay(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Recorder(tmp_path / "a", toml_of(Settings())) as recorder:
        recorder.input(0.1, "seat", {"blancs": "Léa", "noirs": "Max"})
        recorder.input(0.2, "mode", {"mode": "lesson"})
    assert [type(happened).__name__ for happened in replay(Recording(tmp_path / "a"))] == ["ModeChanged"]
    assert "at 0.1 s: refused: request: 'seat', expected claim" in caplog.text


def test_an_invented_table_can_be_set_up_from_its_own_settings() -> None:
    invented = InventedTable(Plan(seed=2, mode="score"))
    assert parse(toml_of(invented.settings)) == invented.settings
    assert invented.settings.field == invented.table.field


def test_a_part_of_a_tour_begins_where_its_input_says_and_has_its_throws(tmp_path: Path) -> None:
    """Eight throws after thirty: the companion learns the position, and nothing was thrown before nor after."""
    folder = tmp_path / "part"
    arguments = ["simulate", str(folder), "--seed", "4", "--after", "30", "--throws", "8", "--frames-per-second", "0"]
    assert main(arguments) == 0
    recording = Recording(folder)
    assert sum(line["kind"] == "ThrowWorth" for line in recording.truth()) == 8
    list(replay(recording))  # The input is one the engine takes.
    engine = Engine(recording.settings, None)
    (asked,) = recording.inputs()
    engine.on_request(engine.request(asked.request, asked.values, asked.t))
    invented = InventedTable(msgspec.json.decode((folder / "plan.json").read_bytes(), type=Plan))
    assert isinstance(invented.table, SimulatedTable)
    state, tour = engine.state(), invented.table.tour
    assert isinstance(state, TableState)
    assert (state.position, state.trait) == (tour.position, tour.trait)
    assert sum(state.position.blancs[1:]) > 0
    assert (state.blancs.trous, state.noirs.trous) == tour.marks.trous


def test_no_part_of_a_match_of_backgammon() -> None:
    with pytest.raises(ValueError, match="after, throws: backgammon is played whole"):
        Plan(game="backgammon", throws=3)


@pytest.mark.parametrize("lost", ["one", "all", "the folder"])
def test_pictures_that_are_missing_are_announced(tmp_path: Path, lost: str, caplog: pytest.LogCaptureFixture) -> None:
    recording = recorded(tmp_path / "a")
    pictures = sorted((tmp_path / "a" / "frames").iterdir())
    for path in pictures[1:2] if lost == "one" else pictures:
        path.unlink()
    if lost == "the folder":
        (tmp_path / "a" / "frames").rmdir()
    assert len(list(recording.frames())) == (4 if lost == "one" else 0)
    (announced,) = [record.getMessage() for record in caplog.records]
    assert announced.endswith(f"{1 if lost == 'one' else 5} of its pictures are missing")


def test_a_film_that_ends_early_is_announced(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "table.toml").write_text("")
    (tmp_path / "frames.csv").write_text("frame,t\n" + "".join(f"{n},{n / 15}\n" for n in range(1, 9)))
    film = cv2.VideoWriter(str(tmp_path / "frames.mkv"), cv2.VideoWriter.fourcc(*"FFV1"), 15, (64, 48))
    for _ in range(5):
        film.write(np.zeros((48, 64, 3), np.uint8))
    film.release()
    assert len(list(Recording(tmp_path).frames())) == 5
    assert "3 of its pictures are missing" in caplog.text


def test_readings_and_requests_are_read_in_order_of_time(tmp_path: Path) -> None:
    """However the lines stand; what has one time stays as it came."""
    (tmp_path / "table.toml").write_text("")
    said = [(2.0, b"c"), (1.0, b"a"), (1.0, b"b")]
    lines = [f'{{"t": {t}, "bytes": "{base64.b64encode(data).decode()}"}}\n' for t, data in said]
    (tmp_path / "serial.jsonl").write_text("".join(lines))
    (tmp_path / "inputs.jsonl").write_text('{"t": 5, "request": "undo"}\n{"t": 4, "request": "tour"}\n')
    recording = Recording(tmp_path)
    assert [came.data for came in recording.serial()] == [b"a", b"b", b"c"]
    assert [asked.request for asked in recording.inputs()] == ["tour", "undo"]


@pytest.mark.parametrize("name", ["table.toml", "frames.csv", "serial.jsonl", "inputs.jsonl", "truth.jsonl"])
@pytest.mark.parametrize("kind", ["pipe", "endless"])
def test_a_pipe_in_a_recording_is_not_waited_for(tmp_path: Path, name: str, kind: str) -> None:
    """In a recording from anywhere a name may stand for anything; only pictures and films hold more than text."""
    recorded(tmp_path / "a")
    path = tmp_path / "a" / name
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    with pytest.raises(RecordingError, match=f"{name}: is no file"):
        everything(tmp_path / "a")


def test_settings_without_end_are_refused() -> None:
    with pytest.raises(SettingsError, match="larger than any settings"):
        load(Path("/dev/zero"))


def test_trouble_with_the_pictures_is_announced_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """At the table it is announced as it comes; a replay reports why nothing was seen."""
    with Recorder(tmp_path / "dark", toml_of(InventedTable(Plan(seed=2)).settings)) as recorder:
        for number in range(8):
            recorder.frame(number / 2, np.zeros((720, 1280, 3), np.uint8))
    acts = list(replay(Recording(tmp_path / "dark")))
    assert [act.clear for act in acts if isinstance(act, SightChanged)] == [False]
    assert len(acts) == 1
    announced = [record.getMessage().partition(" on: ")[2] for record in caplog.records]
    assert sorted(announced) == ["no_board", "too_dark"]
