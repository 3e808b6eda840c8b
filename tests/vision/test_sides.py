from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.scenes import draw_scene
from vision.geometry import as_corners
from vision.locate.floor import FAR_APART, Traced, find_floor
from vision.locate.floor import sureness as floor_sureness
from vision.locate.outline import Outlined
from vision.locate.sides import MIDDLES, UNIT, crossed, sureness, to_sides
from vision.read import CONFIDENT_FLOOR

move = st.floats(-0.05, 0.05)
PLACES = len(MIDDLES)


def offsets(square: np.ndarray) -> np.ndarray:
    """Return how far into the unit square the sides of `square` run, at MIDDLES."""
    reported = []
    for side, (one, other) in enumerate(((0, 1), (1, 2), (3, 2), (0, 3))):
        along, across = (0, 1) if side in (0, 2) else (1, 0)
        slope = (square[other, across] - square[one, across]) / (square[other, along] - square[one, along])
        at = square[one, across] + slope * (MIDDLES - square[one, along])
        reported.append(1 - at if side in (1, 2) else at)
    return np.array(reported)


@given(st.lists(move, min_size=8, max_size=8))
def test_corners_are_where_sides_cross(moves: list[float]) -> None:
    square = UNIT + np.array(moves).reshape(4, 2)
    assert crossed(MIDDLES, offsets(square), np.ones((4, PLACES))) == pytest.approx(square, abs=1e-6)


def test_places_hidden_by_a_hand_do_not_move_a_side() -> None:
    """This holds whether these places have little weight or not."""
    square = UNIT + 0.02
    reported = offsets(square)
    reported[0, 3:10] += 0.08
    trust = np.ones((4, PLACES))
    assert crossed(MIDDLES, reported, trust) == pytest.approx(square, abs=0.004)
    trust[0, 3:10] = 0.01
    assert crossed(MIDDLES, reported, trust) == pytest.approx(square, abs=1e-3)


@given(st.floats(-7, 0), st.integers(0, 3))
def test_one_unsure_side_makes_the_floor_unsure(scale: float, side: int) -> None:
    scales = np.full((4, PLACES), -7.0)
    scales[side] = scale
    assert 0 <= sureness(scales) <= sureness(np.full((4, PLACES), -7.0)) <= 1
    scales[side] = 0.0
    assert sureness(scales) < 0.1


def test_corners_found_roughly_are_moved_to_the_floors_sides() -> None:
    """On drawn boards, corners off by two hundredths of the floor come nearer (median)."""
    rng = np.random.default_rng(3)
    far, near = [], []
    for seed in range(8):
        scene = draw_scene(np.random.default_rng([6_000_000, seed]), fill=(0.6, 0.95))
        span = float(np.linalg.norm(scene.corners[1] - scene.corners[0]))
        rough = scene.corners + rng.normal(0, 0.02 * span, (4, 2))
        sided = to_sides(scene.image, as_corners(rough))
        assert sided is not None
        far.append(np.linalg.norm(rough - scene.corners, axis=1).max() / span)
        near.append(np.linalg.norm(np.array(sided.corners) - scene.corners, axis=1).max() / span)
    assert np.median(near) < np.median(far)


def test_no_floor_is_surely_found_where_there_is_none() -> None:
    rng = np.random.default_rng(4)
    noise = rng.integers(0, 256, (480, 640, 3), np.uint8)
    plain = np.full((480, 640, 3), (60, 90, 40), np.uint8)
    for image in (noise, plain):
        found = find_floor(image)
        assert found is None or found.confidence < CONFIDENT_FLOOR


def test_an_outline_that_disagrees_with_the_sides_makes_a_floor_unsure() -> None:
    """The further the outline is from the sides, the less sure the floor is."""
    corners = ((0.0, 0.0), (13.0, 0.0), (13.0, 10.0), (0.0, 10.0))
    outlined = Outlined(corners, 8.0, -5.0, 0.008)
    reported = [floor_sureness(Traced(corners, outlined, 0.99, apart)) for apart in (0.0, 0.02, 0.05, FAR_APART)]
    assert reported == sorted(reported, reverse=True)
    assert reported[0] > 0.75
    assert reported[-1] < CONFIDENT_FLOOR
