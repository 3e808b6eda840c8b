from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision.geometry import as_corners
from vision.locate.lines import NEARER, to_lines

if TYPE_CHECKING:
    from events.field import Corners

SIZE = (1000, 800)
SQUARE = np.array([[120, 90], [870, 90], [870, 700], [120, 700.0]])
BESIDE = np.array([2.0, -2.0])
"""A third of a hundredth of the floor."""


def drawn(corners: np.ndarray, floor: int = 150, table: int = 60) -> np.ndarray:
    """A plain floor on a plain table, both with grain, softened as a camera does."""
    image = np.full((SIZE[1], SIZE[0], 3), table, np.uint8)
    cv2.fillPoly(image, [np.rint(corners * 16).astype(np.int32)], (floor, floor, floor), cv2.LINE_AA, 4)
    grain = np.random.default_rng(0).normal(0, 2, image.shape)
    return np.clip(cv2.GaussianBlur(image, (0, 0), 1.0) + grain, 0, 255).astype(np.uint8)


def worst(reported: Corners, true: np.ndarray) -> float:
    return max(dist(one, other) for one, other in zip(reported, true, strict=True))


def test_corners_beside_a_sharp_line_come_nearer_to_it() -> None:
    reported = np.array(to_lines(drawn(SQUARE), as_corners(SQUARE + BESIDE)))
    assert (np.abs(reported - SQUARE) < 0.75 * np.abs(BESIDE)).all()


def test_right_corners_stay_right() -> None:
    assert worst(to_lines(drawn(SQUARE), as_corners(SQUARE)), SQUARE) < 0.5


def test_where_no_line_is_seen_the_corners_stay() -> None:
    reported = to_lines(np.full((SIZE[1], SIZE[0], 3), 90, np.uint8), as_corners(SQUARE))
    assert np.array(reported) == pytest.approx(SQUARE, abs=0.05)


def test_a_side_that_its_rail_may_hide_stays() -> None:
    """Seen aslant the near side is the longest."""
    aslant = SQUARE + np.array([[60, 0], [-60, 0], [0, 0], [0, 0]])
    assert dist(aslant[2], aslant[3]) > NEARER * dist(aslant[0], aslant[1])
    rough = aslant + np.array([[0, 2], [0, 2], [0, 2], [0, 2]])
    reported = np.array(to_lines(drawn(aslant), as_corners(rough)))
    assert reported[2:, 1] == pytest.approx(rough[2:, 1], abs=0.05)
    assert reported[:2, 1] == pytest.approx(aslant[:2, 1], abs=1.0)


def test_a_line_that_is_there_for_a_fifth_of_the_way_is_none() -> None:
    image = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    image[:87, 120:270] = 220
    reported = np.array(to_lines(image, as_corners(SQUARE)))
    assert reported == pytest.approx(SQUARE, abs=1.0)


def test_of_two_lines_as_sharp_the_nearer_is_taken() -> None:
    image = drawn(SQUARE)
    image[84:] = np.where(image[84:] > 100, image[84:], 100)  # a step beyond the far side, six pixels out
    reported = np.array(to_lines(image, as_corners(SQUARE + np.array([0, 1.0]))))
    assert reported[:2, 1] == pytest.approx(SQUARE[:2, 1], abs=1.5)
