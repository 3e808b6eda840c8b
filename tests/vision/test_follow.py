"""A nudged camera, a pushed board and a calibration that no longer fits are followed, noticed and reported."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from events.board_reading import BoardReading, Trouble
from events.field import Corners
from rules.position import Position
from rules.seating import Seating
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.style import Style
from simulation.scene import scene_of_position
from vision.calibration import Calibration
from vision.locate.rectify import as_corners, transform
from vision.stream.follow import NUDGED, anchor_of, follow, shift
from vision.stream.frames import Stream

Image = NDArray[np.uint8]

STYLE = Style.plain()
CAMERA = Camera(width=960, height=540, focal=900, tilt=math.radians(12)).framing(STYLE.field, 0.8)
CORNERS = CAMERA.corners(STYLE.field)
STEP = 1 / 15


@pytest.fixture(scope="module")
def board() -> Image:
    return picture_of(Position.start(), 1)


@pytest.fixture(scope="module")
def later() -> Image:
    """The same board after many dames have moved."""
    return picture_of(Position((4, 3, 3, 2, 2, 1, *(0,) * 18), (5, 4, 3, 2, 1, *(0,) * 19)), 2)


def picture_of(position: Position, seed: int) -> Image:
    scene = scene_of_position(position, Seating(), STYLE.field, seed)
    return Compositor(STYLE, CAMERA).picture(scene, seed, compress=False)


def moved(image: Image, right: float, down: float, degrees: float = 0.0) -> tuple[Image, Corners]:
    """Return a picture shifted (pixels) and turned around its middle, and the corners after that."""
    turn = cv2.getRotationMatrix2D((480, 270), degrees, 1.0) + np.array([[0, 0, right], [0, 0, down]])
    there = np.array(CORNERS) @ turn[:, :2].T + turn[:, 2]
    picture = cv2.warpAffine(image, turn, (960, 540), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(picture, np.uint8), as_corners(there)


def noisy(image: Image, seed: int) -> Image:
    return np.clip(image + np.random.default_rng(seed).normal(0, 2, image.shape), 0, 255).astype(np.uint8)


class Film:
    """Feeds a stream, each picture long enough to be read."""

    def __init__(self, corners: Corners = CORNERS) -> None:
        self.stream = Stream(Calibration(corners=corners, field=STYLE.field))
        self.t = 0.0
        self.seed = 0

    def rest(self, image: Image) -> list[BoardReading]:
        readings = []
        for _ in range(6):
            self.t += STEP
            self.seed += 1
            seen = self.stream.feed(self.t, noisy(image, self.seed))
            if seen.reading is not None and seen.reading.settled:
                readings.append(seen.reading)
        return readings


@hypothesis_settings(max_examples=12)
@given(right=st.floats(-70, 70), down=st.floats(-40, 40), degrees=st.floats(-6, 6), played=st.booleans())
@example(right=-69.25, down=-39.0, degrees=-5.125, played=True)
def test_wherever_the_board_went_it_is_followed(
    board: Image, later: Image, right: float, down: float, degrees: float, *, played: bool
) -> None:
    """To within half a hundredth of its width, whether or not dames moved meanwhile."""
    image, corners = moved(later if played else board, right, down, degrees)
    found = follow([anchor_of(board, CORNERS)], image, CORNERS)
    assert found is not None
    assert shift(corners, found) < 0.005


def test_another_picture_altogether_is_not_followed(board: Image) -> None:
    anchors = [anchor_of(board, CORNERS)]
    other = np.random.default_rng(0).integers(0, 255, board.shape, np.uint8)
    assert follow(anchors, other, CORNERS) is None
    assert follow(anchors, np.full_like(board, 90), CORNERS) is None
    assert follow(anchors, board[:300], CORNERS) is None
    assert follow([anchor_of(np.full_like(board, 90), CORNERS)], board, CORNERS) is None
    assert follow([], board, CORNERS) is None


def test_a_board_found_nearly_right_is_followed_exactly(board: Image) -> None:
    """The networks find a board that went far, to a hundredth of its width; its own points find it better."""
    image, corners = moved(board, 120, 60, 15)
    rough = as_corners(np.add(corners, [[6, -4], [-5, 3], [4, 6], [-6, 2]]))
    found = follow([anchor_of(board, CORNERS)], image, rough)
    assert found is not None
    assert shift(corners, found) < 0.002


def test_the_grain_and_flicker_of_a_dark_room_move_no_board(board: Image, later: Image) -> None:
    anchors = [anchor_of(board // 8, CORNERS), anchor_of(later // 8, CORNERS)]
    for seed in range(8):
        grain = np.random.default_rng(seed).normal(0, 2, later.shape)
        flickering = np.clip(later // 8 * (1 + 0.03 * seed) + grain, 0, 255).astype(np.uint8)
        found = follow(anchors, flickering, CORNERS)
        assert found is not None
        assert shift(CORNERS, found) < NUDGED / 2


def test_a_camera_that_sinks_little_by_little_is_followed(board: Image, later: Image) -> None:
    """No step is a movement to report, and none is lost."""
    film = Film()
    film.rest(board)
    image, corners = board, CORNERS
    for number in range(1, 9):
        image, corners = moved(board if number < 5 else later, 0.3 * number, 2.2 * number)
        for reading in film.rest(image):
            assert Trouble.BOARD_MOVED not in reading.troubles
            assert reading.corners is not None
            assert shift(corners, reading.corners) < 0.003
    assert shift(CORNERS, corners) > 4 * NUDGED


@pytest.mark.parametrize("fades", [0.98, 0.8])
def test_a_board_that_creeps_while_the_light_fades_is_followed(board: Image, later: Image, fades: float) -> None:
    """Its first picture still keeps the errors from adding up, however dark it gets."""
    first, corners = anchor_of(board, CORNERS), CORNERS
    anchors = [first]
    for number in range(1, 41):
        image, there = moved(later, 0.05 * number, 0.08 * number)
        dim = noisy(np.asarray(image * max(0.3, fades**number), np.uint8), number)
        found = follow(anchors, dim, corners)
        assert found is not None
        assert shift(there, found) < 0.003
        anchors, corners = [first, anchor_of(dim, found)], found
    assert shift(CORNERS, corners) > NUDGED


def test_a_knock_is_reported_once_and_the_board_is_read_again(board: Image) -> None:
    film = Film()
    (first, *_) = film.rest(board)
    assert first.troubles == (Trouble.SMALL,)  # Its dice have twelve pixels.
    for number in range(5):  # It swings.
        film.t += STEP
        film.stream.feed(film.t, moved(board, 30 * (-1) ** number, 20, number)[0])
    image, corners = moved(board, 45, -30, 4)
    readings = film.rest(image)
    assert Trouble.BOARD_MOVED in readings[0].troubles
    assert readings[-1].troubles == first.troubles
    assert readings[-1].corners is not None
    assert shift(corners, readings[-1].corners) < 0.005
    seen = {(case.row, case.column): case.colour for case in first.cases}
    assert {(case.row, case.column): case.colour for case in readings[-1].cases} == seen


def test_a_board_that_is_lifted_and_put_elsewhere_is_followed(board: Image) -> None:
    """It fills most of the picture, so nearly the whole picture changes at once."""
    table = np.random.default_rng(3).integers(100, 140, (27, 48, 3), np.uint8)
    table = np.asarray(cv2.resize(table, (960, 540), interpolation=cv2.INTER_CUBIC), np.uint8)
    film = Film()
    film.rest(board)
    assert not any(reading.cases for reading in film.rest(table))
    image, corners = moved(board, 60, -40, 5)
    readings = film.rest(image)
    assert Trouble.BOARD_MOVED in readings[0].troubles
    assert readings[-1].corners is not None
    assert shift(corners, readings[-1].corners) < 0.005


def test_a_board_pushed_over_a_table_is_followed_not_the_table(board: Image) -> None:
    """The table's pattern stays where it was, and has more corners to follow than the board."""
    table = np.random.default_rng(3).integers(0, 255, (135, 240, 3), np.uint8)
    table = np.asarray(cv2.resize(table, (960, 540), interpolation=cv2.INTER_CUBIC), np.uint8)
    middle = np.mean(CORNERS, axis=0)
    outline = np.rint(middle + (np.array(CORNERS) - middle) * 1.13).astype(np.int32)
    mask = cv2.fillConvexPoly(np.zeros((540, 960), np.uint8), outline, 255)

    def on_table(right: float, down: float) -> tuple[Image, Corners]:
        image, corners = moved(board, right, down)
        where, _ = moved(np.dstack([mask] * 3), right, down)
        return np.where(where > 127, image, table), corners

    film = Film()
    film.rest(on_table(0, 0)[0])
    image, corners = on_table(18, 11)
    readings = film.rest(image)
    assert Trouble.BOARD_MOVED in readings[0].troubles
    assert readings[-1].corners is not None
    assert shift(corners, readings[-1].corners) < 0.006


