"""How a camera aslant shows piles."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from events.field import Field
from simulation.render.camera import Camera
from vision.locate.flat import FlatMaps
from vision.locate.parallax import BEYOND, ROWS, Parallax, parallax
from vision.locate.rectify import VIEW, FlatView, flatten, further_out
from vision.models.network import CELL
from vision.pieces.dames import NONE, all_seen

PLACES = np.array([[100.0, 60.0], [106.0, 78.0], [90.0, 84.0], [94.0, 42.0], [100.0, 200.0]])
"""The top of a pile, then its foot 3 dames lower; what lies before it; what lies behind it; what is far from it."""
HEIGHTS = np.array([0.9, 0.5, 0.5, 0.5, 0.5])
RAISED = np.array([1.0, 0.1, 0.1, 0.1, 0.1])


def _lifted(x: float, y: float) -> Parallax:
    """A parallax in which everything leans by (x, y) pixels from one dame's height to the next."""
    return Parallax(np.array([[1.0, 0, x], [0, 1, y], [0, 0, 1]]), None)


def test_a_pile_shows_its_side_along_its_lean_and_only_there() -> None:
    feet = _lifted(-2.0, -6.0).feet(PLACES, HEIGHTS, RAISED)
    assert feet[1] > 0.95
    assert (feet[[0, 2, 3, 4]] < 0.2).all()


def test_a_dame_on_the_floor_shows_no_side() -> None:
    assert (_lifted(-2.0, -6.0).feet(PLACES, HEIGHTS, 0.1 * RAISED) <= 0.1).all()


def test_nothing_leans_as_seen_from_straight_above() -> None:
    assert (_lifted(0.0, 0.0).feet(PLACES, HEIGHTS, RAISED) == 0).all()


def test_no_peaks_are_no_feet() -> None:
    assert len(_lifted(-2.0, -6.0).feet(np.zeros((0, 2)), np.zeros(0), np.zeros(0))) == 0


def _seen_from(degrees: float) -> Parallax:
    camera = Camera(width=640, height=480, focal=600, tilt=math.radians(degrees)).framing(Field(), 0.9)
    found = parallax(np.zeros((480, 640, 3), np.uint8), camera.corners(Field()), None, None)
    assert found is not None
    return found


@pytest.mark.parametrize("degrees", [20, 45])
def test_heights_lean_away_from_the_camera_as_far_as_it_sees_them(degrees: float) -> None:
    camera = Camera(width=640, height=480, focal=600, tilt=math.radians(degrees)).framing(Field(), 0.9)
    field = Field()
    view = flatten(np.zeros((480, 640, 3), np.uint8), camera.corners(field))
    floor, high = (
        view.to_view @ np.array([*camera.project(np.array([200.0, 100.0, height])), 1.0])
        for height in (0.0, field.dame_height)
    )
    place, truly = (floor / floor[2])[:2], (high / high[2])[:2]
    raised = _seen_from(degrees).raised @ np.array([*place, 1.0])
    assert raised[:2] / raised[2] == pytest.approx(truly, abs=1.0)
    assert truly[1] < place[1] - 1


def test_it_is_looked_further_out_only_where_piles_lean_out_of_the_view() -> None:
    assert _seen_from(0).further is None
    assert _seen_from(10).further is None
    assert _seen_from(45).further is not None


def test_the_view_from_further_out_is_the_flat_view_moved_down() -> None:
    image = np.random.default_rng(0).integers(0, 255, (60, 80, 3), np.uint8).repeat(8, axis=0).repeat(8, axis=1)
    corners = ((110.0, 90.0), (530.0, 80.0), (560.0, 400.0), (90.0, 410.0))
    further = further_out(image, corners, BEYOND, ROWS).image.astype(int)
    usual = flatten(image, corners).image.astype(int)
    assert np.abs(further[BEYOND:] - usual[: ROWS - BEYOND]).mean() < 2


def _maps(rows: int, *peaks: tuple[float, float]) -> FlatMaps:
    """Maps of a view of `rows` rows with dames at these places (pixels)."""
    empty = np.zeros((rows // CELL, VIEW[0] // CELL), np.float32)
    dame = empty.copy()
    for x, y in peaks:
        dame[round((y - 1.5) / CELL), round((x - 1.5) / CELL)] = 0.9
    return FlatMaps(dame, *(empty for _ in range(6)))


def test_what_leans_out_of_the_view_is_seen_and_nothing_is_counted_twice() -> None:
    x, down = 101.5, float(BEYOND)
    usual = _maps(VIEW[1], (x, 1.5), (x, 37.5), (x, 61.5))
    further = _maps(ROWS, (x, -10.5 + down), (x, 1.5 + down), (x, 37.5 + down))
    blank = FlatView(np.zeros((VIEW[1], VIEW[0], 3), np.uint8), np.eye(3))
    strip = FlatView(np.zeros((ROWS, VIEW[0], 3), np.uint8), np.eye(3))
    lean = replace(_lifted(0.0, -6.0), further=(strip, further))
    seen = all_seen(blank, usual, NONE, lean)
    assert sorted(seen.places[:, 1].tolist()) == pytest.approx([-10.5, 1.5, 37.5, 61.5])
