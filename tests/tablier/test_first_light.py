"""From rendered pictures and the board's bytes to rulings: throws and plays arrive as they were."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tablier.running import Running

TABLIER = str(Path(sys.executable).parent / "tablier")


def tablier(*arguments: str, said: str = "") -> str:
    done = subprocess.run([TABLIER, *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, said), done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("recordings") / "table"
    tablier("simulate", str(folder), "--seed", "3", "--mode", "score", "--pace", "2", "--seconds", "24")
    return str(folder)


def test_throws_plays_and_marks_are_read_from_the_pictures(recording: str) -> None:
    """Half a dozen throws of a table that does not exist, read back by the vision and the referee of a real one."""
    score = json.loads(tablier("score", "--json", recording))
    assert score["throws"]["true"] >= 4
    for figure in ("throws", "plays", "marks"):
        assert score[figure]["right"] >= score[figure]["true"] - 1, (figure, score)  # the last may be half played
        assert score[figure]["false"] == 0, (figure, score)


def test_a_board_that_nobody_showed_is_found_in_the_pictures(recording: str, tmp_path: Path) -> None:
    """Without a calibration, from pictures whose names and times were written by somebody else, oddly."""
    given = Path(recording)
    text = (given / "table.toml").read_text()
    (tmp_path / "table.toml").write_text("\ufeff" + text[: text.index("[calibration]")].replace("\n", "\r\n"))
    (tmp_path / "frames").mkdir()
    pictures = sorted((given / "frames").iterdir())[:75]
    times = ["Frame, t"]
    for number, picture in enumerate(pictures):
        (tmp_path / "frames" / f"cam{number}.JPG").symlink_to(picture)
        times.append(f"frames/cam{number}.JPG, {1.7e9 + number / 15}")
    (tmp_path / "frames.csv").write_text("\r\n".join(times))
    (tmp_path / "frames" / "cam20.JPG").unlink()
    truth = map(json.loads, (given / "truth.jsonl").read_text().splitlines())
    first = next(line for line in truth if line["kind"] == "DiceThrown")
    missing = (
        f"{tmp_path / 'frames.csv'}: 1 of its pictures are missing\n"  # Reported once, though they are read twice.
    )
    seen = [json.loads(line) for line in tablier("replay", str(tmp_path), said=missing).splitlines()]
    thrown = [sorted(line["dice"]) for line in seen if line["kind"] == "DiceThrown"]
    assert thrown[:1] == [sorted(first["dice"])]


def test_a_replay_is_the_same_byte_for_byte(recording: str, tmp_path: Path) -> None:
    """Its beginning is, five seconds with a throw."""
    for name in ("table.toml", "plan.json", "serial.jsonl"):
        (tmp_path / name).symlink_to(Path(recording, name))
    listed = Path(recording, "frames.csv").read_text().splitlines(keepends=True)[:76]
    (tmp_path / "frames.csv").write_text("".join(listed))
    (tmp_path / "frames").mkdir()
    for picture in sorted(Path(recording, "frames").iterdir())[: len(listed) - 1]:
        (tmp_path / "frames" / picture.name).symlink_to(picture)
    assert tablier("replay", str(tmp_path)) == tablier("replay", str(tmp_path)) != ""


def test_a_demo_that_the_system_ends_closes_everything(tmp_path: Path) -> None:
    with Running(tmp_path, "demo", "--mute", "--port", "0", "--folder", "demo") as running:
        running.until("The empty table is being drawn")
        assert running.terminate() == 0
        assert running.said[-1] == "Over."


def test_a_demo_whose_board_dies_says_what_ended_it(tmp_path: Path) -> None:
    options = ("--mute", "--port", "0", "--folder", "demo", "--mode", "referee", "--pace", "4", "--tours", "1")
    with Running(tmp_path, "demo", *options) as running:
        running.until("The empty table is being drawn")
        os.kill(running.child("simulation.devices.virtual_board"), signal.SIGKILL)
        assert running.ended() == 1
        assert "The tour ends here: the virtual board has ended." in running.said
