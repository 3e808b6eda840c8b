from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.field import Corners
from vision.locate.rectify import (
    FLOOR,
    MARGIN,
    VIEW,
    flatten,
    fraction,
    smaller,
    transform,
    view_homography,
)

corners = st.tuples(
    *(st.tuples(st.floats(x, x + 120), st.floats(y, y + 120)) for x, y in ((20, 20), (500, 20), (500, 400), (20, 400)))
)


@given(corners)
def test_the_corners_go_to_the_corners_of_the_floor(quad: Corners) -> None:
    moved = transform(view_homography(quad), np.array(quad))
    unit = [fraction((float(x), float(y))) for x, y in moved]
    assert np.allclose(unit, [(0, 0), (1, 0), (1, 1), (0, 1)], atol=1e-4)


@given(corners, st.tuples(st.floats(0, VIEW[0]), st.floats(0, VIEW[1])))
def test_a_place_of_the_view_comes_back(quad: Corners, place: tuple[float, float]) -> None:
    view = flatten(np.zeros((600, 700, 3), np.uint8), quad)
    there = view.to_image(np.array([place]))
    assert np.allclose(transform(view.to_view, there), [place], atol=1e-3)


@pytest.mark.parametrize("wide", [2400, 980, 800, 690, 600])
def test_a_large_floor_is_flattened_without_aliasing(wide: int) -> None:
    """Fine stripes become their mean, without a moiré."""
    image = np.zeros((wide * 5 // 6, wide, 3), np.uint8)
    image[:, ::2] = 255
    x, y = float(wide), float(len(image))
    view = flatten(image, ((0.0, 0.0), (x, 0.0), (x, y), (0.0, y)))
    inside = view.image[MARGIN[1] + 2 : MARGIN[1] + FLOOR[1] - 2, MARGIN[0] + 2 : MARGIN[0] + FLOOR[0] - 2]
    assert abs(float(inside.mean()) - 127) < 3
    assert float(inside.std()) < 25


@given(st.integers(2, 300), st.integers(2, 300), st.floats(1, 400))
def test_a_shrunk_image_keeps_its_mean(height: int, width: int, shrink: float) -> None:
    ramp = np.tile(np.linspace(0, 255, width).astype(np.uint8)[:, None], (height, 1, 3))
    small = smaller(ramp, shrink)
    assert small.shape == (max(1, round(height / shrink)), max(1, round(width / shrink)), 3)
    assert np.allclose(small.mean(axis=(0, 1)), ramp.mean(axis=(0, 1)), atol=2)  # It is rounded up to three times.


@given(st.integers(64, 400), st.integers(64, 400), st.floats(500, 60000), st.floats(500, 60000), st.floats(150, 5000))
def test_a_floor_wholly_out_of_the_picture_is_flattened(w: int, h: int, x: float, y: float, size: float) -> None:
    """Given corners may belong to another camera. Then no pixel of the picture is in the view."""
    quad = ((x, y), (x + size, y), (x + size, y + size), (x, y + size))
    view = flatten(np.full((h, w, 3), 90, np.uint8), quad)
    assert view.image.shape == (VIEW[1], VIEW[0], 3)
    assert (view.image == 90).all()
