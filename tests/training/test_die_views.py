"""Views of dice, cut from pictures that training.dice_tables wrote before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from training import die_views
from training.dice_tables import PICTURES, TRACED
from training.picture_files import write_patches

FIRST = 650_000
TABLES = 2


@pytest.mark.parametrize(("options", "turns"), [(["--traced"], TRACED), (["--landed"], PICTURES), ([], PICTURES)])
def test_each_table_gets_its_own_pictures(
    options: list[str], turns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels = [np.full((16, 16, 3), number, np.uint8) for number in range(TABLES * turns)]
    write_patches(tmp_path / f"{FIRST}.npz", [(cv2.imencode(".png", each)[1], []) for each in levels])
    given: dict[int, list[int]] = {}

    def views_of_table(
        number: int, pictures: Sequence[NDArray[np.uint8]], **_: bool
    ) -> tuple[list[NDArray[np.uint8]], list[tuple[float, float]]]:
        given[number] = [int(np.asarray(cv2.imdecode(each, cv2.IMREAD_COLOR))[0, 0, 0]) for each in pictures]
        return [np.zeros((4, 4, 3), np.uint8)], [(0.0, 0.0)]

    monkeypatch.setattr(die_views, "views_of_table", views_of_table)
    assert die_views.main([str(tmp_path / "views"), str(tmp_path), *options]) == 0
    assert given == {FIRST: list(range(turns)), FIRST + 1: list(range(turns, TABLES * turns))}
    with np.load(tmp_path / "views" / f"{FIRST}.npz") as held:
        assert len(held["views"]) == len(held["known"]) == TABLES
