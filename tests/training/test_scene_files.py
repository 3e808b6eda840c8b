"""Scenes are read from files as they were written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from training.drawn import load_scenes
from training.scene_files import kept, read_scenes, write_scenes
from training.scenes import draw_scene

if TYPE_CHECKING:
    from pathlib import Path


def test_the_truth_of_a_scene_is_read_back(tmp_path: Path) -> None:
    """Every number of it is read back, from plain arrays."""
    drawn = [draw_scene(np.random.default_rng([7_000_000, seed]), (480, 360)) for seed in range(3)]
    write_scenes(tmp_path / "some.npz", [kept(scene) for scene in drawn])
    with np.load(tmp_path / "some.npz", allow_pickle=False) as held:
        assert all(held[name].dtype != object for name in held.files)
    back = list(read_scenes(tmp_path / "some.npz"))
    assert len(back) == len(drawn)
    for scene, was in zip(back, drawn, strict=True):
        assert scene.make == was.make
        assert np.array_equal(scene.corners, was.corners)
        assert np.array_equal(np.asarray(cv2.imdecode(scene.hands, cv2.IMREAD_GRAYSCALE)), was.hands[::2, ::2])
        for one, other in zip(scene.dames, was.dames, strict=True):
            assert np.array_equal(one.top, other.top)
            assert (one.light, one.level, one.case) == (other.light, other.level, other.case)
            assert one.seen == other.seen
        for die, thrown in zip(scene.dice, was.dice, strict=True):
            assert np.array_equal(die.top, thrown.top)
            assert (die.value, die.flat, die.seen) == (thrown.value, thrown.flat, thrown.seen)
        for (middle, wide), (place, width) in zip(scene.jetons, was.jetons, strict=True):
            assert np.array_equal(middle, place)
            assert wide == width


def test_the_last_file_of_a_folder_is_held_out(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_scenes(tmp_path / f"{name}.npz", [kept(draw_scene(np.random.default_rng(1), (480, 360)))])
    assert len(load_scenes(str(tmp_path), held_out=False)) == len(load_scenes(str(tmp_path), held_out=True)) == 1
