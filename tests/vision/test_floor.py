"""A floor is found in a whole picture: by its outline, by its sides, through its lens, by its rows of points."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from math import dist

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.field import Corners, Field
from simulation.render.camera import Camera
from training.draw_scenes import draw_scene
from training.picture_files import Scene
from vision.locate.distortion import Bend, bend_of
from vision.locate.floor import FAR_APART, Traced, find_floor
from vision.locate.floor import sureness as floor_sureness
from vision.locate.outline import CELL, PLACES, SQUARE, VIEW, Outlined, move_to_outline, sides_in, upright
from vision.locate.rectify import as_corners, transform
from vision.locate.rows import HALF, INSIDE, OUTSIDE, move_to_rows
from vision.locate.sides import MIDDLES, UNIT, cross_sides, from_unit, move_to_sides, sureness
from vision.read import CONFIDENT_FLOOR


@cache
def drawn_board(seed: int) -> Scene:
    """Return a board among cups, papers and hands, at any tilt. Nothing is trained on it."""
    return draw_scene(6_000_000 + seed, fill=(0.6, 0.95))


def test_drawn_boards_are_found() -> None:
    """Most of them, among cups, papers and hands and at any tilt, are found within a twentieth of their width."""
    close = 0
    for seed in range(8):
        scene = drawn_board(seed)
        found = find_floor(scene.image)
        if found is not None:
            error = np.linalg.norm(np.array(found.corners) - scene.corners, axis=1).max()
            close += bool(error < 0.05 * np.linalg.norm(scene.corners[1] - scene.corners[0]))
    assert close >= 5


def drawn_through(monkeypatch: pytest.MonkeyPatch, seed: int, k: float) -> Scene:
    """Return a board drawn through a lens that bends straight lines by about k."""
    held = Camera.of_photograph

    def bent(seed: int, field: Field, *, width: int, height: int, fill: tuple[float, float]) -> Camera:
        camera = held(seed, field, width=width, height=height, fill=fill)
        return replace(camera, k1=-k * (2 * camera.focal / math.hypot(camera.width, camera.height)) ** 2)

    monkeypatch.setattr(Camera, "of_photograph", bent)
    return drawn_board.__wrapped__(seed)


def test_a_mirror_image_holds_the_same_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    """The floor found in it is the mirror image of the one found in the picture, to a twentieth of a pixel."""
    image = drawn_through(monkeypatch, 6, 0.0).image
    found, mirrored = find_floor(image), find_floor(np.ascontiguousarray(image[:, ::-1]))
    assert found is not None
    assert mirrored is not None
    back = np.array(mirrored.corners)[[1, 0, 3, 2]] * [-1, 1] + [image.shape[1] - 1, 0]
    assert back == pytest.approx(np.array(found.corners), abs=0.05)
    assert mirrored.confidence == pytest.approx(found.confidence, abs=1e-3)


def test_a_large_picture_is_answered_in_its_own_pixels() -> None:
    image = drawn_board(6).image
    found = find_floor(image)
    larger = find_floor(np.asarray(cv2.resize(image, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC), np.uint8))
    assert found is not None
    assert larger is not None
    back = (np.array(larger.corners) + 0.5) / 3 - 0.5
    assert back == pytest.approx(np.array(found.corners), abs=0.01 * image.shape[1])


@pytest.mark.parametrize("turn", [1, 3])
def test_a_board_turned_by_a_quarter_is_found(turn: int) -> None:
    """Its corners begin at the picture's bottom left, since its left edge is the far one."""
    scene = drawn_board(6)
    height, width = scene.image.shape[:2]
    x, y = scene.corners.T
    turned = np.column_stack([y, width - 1 - x] if turn == 1 else [height - 1 - y, x])
    first = int(np.argmin(turned @ [1, -1]))
    found = find_floor(np.ascontiguousarray(np.rot90(scene.image, turn)))
    assert found is not None
    error = np.linalg.norm(np.array(found.corners) - np.roll(turned, -first, axis=0), axis=1).max()
    assert error < 0.05 * np.linalg.norm(scene.corners[1] - scene.corners[0])


@pytest.mark.parametrize("size", [(1, 5000), (5000, 1), (2, 2)])
def test_a_sliver_of_a_picture_holds_no_floor(size: tuple[int, int]) -> None:
    found = find_floor(np.random.default_rng(0).integers(0, 255, (*size, 3), np.uint8))
    assert found is None or found.confidence < CONFIDENT_FLOOR


CELLS = VIEW // CELL


def test_sides_are_where_the_maps_are_highest() -> None:
    """Far and near sides are found down the view, the others across it, each as how far it runs into the floor."""
    answer = np.zeros((9, CELLS, CELLS), np.float32)
    answer[0, 5], answer[2, 18] = 60, 60
    answer[3, :, 5], answer[1, :, 18] = 60, 60
    answer[4:8], answer[8] = -3, 2
    off, scales, score = sides_in(answer)
    assert off == pytest.approx(np.full((4, CELLS), PLACES[5]), abs=1e-6)
    assert (scales == -3).all()
    assert score == 2