def test_a_calibration_that_no_longer_fits_is_noticed(board: Image) -> None:
    _, elsewhere = moved(board, 110, 25)
    film = Film(elsewhere)
    readings = film.rest(board)
    assert Trouble.BOARD_MOVED in readings[0].troubles
    assert readings[-1].corners is not None
    assert shift(CORNERS, readings[-1].corners) < 0.05


def test_without_a_board_a_calibration_reads_nothing() -> None:
    table = np.random.default_rng(3).integers(100, 140, (27, 48, 3), np.uint8)
    table = np.asarray(cv2.resize(table, (960, 540), interpolation=cv2.INTER_CUBIC), np.uint8)
    (reading, *_) = Film().rest(table)
    assert Trouble.NO_BOARD in reading.troubles
    assert (reading.cases, reading.dice, reading.pegs) == ((), (), ())


def test_a_shift_is_that_of_the_corner_that_moved_most() -> None:
    unit = ((0.0, 0.0), (100.0, 0.0), (100.0, 90.0), (0.0, 90.0))
    assert shift(unit, unit) == 0
    there = transform(np.array([[1, 0, 3.0], [0, 1, 4.0], [0, 0, 1]]), np.array(unit))
    assert shift(unit, as_corners(there)) == pytest.approx(0.05)
