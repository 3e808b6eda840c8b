"""The errors that training's scripts report."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from training.command_line import run

ROOT = Path(__file__).parents[2]


def said(*words: str) -> tuple[int, str]:
    """Return the exit status of a script, and its standard error."""
    ended = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, cwd=ROOT, check=False)
    return ended.returncode, ended.stderr


@pytest.mark.parametrize("script", ["draw_scenes", "dice_patches", "hole_views", "die_views", "table_scenes"])
def test_a_drawing_script_names_missing_arguments(script: str, capsys: pytest.CaptureFixture[str]) -> None:
    main = importlib.import_module(f"training.{script}").main
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 2
    assert "folder, count" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("count", "announced"),
    [("0", "expected a whole number from 1 on"), ("-3", "expected a whole number from 0 on"), ("many", "invalid")],
)
def test_an_invalid_count_is_refused(count: str, announced: str, tmp_path: Path) -> None:
    status, error = said("training.dice_patches", str(tmp_path), count)
    assert status == 2
    assert "argument count" in error
    assert announced in error
    assert "Traceback" not in error


@pytest.mark.parametrize(
    ("words", "announced"),
    [
        (("training.calibrate_flat", "jetons", "nowhere"), "nowhere: nothing to measure with: no *.npz"),
        (("training.mine_mistakes", "boards", "nowhere", "{}"), "nowhere: nothing to learn from: not two *.npz in any"),
        (("training.mine_mistakes", "patches", "nowhere", "{}"), "nowhere: no *.npz"),
        (("training.measure_edges", "{}", "{}"), "Is a directory"),
    ],
)
def test_an_error_is_reported_in_one_line(words: tuple[str, ...], announced: str, tmp_path: Path) -> None:
    status, error = said(*(word.format(tmp_path) for word in words))
    assert status == 2
    assert announced in error
    assert error.count("\n") == 1


def test_a_bug_of_a_script_keeps_its_traceback() -> None:
    def broken(_: list[str]) -> int:
        raise ValueError("a slip")

    with pytest.raises(ValueError, match="a slip"):
        run(broken)
