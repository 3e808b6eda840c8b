from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import NamedTuple
from unittest.mock import Mock

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from events.board_reading import BoardReading, DieReading, DieRest, Trouble
from events.field import Corners
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.style import Style
from simulation.scene import Die, Hand, with_dice
from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import Plan
from vision.calibration import Calibration
from vision.hands import LEAST_LOOKS
from vision.locate.rectify import as_corners
from vision.read import read
from vision.stream import frames
from vision.stream.frames import AGAIN, LOOKS, FrameResult, Motion, Stream, unsure

PLACES = 101
"""How many places the window can have in each direction, enough that any two seeds of a test use different ones."""


@cache
def _field(shape: tuple[int, ...], blur: float) -> NDArray[np.float32]:
    height, width, *channels = shape
    size = (height + PLACES, width + PLACES, *channels)
    field = np.random.default_rng(0).standard_normal(size, np.float32)
    if blur:
        field = np.asarray(cv2.GaussianBlur(field, (0, 0), blur), np.float32)
    field /= field.std()
    return field


def grain(shape: tuple[int, ...], seed: int, blur: float = 0.0) -> NDArray[np.float32]:
    """Return numbers of mean 0 and standard deviation 1, alike within `blur` pixels. seed: below PLACES ** 2.

    They are a window onto one drawn field: drawing a million numbers takes longer than reading them.
    """
    down, right = divmod(37 * seed % PLACES**2, PLACES)
    height, width = shape[:2]
    return _field(shape, blur)[down : down + height, right : right + width]


STEP = 1 / 30


class Scene(NamedTuple):
    """A picture of a board, (height, width, 3) BGR, the corners of its floor in it, (4, 2), and its table."""

    image: NDArray[np.uint8]
    corners: NDArray[np.float64]
    table: InventedTable
    compositor: Compositor


def quiet_scene() -> Scene:
    """A rendered table before the first throw, seen from above."""
    invented = InventedTable(Plan(seed=1, width=960, height=720))
    compositor = Compositor(invented.style, invented.camera)
    return Scene(invented.picture(0.0, 0), np.array(invented.calibration.corners), invented, compositor)


@pytest.fixture(scope="module")
def scene() -> Scene:
    return quiet_scene()


@pytest.fixture
def stream(scene: Scene) -> Stream:
    return Stream(Calibration(corners=corners_of(scene)))


def corners_of(scene: Scene) -> Corners:
    return as_corners(scene.corners)


def noisy(image: NDArray[np.uint8], seed: int, levels: float = 3.0) -> NDArray[np.uint8]:
    return np.clip(image + levels * grain(image.shape, seed), 0, 255).astype(np.uint8)


def feed(stream: Stream, frames: list[NDArray[np.uint8]], start: float = 0.0) -> list[FrameResult]:
    return [stream.feed(start + number * STEP, frame) for number, frame in enumerate(frames)]


def with_hand(scene: Scene, x: float) -> NDArray[np.uint8]:
    """Return the picture with a hand from the near side; x: of its fingertips, in widths of the picture."""
    field, (left, right) = scene.table.style.field, scene.corners[:2, 0]
    across = (x * scene.image.shape[1] - left) / (right - left) * field.width
    pieces = replace(scene.table.table.scene_at(0.0), hands=(Hand("near", across, field.height / 2, opening=0.6),))
    return scene.compositor.picture(pieces, 0, compress=False)


def with_a_square(scene: Scene, half: int = 14) -> NDArray[np.uint8]:
    """Return the picture with a square in the middle of the board. half: of its side in pixels; 14 is a die."""
    image = scene.image.copy()
    middle = np.mean(scene.corners, axis=0).astype(int)
    colour = (255, 255, 255) if image[middle[1], middle[0]].mean() < 128 else (0, 0, 0)
    cv2.rectangle(image, tuple(map(int, middle - half)), tuple(map(int, middle + half)), colour, -1)
    return image


