"""Whole pictures are read: drawn ones whose truth is known, and real photographs if they are next to the project."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from events.board_reading import Colour, Trouble
from events.field import Corners
from simulation.labelled_pictures import photographs as labels
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.style import Style
from simulation.scene import Dame, Hand, Scene
from training.draw_scenes import draw_scene
from training.picture_files import Scene as Drawn
from vision.calibration import Calibration, CalibrationError
from vision.locate.rectify import as_corners
from vision.picture_file import load_image
from vision.pieces.dice import dice_anywhere
from vision.read import read
from vision.table.learn import learn

NEVER_TRAINED_ON = 5_000_000


@pytest.fixture(scope="module")
def scenes() -> list[Drawn]:
    """Drawn boards without hands, from seeds that no training uses."""
    chosen: list[Drawn] = []
    seed = NEVER_TRAINED_ON
    while len(chosen) < 6:
        scene = draw_scene(seed)
        seed += 1
        if not scene.hands.any() and all(dame.seen > 0.6 or dame.seen < 0.2 for dame in scene.dames):
            chosen.append(scene)
    return chosen


def corners_of(scene: Drawn) -> Corners:
    return as_corners(scene.corners)


def test_drawn_boards_are_read(scenes: list[Drawn]) -> None:
    """Nine in ten cases of very unusual boards, in any light, are read without a mistake."""
    right = wrong = 0
    for scene in scenes:
        reading = read(scene.image, Calibration(corners=corners_of(scene)))
        truth: Counter[tuple[str, int, bool]] = Counter()
        for dame in scene.dames:
            if dame.case is not None and dame.seen > 0.5:
                truth[(*dame.case, dame.light)] += 1
        for case in reading.cases:
            light, dark = truth[case.row, case.column, True], truth[case.row, case.column, False]
            expected = Colour.LIGHT if light else Colour.DARK if dark else Colour.NONE
            if (case.colour, case.count) == (expected, light + dark):
                right += 1
            else:
                wrong += 1
    assert right > 9 * wrong


def test_the_same_picture_gives_the_same_reading(scenes: list[Drawn]) -> None:
    scene = scenes[0]
    calibration = Calibration(corners=corners_of(scene))
    assert read(scene.image, calibration, t=3.0) == read(scene.image.copy(), calibration, t=3.0)


def test_under_a_hand_nothing_is_read_unless_asked() -> None:
    style = Style.of_any_make(NEVER_TRAINED_ON)
    camera = Camera(width=960).framing(style.field, 0.9)
    scene = Scene((Dame(30, 30, "light"),), hands=(Hand("near", style.field.width / 2, style.field.height / 2),))
    covered = Compositor(style, camera).picture(scene, 0)
    calibration = Calibration(corners=camera.corners(style.field))
    reading = read(covered, calibration)
    assert reading.hands
    assert (reading.cases, reading.dice, reading.jetons) == ((), (), ())
    assert len(read(covered, calibration, under_hands=True).cases) == 24


def test_the_colours_of_both_sets_are_learnt_from_one_picture(scenes: list[Drawn]) -> None:
    scene = next(s for s in scenes if {dame.light for dame in s.dames if dame.seen > 0.6} == {True, False})
    calibration = learn(scene.image, corners_of(scene))
    assert calibration.light is not None
    assert calibration.dark is not None
    assert calibration.light[0] > calibration.dark[0]
    assert Calibration.from_dict(calibration.to_dict()) == calibration


def test_nothing_is_learnt_from_an_empty_picture() -> None:
    with pytest.raises(CalibrationError, match="no board"):
        learn(np.full((480, 640, 3), 120, np.uint8))


def test_a_floor_that_is_small_or_out_of_view_is_reported() -> None:
    image = np.random.default_rng(0).integers(0, 255, (480, 640, 3), np.uint8)
    small = read(image, Calibration(corners=((300.0, 200.0), (380.0, 200.0), (380.0, 270.0), (300.0, 270.0))))
    assert Trouble.SMALL in small.troubles
    out = read(image, Calibration(corners=((-200.0, 20.0), (600.0, 20.0), (600.0, 460.0), (-200.0, 460.0))))
    assert Trouble.PARTLY_OUT_OF_VIEW in out.troubles


@pytest.mark.shared
def test_real_boards_are_read_where_their_corners_are_given(shared: Path) -> None:
    """Nineteen in twenty cases are exact, in photographs of other people's boards."""
    right = total = 0
    for labelled in labels.boards(shared / "photos"):
        assert labelled.corners is not None
        reading = read(load_image(labelled.path), Calibration(corners=labelled.corners), under_hands=True)
        seen = {(case.row, case.column): (case.count, case.colour) for case in reading.cases}
        for case in labelled.cases:
            if not case.unsure:
                total += 1
                right += seen.get((case.row, case.column)) == (case.count, case.colour)
    assert total > 300
    assert right >= 0.95 * total


@pytest.mark.shared
def test_real_dice_never_trained_on_are_read(shared: Path) -> None:
    right = total = 0
    for labelled in labels.dice(shared / "photos", kind="burak")[:8]:
        found = dice_anywhere(load_image(labelled.path))
        for die in labelled.dice:
            total += 1
            right += any(
                each.value == die.value and np.hypot(each.centre[0] - die.x, each.centre[1] - die.y) < 30
                for each in found
            )
    assert total
    assert right >= 0.7 * total


def test_a_board_seen_aslant_with_no_dame_near_its_far_side_is_read() -> None:
    """No dame gives a colour there, where piles would lean out of the view."""
    style = Style.from_seed(3)
    camera = Camera(tilt=math.radians(25)).framing(style.field, 0.9)
    scene = Scene((Dame(*style.field.dame_place("near", 3, 0), "light"),))
    image = Compositor(style, camera).picture(scene, 1, compress=False)
    reading = read(image, Calibration(corners=camera.corners(style.field), field=style.field))
    assert {(case.row, case.column): case.count for case in reading.cases if case.count} == {("near", 3): 1}
