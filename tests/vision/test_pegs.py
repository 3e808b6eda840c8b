"""Pegs in the rails' holes as the camera sees them, on rendered tables with their truth."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from events.field import HOLES, hole_place
from rules.position import Position
from rules.seating import Seating
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.style import PEG_KINDS, Style
from simulation.scene import PegPlaced, Scene, scene_of_position
from vision.calibration import Calibration
from vision.locate.pose import board_pose
from vision.locate.rectify import as_corners
from vision.pieces.pegs import CLAIMED, STANDING, find_pegs, hole_views, taken
from vision.read import read

STYLE = Style.plain()
TABLE = scene_of_position(Position.start(), Seating(), STYLE.field, 1)
FIELD = STYLE.field


def looking(tilt: float, focal: float = 1150.0) -> Camera:
    return Camera(width=1280, height=720, focal=focal, tilt=math.radians(tilt), roll=0.03).framing(FIELD, 0.92)


@pytest.fixture(scope="module", params=[5.0, 30.0])
def seen(request: pytest.FixtureRequest) -> Compositor:
    return Compositor(STYLE, looking(request.param))


def with_pegs(*holes: int) -> Scene:
    return replace(TABLE, pegs=tuple(PegPlaced(hole, PEG_KINDS[n % 3], yaw=n) for n, hole in enumerate(holes)))


def test_pegs_are_read_and_empty_holes_are_not(seen: Compositor) -> None:
    """Of thirty pegs, three at a time, at least two in three are read, and no peg is read in an empty hole."""
    corners = seen.camera.corners(FIELD)
    found = 0
    for first in range(10):
        there = (first, 12 + first, 20 + first)
        image = seen.picture(with_pegs(*there), first, compress=False)
        reported = find_pegs(image, corners, FIELD)
        assert {peg.hole for peg in reported} <= set(there)
        assert all(CLAIMED <= peg.confidence <= 1 for peg in reported)
        found += len(reported)
    assert found >= 20


def test_a_reading_has_pegs_where_the_boards_measures_are_known(seen: Compositor) -> None:
    image = seen.picture(with_pegs(3, 17, 25), 1, compress=False)
    corners = seen.camera.corners(FIELD)
    known = read(image, Calibration(corners=corners, field=FIELD))
    assert {peg.hole for peg in known.pegs} <= {3, 17, 25}
    assert known.pegs
    # Without the board's measures the places of its holes are unknown.
    assert read(image, Calibration(corners=corners)).pegs == ()


def test_holes_out_of_the_picture_are_not_looked_at(seen: Compositor) -> None:
    image = seen.picture(with_pegs(0, 20), 1, compress=False)
    corners = np.array(seen.camera.corners(FIELD))
    cut = round(float(corners[2:, 1].min())) - 20
    holes, views = hole_views(np.ascontiguousarray(image[:cut]), as_corners(corners), FIELD)
    assert not set(holes) & set(range(12))
    assert set(range(12, 24)) <= set(holes)
    assert views.shape == (len(holes), 44, 64, 3)


def test_rails_too_small_to_be_read_are_left_alone(seen: Compositor) -> None:
    image = seen.picture(with_pegs(0, 20), 1, compress=False)
    small = np.asarray(cv2.resize(image, (426, 240), interpolation=cv2.INTER_AREA), np.uint8)
    corners = as_corners(np.array(seen.camera.corners(FIELD)) / 3)
    assert find_pegs(small, corners, FIELD) == ()


@pytest.mark.parametrize("level", [0, 128, 255])
def test_no_peg_is_read_in_an_even_picture(level: int) -> None:
    grey: NDArray[np.uint8] = np.full((720, 1280, 3), level, np.uint8)
    assert find_pegs(grey, looking(20).corners(FIELD), FIELD) == ()


@hypothesis_settings(max_examples=40)
@given(st.floats(0, 45), st.floats(850, 1600))
def test_holes_are_where_the_camera_sees_them(tilt: float, focal: float) -> None:
    """Their places follow from the floor's corners alone, to 3.5 mm on the rail."""
    camera = looking(tilt, focal)
    pose = board_pose(camera.corners(FIELD), FIELD, (1280, 720))
    assert pose is not None
    places = np.array([(*hole_place(FIELD, hole), FIELD.rail_height) for hole in range(HOLES)])
    a_millimetre = np.linalg.norm(camera.project(places + np.array([1.0, 0, 0])) - camera.project(places), axis=1)
    off = np.linalg.norm(pose.project(places) - camera.project(places), axis=1)
    assert float((off / a_millimetre).max()) < 3.5


def by_counting(evidence: NDArray[np.float64]) -> list[float]:
    """The answer of `taken`, computed from every set of at most three holes."""
    odds = np.exp(np.r_[evidence, np.zeros(HOLES - len(evidence))])
    whole, with_hole = 0.0, np.zeros(HOLES)
    for pegs, likely in enumerate(STANDING):
        for holes in combinations(range(HOLES), pegs):
            weight = likely / math.comb(HOLES, pegs) * float(np.prod(odds[list(holes)]))
            whole += weight
            with_hole[list(holes)] += weight
    return [float(p) for p in with_hole[: len(evidence)] / whole]


@hypothesis_settings(max_examples=8, deadline=None)
@given(st.lists(st.floats(-6, 10), min_size=1, max_size=HOLES))
def test_a_game_has_three_pegs(scores: list[float]) -> None:
    """The probabilities follow from Bayes' law over all sets of at most three holes."""
    evidence = np.array(scores)
    assert taken(evidence).tolist() == pytest.approx(by_counting(evidence), abs=1e-6)


def test_a_doubtful_peg_is_read_where_two_others_are_sure() -> None:
    empty = np.full(27, -5.0)
    assert taken(np.r_[8.0, 8.0, 3.0, empty])[2] > CLAIMED
    assert taken(np.r_[8.0, 8.0, 8.0, 3.0, empty[1:]])[3] < 0.1


def test_where_four_pegs_seem_to_stand_none_is_read() -> None:
    assert taken(np.r_[np.full(4, 8.0), np.full(26, -5.0)]).max() < CLAIMED
