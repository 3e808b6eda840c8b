"""The lessons that a person gives about one table, and how they change its readings."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from rules.position import Position
from rules.seating import Seating
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.style import Style
from simulation.scene import scene_of_position
from tablier.devices.lessons import standing
from vision.calibration import Calibration, CalibrationError
from vision.locate.rectify import VIEW
from vision.read import read
from vision.table.learn import EMPTY_BOARD, Lesson, teach, teach_more
from vision.taught import FLOOR_SIZE, LOOK, SHRINK, VERSION, Taught, compare, evidence, shrunk

Image = NDArray[np.uint8]

STYLE = Style.plain()
CAMERA = Camera(width=1280, height=720, focal=1200, tilt=0.15).framing(STYLE.field, 0.85)
KNOWN = Calibration(corners=CAMERA.corners(STYLE.field), field=STYLE.field)
DARKER = np.array((60, 0, 0) * 3)
PLACES = np.array([[100.0, 100.0], [200.0, 250.0]])


@cache
def compositor() -> Compositor:
    return Compositor(STYLE, CAMERA)


def drawn(position: Position | None, seed: int = 1) -> Image:
    scene = scene_of_position(position or Position.start(), Seating(), STYLE.field, seed)
    scene = replace(scene, dames=() if position is None else scene.dames, jetons=())
    return compositor().picture(scene, seed, compress=False)


@pytest.fixture(scope="module")
def played() -> Position:
    """Two dames of each side off the talon."""
    counts = [13, 0, 0, 1, 0, 1, *[0] * 18]
    return Position(tuple(counts), tuple(counts))


@pytest.fixture(scope="module")
def lessons(played: Position) -> list[Lesson]:
    """The empty board, the start and one throw played, as they were read and confirmed."""
    confirmed = [Lesson(drawn(None), EMPTY_BOARD)]
    for position in (Position.start(), played):
        image = drawn(position)
        confirmed.append(Lesson(image, standing(read(image, KNOWN, under_hands=True))))
    return confirmed


@pytest.fixture(scope="module")
def taught(lessons: list[Lesson]) -> Taught:
    return teach(KNOWN, lessons)


def floor(seed: int = 1) -> Image:
    """Return the flat view of some floor, with blurred blots of many colours."""
    blots = np.random.default_rng(seed).integers(60, 200, (36, 39, 3)).astype(np.uint8)
    return np.asarray(cv2.resize(blots, (384, 352), interpolation=cv2.INTER_CUBIC), np.uint8)


def known_floor(view: Image) -> Image:
    small = shrunk(view)
    return np.dstack([small, np.full(small.shape[:2], 255, np.uint8)])


def with_dame(view: Image, place: NDArray[np.float64], colour: tuple[int, int, int]) -> Image:
    x, y = np.rint(place).astype(int).tolist()
    return np.asarray(cv2.circle(view.copy(), (x, y), 11, colour, cv2.FILLED), np.uint8)


@pytest.mark.parametrize("light", [1.0, 0.6, 1.3])
def test_an_empty_place_is_distinguished_from_a_dame_like_those_taught(light: float) -> None:
    """This holds under the light of the lessons, and under a weaker and a stronger light."""
    view = floor()
    before = known_floor(view)
    dame = with_dame(view, PLACES[0], (170, 185, 190))
    looks = compare(before, dame, PLACES[:1])
    light_dames = looks.looks
    known = Taught(before, light_dames, light_dames - DARKER, np.zeros(3))
    seen = np.clip(dame * light, 0, 255).astype(np.uint8)
    there = evidence(known, compare(known.floor, seen, PLACES))
    assert there[0] > 3
    assert there[1] < -3


def test_floors_are_flat_views_shrunk() -> None:
    assert (VIEW[0] // SHRINK, VIEW[1] // SHRINK) == FLOOR_SIZE


def test_a_floor_never_seen_empty_gives_no_evidence() -> None:
    view = floor()
    before = known_floor(view)
    before[..., 3] = 0
    some = np.ones((3, LOOK))
    there = evidence(Taught(before, some, some, np.zeros(3)), compare(before, view, PLACES))
    assert not there.any()


def test_a_table_that_was_taught_is_read_as_before_where_it_was_read_well(taught: Taught, played: Position) -> None:
    image = drawn(played, seed=5)
    plain = read(image, KNOWN, under_hands=True)
    after = read(image, replace(KNOWN, taught=taught), under_hands=True)
    assert standing(after) == standing(plain)
    assert taught.trust == 1


def test_wrong_lessons_change_no_reading(lessons: list[Lesson], played: Position) -> None:
    """A set-up board is confirmed as empty and an empty one as set up; or the lessons are of another table."""
    swapped = [Lesson(lessons[1].image, EMPTY_BOARD), Lesson(lessons[0].image, lessons[1].standing), lessons[2]]
    blots = np.asarray(cv2.resize(floor(7), (1280, 720)), np.uint8)
    foreign = [Lesson(blots, EMPTY_BOARD), Lesson(blots[::-1].copy(), lessons[1].standing)]
    image = drawn(played, seed=5)
    plain = standing(read(image, KNOWN, under_hands=True))
    for wrong in (swapped, foreign):
        known = replace(KNOWN, taught=teach(KNOWN, wrong))
        assert standing(read(image, known, under_hands=True)) == plain


def test_lessons_survive_json(taught: Taught) -> None:
    known = replace(KNOWN, taught=taught)
    assert Calibration.from_dict(json.loads(json.dumps(known.to_dict()))) == known


def test_lessons_of_earlier_versions_hold_each_dames_place_before_its_look(taught: Taught) -> None:
    known = replace(KNOWN, taught=taught)
    kept = known.to_dict()
    for colour in ("light", "dark"):
        kept["taught"][colour] = [[40.0, 50.0, *look] for look in kept["taught"][colour]]
    assert Calibration.from_dict(kept) == known


def test_lessons_of_another_version_are_left_out(taught: Taught) -> None:
    kept = replace(KNOWN, taught=taught).to_dict()
    kept["taught"]["version"] = VERSION + 1
    assert Calibration.from_dict(kept) == KNOWN


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("floor", "no base64!"),
        ("floor", ""),
        ("floor", base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()),
        ("light", [[1.0, 2.0]]),
        ("dark", [[float("nan")] * 11]),
        ("losses", [0.0]),
    ],
)
def test_a_misshapen_file_is_refused(name: str, value: object, taught: Taught) -> None:
    kept = replace(KNOWN, taught=taught).to_dict()
    kept["taught"][name] = value
    with pytest.raises(CalibrationError):
        Calibration.from_dict(kept)


def test_later_lessons_add_their_dames(taught: Taught, played: Position) -> None:
    image = drawn(played, seed=9)
    lesson = Lesson(image, standing(read(image, KNOWN, under_hands=True)))
    more = teach_more(taught, KNOWN, [lesson])
    assert len(more.light) > len(taught.light)
    assert len(more.dark) > len(taught.dark)
    assert np.array_equal(more.floor, taught.floor)
