"""Pictures with dice are read from files as they were written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from training.dice_patches import draw_patch
from training.patch_files import read_patches, write_patches

if TYPE_CHECKING:
    from pathlib import Path


def test_pictures_and_their_dice_are_read_back(tmp_path: Path) -> None:
    """Every number of every die is kept, in plain arrays. A picture without a die keeps its place."""
    drawn = [draw_patch(np.random.default_rng([7_000_000, seed])) for seed in range(6)]
    bare = np.zeros((8, 8, 3), np.uint8)
    drawn.insert(2, (bare, []))
    written = [(np.asarray(cv2.imencode(".png", image)[1], np.uint8), dice) for image, dice in drawn]
    write_patches(tmp_path / "some.npz", written)
    with np.load(tmp_path / "some.npz", allow_pickle=False) as held:
        assert all(held[name].dtype != object for name in held.files)
    back = list(read_patches(tmp_path / "some.npz"))
    assert [dice for _, dice in back] == [dice for _, dice in drawn]
    for (encoded, _), (image, _) in zip(back, drawn, strict=True):
        assert np.array_equal(np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR)), image)
