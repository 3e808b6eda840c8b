"""Poor pictures, and pictures without a whole board, are reported; their cases are read as guesses."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from events.board_reading import BoardReading, Trouble
from rules.position import Position
from rules.seating import Seating
from simulation.render.camera import Camera
from simulation.render.compositor import Compositor
from simulation.render.hard_to_see import dark_camera, far_camera, glaring_style, unfocused_camera
from simulation.render.style import Style
from simulation.scene import Die, scene_of_position, with_dice
from vision.answer import see_file
from vision.calibration import Calibration, corners_from
from vision.locate.flat import look
from vision.locate.rectify import flatten
from vision.locate.view_quality import BLURRED, SOFT, VARIES, blur, poorly_seen
from vision.read import read

Image = NDArray[np.uint8]


STYLE = Style.plain()
CAMERA = Camera(width=1280, height=720, focal=1200, tilt=0.15).framing(STYLE.field, 0.85)
CORNERS = CAMERA.corners(STYLE.field)
KNOWN = Calibration(corners=CORNERS, field=STYLE.field)
GUESS = 0.75


@pytest.fixture(scope="module")
def board() -> Image:
    scene = scene_of_position(Position.start(), Seating(), STYLE.field, 1)
    scene = with_dice(scene, (Die(120, 200, 6, 5, 0.3), Die(330, 190, 6, 2, 1.0)))
    return Compositor(STYLE, CAMERA).picture(scene, 1, compress=False)


def sure(reading: BoardReading) -> list[float]:
    """Return all confidences above that of a guess."""
    reported = [case.confidence for case in reading.cases] + [die.confidence for die in reading.dice]
    return [confidence for confidence in (*reported, *(peg.confidence for peg in reading.pegs)) if confidence > GUESS]


def test_a_good_picture_is_read_surely(board: Image) -> None:
    reading = read(board, KNOWN)
    assert reading.troubles == ()
    assert len(reading.cases) == 24
    assert len(sure(reading)) > 20


@pytest.mark.parametrize("pixels", [5.0, 9.0])
def test_a_blurred_board_is_reported(board: Image, pixels: float) -> None:
    reading = read(np.asarray(cv2.GaussianBlur(board, (0, 0), pixels), np.uint8), KNOWN)
    assert Trouble.BLURRED in reading.troubles
    assert sure(reading) == []
    assert reading.dice == ()


@pytest.mark.parametrize("level", [0, 12, 250, 255])
def test_nothing_is_read_in_the_dark_or_the_glare(level: int) -> None:
    for known in (None, KNOWN):
        reading = read(np.full((540, 960, 3), level, np.uint8), known)
        assert reading.troubles[-1] in {Trouble.TOO_DARK, Trouble.TOO_BRIGHT}
        assert (reading.cases, reading.dice, reading.jetons, reading.pegs) == ((), (), (), ())


def test_cases_outside_the_picture_are_guesses(board: Image) -> None:
    """The turned camera does not see the left half. The picture's repeated rim is not taken for a hand."""
    moved = tuple((x - 640.0, y) for x, y in CORNERS)
    seen = np.ascontiguousarray(board[:, 640:])
    reading = read(seen, Calibration(corners=corners_from(moved), field=STYLE.field))
    assert Trouble.PARTLY_OUT_OF_VIEW in reading.troubles
    assert not reading.hands
    assert max(case.confidence for case in reading.cases if case.column <= 5) <= GUESS
    assert reading.pegs == ()


@pytest.mark.parametrize(("degrees", "low"), [(0, False), (30, False), (45, False), (60, True), (70, True)])
def test_a_camera_too_low_is_reported(degrees: float, low: bool) -> None:
    """Vision is made for cameras of at most 45 degrees; the guide asks for one above the bar."""
    camera = replace(CAMERA, width=640, height=360, focal=600, tilt=math.radians(degrees)).framing(STYLE.field, 0.9)
    image = Compositor(STYLE, camera).picture(scene_of_position(Position.start(), Seating(), STYLE.field, 1), 1)
    reading = read(image, Calibration(corners=camera.corners(STYLE.field), field=STYLE.field))
    assert (Trouble.CAMERA_LOW in reading.troubles) is low