def test_a_floor_upright_fills_its_square() -> None:
    picture = np.zeros((300, 400, 3), np.uint8)
    corners = np.array([[90, 60], [300, 70], [320, 250], [80, 240]], np.float64)
    picture[60:250, 80:320] = 200
    view = upright(picture, corners)
    left, top = SQUARE[0]
    right, bottom = SQUARE[2]
    assert view[int(top) + 4 : int(bottom) - 3, int(left) + 4 : int(right) - 3].min() > 0
    assert view[:3].max() == 0


def test_corners_far_off_come_near_the_drawn_floor() -> None:
    """Corners a tenth of the width off are mostly nearer than a twentieth after three looks."""
    rng = np.random.default_rng(5)
    close = 0
    for seed in range(8):
        scene = drawn_board(seed)
        span = float(np.linalg.norm(scene.corners[1] - scene.corners[0]))
        corners = as_corners(scene.corners + rng.normal(0, 0.1 * span, (4, 2)))
        for _ in range(3):
            outlined = move_to_outline(scene.image, corners)
            assert outlined is not None
            corners = outlined.corners
        close += bool(np.linalg.norm(np.array(corners) - scene.corners, axis=1).max() < 0.05 * span)
    assert close >= 6


move = st.floats(-0.05, 0.05)
ALONG = len(MIDDLES)


def offsets(square: np.ndarray) -> np.ndarray:
    """Return how far into the unit square the sides of `square` run, at MIDDLES."""
    reported = []
    for side, (one, other) in enumerate(((0, 1), (1, 2), (3, 2), (0, 3))):
        along, across = (0, 1) if side in (0, 2) else (1, 0)
        slope = (square[other, across] - square[one, across]) / (square[other, along] - square[one, along])
        at = square[one, across] + slope * (MIDDLES - square[one, along])
        reported.append(1 - at if side in (1, 2) else at)
    return np.array(reported)


@given(st.lists(move, min_size=8, max_size=8))
def test_corners_are_where_sides_cross(moves: list[float]) -> None:
    square = UNIT + np.array(moves).reshape(4, 2)
    assert cross_sides(MIDDLES, offsets(square), np.ones((4, ALONG))) == pytest.approx(square, abs=1e-6)


def test_places_hidden_by_a_hand_do_not_move_a_side() -> None:
    """This holds whether these places have little weight or not."""
    square = UNIT + 0.02
    reported = offsets(square)
    reported[0, 3:10] += 0.08
    trust = np.ones((4, ALONG))
    assert cross_sides(MIDDLES, reported, trust) == pytest.approx(square, abs=0.004)
    trust[0, 3:10] = 0.01
    assert cross_sides(MIDDLES, reported, trust) == pytest.approx(square, abs=1e-3)


@given(st.floats(-7, 0), st.integers(0, 3))
def test_one_unsure_side_makes_the_floor_unsure(scale: float, side: int) -> None:
    scales = np.full((4, ALONG), -7.0)
    scales[side] = scale
    assert 0 <= sureness(scales) <= sureness(np.full((4, ALONG), -7.0)) <= 1
    scales[side] = 0.0
    assert sureness(scales) < 0.1


def test_corners_found_roughly_are_moved_to_the_floors_sides() -> None:
    """On drawn boards, corners off by two hundredths of the floor come nearer (median)."""
    rng = np.random.default_rng(3)
    far, near = [], []
    for seed in range(8):
        scene = drawn_board(seed)
        span = float(np.linalg.norm(scene.corners[1] - scene.corners[0]))
        rough = scene.corners + rng.normal(0, 0.02 * span, (4, 2))
        sided = move_to_sides(scene.image, as_corners(rough))
        assert sided is not None
        far.append(np.linalg.norm(rough - scene.corners, axis=1).max() / span)
        near.append(np.linalg.norm(np.array(sided.corners) - scene.corners, axis=1).max() / span)
    assert np.median(near) < np.median(far)


def test_no_floor_is_surely_found_where_there_is_none() -> None:
    rng = np.random.default_rng(4)
    noise = rng.integers(0, 256, (480, 640, 3), np.uint8)
    plain = np.full((480, 640, 3), (60, 90, 40), np.uint8)
    for image in (noise, plain):
        found = find_floor(image)
        assert found is None or found.confidence < CONFIDENT_FLOOR


def test_an_outline_that_disagrees_with_the_sides_makes_a_floor_unsure() -> None:
    """The further the outline is from the sides, the less sure the floor is."""
    corners = ((0.0, 0.0), (13.0, 0.0), (13.0, 10.0), (0.0, 10.0))
    outlined = Outlined(corners, 8.0, -5.0, 0.008)
    reported = [floor_sureness(Traced(corners, outlined, 0.99, apart)) for apart in (0.0, 0.02, 0.05, FAR_APART)]
    assert reported == sorted(reported, reverse=True)
    assert reported[0] > 0.75
    assert reported[-1] < CONFIDENT_FLOOR


