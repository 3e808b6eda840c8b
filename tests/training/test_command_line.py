"""The errors that training's scripts report."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from training.calibration import fit_logistic, with_constant
from training.command_line import CannotRun, run

ROOT = Path(__file__).parents[2]


def said(*words: str) -> tuple[int, str]:
    """Return the exit status of a script, and its standard error."""
    ended = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, cwd=ROOT, check=False)
    return ended.returncode, ended.stderr


@pytest.mark.parametrize("script", ["draw_scenes", "draw_dice", "hole_views", "dice_tables", "table_scenes"])
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
    status, error = said("training.draw_dice", str(tmp_path), count)
    assert status == 2
    assert "argument count" in error
    assert announced in error
    assert "Traceback" not in error


@pytest.mark.parametrize(
    ("words", "announced"),
    [
        (("training.calibrate_flat", "jetons", "nowhere"), "nowhere: nothing to measure with: no *.npz"),
        (("training.calibrate_rows", "nowhere"), "nowhere: nothing to"),
        (("training.calibrate_columns", "nowhere"), "nowhere: nothing to"),
        (("training.mine_mistakes", "nowhere", "{}"), "nowhere: no *.npz"),
        (("training.die_views", "{}", "nowhere"), "nowhere: no *.npz"),
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


@pytest.mark.parametrize("real", [[], [True, True], [False, False, False]])
def test_examples_of_one_class_only_are_not_fitted(real: list[bool]) -> None:
    with pytest.raises(CannotRun, match="nothing to fit"):
        fit_logistic(np.zeros((len(real), 2)), np.array(real, bool))


def test_the_fit_finds_the_weights_the_truth_was_drawn_with() -> None:
    """P(real) = sigmoid(-1 + 2 x): twenty thousand draws give the two numbers to a tenth."""
    rng = np.random.default_rng(3)
    known = rng.normal(0, 1, 20_000)
    real = rng.random(20_000) < 1 / (1 + np.exp(1 - 2 * known))
    assert fit_logistic(with_constant(known[:, None]), real) == pytest.approx((-1, 2), abs=0.1)


def test_a_known_term_is_not_fitted_again() -> None:
    """P(real) = sigmoid(-1 + 2 x + 3 y), where 3 y is known: the fit finds the two other numbers as before."""
    rng = np.random.default_rng(3)
    known, announced = rng.normal(0, 1, (2, 20_000))
    real = rng.random(20_000) < 1 / (1 + np.exp(1 - 2 * known - 3 * announced))
    assert fit_logistic(with_constant(known[:, None]), real, known=3 * announced) == pytest.approx((-1, 2), abs=0.1)
