"""The command line: every command is listed and has a help text; errors come without a traceback."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablier.cli import COMMANDS, complain, main
from tablier.storage.lock import alone


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert all(f"  {name} " in shown for name in COMMANDS)
    assert set(COMMANDS) == {
        *("demo", "play", "see", "replay", "record", "simulate", "score", "rules", "coach", "calibrate", "doctor"),
        *("account", "club", "analyse", "export", "report", "service"),
    }


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: tablier {name} ")
    assert "options:" in shown


def test_corners_may_be_out_of_the_picture(capsys: pytest.CaptureFixture[str]) -> None:
    """A minus sign does not turn a corner into an option."""
    assert main(["see", "none.png", "--corners", "-5,-5.5", "90,-1", "90,60", "-.5,60"]) == 1
    assert json.loads(capsys.readouterr().out)["error"] == "none.png: No such file or directory"


def test_a_full_disk_is_said() -> None:
    command = [str(Path(sys.executable).parent / "tablier"), "see", "none.png"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.stderr == "tablier: No space left on device\n"
    assert done.returncode != 0


@pytest.mark.parametrize("command", ["coach", "analyse"])
def test_a_command_alone_puts_the_coachs_reasons_into_words(command: str, tmp_path: Path) -> None:
    """A process of its own loads no other command's modules, so it loads the words of each game itself."""
    talon = [15, *[0] * 23]
    asked = {"position": {"blancs": talon, "noirs": talon}, "trait": "noirs", "dice": [6, 5]}
    men = [0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, *[0] * 10, 2, 0]
    backgammon = {"position": {"blancs": men, "noirs": men}, "trait": "noirs", "dice": [3, 1], "game": "backgammon"}
    record = "tablier 1\ndate: 2026-11-20\njeu: ordinaire\njoueur: Alice\njoueur: Bruno\n"
    tour = "tour {}\nblancs: Alice\nnoirs: Bruno\n1 blancs 5-2 {}\n"
    questions = f"{json.dumps(asked)}\n{json.dumps(backgammon)}\n"
    given = tmp_path / "given"
    both_plays = record + tour.format(1, "T/2, T/5") + tour.format(2, "T/7")
    given.write_text(both_plays if command == "analyse" else questions)
    arguments = [str(Path(sys.executable).parent / "tablier"), command, str(given)]
    arguments += ["--json"] if command == "analyse" else []
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    reasons = [json.loads(line).get("reasons") for line in done.stdout.splitlines()]
    assert all(reasons) if command == "coach" else any(reasons)


def test_a_picture_that_cannot_be_read_is_named_once(tmp_path: Path) -> None:
    """OpenCV adds no line of its own to the command's."""
    floats = tmp_path / "floats.tiff"
    floats.write_bytes(cv2.imencode(".tiff", np.full((40, 60, 3), 0.5, np.float32))[1].tobytes())
    command = [str(Path(sys.executable).parent / "tablier"), "see", str(floats)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert "not an image that can be read" in done.stdout


def test_a_file_that_cannot_be_written_is_named_even_if_the_system_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    """A full disk is an error of a write, without a file name."""
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert complain("record", full, Path("evening")) == 1
    assert complain("play", full) == 1
    assert complain("play", FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), "a"), Path("b")) == 1
    assert capsys.readouterr().err.splitlines() == [
        "tablier record: evening: No space left on device",
        "tablier play: No space left on device",
        "tablier play: a: No such file or directory",
    ]


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("count", "0", "1 to 1000000"),
        ("players", "7", "2 to 4"),
        ("seconds", "nan", "0 to 1000000"),
        ("marques", "8", "--players with it"),
    ],
)
def test_a_recording_that_cannot_be_invented_is_refused_by_its_option(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, value: str, expected: str
) -> None:
    assert main(["simulate", str(tmp_path / "there"), f"--{option}", value]) == 1
    announced = capsys.readouterr().err
    assert announced.startswith(f"tablier simulate: --{option}: ")
    assert announced.endswith(f"expected {expected}\n")
    assert not (tmp_path / "there").exists()


def test_ctrl_c_while_a_command_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The status a shell gives what Ctrl-C ended, and no traceback."""

    def interrupted(_name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("importlib.import_module", interrupted)
    assert main(["demo"]) == 130


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--port", "70000"], "--port: 70000, expected 0 to 65535"),
        (["--pace", "0"], "pace is 0, expected 0.05 to 100"),
        (["--pace", "1e-9"], "pace is 1e-09, expected 0.05 to 100"),
        (["--pace", "nan"], "pace is nan"),
        (["--faults", "9"], "faults is 9, expected 0 to 5"),
        (["--tours", "-1"], "--tours: -1, expected 0 or more"),
        (["--look", "-1"], "a style's seed"),
        (["--folder", "/dev/null"], "/dev/null: File exists"),
    ],
)
def test_a_demo_that_cannot_be_says_why(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--mute", *arguments]) == 1
    assert message in capsys.readouterr().err


def test_two_demos_in_one_folder_are_one_too_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They would write one journal, and run two brokers over one store."""
    with alone(tmp_path):
        assert main(["demo", "--mute", "--folder", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"tablier demo: a table is running already over {tmp_path}\n"


@pytest.mark.parametrize("option", ["--count", "--seconds", "--frames-per-second"])
@pytest.mark.parametrize("number", ["-1", "9999999999"])
def test_numbers_out_of_range_are_named(option: str, number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "unmade", option, number]) == 1
    assert capsys.readouterr().err.startswith(f"tablier simulate: {option}: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "COMMAND"),
        (["dance"], "invalid choice: 'dance'"),
        (["play", "--loud"], "unrecognized arguments: --loud"),
        (["record"], "the following arguments are required: DIR"),
        (["calibrate", "--corners", "1,1"], "argument --corners: expected 4 arguments"),
    ],
)
def test_wrong_usage_is_status_2(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err
