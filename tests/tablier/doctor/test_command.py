"""`tablier doctor`: what it prints and leaves behind, and its status."""

from __future__ import annotations

import json
import threading
import zipfile
from pathlib import Path

import pytest

from events.peg_reading import Peg
from simulation.devices.virtual_board import VirtualBoard
from tablier.cli import main
from tablier.setup.doctor import outside
from tablier.setup.doctor.finding import good, note, summary, wrong
from tablier.storage.calibration_file import Kept, save
from tablier.storage.journal import Journal
from tests.tablier.running import Running
from tests.waiting import eventually

QUIET = '[camera]\nsource = "none"\n[voice]\non = false\n[page]\non = false\n'


def test_nothing_wrong_is_status_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.toml").write_text(QUIET)
    assert main(["doctor", "--settings", str(tmp_path / "table.toml")]) == 0
    said = capsys.readouterr().out
    assert said.startswith("good   programs     Python ")
    assert said.endswith("Nothing is wrong.\n")


def test_something_wrong_is_status_1_for_machines_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.toml").write_text(f'{QUIET}[mqtt]\nhost = "127.0.0.1"\nport = 9\n')
    assert main(["doctor", "--json", "--settings", str(tmp_path / "table.toml")]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(set(line) == {"subject", "health", "said", "mend"} for line in lines)
    (found,) = (line for line in lines if line["health"] == "wrong")
    assert found["subject"] == "broker"
    assert found["mend"]


def test_summaries() -> None:
    one, two = wrong("a", "b", "c"), note("a", "b", "c")
    assert summary([one, two, good("a", "b")]) == "1 wrong, 1 to note."
    assert summary([two]) == "Nothing is wrong, 1 to note."


def test_settings_that_cannot_be_used(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["doctor", "--settings", str(tmp_path / "none.toml")]) == 1
    assert "none.toml: No such file" in capsys.readouterr().err
    (tmp_path / "table.toml").write_text(QUIET)
    assert main(["doctor", "--sensors", "--settings", str(tmp_path / "table.toml")]) == 1
    assert 'sensors.link is "none"' in capsys.readouterr().err


def test_the_holes_live(tmp_path: Path) -> None:
    """The real command with the real firmware: two touches, the second felt by the wrong hole."""
    with VirtualBoard() as board:
        (tmp_path / "table.toml").write_text(f'{QUIET}[sensors]\nlink = "serial"\nport = "{board.port}"\n')
        with Running(tmp_path, "doctor", "--sensors", "--learn-empty", "--settings", "table.toml") as running:
            running.until("Learnt what all thirty holes read when empty.")
            running.until("Touch with Blancs' fichet: near rail 1 (from the left). 0 of 30 touched.")
            board.put(0, Peg.BLANCS)
            running.until("Touch with Blancs' fichet: near rail 2")
            board.put(0, None)
            board.put(15, Peg.NOIRS)
            running.until("near rail 2 was touched, far rail 4 felt it: exchange their wires")
            running.until("Touch with Blancs' fichet: near rail 3 (from the left). 2 of 30 touched.")
            board.put(15, None)
            board.put(2, Peg.NOIRS)
            running.until("near rail 3: Blancs' fichet lowers the field; the sensor lies face down")
            board.put(2, None)
            board.put(15, Peg.NOIRS)
            assert running.interrupt() == 130
        with Running(tmp_path, "doctor", "--learn-empty", "--settings", "table.toml") as refused:
            refused.until("Not learnt: far rail 4 has a magnet in it")
            assert refused.ended() == 1


def test_no_board_to_walk_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(outside, "ANSWERING", 0.5)
    (tmp_path / "table.toml").write_text(f'{QUIET}[sensors]\nlink = "serial"\nport = "none"\n')
    assert main(["doctor", "--sensors", "--settings", str(tmp_path / "table.toml")]) == 1
    assert capsys.readouterr().err.startswith("tablier doctor: cannot open none")


def test_a_problem_in_one_file_without_secrets(
    tmp_path: Path, kept: Kept, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(outside, "ANSWERING", 0.5)
    (tmp_path / "table.toml").write_text(
        f'{QUIET}[mqtt]\nhost = "127.0.0.1"\nport = 9\nuser = "anne-of-the-club"\npassword_file = "hidden"\n'
    )
    (tmp_path / "hidden").write_text("sesame-open-thyself\n")
    save(tmp_path / "calibration.json", kept)
    with Journal(tmp_path / "var" / "journal.db") as journal:
        journal.start(1.0, "{}")
        journal.add([(1.0, "act", "an act")])
        (tmp_path / "var" / "games").mkdir()
        (tmp_path / "var" / "games" / "game-1.trictrac").write_text("tablier 1\n")
        arguments = [str(tmp_path / "problem.zip"), "--problem", "--settings", str(tmp_path / "table.toml")]
        assert main(["export", *arguments]) == 0
    assert "Written: " in capsys.readouterr().out
    with zipfile.ZipFile(tmp_path / "problem.zip") as report:
        contents = {name: report.read(name) for name in report.namelist()}
    assert set(contents) == {
        *("findings.jsonl", "versions.txt", "table.toml", "calibration.json", "game-1.trictrac", "journal.db"),
        "game-1.lines",
    }
    assert not any(b"sesame" in each or b"anne-of" in each for each in contents.values())
    assert b"opencv-python-headless" in contents["versions.txt"]
    (tmp_path / "copy.db").write_bytes(contents["journal.db"])
    with Journal(tmp_path / "copy.db") as copied:
        assert list(copied.entries(1)) == [(1.0, "act", "an act")]


def test_a_report_of_a_damaged_journal_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "table.toml").write_text(QUIET)
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "journal.db").write_bytes(b"no journal" * 500)
    settings = ["--settings", str(tmp_path / "table.toml")]
    assert main(["export", *settings, "--problem", str(tmp_path / "a.zip")]) == 0
    with zipfile.ZipFile(tmp_path / "a.zip") as report:
        assert report.read("journal.db") == b"no journal" * 500
    assert main(["export", *settings, "--problem", str(tmp_path / "table.toml" / "a.zip")]) == 1
    assert f"{tmp_path / 'table.toml' / 'a.zip'}: Not a directory" in capsys.readouterr().err


def test_nothing_is_left_running(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    (tmp_path / "table.toml").write_text(QUIET)
    main(["doctor", "--settings", str(tmp_path / "table.toml")])
    eventually(lambda: set(threading.enumerate()) <= before)