@pytest.mark.parametrize(
    ("wrong", "trouble"),
    [
        (dark_camera(CAMERA, 0.06), Trouble.TOO_DARK),
        (unfocused_camera(CAMERA, 1.8), Trouble.SOFT),
        (far_camera(CAMERA, STYLE.field, 12), Trouble.SMALL),
    ],
)
def test_a_poor_picture_is_reported_and_still_read(wrong: Camera, trouble: Trouble) -> None:
    """With little light, a slightly blurred lens or small dice, both the cases and the trouble are reported."""
    scene = scene_of_position(Position.start(), Seating(), STYLE.field, 1)
    image = Compositor(STYLE, wrong).picture(scene, 1)
    reading = read(image, Calibration(corners=wrong.corners(STYLE.field), field=STYLE.field))
    assert reading.troubles == (trouble,)
    assert len(reading.cases) == 24


def test_a_trouble_begins_and_ends_only_when_the_pieces_do_not_explain_it(board: Image) -> None:
    """Other positions have sharper or softer edges, and a lens at the limit would be judged otherwise at each rest."""
    view = flatten(board, CORNERS)
    maps, varies = look(view), VARIES[-1]

    def soft(blurred: float, *before: Trouble) -> bool:
        found = poorly_seen(board, CORNERS, view, maps, STYLE.field, blurred=blurred, before=before)
        return Trouble.SOFT in found

    assert varies > 0
    for near in (SOFT - 0.9 * varies, SOFT, SOFT + 0.9 * varies):
        assert (soft(near), soft(near, Trouble.SOFT)) == (False, True)
    assert (soft(SOFT + 1.1 * varies), soft(SOFT - 1.1 * varies, Trouble.SOFT)) == (True, False)


@pytest.mark.parametrize("side", [0.05, 0.95])
def test_a_lamp_mirrored_on_a_talon_is_reported(side: float) -> None:
    """The varnish mirrors the lamp, which hides dames and dice there."""
    style = glaring_style(STYLE, CAMERA, (side * STYLE.field.width, 0.8 * STYLE.field.height))
    image = Compositor(style, CAMERA).picture(scene_of_position(Position.start(), Seating(), STYLE.field, 1), 1)
    assert Trouble.TOO_BRIGHT in read(image, KNOWN).troubles


@pytest.mark.parametrize("part", ["left", "right", "near", "far"])
def test_no_case_of_half_a_board_is_sure(board: Image, part: str) -> None:
    height, width = board.shape[:2]
    x, y = (round(sum(each[axis] for each in CORNERS) / 4) for axis in (0, 1))
    cut = {"left": board[:, :x], "right": board[:, x:], "far": board[:y], "near": board[y:]}[part]
    assert cut.shape[:2] != (height, width)
    reading = read(np.ascontiguousarray(cut))
    assert [case.confidence for case in reading.cases if case.confidence > GUESS] == []


@hypothesis_settings(max_examples=20)
@given(st.integers(1, 90), st.integers(1, 90), st.integers(0, 2**31))
def test_a_tiny_picture_is_too_small(height: int, width: int, seed: int) -> None:
    image = np.random.default_rng(seed).integers(0, 255, (height, width, 3), np.uint8)
    reading = read(image)
    assert Trouble.SMALL in reading.troubles or Trouble.NO_BOARD in reading.troubles
    assert sure(reading) == []


def test_a_huge_picture_is_read_like_a_small_one(board: Image) -> None:
    """It has the 8K of a phone's pictures."""
    large = np.asarray(cv2.resize(board, (7680, 4320), interpolation=cv2.INTER_LINEAR), np.uint8)
    corners = tuple((x * 6, y * 6) for x, y in CORNERS)
    reading = read(large, Calibration(corners=corners_from(corners), field=STYLE.field))
    small = read(board, KNOWN)
    colours = [case.colour for case in small.cases]
    assert [case.colour for case in reading.cases] == colours


LARGE = {
    "png": (".png", []),
    "tiff": (".tif", []),
    "webp": (".webp", []),
    "bmp": (".bmp", []),
    "jpeg": (".jpg", []),
    "progressive jpeg": (".jpg", [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]),
}


