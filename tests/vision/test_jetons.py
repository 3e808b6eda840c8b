from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from events.board_reading import DieReading, DieRest
from events.field import Field
from rules.position import Side
from rules.seating import Seating
from simulation.render.style import Style
from simulation.scene import jeton_place
from vision.calibration import Talons
from vision.locate.flat import FlatMaps
from vision.locate.rectify import FLOOR, MARGIN, VIEW, flatten
from vision.pieces.jetons import find_jetons, marked

FIELD = Field()
TIPS = FIELD.fleche + 10


@pytest.mark.parametrize(
    ("cases", "points"),
    [(2.0, 2), (4.0, 4), (5.7, 6), (6.4, 8), (11.7, 10)],
)
@pytest.mark.parametrize("talons", ["left", "right"])
def test_a_jeton_marks_what_its_place_says(cases: float, points: int, talons: Talons) -> None:
    """Lois XV: 2 between cases 2 and 3, 4 between 4 and 5, 6 and 8 at the bar, 10 at the far rail."""
    along = cases * FIELD.case_width + (FIELD.bar if cases > 6 else 0)
    x = along if talons == "left" else FIELD.width - along
    assert marked(x, TIPS, FIELD, talons) == ("far", points)
    assert marked(x, FIELD.height - TIPS, FIELD, talons) == ("near", points)


def test_a_jeton_at_the_talons_marks_nothing() -> None:
    assert marked(15, FIELD.height / 2, FIELD, "left") == (None, 0)


def test_without_knowing_the_talons_no_mark_is_read() -> None:
    assert marked(70, TIPS, FIELD, None) == (None, None)


@pytest.mark.parametrize("off", [1.0, 0.45])
@pytest.mark.parametrize("seed", range(40))
def test_every_mark_is_read_on_boards_of_every_make(seed: int, off: float) -> None:
    """With long flèches the marks lie near the middle of the board, and still belong to a side.

    off: the error in placing the jeton, as a share of the mark's distance; people are not exact.
    """
    field, seating = Style.from_seed(seed).field, Seating()
    for side in Side:
        for points in (2, 4, 6, 8, 10):
            x, y = jeton_place(side, points, seating, field)
            y = field.height / 2 + off * (y - field.height / 2)
            assert marked(x, y, field, seating.talons) == (seating.row_of(side), points)


def seen(*cells: tuple[int, int]) -> FlatMaps:
    """Return maps that show only jetons, at these cells (row, column)."""
    empty = np.zeros((VIEW[1] // 4, VIEW[0] // 4), np.float32)
    jetons = empty.copy()
    for row, column in cells:
        around = np.s_[row - 1 : row + 2, column - 1 : column + 2]
        jetons[around] = np.maximum(jetons[around], 0.5)
    for cell in cells:
        jetons[cell] = 0.9
    return FlatMaps(empty, empty, empty, jetons, empty, empty, empty)


LEFT, TOP = MARGIN
CORNERS = ((LEFT, TOP), (LEFT + FLOOR[0], TOP), (LEFT + FLOOR[0], TOP + FLOOR[1]), (LEFT, TOP + FLOOR[1]))


def test_small_jetons_that_touch_are_counted() -> None:
    """On boards of narrow cases a jeton is eight pixels of the view wide: two cells of the map."""
    view = flatten(np.zeros((VIEW[1], VIEW[0], 3), np.uint8), CORNERS)
    home = [(row, 8) for row in (42, 44, 46)]
    reported = find_jetons(view, seen(*home), FIELD, "left")
    assert [jeton.points for jeton in reported] == [0, 0, 0]


@pytest.mark.parametrize(
    ("colour", "jetons"), [((38, 68, 105), 0), ((27, 49, 76), 0), ((30, 30, 30), 1), ((60, 110, 60), 1)]
)
def test_a_doubtful_place_in_the_floors_colour_is_its_shadow(colour: tuple[int, int, int], jetons: int) -> None:
    """A shadow is the floor with less light. The same peak of the map over another colour is a jeton."""
    place = (77.5, 137.5)
    image = np.full((VIEW[1], VIEW[0], 3), (50, 90, 140), np.uint8)
    cv2.circle(image, (round(place[0]), round(place[1])), 6, colour, -1)
    image = np.clip(image + np.random.default_rng(2).normal(0, 3, image.shape), 0, 255).astype(np.uint8)
    maps = replace(seen(), jeton=np.asarray(seen((34, 19)).jeton / 2, np.float32))
    assert len(find_jetons(flatten(image, CORNERS), maps, FIELD, "left")) == jetons


def test_a_peak_in_the_middle_of_a_die_is_that_die() -> None:
    view = flatten(np.zeros((VIEW[1], VIEW[0], 3), np.uint8), CORNERS)
    across, down = FIELD.width / FLOOR[0], FIELD.height / FLOOR[1]
    place = ((77.5 - LEFT) * across, (137.5 - TOP) * down)
    die = DieReading(3, True, DieRest.FLOOR, (77.5, 137.5), place, 1.0)
    assert find_jetons(view, seen((34, 19)), FIELD, "left", (die,)) == ()