def test_a_still_board_is_read_and_read_again_after_a_long_rest(scene: Scene, stream: Stream) -> None:
    """Noise is no motion: sixty noisy frames of one board give a reading with the time of the first still frame.

    Another reading comes at each of the AGAIN ages, and more readings only for an unsure die.
    """
    seen = feed(stream, [noisy(scene.image, seed) for seed in range(60)])
    readings = [each.reading for each in seen if each.reading is not None]
    assert readings[0].t == 0.0
    for age in AGAIN:
        assert any(age <= reading.t < age + 1.5 * STEP for reading in readings[1:])
    for before, again in pairwise(readings):
        assert unsure(before) or any(age <= again.t < age + 1.5 * STEP for age in AGAIN)
        assert again.t > before.t
    assert len(readings) <= (1 + LOOKS) * (1 + len(AGAIN))
    assert readings[0].settled
    assert len(readings[0].cases) == 24
    assert {each.motion for each in seen[10:]} == {Motion.STILL}


@pytest.mark.parametrize(("dice", "looks"), [(1, LOOKS), (2, 0), (0, 0)])
def test_a_die_alone_is_looked_for_at_once(
    monkeypatch: pytest.MonkeyPatch, scene: Scene, stream: Stream, dice: int, looks: int
) -> None:
    """Two dice are thrown. While only one is found on the board, the next look may find the other."""
    die = DieReading(4, True, DieRest.FLOOR, (0.0, 0.0), (0.0, 0.0), 0.99)
    reported = replace(read(scene.image, stream.calibration), dice=(die,) * dice)
    monkeypatch.setattr("vision.stream.frames.read", lambda *_, **__: reported)
    before = [each.reading is not None for each in feed(stream, [scene.image] * math.floor(AGAIN[0] / STEP))]
    assert sum(before) == 1 + looks
    first = before.index(True)
    assert all(before[first : first + 1 + looks])


def test_dice_are_read_before_a_hand_may_come(scene: Scene, stream: Stream) -> None:
    """Dice lie for a few frames before a hand comes. They are read as they lay then, without the hand."""
    feed(stream, [scene.image] * 10)
    thrown = with_a_square(scene)
    seen = feed(stream, [thrown, thrown, thrown, thrown, with_hand(scene, 0.4)], start=10 * STEP)
    reading, *again, coming = [each.reading for each in seen if each.reading is not None]
    assert reading.settled
    assert reading.t == pytest.approx(11 * STEP)
    assert not any(each.hands for each in (reading, *again))
    assert coming.hands
    assert seen[-1].motion is not Motion.STILL


def test_what_may_be_a_hand_is_read_later_than_a_die(scene: Scene, stream: Stream) -> None:
    """A hand may pause, so that one more frame is waited for where something large changed."""
    feed(stream, [scene.image] * 10)
    waits = []
    for start, half in enumerate((14, 40), 1):
        seen = feed(stream, [with_a_square(scene, half)] * 6, start=10.0 * start)
        waits.append(next(at for at, each in enumerate(seen) if each.reading is not None))
    assert waits[0] < waits[1]


def test_a_hand_that_pauses_is_not_read_when_it_goes_on(scene: Scene, stream: Stream) -> None:
    feed(stream, [scene.image] * 10)
    frames = [with_hand(scene, 0.4)] * 5 + [with_hand(scene, 0.5)] * 5 + [scene.image]
    seen = feed(stream, frames, start=10 * STEP)
    assert [each.reading.hands for each in seen if each.reading is not None] == [True]


def test_nothing_is_read_while_a_hand_moves_and_the_same_board_is_not_read_again(scene: Scene, stream: Stream) -> None:
    first = next(each.reading for each in feed(stream, [scene.image] * 10) if each.reading)
    moving = feed(stream, [with_hand(scene, 0.1 + 0.02 * n) for n in range(30)], start=1.0)
    reported = [each.reading for each in moving if each.reading is not None]
    assert [reading.hands for reading in reported] == [True]
    assert reported[0].cases == ()
    assert all(each.motion is not Motion.STILL for each in moving)
    after = feed(stream, [scene.image] * 10, start=3.0)
    again = [each.reading for each in after if each.reading is not None]
    assert len(again) == 1
    assert again[0].t == pytest.approx(3.0 + STEP)
    assert again[0].cases == first.cases


def test_the_light_may_change(scene: Scene, stream: Stream) -> None:
    """A cloud is no motion: a frame that is a little darker all over shows the same still board."""
    assert any(each.reading is not None for each in feed(stream, [scene.image] * 10))
    darker = np.clip(scene.image * 0.97, 0, 255).astype(np.uint8)
    assert all(each.reading is None for each in feed(stream, [darker] * 7, start=10 * STEP))


