"""The sides of a floor, found by the network that sees it as a whole."""

from __future__ import annotations

import numpy as np
import pytest

from training.scenes import draw_scene
from vision.geometry import as_corners
from vision.locate.outline import CELL, PLACES, SQUARE, VIEW, sides_in, to_outline, upright

CELLS = VIEW // CELL


def test_sides_are_where_the_maps_are_highest() -> None:
    """Far and near sides are found down the view, the others across it, each as how far it runs into the floor."""
    answer = np.zeros((9, CELLS, CELLS), np.float32)
    answer[0, 5], answer[2, 18] = 60, 60
    answer[3, :, 5], answer[1, :, 18] = 60, 60
    answer[4:8], answer[8] = -3, 2
    off, scales, score = sides_in(answer)
    assert off == pytest.approx(np.full((4, CELLS), PLACES[5]), abs=1e-6)
    assert (scales == -3).all()
    assert score == 2


def test_a_floor_upright_fills_its_square() -> None:
    picture = np.zeros((300, 400, 3), np.uint8)
    corners = np.array([[90, 60], [300, 70], [320, 250], [80, 240]], np.float64)
    picture[60:250, 80:320] = 200
    view = upright(picture, corners)
    left, top = SQUARE[0]
    right, bottom = SQUARE[2]
    assert view[int(top) + 4 : int(bottom) - 3, int(left) + 4 : int(right) - 3].min() > 0
    assert view[:3].max() == 0


def test_corners_far_off_come_near_the_drawn_floor() -> None:
    """Corners a tenth of the width off are mostly nearer than a twentieth after three looks."""
    rng = np.random.default_rng(5)
    close = 0
    for seed in range(8):
        scene = draw_scene(np.random.default_rng([6_000_000, seed]), fill=(0.6, 0.95))
        span = float(np.linalg.norm(scene.corners[1] - scene.corners[0]))
        corners = as_corners(scene.corners + rng.normal(0, 0.1 * span, (4, 2)))
        for _ in range(3):
            outlined = to_outline(scene.image, corners)
            assert outlined is not None
            corners = outlined.corners
        close += bool(np.linalg.norm(np.array(corners) - scene.corners, axis=1).max() < 0.05 * span)
    assert close >= 6
