"""What the network of the outline learns from: the corners of a floor stay on it, whichever camera shows it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from training.outline_samples import offsets_along, outline_sample, seen_by_another_camera
from vision.locate.outline import PLACES, VIEW
from vision.locate.sides import UNIT, crossed

CORNERS = np.array([[260, 200], [620, 210], [660, 520], [230, 500]], np.float64)
WHITE = 255


@pytest.mark.parametrize("seed", range(12))
def test_another_camera_shows_the_corners_where_it_says(seed: int) -> None:
    """A white floor on a black table is white inside the corners and black outside them, unless they are cut off."""
    picture = np.zeros((720, 960, 3), np.uint8)
    cv2.fillConvexPoly(picture, CORNERS.astype(np.int32), (WHITE,) * 3)
    seen, corners = seen_by_another_camera(np.random.default_rng(seed), picture, CORNERS, picture)
    middle = corners.mean(axis=0)
    for share, expected in ((0.93, WHITE), (1.07, 0)):
        for corner in corners:
            x, y = (middle + share * (corner - middle)).round().astype(int)
            if 0 <= x < seen.shape[1] and 0 <= y < seen.shape[0]:
                assert seen[y, x].tolist() == [expected] * 3


def test_the_offsets_of_the_sides_cross_at_the_corners() -> None:
    square = UNIT + np.array([[0.05, -0.02], [-0.03, 0.04], [0.02, -0.06], [-0.04, 0.01]])
    truth = np.stack([offsets_along(square, side) for side in range(4)])
    assert crossed(PLACES, truth[:, 0], truth[:, 1] + 1e-9) == pytest.approx(square, abs=1e-6)


def test_no_side_counts_in_a_picture_without_a_floor() -> None:
    """Every sample has the size of a view. No side counts where no floor is said to be, and some do elsewhere."""
    rng = np.random.default_rng(3)
    picture = rng.integers(0, WHITE, (720, 960, 3)).astype(np.uint8)
    said = set()
    for _ in range(60):
        view, truth, floor = outline_sample(rng, (picture, CORNERS), [picture])
        assert view.shape == (VIEW, VIEW, 3)
        assert np.isfinite(truth).all()
        assert floor == 0 or truth[:, 1].any()
        said.add(float(floor))
    assert said == {-1.0, 0.0, 1.0}
