from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from events.field import Field
from vision.geometry import as_corners
from vision.locate.fleches import to_points
from vision.locate.rectify import transform
from vision.locate.sides import UNIT, from_unit

if TYPE_CHECKING:
    from events.field import Corners

SIZE = (900, 760)
SEEN = np.array([[180, 90], [720, 90], [800, 660], [100, 660.0]])
FIELD = Field()
ONE_SIDE_OFF = np.array([[0, 0], [0, 0], [14, 0], [0, 0.0]])
"""The near right corner is told a fiftieth of the floor too far out."""


def drawn(points: tuple[int, ...] = (60, 230), bar: float = FIELD.bar) -> np.ndarray:
    """A floor seen aslant, its points of these shades of grey, with a camera's softness and grain."""
    field = Field(bar=bar)
    floor = np.full((800, 880, 3), 150, np.uint8)
    for row in (0, 1) if points else ():
        for column in range(1, 13):
            x, half = field.column_centre(column), field.case_width / 2
            foot, tip = (0.0, field.fleche) if row == 0 else (field.height, field.height - field.fleche)
            outline = np.array([[x - half, foot], [x + half, foot], [x, tip]]) * 2
            shade = points[(column + row) % len(points)]
            cv2.fillPoly(floor, [np.rint(outline).astype(np.int32)], (shade, shade, shade))
    middle = (field.width - bar) / 2
    cv2.rectangle(floor, (round(2 * middle), 0), (round(2 * (middle + bar)), 800), (90, 90, 90), -1)
    warp = cv2.getPerspectiveTransform(np.array(UNIT * [880, 800], np.float32), SEEN.astype(np.float32))
    image = cv2.warpPerspective(floor, warp, SIZE, borderMode=cv2.BORDER_CONSTANT, borderValue=(70, 70, 70))
    grain = np.random.default_rng(0).normal(0, 2, image.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(image, (0, 0), 0.8) + grain, 0, 255), np.uint8)


def worst(reported: Corners, true: np.ndarray) -> float:
    return max(dist(one, other) for one, other in zip(reported, true, strict=True))


@pytest.mark.parametrize("points", [(60, 230), (60,), (60, 150, 230)])
@pytest.mark.parametrize("bar", [10.0, 20.0, 40.0])
def test_a_side_that_is_off_goes_back_to_where_the_points_say(points: tuple[int, ...], bar: float) -> None:
    reported = to_points(drawn(points, bar), as_corners(SEEN + ONE_SIDE_OFF))
    assert worst(reported, SEEN) < 0.5 * worst(as_corners(SEEN + ONE_SIDE_OFF), SEEN)


def test_a_side_that_piled_dames_hide_is_told_by_the_others() -> None:
    image = drawn()
    right = transform(
        from_unit(SEEN),
        np.array([[0.97, 0.9], [0.98, 0.8], [0.99, 0.7]]),
    )
    for x, y in right:
        cv2.circle(image, (round(x), round(y)), 34, (235, 235, 235), -1)
    reported = to_points(image, as_corners(SEEN + ONE_SIDE_OFF))
    assert worst(reported, SEEN) < 0.5 * worst(as_corners(SEEN + ONE_SIDE_OFF), SEEN)


@pytest.mark.parametrize("points", [(60, 230), (60,)])
def test_sides_that_lie_right_stay(points: tuple[int, ...]) -> None:
    assert worst(to_points(drawn(points), as_corners(SEEN)), SEEN) < 0.004 * dist(*SEEN[2:])


def test_the_far_and_the_near_side_never_move() -> None:
    reported = np.array(to_points(drawn(), as_corners(SEEN + ONE_SIDE_OFF)))
    assert reported[:, 1] == pytest.approx(SEEN[:, 1], abs=0.05)


def test_where_no_points_are_seen_the_corners_stay() -> None:
    image = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    assert np.array(to_points(image, as_corners(SEEN))) == pytest.approx(SEEN, abs=0.05)