SIZE = (640, 480)
bends = st.floats(-0.08, 0.2)


@given(bends, st.floats(0, 639), st.floats(0, 479))
def test_straightening_can_be_undone(k: float, x: float, y: float) -> None:
    bend = Bend(SIZE, k)
    assert bend.points(bend.straight(np.array([[x, y]]))) == pytest.approx(np.array([[x, y]]), abs=0.05)


@given(bends)
def test_the_straightened_picture_holds_the_whole_picture(k: float) -> None:
    rim = np.array([[0, 0], [639, 0], [639, 479], [0, 479], [320, 0], [0, 240]], np.float64)
    straight = Bend(SIZE, k).straight(rim)
    assert (straight >= -1).all()
    assert (straight <= np.array(SIZE)).all()


def bent(seed: int, k: float) -> tuple[np.ndarray, np.ndarray]:
    """Return a board drawn through a lens of bend k, and its corners. The drawing's own lens may bend a little."""
    scene = drawn_board(seed)
    bend = Bend((scene.image.shape[1], scene.image.shape[0]), k)
    return bend.picture(scene.image), bend.points(scene.corners)


def test_a_barrel_distortion_is_found_from_the_sides_it_bends() -> None:
    """The median error is at most a few hundredths."""
    off = []
    for seed in range(6):
        image, corners = bent(seed, 0.12)
        bend = bend_of(image, as_corners(corners))
        off.append(0.12 if bend is None else abs(bend.k - 0.12))
    assert np.median(off) < 0.03


@pytest.mark.parametrize(("seed", "k"), [(0, -0.03), (1, -0.015), (2, 0.0), (3, 0.015), (4, 0.03)])
def test_a_lens_that_hardly_bends_is_left_alone(monkeypatch: pytest.MonkeyPatch, seed: int, k: float) -> None:
    scene = drawn_through(monkeypatch, seed, k)
    bend = bend_of(scene.image, as_corners(scene.corners))
    assert bend is None or abs(bend.k) < 0.06


def test_an_empty_picture_shows_no_bend() -> None:
    plain = np.full((480, 640, 3), 90, np.uint8)
    assert bend_of(plain, as_corners(np.array([[100, 80], [540, 80], [540, 400], [100, 400.0]]))) is None


def test_a_board_is_found_through_a_lens_that_bends(monkeypatch: pytest.MonkeyPatch) -> None:
    """The median error of the corners is less than with straight sides."""

    def median_error() -> float:
        errors = []
        for seed in (0, 1, 4, 5):
            image, corners = bent(seed, 0.16)
            found = find_floor(image)
            off = 1.0 if found is None else np.linalg.norm(np.array(found.corners) - corners, axis=1).max()
            errors.append(off / np.linalg.norm(corners[1] - corners[0]))
        return float(np.median(errors))

    straightened = median_error()
    monkeypatch.setattr("vision.locate.floor.bend_of", lambda *_: None)
    assert straightened < median_error()


SEEN_IN = (900, 760)
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
    image = cv2.warpPerspective(floor, warp, SEEN_IN, borderMode=cv2.BORDER_CONSTANT, borderValue=(70, 70, 70))
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
    reported = move_to_rows(drawn(points, fleche), as_corners(visible()))
    assert worst(reported, SEEN) < 0.3 * worst(as_corners(visible()), SEEN)


def test_a_near_side_placed_on_the_rail_is_moved_back() -> None:
    beyond = transform(to_image(), UNIT * [1, 1.02])
    assert worst(move_to_rows(drawn(), as_corners(beyond)), SEEN) < 0.3 * worst(as_corners(beyond), SEEN)


@pytest.mark.parametrize("points", [(60, 230), (60,)])
def test_a_near_side_that_lies_right_stays(points: tuple[int, ...]) -> None:
    assert worst(move_to_rows(drawn(points), as_corners(SEEN)), SEEN) < 0.004 * dist(*SEEN[2:])


def test_the_other_sides_never_move() -> None:
    reported = np.array(move_to_rows(drawn(), as_corners(visible())))
    assert reported[:2] == pytest.approx(SEEN[:2], abs=0.05)
    along = transform(np.linalg.inv(to_image()), reported)
    assert along[:, 0] == pytest.approx([0, 1, 1, 0], abs=0.001)


def test_the_near_side_stays_in_an_empty_picture() -> None:
    reported = move_to_rows(np.full((SEEN_IN[1], SEEN_IN[0], 3), 90, np.uint8), as_corners(SEEN))
    assert np.array(reported) == pytest.approx(SEEN, abs=0.05)


def test_grain_alone_moves_the_near_side_by_no_more_than_a_row() -> None:
    reported = move_to_rows(drawn(points=(), rail=150), as_corners(visible()))
    along = transform(np.linalg.inv(to_image()), np.array(reported))
    assert along[2:, 1] == pytest.approx(1 - HIDDEN, abs=1.1 * (OUTSIDE + INSIDE) / HALF[1])
