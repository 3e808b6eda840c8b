"""Things that the finder took for dice, kept for training beside the dice that are there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from training import draw_scenes, mine_mistakes
from training.dice_samples import held_out_photograph, small_set
from training.measure_edges import wrong
from training.picture_files import UNSURE, PatchDie, read_patches, read_scenes
from vision.pieces.dice import Candidate


def test_boards_keep_their_dice_and_get_the_mistakes_on_them(tmp_path: Path) -> None:
    drawn, mined = tmp_path / "drawn", tmp_path / "mined"
    assert draw_scenes.main([str(drawn), "2", "5", "0.25"]) == 0
    assert mine_mistakes.main([str(drawn), str(mined)]) == 0
    (shard,) = drawn.glob("*.npz")
    pictures = list(read_patches(mined / shard.name))
    scenes = list(read_scenes(shard))
    assert len(pictures) == len(scenes)
    for scene, (_, dice) in zip(scenes, pictures, strict=True):
        there, none = dice[: len(scene.dice)], dice[len(scene.dice) :]
        assert [die.value for die in there] == [
            known.value if known.seen > mine_mistakes.SEEN else UNSURE for known in scene.dice
        ]
        assert all(die.value == 0 for die in none)
        assert len(none) <= mine_mistakes.MOST_WRONG


@pytest.mark.parametrize(("x", "kept"), [(50.0, 0), (58.0, 0), (90.0, 1)])
def test_a_find_at_a_die_is_no_mistake(x: float, kept: int) -> None:
    found = [Candidate(x, 50.0, 20.0, 0.9)]
    assert len(mine_mistakes.wrong(found, [PatchDie(50.0, 50.0, 20.0, 3, flat=True)])) == kept
    assert len(wrong(found, [(50.0, 50.0, 20.0)])) == kept


def test_the_labels_of_the_small_set_are_of_dice_in_its_pictures() -> None:
    """A third of the pictures, on other surfaces, is held out."""
    known = small_set()
    assert known.held_out <= set(known.dice)
    assert all(held_out_photograph(name) == (name in known.held_out) for name in known.dice)
    assert 0.3 < len(known.held_out) / len(known.dice) < 0.45
    dice = np.array([die for dice in known.dice.values() for die in dice])
    assert ((dice[:, :2] >= 0) & (dice[:, :2] < 1000)).all()
    assert set(dice[:, 3].tolist()) == {UNSURE, 1, 2, 3, 4, 5, 6}
    assert (dice[:, 2] > 8).all()
