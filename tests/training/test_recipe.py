"""All training in one command: no step runs twice, and a failed step is reported."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import pytest

from training import recipe
from training.command_line import CannotRun
from training.recipe import STEPS, RecipeStep

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("share", [0.01, 0.3, 1.0])
def test_every_step_is_a_script_with_all_placeholders_filled(share: float) -> None:
    for step in STEPS:
        script, *words = step.command(Path("photos"), share)
        assert importlib.util.find_spec(f"training.{script}") is not None
        assert not any("{" in word for word in words), words


def test_the_smallest_share_still_draws_two_shards() -> None:
    """Two are needed, since one is held out."""
    (step,) = [step for step in STEPS if step.words.startswith("draw_scenes {data}/scenes")]
    assert [step.command(Path(), share)[2] for share in (0.0, 0.5, 1.0)] == ["200", "1000", "2000"]


def test_a_finished_step_is_not_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that fails is reported with its log. The next time, the run begins with it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    drawn = RecipeStep("draw_dice {data}/drawn {amount} 1", 2, 1)
    monkeypatch.setattr(recipe, "STEPS", (drawn, RecipeStep("mine_mistakes {data}/nowhere {data}/mined")))
    with pytest.raises(CannotRun, match=r"training\.mine_mistakes ended with 2: .*02-mine_mistakes\.part"):
        recipe.main(["photos", "--share", "0.5"])
    (shard,) = (tmp_path / "training-data/drawn").iterdir()
    shard.unlink()
    monkeypatch.setattr(recipe, "STEPS", (drawn, RecipeStep("mine_mistakes {data}/drawn {data}/mined")))
    with pytest.raises(CannotRun, match=r"02-mine_mistakes\.part"):
        recipe.main(["photos", "--share", "0.5"])
    assert not shard.exists(), "the first step had ended"
    assert "no *.npz" in (tmp_path / "training-data/recipe/02-mine_mistakes.part").read_text()


def test_a_fit_that_cannot_be_made_does_not_end_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its output is kept."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setattr(recipe, "STEPS", (RecipeStep("calibrate_flat jetons {data}/nowhere"),))
    assert recipe.main(["photos"]) == 0
    assert "nothing to measure with" in (tmp_path / "training-data/recipe/01-calibrate_flat.txt").read_text()
