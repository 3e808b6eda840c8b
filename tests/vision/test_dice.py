from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations_with_replacement

import cv2
import numpy as np
import pytest

from events.board_reading import DieReading
from training.camera import look
from training.dice_looks import DieStyle
from training.dice_patches import draw_patch
from training.die import draw_die
from training.fittings import dial, emblem, fingertips, glossy, holes, lettering, numerals, peg_holes
from training.patch_ground import SIDE
from training.pieces import lean, yaw
from training.surfaces import hsv, wood
from vision.pieces.dice import Candidate, Read, dice_anywhere, read_candidates, sureness, weighed_together

PLAIN = DieStyle(
    body=hsv(45, 0.08, 0.95),
    ink=hsv(0, 0, 0.08),
    one=hsv(0, 0, 0.08),
    rounding=0.15,
    pip=0.1,
    one_pip=0.1,
    reach=0.25,
    hollow=0.0,
    veined=0.0,
    gloss=0.0,
    numbers=None,
)
LIGHT = np.array([0.3, -0.3, 0.9])


def picture(
    value: int, turn: float, tilt: float, *, leaning: float = 0.0, away: float = 300.0
) -> tuple[tuple[DieReading, ...], np.ndarray]:
    """Return the dice read in a picture of one ivory die on green cloth, and the middle of its upper face.

    away: distance of the camera, in sixteenths of the die's edge, which then has 8960 / away pixels.
    """
    camera = look((0.0, 0.0), away, tilt, 0.0, 0.0, 560.0, (160.0, 120.0))
    image = np.full((240, 320, 3), (70, 110, 60), np.float32)
    image += np.random.default_rng(value).normal(0, 3, image.shape).astype(np.float32)
    rise = 8 * (np.cos(leaning) + np.sin(leaning))
    stand = lean(leaning, 0.4) @ yaw(turn)
    rng = np.random.default_rng(value)
    die = draw_die(rng, image, camera, (0.0, 0.0, rise), 16.0, stand, PLAIN, value, LIGHT)
    return dice_anywhere(np.clip(image, 0, 255).astype(np.uint8)), die.top.mean(axis=0)


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
    for number in range(60):
        image, dice = draw_patch(np.random.default_rng([7_000_000, number]))
        wanted = [
            d for d in dice if d.value and d.flat and d.edge > 16 and 12 < d.x < SIDE - 12 and 12 < d.y < SIDE - 12
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


BLACK = replace(PLAIN, body=hsv(0, 0.1, 0.1), ink=hsv(45, 0.1, 0.9), one=hsv(45, 0.1, 0.9))


@pytest.mark.parametrize("style", [PLAIN, BLACK])
def test_two_dice_that_touch_are_two(style: DieStyle) -> None:
    """Dice of one colour, pale or dark, lie face to face on wood. Of the 21 pairs of values at most four are missed."""
    pairs = list(combinations_with_replacement(range(1, 7), 2))
    assert sum(both_read(style, *pair) for pair in pairs) >= len(pairs) - 4


def both_read(style: DieStyle, one: int, other: int) -> bool:
    """Return whether two dice that touch are both read, each with its own value."""
    camera = look((0.0, 0.0), 300.0, 0.3, 0.0, 0.0, 420.0, (160.0, 120.0))
    rng = np.random.default_rng(one)
    image = np.ascontiguousarray(np.clip(wood(rng, (320, 240), hsv(25, 0.5, 0.5), along_x=True), 0, 255), np.float32)
    stand = yaw(0.5)
    step = stand[:2, :2] @ np.array([16.2, 5.0])
    known: list[tuple[int, float, float]] = []
    for value, sign in ((one, -0.5), (other, 0.5)):
        die = draw_die(rng, image, camera, (sign * step[0], sign * step[1], 8.0), 16.0, stand, style, value, LIGHT)
        x, y = die.top.mean(axis=0).tolist()
        known.append((value, x, y))
    dice = dice_anywhere(np.clip(image, 0, 255).astype(np.uint8))
    right = [any(die.value == value and math.dist(die.centre, (x, y)) < 8 for die in dice) for value, x, y in known]
    return len(dice) == 2 and all(right)


def test_the_side_of_a_die_is_no_second_die() -> None:
    """Seen aslant, a side shows its pips too. Alone it would be read; next to the upper face it is the same die."""
    camera = look((0.0, 0.0), 300.0, 1.2, 0.0, 0.0, 560.0, (160.0, 120.0))
    canvas = np.full((240, 320, 3), (70, 110, 60), np.float32)
    die = draw_die(np.random.default_rng(4), canvas, camera, (0.0, 0.0, 8.0), 16.0, yaw(0.05), PLAIN, 1, LIGHT)
    image = np.clip(canvas, 0, 255).astype(np.uint8)
    (x, y), edge = die.top.mean(axis=0), float(np.linalg.norm(die.top[1] - die.top[0]))
    upper = Candidate(float(x), float(y), edge, 0.9)
    near = max(camera.project(np.array([[0.0, -8.0, 8.0], [0.0, 8.0, 8.0]])), key=lambda place: float(place[1]))
    side = Candidate(float(near[0]), float(near[1]), 0.6 * edge, 0.9)
    assert read_candidates(image, [side])
    assert [read.value for read in read_candidates(image, [upper, side])] == [1]


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
    for number, draw in enumerate((lettering, emblem, holes, glossy, numerals, dial, peg_holes, fingertips) * 4):
        rng = np.random.default_rng([8_000_000, number])
        texture = np.clip(draw(rng), 0, 255)
        image = np.tile(rng.uniform(20, 230, 3).astype(np.float32), (200, 400, 1))
        image[40 : 40 + texture.shape[0], 30 : 30 + texture.shape[1]] = texture[:160, :370]
        false += len(dice_anywhere(cv2.GaussianBlur(image, (0, 0), 1.0).astype(np.uint8)))
    assert false <= 2
