"""Hands are found by what they hide; a hand comes and goes, and a false one at every look belongs to the board."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from events.field import Field
from tests.vision.test_stream import corners_of, noisy, quiet_scene
from vision.calibration import Calibration
from vision.hands import ALWAYS, LEAST_LOOKS, LEAST_TIME, LOOKS, HandsSeen, Reach, over_board

CELLS = (88, 96)


def patch(row: int, column: int, size: int = 12) -> NDArray[np.float32]:
    """Return P(hand) of a board with one patch that looks like a hand."""
    hand = np.zeros(CELLS, np.float32)
    hand[row : row + size, column : column + size] = 0.9
    return hand


def test_one_picture_alone_shows_a_hand() -> None:
    assert over_board(0.0, patch(60, 40), None)
    assert not over_board(0.0, np.zeros(CELLS, np.float32), None)


def test_a_window_mirrored_at_every_look_hides_nothing_but_a_hand_next_to_it_does() -> None:
    seen = HandsSeen()
    reported = [over_board(number * 6.0, patch(60, 40), seen) for number in range(8)]
    assert reported[: LEAST_LOOKS - 1] == [True] * (LEAST_LOOKS - 1)
    assert not any(reported[LEAST_LOOKS - 1 :])
    assert over_board(60.0, np.maximum(patch(60, 40), patch(10, 20)), seen)
    assert not over_board(66.0, patch(60, 40), seen)


def test_the_edge_of_what_is_mirrored_may_waver() -> None:
    seen = HandsSeen()
    reported = [over_board(number * 6.0, patch(60 + number % 2, 40, 12 + number % 2), seen) for number in range(12)]
    assert not any(reported[LEAST_LOOKS:])


@pytest.mark.parametrize("looks", [LEAST_LOOKS, 3 * LOOKS])
def test_a_hand_that_lies_there_no_longer_than_a_throw_takes_is_a_hand(looks: int) -> None:
    seen = HandsSeen()
    between = LEAST_TIME / (looks + 1)
    assert all(over_board(number * between, patch(60, 40), seen) for number in range(looks))


def test_an_arm_laid_on_a_board_that_was_free_stays_a_hand_for_longer() -> None:
    seen = HandsSeen()
    for number in range(LOOKS):
        assert not over_board(number * 6.0, np.zeros(CELLS, np.float32), seen)
    reported = [over_board(200.0 + number * 6.0, patch(60, 40), seen) for number in range(LOOKS)]
    assert all(reported)


@given(st.lists(st.tuples(st.integers(0, 70), st.integers(0, 80), st.booleans()), min_size=1, max_size=40))
def test_a_hand_that_is_not_there_at_most_looks_is_reported_whole(
    places: list[tuple[int, int, bool]],
) -> None:
    seen, reported = HandsSeen(), np.zeros((0, *CELLS), np.bool_)
    for number, (row, column, there) in enumerate(places):
        hand = patch(row, column) if there else np.zeros(CELLS, np.float32)
        reported = np.concatenate([reported, [hand > 0.5]])
        coming = seen.coming(number * 6.0, hand)
        assert not (coming & ~reported[-1]).any()
        if number < LOOKS and reported.mean(axis=0).max() <= ALWAYS:
            np.testing.assert_array_equal(coming, reported[-1])


FIELD = Field()
SLEEVE = (60, 45, 40)


@pytest.fixture(scope="module")
def board() -> tuple[NDArray[np.uint8], Calibration]:
    scene = quiet_scene()
    return scene.image, Calibration(corners=corners_of(scene))


def arm(image: NDArray[np.uint8], calibration: Calibration, x: float, y: float, row: str) -> NDArray[np.uint8]:
    """Return the picture with an arm from beyond a long side to a point of the floor (mm)."""
    edge = FIELD.height + 60 if row == "near" else -60
    return drawn(image, calibration, [(x - 30, edge), (x - 12, y), (x + 12, y), (x + 30, edge)])


def drawn(
    image: NDArray[np.uint8], calibration: Calibration, outline: Sequence[tuple[float, float]]
) -> NDArray[np.uint8]:
    """Return the picture with a shape of a sleeve's colour over the board. outline: on the floor (mm)."""
    floor = [(0, 0), (FIELD.width, 0), (FIELD.width, FIELD.height), (0, FIELD.height)]
    to_image = cv2.getPerspectiveTransform(np.array(floor, np.float32), np.array(calibration.corners, np.float32))
    points = cv2.perspectiveTransform(np.array([outline], np.float32), to_image)[0].astype(np.int32)
    return np.asarray(cv2.fillPoly(image.copy(), [points], SLEEVE), np.uint8)


