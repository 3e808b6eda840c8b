from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations_with_replacement
from random import Random

import cv2
import numpy as np
import pytest

from events.board_reading import DieReading
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.dice import die_matrix
from simulation.render.figures import draw_figures, rectangle
from simulation.render.lamps import Lamp, Lighting
from simulation.render.looks import DieLook
from simulation.render.materials import Material, encoded
from simulation.render.palette import any_colour
from simulation.render.prints import (
    Draw,
    dial,
    emblem,
    fingertips,
    inscription,
    lacquered_discs,
    numerals,
    peg_holes,
    studs,
)
from simulation.render.sensor import Sensor
from simulation.render.style import Style
from simulation.scene import Die, Scene
from training.draw_dice import pictures_of
from vision.pieces.dice import Candidate, Read, dice_anywhere, sureness, weighed_together

PLAIN = DieLook("#f2eedf", "#141414", gloss=0.02, roughness=0.7, rounding=0.3, pip=0.1)
BLACK = DieLook("#1a1717", "#e6e2cf", gloss=0.02, roughness=0.7, rounding=0.8, pip=0.1)
EDGE = 16.0
LIGHT = Lighting((Lamp((300.0, -300.0, 900.0), 90.0, (0.5, 0.5, 0.5)),), (0.5, 0.5, 0.5))


def table(look: DieLook, ground: Material) -> Style:
    """Return a table without a board, of this material, and dice of one look."""
    style = Style.plain()
    field, board = replace(style.field, de=EDGE), replace(style.board, thickness=0.0)
    return replace(style, field=field, board=board, table=ground, dice=(look,), lighting=LIGHT, bare=True)


CLOTH = Material("cloth", "#3c6e46", "#35623e", 0.0, 1.0)


def camera_at(away: float, tilt: float, focal: float = 560.0) -> Camera:
    """Return a camera of 320 x 240 pixels that looks at the origin from `away` mm."""
    sensor = Sensor(exposure=0.6, bloom=0.0)
    return Camera(width=320, height=240, focal=focal, target=(0.0, 0.0), distance=away, tilt=tilt, sensor=sensor)


def seen_by(camera: Camera, dice: list[Die], look: DieLook = PLAIN, ground: Material = CLOTH) -> np.ndarray:
    """Return the picture of dice on a table without a board."""
    return Compositor(table(look, ground), camera, quality="full").picture(Scene(dice=tuple(dice)), 0)


def middle_of(die: Die, camera: Camera) -> np.ndarray:
    """Return the middle of a die's upper face, in pixels."""
    return camera.project(np.array([0, 0, EDGE / 2]) @ die_matrix(die) + np.array([die.x, die.y, die.height]))


def picture(value: int, turn: float, tilt: float, away: float = 300.0) -> tuple[tuple[DieReading, ...], np.ndarray]:
    """Return the dice read in a picture of one ivory die on green cloth, and the middle of its upper face.

    away: distance of the camera, in sixteenths of the die's edge, which then has 8960 / away pixels.
    """
    camera, die = camera_at(away, tilt), Die(0.0, 0.0, EDGE / 2, value, yaw=turn)
    return dice_anywhere(seen_by(camera, [die])), middle_of(die, camera)


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize(("turn", "tilt"), [(0.2, 0.0), (0.9, 0.3), (0.5, 0.7)])
def test_a_die_is_read_in_any_turn_from_overhead_to_aslant(value: int, turn: float, tilt: float) -> None:
    """The value is that of its upper face, not of a side that a tilted camera shows."""
    dice, middle = picture(value, turn, tilt)
    assert [die.value for die in dice] == [value]
    assert np.hypot(*(np.array(dice[0].centre) - middle)) < 6
    assert dice[0].flat


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize(("turn", "tilt"), [(0.2, 0.0), (0.9, 0.3), (0.5, 0.6)])
def test_a_die_of_ten_pixels_is_read(value: int, turn: float, tilt: float) -> None:
    """Dice have this size in pictures from a far camera, or of 640 x 480 pixels."""
    dice, _ = picture(value, turn, tilt, away=896.0)
    assert [die.value for die in dice] == [value]


