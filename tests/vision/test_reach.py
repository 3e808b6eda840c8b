"""The side from which a hand reaches in, and how far it reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from events.field import Field
from tests.vision.test_stream import corners_of, noisy, quiet_scene
from vision.calibration import Calibration
from vision.hands.reach import Reach

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

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