@pytest.mark.parametrize(("row", "y"), [("near", 300.0), ("near", 150.0), ("far", 120.0), ("far", 260.0)])
@pytest.mark.parametrize("x", [70.0, 220.0, 370.0])
def test_a_hand_is_read_with_its_side_and_its_tip(
    board: tuple[NDArray[np.uint8], Calibration], row: str, y: float, x: float
) -> None:
    image, calibration = board
    reach = Reach(FIELD)
    reach.still(noisy(image, 1), calibration)
    hands = reach.hands(noisy(arm(image, calibration, x, y, row), 2), calibration)
    assert hands is not None
    (hand,) = hands
    assert hand.row == row
    assert np.hypot(hand.tip[0] - x, hand.tip[1] - y) < 25


def test_two_hands_are_two(board: tuple[NDArray[np.uint8], Calibration]) -> None:
    image, calibration = board
    reach = Reach(FIELD)
    reach.still(image, calibration)
    both = arm(arm(image, calibration, 80, 300, "near"), calibration, 350, 120, "far")
    assert sorted(hand.row for hand in reach.hands(both, calibration) or ()) == ["far", "near"]


def test_hands_that_meet_belong_to_nobody(board: tuple[NDArray[np.uint8], Calibration]) -> None:
    """It is not clear which hand took a piece, whether or not the hands were seen before they met."""
    image, calibration = board
    reach = Reach(FIELD)
    reach.still(image, calibration)
    both = arm(arm(image, calibration, 200, 190, "near"), calibration, 205, 210, "far")
    assert reach.hands(both, calibration) is None
    apart = arm(arm(image, calibration, 200, 320, "near"), calibration, 205, 100, "far")
    assert len(reach.hands(apart, calibration) or ()) == 2
    assert reach.hands(both, calibration) is None


def test_an_arm_across_the_whole_board_belongs_to_the_side_it_was_seen_to_come_from(
    board: tuple[NDArray[np.uint8], Calibration],
) -> None:
    image, calibration = board
    reach = Reach(FIELD)
    reach.still(image, calibration)
    across = arm(image, calibration, 200, -15, "near")
    assert reach.hands(across, calibration) is None
    for y in (300.0, 100.0, -15.0, -15.0):
        (hand,) = reach.hands(arm(image, calibration, 200, y, "near"), calibration) or ()
        assert hand.row == "near"
    assert hand.tip[1] < 10


def test_a_hand_at_the_rail_is_read_and_a_fichet_there_is_no_hand(
    board: tuple[NDArray[np.uint8], Calibration],
) -> None:
    image, calibration = board
    reach = Reach(FIELD)
    reach.still(image, calibration)
    fist = drawn(image, calibration, [(160, -60), (240, -60), (225, -4), (175, -4)])
    (hand,) = reach.hands(fist, calibration) or ()
    assert hand.row == "far"
    assert reach.hands(drawn(image, calibration, [(200, -22), (212, -22), (212, -4), (200, -4)]), calibration) == ()


def test_an_arm_from_a_short_side_belongs_to_nobody(board: tuple[NDArray[np.uint8], Calibration]) -> None:
    image, calibration = board
    reach = Reach(FIELD)
    reach.still(image, calibration)
    across = [(-40, 150), (150, 180), (150, 210), (-40, 240)]
    assert reach.hands(drawn(image, calibration, across), calibration) is None


def test_a_still_board_another_light_and_a_first_picture_show_no_hand(
    board: tuple[NDArray[np.uint8], Calibration],
) -> None:
    image, calibration = board
    reach = Reach(FIELD)
    assert not reach.hands(image, calibration)
    reach.still(noisy(image, 1), calibration)
    assert reach.hands(noisy(image, 2), calibration) == ()
    darker = np.clip(image.astype(np.float32) - 15, 0, 255).astype(np.uint8)
    assert reach.hands(darker, calibration) == ()
