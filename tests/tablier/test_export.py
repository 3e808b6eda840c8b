"""A game in one file: everything about it, and nothing about other games."""

from __future__ import annotations

import base64
import json
import os
import re
import time
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from events.codec import text_of
from rules.record.reading import parse
from tablier.cli import main
from tablier.runtime.export import write_zip
from tablier.runtime.report import ON_PAPER
from tablier.storage.evidence import QUALITY
from tablier.storage.journal import Journal
from tablier.storage.settings import MqttSettings, Settings, without_secrets
from tablier.storage.settings_file import toml_of
from tests.tablier.kept_games import SIX_AND_FOUR, keep_game

QUIET = '[camera]\nsource = "none"\n[voice]\non = false\n[page]\non = false\n'


def played(folder: Path, games: int) -> list[str]:
    """Play some games of one throw; return the rulings of the last."""
    settings = without_secrets(Settings(mqtt=MqttSettings(host="there", user="anne")))
    (folder / "evidence").mkdir(parents=True)
    for _ in range(games):
        game, rulings = keep_game(folder, settings, SIX_AND_FOUR)
        (folder / "evidence" / f"{game}-1-before.jpg").write_bytes(b"picture %d" % game)
    return [text_of(ruling) for ruling in rulings]


def test_a_game_in_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rulings = played(tmp_path / "var", games=2)
    (tmp_path / "table.toml").write_text("")
    settings = ["--settings", str(tmp_path / "table.toml")]
    for wanted, number in (([], 2), (["--game", "1"], 1)):
        path = tmp_path / "game.zip"
        assert main(["export", str(path), *settings, *wanted]) == 0
        assert f"game-{number}.trictrac" in capsys.readouterr().out
        with zipfile.ZipFile(path) as file:
            found = {name: file.read(name) for name in file.namelist()}
        assert set(found) == {
            *(f"game-{number}.trictrac", f"game-{number}.html", "acts.jsonl", "rulings.jsonl", "said.jsonl"),
            *("table.toml", "versions.txt", f"evidence/{number}-1-before.jpg"),
        }
        assert len(parse(found[f"game-{number}.trictrac"].decode()).manches) == 1
        assert found["rulings.jsonl"].decode().splitlines() == rulings
        assert [json.loads(line)["kind"] for line in found["acts.jsonl"].splitlines()] == [
            type(act).__name__ for act in SIX_AND_FOUR
        ]
        assert found[f"evidence/{number}-1-before.jpg"] == b"picture %d" % number
        assert not any(b"anne" in each for each in found.values())


def test_a_page_of_a_game_has_pictures_no_larger_than_a_report(tmp_path: Path) -> None:
    """The zip file keeps them as they are."""
    played(tmp_path / "var", games=1)
    grain = np.random.default_rng(1).integers(0, 255, (90, 160, 3), np.uint8)
    kept = cv2.imencode(".jpg", cv2.resize(grain, (1280, 720)), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
    (tmp_path / "var" / "evidence" / "1-1-before.jpg").write_bytes(kept)
    (tmp_path / "table.toml").write_text("")
    path = tmp_path / "game.html"
    assert main(["export", str(path), "--html", "--settings", str(tmp_path / "table.toml")]) == 0
    (packed,) = re.findall(r"data:image/jpeg;base64,([\w+/=]+)", path.read_text("utf-8"))
    small = base64.b64decode(packed)
    image = cv2.imdecode(np.frombuffer(small, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert image.shape[:2] == (540, ON_PAPER)
    assert len(small) < len(kept) * 3 / 4


def test_a_missing_game_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.toml").write_text("")
    arguments = ["export", str(tmp_path / "game.zip"), "--settings", str(tmp_path / "table.toml")]
    assert main(arguments) == 1
    assert "there is no journal" in capsys.readouterr().err
    played(tmp_path / "var", games=1)
    assert main([*arguments, "--game", "7"]) == 1
    assert "no game 7; there are: 1" in capsys.readouterr().err
    assert not (tmp_path / "game.zip").exists()


@pytest.mark.parametrize("arguments", [["export", "."], ["export", "/", "--problem"]])
def test_a_file_that_cannot_be_written_is_named(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played(tmp_path / "var", games=1)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.toml").write_text(QUIET)
    assert main([*arguments, "--settings", "table.toml"]) == 1
    assert re.search(r"tablier export: [./]: Is a directory", capsys.readouterr().err)


@pytest.mark.parametrize("arguments", [["export"], ["export", "--problem"], ["report", "--to"]], ids=" ".join)
def test_a_folder_mistyped_is_said_and_not_made(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played(tmp_path / "var", games=1)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.toml").write_text(QUIET)
    assert main([*arguments, "nowhere/file", "--settings", "table.toml"]) == 1
    assert capsys.readouterr().err.endswith("nowhere/file: No such file or directory\n")
    assert {path.name for path in tmp_path.iterdir()} == {"var", "table.toml"}


def test_a_game_that_cannot_be_read_leaves_no_file(tmp_path: Path) -> None:
    with Journal(tmp_path / "var" / "journal.db") as journal:
        journal.start(1.7e9, toml_of(Settings()))
        journal.add([(1.0, "act", "no act")])
    (tmp_path / "table.toml").write_text("")
    assert main(["export", str(tmp_path / "game.zip"), "--settings", str(tmp_path / "table.toml")]) == 1
    assert {path.name for path in tmp_path.iterdir()} == {"var", "table.toml"}


@pytest.mark.parametrize("year", [1970, 2107])
def test_a_zip_file_is_written_whatever_the_clock_shows(
    year: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Raspberry Pi has no clock of its own, and zip files hold no time before 1980 or after 2107."""
    monkeypatch.setattr(time, "localtime", lambda *_: time.struct_time((year, 1, 1, 0, 0, 0, 0, 1, 0)))
    assert write_zip(tmp_path / "game.zip", [("said.jsonl", "{}")]) == ("said.jsonl",)
    with zipfile.ZipFile(tmp_path / "game.zip") as file:
        assert file.read("said.jsonl") == b"{}"


def test_the_problem_in_one_file_is_the_doctors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file has the program's own errors, and the pictures of the last game only."""
    played(tmp_path / "var", games=2)
    (tmp_path / "var" / "problems").mkdir()
    (tmp_path / "var" / "problems" / "problem-3.txt").write_text("Traceback")
    (tmp_path / "table.toml").write_text(QUIET)
    path = tmp_path / "problem.zip"
    assert main(["export", str(path), "--problem", "--settings", str(tmp_path / "table.toml")]) == 0
    assert "findings.jsonl" in capsys.readouterr().out
    with zipfile.ZipFile(path) as file:
        assert {"problem-3.txt", "game-2.lines", "evidence/2-1-before.jpg", "journal.db"} <= set(file.namelist())
        assert "evidence/1-1-before.jpg" not in file.namelist()


def test_a_zip_file_can_be_written_to_a_device() -> None:
    pictures = [(f"{number}.jpg", os.urandom(100_000)) for number in range(2)]
    assert write_zip(Path("/dev/null"), pictures) == ("0.jpg", "1.jpg")
