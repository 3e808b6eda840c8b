from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from events.field import Field
from vision.geometry import as_corners
from vision.locate.rectify import transform
from vision.locate.rows import HALF, INSIDE, OUTSIDE, to_rows
from vision.locate.sides import UNIT, from_unit

if TYPE_CHECKING:
    from events.field import Corners

SIZE = (900, 760)
SEEN = np.array([[180, 120], [720, 120], [800, 620], [100, 620.0]])
FIELD = Field()
HIDDEN = 0.025
"""The share of the floor's height that a rail hides at the near side."""


def drawn(points: tuple[int, ...] = (60, 230), fleche: float = FIELD.fleche, rail: int = 110) -> np.ndarray:
    """Return a floor seen aslant, its near side behind a rail, with a camera's softness and grain."""
    floor = np.full((800, 880, 3), 150, np.uint8)
    for row in (0, 1) if points else ():
        for column in range(1, 13):
            x, half = FIELD.column_centre(column), FIELD.case_width / 2
            foot, tip = (0.0, fleche) if row == 0 else (FIELD.height, FIELD.height - fleche)
            outline = np.array([[x - half, foot], [x + half, foot], [x, tip]]) * 2
            shade = points[(column + row) % len(points)]
            cv2.fillPoly(floor, [np.rint(outline).astype(np.int32)], (shade, shade, shade))
    warp = cv2.getPerspectiveTransform(np.array(UNIT * [880, 800], np.float32), SEEN.astype(np.float32))
    image = cv2.warpPerspective(floor, warp, SIZE, borderMode=cv2.BORDER_CONSTANT, borderValue=(70, 70, 70))
    edge = transform(to_image(), np.array([[-0.05, 1 - HIDDEN], [1.05, 1 - HIDDEN], [1.05, 1.06], [-0.05, 1.06]]))
    cv2.fillPoly(image, [np.rint(edge).astype(np.int32)], (rail, rail, rail))
    grain = np.random.default_rng(0).normal(0, 2, image.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(image, (0, 0), 0.8) + grain, 0, 255), np.uint8)


def to_image() -> np.ndarray:
    return from_unit(SEEN)


def visible() -> np.ndarray:
    """Return the corners of the visible part of the floor."""
    return transform(to_image(), UNIT * [1, 1 - HIDDEN])


def worst(reported: Corners, true: np.ndarray) -> float:
    return max(dist(one, other) for one, other in zip(reported, true, strict=True))


@pytest.mark.parametrize("points", [(60, 230), (60,), (60, 100, 230)])
@pytest.mark.parametrize("fleche", [FIELD.fleche, 130.0])
def test_a_hidden_near_side_is_put_where_its_points_would_end(points: tuple[int, ...], fleche: float) -> None:
    reported = to_rows(drawn(points, fleche), as_corners(visible()))
    assert worst(reported, SEEN) < 0.3 * worst(as_corners(visible()), SEEN)


def test_a_near_side_placed_on_the_rail_is_moved_back() -> None:
    beyond = transform(to_image(), UNIT * [1, 1.02])
    assert worst(to_rows(drawn(), as_corners(beyond)), SEEN) < 0.3 * worst(as_corners(beyond), SEEN)


@pytest.mark.parametrize("points", [(60, 230), (60,)])
def test_a_near_side_that_lies_right_stays(points: tuple[int, ...]) -> None:
    assert worst(to_rows(drawn(points), as_corners(SEEN)), SEEN) < 0.004 * dist(*SEEN[2:])


def test_the_other_sides_never_move() -> None:
    reported = np.array(to_rows(drawn(), as_corners(visible())))
    assert reported[:2] == pytest.approx(SEEN[:2], abs=0.05)
    along = transform(np.linalg.inv(to_image()), reported)
    assert along[:, 0] == pytest.approx([0, 1, 1, 0], abs=0.001)


def test_the_near_side_stays_in_an_empty_picture() -> None:
    reported = to_rows(np.full((SIZE[1], SIZE[0], 3), 90, np.uint8), as_corners(SEEN))
    assert np.array(reported) == pytest.approx(SEEN, abs=0.05)


def test_grain_alone_moves_the_near_side_by_no_more_than_a_row() -> None:
    reported = to_rows(drawn(points=(), rail=150), as_corners(visible()))
    along = transform(np.linalg.inv(to_image()), np.array(reported))
    assert along[2:, 1] == pytest.approx(1 - HIDDEN, abs=1.1 * (OUTSIDE + INSIDE) / HALF[1])
