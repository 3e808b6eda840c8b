"""When photographs are altered for measuring, their labels move with the things they name."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from events.board_reading import Colour
from simulation.labelled_pictures.alterations import ALTERATIONS, CUTS, Alteration, alter
from simulation.labelled_pictures.photographs import Case, Die, Labelled

CORNERS = ((100.0, 60.0), (500.0, 70.0), (520.0, 330.0), (90.0, 340.0))
DICE = ((200.0, 150.0), (420.0, 300.0))


@pytest.fixture
def labelled(tmp_path: Path) -> Labelled:
    """A grey picture with the far left corner white, the others black, and dice that are black discs."""
    picture = np.full((400, 600, 3), 128, np.uint8)
    for number, (x, y) in enumerate(CORNERS):
        cv2.circle(picture, (round(x), round(y)), 12, (255, 255, 255) if number == 0 else (0, 0, 0), -1)
    for x, y in DICE:
        cv2.circle(picture, (round(x), round(y)), 12, (0, 0, 0), -1)
    path = tmp_path / "picture.png"
    cv2.imwrite(str(path), picture)
    cases = (Case("far", 1, Colour.LIGHT, 2, unsure=False), Case("near", 12, Colour.DARK, 3, unsure=False))
    return Labelled(path, CORNERS, cases, tuple(Die(x, y, 5) for x, y in DICE))


@pytest.mark.parametrize("alteration", ALTERATIONS, ids=lambda each: each.name)
def test_labels_move_with_the_things_they_name(alteration: Alteration, labelled: Labelled) -> None:
    made = alter(labelled, alteration)
    assert made.image is not None
    assert made.corners is not None
    for die in made.dice:
        assert made.image[round(die.y), round(die.x)].max() < 64
    lightness = [int(made.image[round(y), round(x)].min()) for x, y in made.corners]
    # The far left corner was in case 1 of the far row. The new place of that label must be white.
    white = {("far", 1): 0, ("far", 12): 1, ("near", 12): 2, ("near", 1): 3}[made.cases[0].row, made.cases[0].column]
    assert lightness[white] > 160
    assert max(value for number, value in enumerate(lightness) if number != white) < 64


@pytest.mark.parametrize("alteration", ALTERATIONS, ids=lambda each: each.name)
def test_corners_go_round_from_the_top_left(alteration: Alteration, labelled: Labelled) -> None:
    corners = alter(labelled, alteration).corners
    assert corners is not None
    (left, top), (right, _), (_, bottom), _ = corners
    assert left < right
    assert top < bottom
    assert cv2.contourArea(np.array(corners, np.float32), oriented=True) > 0


@pytest.mark.parametrize("alteration", CUTS, ids=lambda each: each.name)
def test_a_cut_leaves_out_its_share_of_the_board_and_the_labels_say_so(
    alteration: Alteration, labelled: Labelled
) -> None:
    made = alter(labelled, alteration)
    assert made.image is not None
    assert made.corners is not None
    assert alteration.cut is not None
    side, share = alteration.cut
    height, width = made.image.shape[:2]
    corners = np.array(made.corners)
    far, right, near, left = ((corners[at] + corners[(at + 1) % 4]) / 2 for at in range(4))
    beyond = {
        "far": -far[1] / (near - far)[1],
        "right": (right[0] - width) / (right - left)[0],
        "near": (near[1] - height) / (near - far)[1],
        "left": -left[0] / (right - left)[0],
    }
    assert beyond[side] == pytest.approx(share, abs=0.01)
    assert [case.cut for case in made.cases] == [side in ("far", "left"), side in ("near", "right")]
    for die in made.dice:
        assert made.image[round(die.y), round(die.x)].max() < 64
