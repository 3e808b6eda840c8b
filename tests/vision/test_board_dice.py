"""What the dice of a board rest on, read from rendered tables."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from events.board_reading import DieReading, DieRest
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.style import Style
from simulation.scene import Dame, Die, Scene
from vision.pieces import board_dice
from vision.pieces.board_dice import dice_on_board
from vision.pieces.dice import Candidate, Read

STYLE = Style.plain()
FIELD = STYLE.field
HALF = FIELD.de / 2
BESIDE = FIELD.rail + 40.0
"""How far (mm) from the floor's edge dice lie that lie on the table."""
GOOD = Die(120.0, 150.0, HALF, 5, 0.4)


@cache
def table(tilt: float) -> tuple[Camera, Compositor]:
    """Return a plain table with room around the board, seen from `tilt` degrees off straight above."""
    camera = Camera(tilt=math.radians(tilt)).framing(FIELD, 0.72)
    return camera, Compositor(STYLE, camera, quality="fast")


def reported(*dice: Die, dames: tuple[Dame, ...] = (), tilt: float = 15.0) -> list[tuple[int, DieRest]]:
    """Return the values read of these dice and what they rest on, from left to right."""
    camera, compositor = table(tilt)
    image = compositor.picture(Scene(dames=dames, dice=dice), 1, compress=False)
    readings: tuple[DieReading, ...] = dice_on_board(image, camera.corners(FIELD), FIELD)
    return [(die.value, die.rest) for die in sorted(readings, key=lambda die: die.centre)]


@pytest.mark.parametrize("tilt", [5.0, 35.0])
@pytest.mark.parametrize(("x", "y"), [(-0.5, 0.4), (1.5, 0.6), (0.7, -0.5), (0.7, 1.5)])
def test_dice_on_the_rails_are_read_as_such(x: float, y: float, tilt: float) -> None:
    """On each of the four rails. x, y: in floors; -0.5 and 1.5 are the middle of a rail."""
    place = (_beyond(x, FIELD.width), _beyond(y, FIELD.height))
    die = Die(*place, FIELD.rail_height + HALF, 3, 0.3, rest="rail")
    assert (3, DieRest.RAIL) in reported(GOOD, die, tilt=tilt)


def _beyond(share: float, floor: float) -> float:
    if share < 0:
        return share * FIELD.rail
    return floor + (share - 1) * FIELD.rail if share > 1 else share * floor


CORNERS = [(-0.5, -0.5), (1.5, -0.5), (1.5, 1.5), (-0.5, 1.5)]
"""Where rails meet: x and y as `_beyond` takes them."""


@pytest.mark.parametrize("tilt", [5.0, 35.0])
@pytest.mark.parametrize(("x", "y"), CORNERS)
def test_a_die_where_rails_meet_is_read(x: float, y: float, tilt: float) -> None:
    place = (_beyond(x, FIELD.width), _beyond(y, FIELD.height))
    assert (3, DieRest.RAIL) in reported(GOOD, Die(*place, FIELD.rail_height + HALF, 3, 0.3, rest="rail"), tilt=tilt)


@pytest.mark.parametrize("tilt", [5.0, 35.0])
def test_a_die_on_a_dame_at_the_far_rail_is_not_on_the_rail(tilt: float) -> None:
    """It stands high and is seen further out than it lies."""
    x, y = FIELD.dame_place("far", 9, 0)
    die = Die(x, y, FIELD.dame_height + HALF, 4, 0.2, rest="dames")
    assert reported(GOOD, die, dames=(Dame(x, y, "dark"),), tilt=tilt) == [(5, DieRest.FLOOR), (4, DieRest.FLOOR)]


@pytest.mark.parametrize("x", [0.2, 0.7])
@pytest.mark.parametrize("tilt", [25.0, 33.0, 40.0])
def test_a_die_on_the_floor_against_the_near_rail_is_not_on_the_rail(x: float, tilt: float) -> None:
    """A die on the inner edge of that rail would be seen at the same place, but dice hardly ever rest there."""
    die = Die(x * FIELD.width, FIELD.height - HALF - 0.5, HALF, 3)
    assert (3, DieRest.FLOOR) in reported(GOOD, die, tilt=tilt)


@pytest.mark.parametrize("place", [(300.0, -BESIDE), (300.0, FIELD.height + BESIDE), (FIELD.width + BESIDE, 200.0)])
def test_a_die_that_left_the_board_is_read_outside(place: tuple[float, float]) -> None:
    """The other die lies on the floor, and no other die next to the board."""
    assert reported(GOOD, Die(*place, HALF, 2, 0.3, rest="outside")) == [(5, DieRest.FLOOR), (2, DieRest.OUTSIDE)]


def test_dice_next_to_the_board_do_not_count_where_two_lie_on_it() -> None:
    """Nor do they where two lie next to it or none on it: then it is not clear which one was thrown."""
    other, beside = Die(330.0, 220.0, HALF, 3, 0.8), Die(200.0, -BESIDE, HALF, 2, 0.3, rest="outside")
    another = Die(320.0, -BESIDE, HALF, 6, 0.9, rest="outside")
    assert reported(GOOD, other, beside) == [(5, DieRest.FLOOR), (3, DieRest.FLOOR)]
    assert reported(GOOD, beside, another) == [(5, DieRest.FLOOR)]
    assert reported(beside) == []


@pytest.mark.parametrize(
    ("sure", "leans", "reported_leaning"), [(1, 0.999, 1), (0, 0.999, 0), (2, 0.999, 0), (1, 0.3, 0)]
)
def test_a_die_that_surely_leans_next_to_another_is_reported_whatever_its_value(
    sure: int, leans: float, reported_leaning: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reader takes either of two faces for the upper one; a throw has two dice, and one of them is surely read."""
    camera, _ = table(15.0)
    places = [(300.0, 200.0), (340.0, 300.0), (380.0, 200.0), (420.0, 300.0)]
    read = [Read(Candidate(*place, 16.0, 0.7), 3, True, 0.45, 0.6, 0.3) for place in places]
    flat = [replace(die, face=0.99, any_face=0.99, confidence=0.99) for die in read[:sure]]
    dice = [*flat, *read[sure:]]

    def lying(_: object, __: object, asked: list[Read]) -> NDArray[np.float64]:
        return np.array([(1.0, 0.0, 0.0) if die in flat else (1 - leans, leans, 0.0) for die in asked]).reshape(-1, 3)

    monkeypatch.setattr(board_dice, "read_dice", lambda *_: (dice, list(flat)))
    monkeypatch.setattr(board_dice, "_lying", lying)
    image = np.full((camera.height, camera.width, 3), 90, np.uint8)
    found = dice_on_board(image, camera.corners(FIELD), None)
    assert [die.flat for die in found] == [True] * sure + [False] * reported_leaning
