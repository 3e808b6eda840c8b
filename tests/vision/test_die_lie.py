"""How dice lie, read from rendered tables, and the views from which it is read."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from events.board_reading import DieRest
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.dice import die_matrix
from simulation.render.style import Style
from simulation.scene import Dame, Die, Scene
from vision.locate.pose import board_pose
from vision.locate.rectify import field_to_image
from vision.pieces.board_dice import dice_on_board
from vision.pieces.die_lie import EDGE, TOP, lying, sighted, view

STYLE = Style.plain()
FIELD = STYLE.field
HALF = FIELD.de / 2
TILTS = [2.0, 20.0, 40.0]
PLACES = [(60.0, 70.0), (330.0, 120.0), (220.0, 330.0)]


@cache
def table(tilt: float) -> tuple[Camera, Compositor]:
    """Return a plain table seen from `tilt` degrees off straight above."""
    camera = Camera(tilt=math.radians(tilt)).framing(FIELD, 0.95)
    return camera, Compositor(STYLE, camera, quality="fast")


def reported(*dice: Die, dames: tuple[Dame, ...] = (), tilt: float) -> list[tuple[bool, DieRest]]:
    """Return whether each of the dice is read as flat, and what it rests on, from left to right."""
    camera, compositor = table(tilt)
    image = compositor.picture(Scene(dames=dames, dice=dice), 1, compress=False)
    readings = dice_on_board(image, camera.corners(FIELD), FIELD)
    return [(die.flat, die.rest) for die in sorted(readings, key=lambda die: die.centre)]


@pytest.mark.parametrize("tilt", TILTS)
@pytest.mark.parametrize("place", PLACES)
def test_a_flat_die_s_upper_face_is_a_square_in_its_view(place: tuple[float, float], tilt: float) -> None:
    """It has EDGE pixels and its middle at TOP. Lower points of the die appear nearly straight below it."""
    camera, _ = table(tilt)
    die = Die(*place, HALF, 4, 0.5)
    square = np.array([(-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1), (0, 0, 1), (0, 0, -1)]) * HALF
    seen = camera.project(square @ die_matrix(die) + np.array([die.x, die.y, die.height]))
    corners = camera.corners(FIELD)
    pose = board_pose(corners, FIELD, (camera.width, camera.height))
    assert pose is not None
    to_floor = np.asarray(np.linalg.inv(field_to_image(corners, FIELD)), np.float64)
    there = sighted(float(seen[4, 0]), float(seen[4, 1]), FIELD.de, to_floor, pose)
    shown = np.linalg.solve(there.warp[:, :2], (seen - there.warp[:, 2]).T).T
    sides = np.linalg.norm(shown[:4] - np.roll(shown[:4], 1, axis=0), axis=1)
    # The camera is nearer to the upper face than to the floor whose plane is laid flat.
    assert sides == pytest.approx(EDGE, rel=0.05)
    assert shown[4] == pytest.approx(TOP, abs=0.01)
    below = shown[5] - shown[4]
    assert below[0] == pytest.approx(0, abs=0.1 * EDGE)
    assert below[1] == pytest.approx(EDGE * math.tan(there.aside), abs=0.1 * EDGE)


@pytest.mark.parametrize("tilt", TILTS)
def test_the_pose_gives_the_place_of_the_camera(tilt: float) -> None:
    """It is right to within a seventh of its distance, although the focal length is guessed."""
    camera, _ = table(tilt)
    pose = board_pose(camera.corners(FIELD), FIELD, (camera.width, camera.height))
    assert pose is not None
    assert np.linalg.norm(pose.place - camera.place) < camera.distance / 7


def test_a_view_at_the_picture_s_edge_and_of_a_large_die_has_its_size() -> None:
    """The part beyond the edge is filled up, and a picture with much larger dice is shrunk first."""
    camera, _ = table(20.0)
    corners = camera.corners(FIELD)
    pose = board_pose(corners, FIELD, (camera.width, camera.height))
    assert pose is not None
    to_floor = np.asarray(np.linalg.inv(field_to_image(corners, FIELD)), np.float64)
    image = np.zeros((camera.height, camera.width, 3), np.uint8)
    for x, y, edge in ((0.0, 0.0, 12.0), (camera.width - 1.0, camera.height - 1.0, 60.0)):
        assert view(image, sighted(x, y, edge, to_floor, pose)).shape == (48, 48, 3)
    assert lying(image, []).shape == (0, 3)


@pytest.mark.parametrize("tilt", TILTS)
def test_dice_that_lie_flat_are_read_as_flat(tilt: float) -> None:
    """They lie apart, face to face, on a dame or in front of a row of dames."""
    x, y = FIELD.dame_place("near", 3, 0)
    dames = tuple(Dame(*FIELD.dame_place("near", 3, rank), "dark") for rank in range(4))
    apart = reported(Die(100.0, 150.0, HALF, 5, 0.4), Die(300.0, 260.0, HALF, 2, 1.1), tilt=tilt)
    touching = reported(Die(100.0, 150.0, HALF, 5, 0.4), _beside(Die(100.0, 150.0, HALF, 5, 0.4)), tilt=tilt)
    on_dame = Die(x, y - 0.5 * FIELD.dame, FIELD.dame_height + HALF, 3, 0.2, rest="dames")
    before = Die(x, y - 3.9 * FIELD.dame, HALF, 6, 0.8)
    assert apart == reported(before, on_dame, dames=dames, tilt=tilt) == [(True, DieRest.FLOOR)] * 2
    # One of two that touch may be missed; none is read as leaning or raised.
    assert set(touching) == {(True, DieRest.FLOOR)}


def _beside(die: Die) -> Die:
    reach = 1.03 * FIELD.de
    return Die(die.x + reach * math.cos(die.yaw), die.y + reach * math.sin(die.yaw), HALF, 1, die.yaw)


@pytest.mark.parametrize("tilt", TILTS)
def test_dice_that_lean_on_a_dame_s_edge_are_read_as_leaning(tilt: float) -> None:
    """They are on at least two of its four sides; on the others the die may be missed. The other die lies flat."""
    lean = math.asin(FIELD.dame_height / FIELD.de / 0.9)
    out = FIELD.dame / 2 + FIELD.dame_height / math.tan(lean) - HALF * (math.cos(lean) - math.sin(lean))
    height = HALF * (math.cos(lean) + math.sin(lean))
    seen = []
    for quarter in range(4):
        way = quarter * math.pi / 2
        x, y = 150.0 + out * math.cos(way), 200.0 + out * math.sin(way)
        leaning = Die(x, y, height, 3, way + math.pi / 2, tilt=lean, towards=way, rest="dames")
        *others, fellow = reported(
            leaning, Die(320.0, 240.0, HALF, 5, 0.7), dames=(Dame(150.0, 200.0, "dark"),), tilt=tilt
        )
        assert fellow == (True, DieRest.FLOOR)
        seen += others
    assert [flat for flat, _ in seen].count(False) >= 2


@pytest.mark.parametrize("tilt", [20.0, 30.0])
def test_dice_on_top_of_another_are_read_as_such(tilt: float) -> None:
    """At least two of three; only the upper die is seen, since it hides the lower one."""
    below = Die(140.0, 200.0, HALF, 2, 0.3)
    seen = []
    for x, y, yaw in ((2.0, 3.0, 1.2), (-3.0, 2.0, 0.9), (4.0, -1.0, 2.0)):
        seen += reported(below, Die(140.0 + x, 200.0 + y, 3 * HALF, 4, yaw, rest="die"), tilt=tilt)
    assert seen.count((True, DieRest.DIE)) >= 2