def test_dice_are_distinguished_from_clutter() -> None:
    """Among dames, cards, letters and dots, most dice are read right, and few other things are taken for dice."""
    found = right = known = false = 0
    for number in range(7_000_000, 7_000_004):
        for encoded_picture, dice in pictures_of(number)[:2]:
            image = np.asarray(cv2.imdecode(encoded_picture, cv2.IMREAD_COLOR), np.uint8)
            height, width = image.shape[:2]
            wanted = [
                d
                for d in dice
                if d.value > 0 and d.flat and d.edge > 16 and 12 < d.x < width - 12 and 12 < d.y < height - 12
            ]
            known += len(wanted)
            seen = list(dice_anywhere(image))
            for die in wanted:
                near = [s for s in seen if np.hypot(s.centre[0] - die.x, s.centre[1] - die.y) < 0.5 * die.edge]
                found += bool(near)
                right += any(s.value == die.value for s in near)
            false += sum(all(np.hypot(s.centre[0] - d.x, s.centre[1] - d.y) > d.edge for d in dice) for s in seen)
    assert right > 0.5 * known
    assert right > 0.8 * found
    assert false <= 3


@pytest.mark.parametrize("look", [PLAIN, BLACK])
def test_two_dice_that_touch_are_two(look: DieLook) -> None:
    """Dice of one colour, pale or dark, lie face to face on wood. Of the 21 pairs of values at most four are missed."""
    pairs = list(combinations_with_replacement(range(1, 7), 2))
    assert sum(both_read(look, *pair) for pair in pairs) >= len(pairs) - 4


def both_read(look: DieLook, one: int, other: int) -> bool:
    """Return whether two dice that touch are both read, each with its own value."""
    camera, wood = camera_at(300.0, 0.3, 420.0), Material("wood", "#80624a", "#6b4f3a")
    x, y = 8.1 * math.cos(0.5) - 2.5 * math.sin(0.5), 8.1 * math.sin(0.5) + 2.5 * math.cos(0.5)
    pair = [Die(s * x, s * y, EDGE / 2, value, yaw=0.5) for value, s in ((one, -1), (other, 1))]
    dice = dice_anywhere(seen_by(camera, pair, look, wood))
    known = [(die.value, *middle_of(die, camera)) for die in pair]
    right = [any(die.value == value and math.dist(die.centre, (x, y)) < 8 for die in dice) for value, x, y in known]
    return len(dice) == 2 and all(right)


def test_the_side_of_a_die_is_no_second_die() -> None:
    """Seen aslant, a side shows its pips too."""
    image = seen_by(camera_at(300.0, 1.0), [Die(0.0, 0.0, EDGE / 2, 1, yaw=0.05)])
    assert [die.value for die in dice_anywhere(image)] == [1]


def seen(face: float, peak: float) -> Read:
    """Return a four with these confidences of the reader (`face`) and the finder (`peak`)."""
    return Read(
        Candidate(0.0, 0.0, 16.0, peak), 4, flat=True, face=face, any_face=face, confidence=sureness(face, peak)
    )


SURE, DOUBTFUL = seen(0.9999, 0.9), seen(0.92, 0.5)


def test_the_dice_of_one_table_are_of_one_size() -> None:
    """A doubtful die of the size of a sure one becomes surer; one of twice that size is dropped."""
    (alone,) = weighed_together([DOUBTFUL], [16.0])
    _, alike = weighed_together([SURE, DOUBTFUL], [16.0, 17.0])
    assert alone.confidence == DOUBTFUL.confidence < alike.confidence
    assert [die.candidate for die in weighed_together([SURE, DOUBTFUL], [16.0, 32.0])] == [SURE.candidate]
    assert (
        len(weighed_together([SURE, SURE, DOUBTFUL], [16.0, 32.0, 32.0])) == 3
    )  # Its size is one of the two sure ones.


def test_a_sure_die_stays_one_next_to_any_other() -> None:
    """It may be of another set, or much nearer the camera. A very doubtful die is no evidence of another's size."""
    assert len(weighed_together([SURE, SURE], [16.0, 32.0])) == 2
    speck = seen(0.3, 0.3)
    (die,) = weighed_together([DOUBTFUL, speck], [16.0, 40.0])
    assert abs(die.confidence - DOUBTFUL.confidence) < 0.03


def test_letters_emblems_and_studs_are_no_dice() -> None:
    """Hardly any of the things written or fixed on boards and tables are taken for dice."""
    false = 0
    kinds: tuple[Draw, ...] = (inscription, emblem, studs, lacquered_discs, numerals, dial, peg_holes, fingertips)
    for number, draw in enumerate(kinds * 4):
        random = Random(number)  # noqa: S311 - a picture, not a secret
        made = draw(random)
        image = np.tile(encoded(any_colour(random)), (200, 400, 1))
        wide = 140 / max(made.tall, 0.5)
        laid = [rectangle(0, 0, 1, made.tall, made.ground.colour), *made.figures]
        draw_figures(image, [figure.moved(30, 40, wide) for figure in laid], (1, 1), encoded)
        false += len(dice_anywhere(cv2.GaussianBlur(image, (0, 0), 1.0).astype(np.uint8)))
    assert false <= 2
