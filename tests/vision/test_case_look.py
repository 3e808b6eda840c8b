"""The look at all cases: where each case is looked at, and how this look is combined with the look for dames."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.field import Field
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.style import Style
from simulation.scene import Dame, Scene
from vision.locate.rectify import as_corners, transform
from vision.models.network import CELL
from vision.pieces.case_look import (
    ALONG,
    COUNTS,
    FLOOR,
    VIEW,
    board_view,
    case_places,
    look_at_cases,
    strips,
    to_board_view,
)
from vision.pieces.cases import pooled

counts = st.lists(st.floats(0.001, 1), min_size=COUNTS, max_size=COUNTS).map(lambda p: np.array(p) / sum(p))


@given(st.floats(0, 60))
def test_each_case_is_looked_at_along_its_middle(bar: float) -> None:
    """From its own rail towards the middle of the board, near row first."""
    field = Field(bar=bar)
    places = case_places(bar / field.width) * CELL + (CELL - 1) / 2
    for number in range(24):
        x = FLOOR[0] + FLOOR[2] * field.column_centre(number % 12 + 1) / field.width
        assert places[number, :, :, 0].mean() == pytest.approx(x, abs=1e-6)
        down = places[number, :, 0, 1]
        rail = FLOOR[1] + (0 if number >= 12 else FLOOR[3])
        assert np.abs(down - rail) / FLOOR[3] == pytest.approx(np.abs(ALONG), abs=1e-6)


def test_features_between_cells_are_interpolated() -> None:
    """Where features grow evenly across and down, a strip holds the places where it was cut."""
    rows, columns = VIEW[1] // CELL, VIEW[0] // CELL
    features = np.stack(np.meshgrid(np.arange(columns), np.arange(rows))).astype(np.float32)
    inside = np.clip(case_places(0.05), 0, [columns - 1, rows - 1])
    assert np.moveaxis(strips(features, 0.05), 1, 3) == pytest.approx(inside, abs=0.01)


@pytest.mark.parametrize("size", [(320, 240), (1600, 1200)])
def test_the_floor_s_corners_are_where_the_view_says(size: tuple[int, int]) -> None:
    """The view has the same size however large the floor is in the picture."""
    width, height = size
    corners = as_corners(np.array([[0.2, 0.1], [0.8, 0.12], [0.9, 0.9], [0.1, 0.88]]) * size)
    image = np.full((height, width, 3), 90, np.uint8)
    assert board_view(image, corners).shape == (VIEW[1], VIEW[0], 3)
    left, top, wide, tall = FLOOR
    seen = transform(to_board_view(np.array(corners)), np.array(corners))
    expected = np.array([[left, top], [left + wide, top], [left + wide, top + tall], [left, top + tall]]) - 0.5
    assert seen == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("tilt", [2.0, 30.0])
def test_rows_of_dames_are_counted(tilt: float) -> None:
    style = Style.plain()
    field = style.field
    rows = {("near", 2): 3, ("near", 9): 1, ("far", 5): 2, ("far", 12): 4}
    dames = tuple(
        Dame(
            field.column_centre(column),
            y if row == "far" else field.height - y,
            "light" if row == "near" else "dark",
        )
        for (row, column), count in rows.items()
        for y in ((0.5 + rank) * field.dame for rank in range(count))
    )
    camera = Camera(tilt=math.radians(tilt)).framing(field, 0.95)
    image = Compositor(style, camera, quality="fast").picture(Scene(dames=dames), 1, compress=False)
    look = look_at_cases(image, camera.corners(field), field.bar / field.width)
    seen = np.exp(look.counts)
    assert seen.sum(axis=1) == pytest.approx(np.ones(24))
    expected = [rows.get((row, column), 0) for row in ("near", "far") for column in range(1, 13)]
    assert seen.argmax(axis=1).tolist() == expected


@given(counts, counts)
def test_both_looks_together_are_probabilities_and_favour_what_both_say(first: np.ndarray, again: np.ndarray) -> None:
    together = pooled(first.tolist(), np.log(again), 1.0)
    assert sum(together) == pytest.approx(1)
    if first.argmax() == again.argmax():
        assert together[int(first.argmax())] == pytest.approx(max(together))


@given(counts, counts)
def test_under_a_hand_the_look_at_all_cases_says_nothing(first: np.ndarray, again: np.ndarray) -> None:
    uniform = np.full(COUNTS, 1 / COUNTS)
    assert pooled(first.tolist(), np.log(again), 0.0) == pytest.approx(pooled(first.tolist(), np.log(uniform), 1.0))