@pytest.fixture(scope="module")
def seen_large(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, bool], tuple[dict[str, Any], int]]:
    """Return for each kind, and for one over the limit, what `tablier see` answers and the most memory it took."""
    folder = tmp_path_factory.mktemp("large")
    paths = {}
    for kind, (ending, options) in LARGE.items():
        for over, (width, height) in ((False, (4_160, 3_000)), (True, (16_000, 7_800))):
            path = paths[kind, over] = folder / f"{kind} {over}{ending}"
            cv2.imwrite(str(path), np.full((height, width, 3), 90, np.uint8), options)
    answers = seen_apart(list(paths.values()))
    for path in paths.values():
        path.unlink()
    return dict(zip(paths, answers, strict=True))


@pytest.mark.parametrize("kind", LARGE)
@pytest.mark.parametrize("over", [False, True])
def test_any_picture_takes_at_most_250_megabytes(
    seen_large: dict[tuple[str, bool], tuple[dict[str, Any], int]], kind: str, *, over: bool
) -> None:
    """A file just within the limit of pixels is decoded; one ten times larger is shrunk or refused by its header."""
    answers, peak = seen_large[kind, over]
    assert peak < 250e6
    assert ("error" in answers) is (over and kind != "jpeg")


def test_a_shrunk_picture_is_answered_in_its_own_pixels(tmp_path: Path, board: Image) -> None:
    """A JPEG of 92 million pixels is read shrunk. Its corners are given and answered in the file's pixels."""
    times = 10
    path = tmp_path / "large.jpg"
    cv2.imwrite(str(path), np.asarray(cv2.resize(board, None, fx=times, fy=times), np.uint8))
    corners = corners_from(tuple((x * times, y * times) for x, y in CORNERS))
    answer = see_file(path, corners=corners)
    assert np.abs(np.array(answer["corners"]) - corners).max() < 0.1
    small = see_file_of(board, tmp_path)
    assert [case["count"] for case in answer["cases"]] == [case["count"] for case in small["cases"]]
    assert small["dice"]
    for large_die, small_die in zip(answer["dice"], small["dice"], strict=True):
        assert np.abs(np.array(large_die["centre"]) - np.array(small_die["centre"]) * times).max() < 6 * times


def see_file_of(board: Image, folder: Path) -> dict[str, Any]:
    """Return the answer for the same board in a small file."""
    cv2.imwrite(str(folder / "small.png"), board)
    return see_file(folder / "small.png", corners=CORNERS)


def seen_apart(paths: list[Path]) -> list[tuple[dict[str, Any], int]]:
    """Return the answer of `tablier see` to each file in a process of its own, and the most memory it took (bytes)."""
    program = """
import os, sys
from tablier.cli import main
for path in sys.argv[1:]:
    if os.fork():
        os.wait()
    else:
        main(["see", path])
        print(*(line for line in open("/proc/self/status") if line.startswith("VmHWM")), flush=True)
        os._exit(0)
"""
    done = subprocess.run([sys.executable, "-c", program, *paths], capture_output=True, text=True, check=True)
    answers = iter(line for line in done.stdout.splitlines() if line)
    return [(json.loads(answer), int(peak.split()[1]) * 1024) for answer, peak in zip(answers, answers, strict=True)]


SQUARE = ((40.0, 40.0), (760.0, 40.0), (760.0, 700.0), (40.0, 700.0))
WIDTH = 500.0
"""The width of the floor, mm."""


def test_the_blur_measured_is_the_blur_made_and_is_too_much_above_the_limit() -> None:
    rng = np.random.default_rng(1)
    sharp = np.full((740, 800, 3), 90, np.uint8)
    for x, y, size, grey in zip(*rng.integers(0, (740, 680, 60, 256), (300, 4)).T, strict=True):
        cv2.rectangle(sharp, (int(x), int(y)), (int(x + 20 + size), int(y + 20 + size)), [int(grey)] * 3, -1)
    millimetres = WIDTH / (SQUARE[1][0] - SQUARE[0][0])
    made = np.array([1.4, 1.9, 2.6, 3.2])
    pictures = [np.asarray(cv2.GaussianBlur(sharp, (0, 0), each / millimetres), np.uint8) for each in made]
    reported = np.array([blur(picture, SQUARE) * WIDTH for picture in pictures])
    assert np.allclose(reported, made, rtol=0.12)
    assert (reported > BLURRED).tolist() == (made > BLURRED).tolist()
