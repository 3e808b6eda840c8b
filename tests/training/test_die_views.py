"""Views of dice cut from pictures that were path traced before."""

from __future__ import annotations

from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from training.command_line import CannotRun
from training.dice_tables import TRACED, strewn
from training.die_views import taken
from training.picture_files import write_patches

FIRST = 650_000


def test_traced_pictures_are_taken_with_the_scenes_they_show(tmp_path: Path) -> None:
    levels = [np.full((16, 16, 3), 10 * number, np.uint8) for number in range(2 * TRACED)]
    write_patches(tmp_path / f"{FIRST}.npz", [(cv2.imencode(".png", each)[1], []) for each in levels])
    table, scenes, pictures = taken(FIRST + 1, Random("corners"), tmp_path)  # noqa: S311 - pictures, not secrets
    own, thrown = strewn(FIRST + 1, traced=True)
    assert (scenes, table.field) == (thrown, own.field)
    assert [int(each[0, 0, 0]) for each in pictures] == [10 * number for number in range(TRACED, 2 * TRACED)]


def test_a_table_that_was_not_traced_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotRun, match="not there"):
        taken(FIRST, Random("corners"), tmp_path)  # noqa: S311 - pictures, not secrets
