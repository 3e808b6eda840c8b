"""A side of a board that is outside the picture is placed by the rest of the board."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.draw_scenes import draw_scene
from training.picture_files import Scene
from vision.locate.columns import BoardSeen, likelihoods
from vision.locate.floor import place_cut_sides
from vision.locate.rectify import as_corners, transform
from vision.locate.rows import move_to_rows
from vision.locate.sides import UNIT, from_unit

SHARE = 0.08
"""The share of the floor that is outside the picture."""
SIDES = ("far", "right", "near", "left")


@cache
def drawn_board(seed: int) -> Scene:
    """Return a board that fills most of the picture. Nothing is trained on it."""
    return draw_scene(6_000_000 + seed, fill=(0.6, 0.95))


def cut(side: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a drawn picture that ends inside a side of its floor, the floor's corners, and those of what it shows."""
    scene = drawn_board(seed)
    axis, low = 1 - side % 2, side in (0, 3)
    unit = UNIT.copy()
    unit[unit[:, axis] == (0 if low else 1), axis] += SHARE if low else -SHARE
    shown = transform(from_unit(scene.corners), unit)
    ends = shown[[side, (side + 1) % 4], axis]
    line = int(ends.max() if low else ends.min())
    first, last = np.zeros(2, int), np.array(scene.image.shape[1::-1])
    (first if low else last)[axis] = line
    image = np.ascontiguousarray(scene.image[first[1] : last[1], first[0] : last[0]])
    return image, scene.corners - first, shown - first


@pytest.mark.parametrize("side", range(4), ids=SIDES)
def test_a_side_outside_the_picture_is_placed_by_the_rest(side: int) -> None:
    before = after = 0.0
    for seed in range(6):
        image, true, shown = cut(side, seed)
        before += float(np.linalg.norm(shown - true, axis=1).max())
        after += float(np.linalg.norm(np.array(place_cut_sides(image, as_corners(shown))) - true, axis=1).max())
    assert after < before / 2


def test_sides_inside_the_picture_are_placed_once_and_by_the_points_only() -> None:
    scene = draw_scene(6_000_001, fill=(0.5, 0.6))
    corners = as_corners(scene.corners)
    assert place_cut_sides(scene.image, corners) == move_to_rows(scene.image, corners)


@given(
    far=st.floats(0.0, 0.15),
    slope=st.floats(-0.05, 0.05),
    bar=st.floats(0.0, 0.12),
    lying=st.lists(st.tuples(st.integers(0, 11), st.floats(0.05, 0.95)), min_size=10, max_size=30, unique=True),
)
def test_a_side_is_likeliest_where_its_columns_hold_the_dames(
    far: float, slope: float, bar: float, lying: list[tuple[int, float]]
) -> None:
    """With dames in the middles of the columns, no other place of the side is likelier than the true one."""
    near = far + slope
    columns, down = np.array([column for column, _ in lying]), np.array([each for _, each in lying])
    middles = np.where(columns < 6, columns + 0.5, columns + 0.5 + 12 * bar / (1 - bar)) * (1 - bar) / 12
    across = middles * (1 + far + slope * down)
    seen = BoardSeen(across, down, np.ones(len(lying)), (1 + (far + near) / 2) / 2, bar)
    wrong = [(far + 0.03, near + 0.03, bar), (far - 0.03, near - 0.03, bar), (far + 0.02, near - 0.02, bar)]
    true, *others = likelihoods(seen, np.array([(far, near, bar), *wrong]).T)
    assert true >= max(others)


@pytest.mark.parametrize("side", [1, 3], ids=["right", "left"])
def test_a_whole_side_at_the_edge_of_the_picture_stays(side: int) -> None:
    """The picture ends just beside the floor; hardly one of these floors is moved by more than a hundredth."""
    moved = []
    for seed in range(6):
        scene = drawn_board(seed)
        line = scene.corners[[side, (side + 1) % 4], 0]
        first, last = (int(line.min()), None) if side == 3 else (0, int(np.ceil(line.max())))
        image, corners = np.ascontiguousarray(scene.image[:, first:last]), scene.corners - [first, 0]
        off = np.array(place_cut_sides(image, as_corners(corners))) - corners
        moved.append(np.abs(off[:, 0]).max() / np.ptp(corners[:, 0]))
    assert sorted(moved)[4] < 0.01
