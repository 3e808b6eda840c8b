from __future__ import annotations

import cv2
import numpy as np
import pytest

from training.scenes import draw_scene
from vision.locate.floor import find_floor
from vision.read import CONFIDENT_FLOOR


def test_drawn_boards_are_found() -> None:
    """Most of them, among cups, papers and hands and at any tilt, are found within a twentieth of their width."""
    close = 0
    for seed in range(8):
        scene = draw_scene(np.random.default_rng([6_000_000, seed]), fill=(0.6, 0.95))
        found = find_floor(scene.image)
        if found is not None:
            error = np.linalg.norm(np.array(found.corners) - scene.corners, axis=1).max()
            close += bool(error < 0.05 * np.linalg.norm(scene.corners[1] - scene.corners[0]))
    assert close >= 5


def test_a_mirror_image_holds_the_same_floor() -> None:
    """The floor found in it is the mirror image of the one found in the picture, to a twentieth of a pixel."""
    image = draw_scene(np.random.default_rng([6_000_000, 1]), fill=(0.6, 0.95)).image
    found, mirrored = find_floor(image), find_floor(np.ascontiguousarray(image[:, ::-1]))
    assert found is not None
    assert mirrored is not None
    back = np.array(mirrored.corners)[[1, 0, 3, 2]] * [-1, 1] + [image.shape[1] - 1, 0]
    assert back == pytest.approx(np.array(found.corners), abs=0.05)
    assert mirrored.confidence == pytest.approx(found.confidence, abs=1e-3)


def test_a_large_picture_is_answered_in_its_own_pixels() -> None:
    image = draw_scene(np.random.default_rng([6_000_000, 1]), fill=(0.6, 0.95)).image
    found = find_floor(image)
    larger = find_floor(np.asarray(cv2.resize(image, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC), np.uint8))
    assert found is not None
    assert larger is not None
    back = (np.array(larger.corners) + 0.5) / 3 - 0.5
    assert back == pytest.approx(np.array(found.corners), abs=0.01 * image.shape[1])


@pytest.mark.parametrize("turn", [1, 3])
def test_a_board_turned_by_a_quarter_is_found(turn: int) -> None:
    """Its corners begin at the picture's bottom left, since its left edge is the far one."""
    scene = draw_scene(np.random.default_rng([6_000_000, 1]), fill=(0.6, 0.95))
    height, width = scene.image.shape[:2]
    x, y = scene.corners.T
    turned = np.column_stack([y, width - 1 - x] if turn == 1 else [height - 1 - y, x])
    first = int(np.argmin(turned @ [1, -1]))
    found = find_floor(np.ascontiguousarray(np.rot90(scene.image, turn)))
    assert found is not None
    error = np.linalg.norm(np.array(found.corners) - np.roll(turned, -first, axis=0), axis=1).max()
    assert error < 0.05 * np.linalg.norm(scene.corners[1] - scene.corners[0])


@pytest.mark.parametrize("size", [(1, 5000), (5000, 1), (2, 2)])
def test_a_sliver_of_a_picture_holds_no_floor(size: tuple[int, int]) -> None:
    found = find_floor(np.random.default_rng(0).integers(0, 255, (*size, 3), np.uint8))
    assert found is None or found.confidence < CONFIDENT_FLOOR