@pytest.mark.parametrize("levels", [6.0, 12.0, 18.0])
def test_the_grain_of_a_dark_room_is_no_movement(scene: Scene, stream: Stream, levels: float) -> None:
    """Noise of 12 grey levels a pixel changes some of the 14,400 cells in every frame, but no two neighbours."""
    seen = feed(stream, [noisy(scene.image, seed, levels) for seed in range(40)])
    assert any(each.reading is not None for each in seen)
    die = feed(stream, [noisy(with_a_square(scene), seed, levels) for seed in range(100, 110)], 40 * STEP)
    assert any(each.motion is not Motion.STILL for each in die)


def test_the_pictures_of_a_rest_are_read_as_one_with_less_grain(
    scene: Scene, stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rest that is read again is read with less grain each time, and the next rest shows nothing of it."""
    reads = Mock(wraps=read)
    monkeypatch.setattr(frames, "read", reads)
    feed(stream, [noisy(scene.image, seed, 8.0) for seed in range(60)])
    grains = [float(np.std(call.args[0].astype(float) - scene.image)) for call in reads.call_args_list]
    assert len(grains) > 1
    assert grains[-1] < grains[0] < 6.0
    moved = with_a_square(scene)
    feed(stream, [moved] * 12, 60 * STEP)
    assert np.array_equal(reads.call_args.args[0], moved)


def coarse(image: NDArray[np.uint8], seed: int) -> NDArray[np.uint8]:
    """Add a small camera's grain in a dim room: coarse, since colours are interpolated, and stronger in the light."""
    noise = grain(image.shape[:2], seed, blur=2.0)[..., None] * (3.0 + image / 25.0)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def test_coarse_grain_that_is_stronger_where_it_is_light_is_no_movement(scene: Scene, stream: Stream) -> None:
    """A die that comes after that is still seen."""
    dim = scene._replace(image=(scene.image * 0.6).astype(np.uint8))
    seen = feed(stream, [coarse(dim.image, seed) for seed in range(40)])
    assert all(each.motion is Motion.STILL for each in seen[10:])
    die = feed(stream, [coarse(with_a_square(dim), seed) for seed in range(100, 110)], 40 * STEP)
    assert die[0].motion is Motion.MOVING


def test_grain_on_a_table_too_bright_to_show_any_is_no_movement_on_the_board(scene: Scene, stream: Stream) -> None:
    """Most of the picture does not change at all, and the board only by its grain."""
    board = np.zeros(scene.image.shape[:2], np.uint8)
    middle = scene.corners.mean(axis=0)
    cv2.fillConvexPoly(board, (middle + 1.2 * (scene.corners - middle)).round().astype(np.int32), 1)
    dim = (scene.image * 0.6).astype(np.uint8)
    frames = [np.where(board[..., None] > 0, coarse(dim, seed), np.uint8(255)) for seed in range(40)]
    assert [each.motion for each in feed(stream, frames)[10:]] == [Motion.STILL] * 30


def test_a_small_piece_that_moves_is_seen(scene: Scene, stream: Stream) -> None:
    """A change as large as a die gives a new reading with the time at which the piece came to rest."""
    feed(stream, [scene.image] * 10)
    seen = feed(stream, [scene.image] * 3 + [with_a_square(scene)] * 12, start=10 * STEP)
    readings = [each.reading for each in seen if each.reading is not None]
    assert readings[0].t == pytest.approx(14 * STEP)


def test_frames_of_another_size_are_read_with_the_known_corners(scene: Scene, stream: Stream) -> None:
    """The camera's resolution changed. The corners, in the pixels of before, then lie partly outside the picture."""
    feed(stream, [scene.image] * 10)
    small = np.asarray(cv2.resize(scene.image, (320, 240)), np.uint8)
    readings = [each.reading for each in feed(stream, [small] * 10, start=1.0) if each.reading is not None]
    assert [reading.troubles for reading in readings] == [(Trouble.PARTLY_OUT_OF_VIEW,)]


def test_without_a_board_the_trouble_is_reported() -> None:
    stream = Stream()
    seen = feed(stream, [np.full((480, 640, 3), 100, np.uint8)] * 10)
    (reading,) = [each.reading for each in seen if each.reading is not None]
    assert Trouble.NO_BOARD in reading.troubles
    assert reading.cases == ()


def test_a_nudged_camera_is_followed_and_reported(scene: Scene, stream: Stream) -> None:
    """The corners go with the board, to half a hundredth of its width, and the reading reports that it moved."""
    feed(stream, [scene.image] * 10)
    turn = cv2.getRotationMatrix2D((480, 360), 1.5, 1.0) + np.array([[0, 0, 14.0], [0, 0, -9.0]])
    size = (scene.image.shape[1], scene.image.shape[0])
    nudged = np.asarray(cv2.warpAffine(scene.image, turn, size, borderMode=cv2.BORDER_REFLECT), np.uint8)
    seen = feed(stream, [nudged] * 12, start=1.0)
    reading = next(each.reading for each in seen if each.reading is not None and not each.reading.hands)
    assert Trouble.BOARD_MOVED in reading.troubles
    true = scene.corners @ turn[:, :2].T + turn[:, 2]
    assert reading.corners is not None
    width = np.linalg.norm(true[1] - true[0])
    assert np.linalg.norm(np.array(reading.corners) - true, axis=1).max() < 0.005 * width


def test_dames_that_move_are_no_nudge(scene: Scene, stream: Stream) -> None:
    feed(stream, [scene.image] * 10)
    changed = scene.image.copy()
    middle = np.mean(scene.corners, axis=0).astype(int)
    changed[middle[1] - 60 : middle[1] + 60, middle[0] - 90 : middle[0] + 90] = (40, 60, 90)
    seen = feed(stream, [changed] * 12, start=1.0)
    readings = [each.reading for each in seen if each.reading is not None]
    assert {Trouble.BOARD_MOVED in reading.troubles for reading in readings} == {False}
    assert stream.calibration is not None
    assert stream.calibration.corners == corners_of(scene)


def test_a_die_next_to_the_board_was_thrown_only_if_it_came_since() -> None:
    """Dice that always lay next to a board belong to another game."""
    style = Style.plain()
    field = style.field
    camera = Camera(tilt=math.radians(10)).framing(field, 0.75)
    compositor = Compositor(style, camera, quality="fast")
    before = InventedTable(Plan(seed=1)).table.scene_at(0.0)
    beside = Die(250.0, -field.rail - 35.0, field.de / 2, 2, 0.3, rest="outside")
    thrown = compositor.picture(with_dice(before, (Die(130.0, 180.0, field.de / 2, 5, 0.4), beside)), 1, compress=False)
    for lying, expected in (((beside,), (DieRest.FLOOR,)), ((), (DieRest.FLOOR, DieRest.OUTSIDE))):
        quiet = compositor.picture(with_dice(before, lying), 1, compress=False)
        stream = Stream(Calibration(corners=camera.corners(field), field=field))
        feed(stream, [quiet] * 10)
        reported = [each.reading.dice for each in feed(stream, [thrown] * 40, 10 * STEP) if each.reading is not None]
        assert len(reported) > 1
        assert {tuple(die.rest for die in dice) for dice in reported} == {expected}


def test_a_false_hand_at_every_rest_belongs_to_the_board_and_the_rest_is_read(scene: Scene, stream: Stream) -> None:
    """A window mirrored in a polished floor looks like a hand that never goes, while dice and dames move around it."""
    # The hand is drawn once, the same in every picture, as a mirrored pane is.
    mirrored = with_hand(scene, 0.55)
    assert read(mirrored, stream.calibration).hands
    rests: list[list[BoardReading]] = []
    for number in range(2 * LEAST_LOOKS):
        now = with_a_square(scene._replace(image=mirrored)) if number % 2 else mirrored
        seen = feed(stream, [noisy(now, 100 * number + each) for each in range(12)], number * 6.0)
        rests.append([each.reading for each in seen if each.reading is not None and each.reading.settled])
    early = [reading for rest in rests[: LEAST_LOOKS - 1] for reading in rest]
    assert early
    assert all(reading.hands and not reading.cases for reading in early)
    last = rests[-1][-1]
    assert not last.hands
    assert len(last.cases) == 24
