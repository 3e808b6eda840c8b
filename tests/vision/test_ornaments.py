"""Ornaments at the tips of a board's points are distinguished from dice by their repetition."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from events.field import Field
from vision.pieces.ornaments import ALIKE, ALIKE_SURELY, repeated

FIELD = Field()
DEEP = 150.0
"""Millimetres from the far rail to the points' tips."""
SCALE = 1.6
"""Pixels to a millimetre."""


def board(*, petals: int = 5, without: tuple[int, ...] = ()) -> np.ndarray:
    """Return a green floor with a rosette at the tip of most points of the far row, and a die near the third."""
    image = np.full((round(FIELD.height * SCALE), round(FIELD.width * SCALE), 3), (60, 90, 40), np.uint8)
    for column in (column for column in range(1, 13) if column not in without):
        x, y = FIELD.column_centre(column) * SCALE, DEEP * SCALE
        foot = FIELD.case_width * 0.4 * SCALE
        colour = (170, 210, 230) if column % 2 else (30, 30, 120)
        cv2.fillPoly(image, [np.array([[x - foot, 0], [x + foot, 0], [x, y]]).astype(np.int32)], colour, cv2.LINE_AA)
        for petal in range(petals):
            turn = 2 * math.pi * petal / petals
            middle = round(x + 5 * math.cos(turn)), round(y + 5 * math.sin(turn))
            cv2.circle(image, middle, 4, (220, 235, 240), -1, cv2.LINE_AA)
        cv2.circle(image, (round(x), round(y)), 2, (20, 20, 20), -1, cv2.LINE_AA)
    x, y = (round(at * SCALE) for at in DIE)
    cv2.rectangle(image, (x - 9, y - 9), (x + 9, y + 9), (225, 235, 235), -1)
    for aside, down in ((-5, -5), (5, 5), (0, 0)):
        cv2.circle(image, (x + aside, y + down), 2, (20, 20, 20), -1, cv2.LINE_AA)
    noise = np.random.default_rng(1).normal(0, 6, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


DIE = (FIELD.column_centre(3) + 14.0, DEEP)
TO_FLOOR = np.diag([1 / SCALE, 1 / SCALE, 1.0])


@pytest.mark.parametrize("column", [1, 2, 6, 7, 12])
@pytest.mark.parametrize("petals", [5, 6])
@pytest.mark.parametrize("alike", [ALIKE, ALIKE_SURELY])
def test_a_rosette_repeats_at_the_other_points(column: int, petals: int, alike: float) -> None:
    assert repeated(board(petals=petals), TO_FLOOR, FIELD, (FIELD.column_centre(column), DEEP), 12.0, alike)


def test_a_die_among_rosettes_is_none_of_them() -> None:
    assert not repeated(board(), TO_FLOOR, FIELD, DIE, 12.0)


def test_a_jeton_of_another_colour_is_none_of_the_dots() -> None:
    image = board(petals=0)
    for column in range(1, 13):
        middle = round(FIELD.column_centre(column) * SCALE), round(DEEP * SCALE)
        cv2.circle(image, middle, 11, (30, 30, 200) if column == 4 else (220, 235, 240), -1, cv2.LINE_AA)
    dot, jeton = (FIELD.column_centre(3), DEEP), (FIELD.column_centre(4), DEEP)
    assert repeated(image, TO_FLOOR, FIELD, dot, 16.0)
    assert not repeated(image, TO_FLOOR, FIELD, jeton, 16.0)


def test_where_nothing_is_painted_nothing_is_repeated() -> None:
    assert not repeated(np.full_like(board(), 90), TO_FLOOR, FIELD, DIE, 12.0)


def test_two_alike_are_no_pattern() -> None:
    image = board(without=(2, 4, 5, 6, 7, 8, 9, 10, 11, 12))
    assert not repeated(image, TO_FLOOR, FIELD, (FIELD.column_centre(1), DEEP), 12.0)


def test_a_patch_half_outside_the_floor_is_not_compared() -> None:
    assert not repeated(board(), TO_FLOOR, FIELD, (1.0, DEEP), 12.0)
