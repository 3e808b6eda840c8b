from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
import threading
import time
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from events.board_reading import BoardReading
from events.field import Corners
from training.draw_scenes import draw_scene
from training.picture_files import Scene
from vision.answer import reading_answer, see_file
from vision.locate.rectify import as_corners

KEYS = {"file", "corners", "turned", "cases", "dice", "jetons", "hands", "troubles", "ms"}


@pytest.fixture(scope="module")
def scene() -> Scene:
    return draw_scene(7)


def corners_of(scene: Scene) -> Corners:
    return as_corners(scene.corners)


def written(path: Path, image: NDArray[Any]) -> Path:
    assert cv2.imwrite(str(path), image)
    return path


def test_a_board_is_answered_as_the_contract_says(scene: Scene, tmp_path: Path) -> None:
    answer = see_file(written(tmp_path / "board.png", scene.image), corners=corners_of(scene))
    assert set(answer) == KEYS
    assert len(answer["cases"]) == 24
    for case in answer["cases"]:
        assert case["colour"] in ("light", "dark", "none")
        assert 0 <= case["confidence"] <= 1
        assert isinstance(case["at_least"], bool), "a stack hides its lower dames"
    assert {(case["row"], case["column"]) for case in answer["cases"]} == {
        (row, column) for row in ("near", "far") for column in range(1, 13)
    }
    json.dumps(answer, allow_nan=False)


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_corners_begin_at_the_pictures_top_left_wherever_the_far_edge_is(turn: int) -> None:
    """Contract 2; the answer also says how the board is turned."""
    corners = [[10.0, 20.0], [90.0, 20.0], [90.0, 70.0], [10.0, 70.0]]
    first = -turn // 90 % 4
    begun = as_corners(np.array(corners[first:] + corners[:first]))
    read = BoardReading(0.0, begun, (), (), (), (), hands=False, settled=True, troubles=())
    answer = reading_answer(read)
    assert (answer["corners"], answer["turned"]) == (corners, turn)


def test_dice_alone_are_read_without_a_board(scene: Scene, tmp_path: Path) -> None:
    answer = see_file(written(tmp_path / "board.png", scene.image), dice_only=True)
    assert set(answer) == KEYS
    assert answer["cases"] == []
    assert answer["corners"] is None


def test_given_corners_without_a_board_are_read_as_a_guess(tmp_path: Path) -> None:
    """Given corners are never refused: on a bare table no case is sure, and the answer says why."""
    table = np.random.default_rng(3).integers(100, 140, (27, 48, 3), np.uint8)
    table = np.asarray(cv2.resize(table, (960, 540), interpolation=cv2.INTER_CUBIC), np.uint8)
    corners = ((200.0, 60.0), (760.0, 60.0), (760.0, 480.0), (200.0, 480.0))
    answer = see_file(written(tmp_path / "table.png", table), corners=corners)
    assert "no_board" in answer["troubles"]
    assert len(answer["cases"]) == 24
    assert max(case["confidence"] for case in answer["cases"]) < 0.7


@pytest.mark.parametrize("level", [0.0, 0.06, 40.0])
def test_corners_given_are_read_in_the_dark_and_the_glare(level: float, scene: Scene, tmp_path: Path) -> None:
    """A room without light, a dim one, a burnt picture: every case is answered as a guess, and the reason is given."""
    poor = np.clip(scene.image * level, 0, 255).astype(np.uint8)
    answer = see_file(written(tmp_path / "poor.png", poor), corners=corners_of(scene))
    assert len(answer["cases"]) == 24
    assert max(case["confidence"] for case in answer["cases"]) < 0.7
    assert {"too_dark", "too_bright"} & set(answer["troubles"])


def truncated(tmp_path: Path, scene: Scene) -> Path:
    whole = cv2.imencode(".jpg", scene.image)[1].tobytes()
    (tmp_path / "cut.jpg").write_bytes(whole[: len(whole) // 40])
    return tmp_path / "cut.jpg"


def test_a_truncated_file_is_an_error_or_no_board(scene: Scene, tmp_path: Path) -> None:
    answer = see_file(truncated(tmp_path, scene))
    assert "error" in answer or "no_board" in answer["troubles"]


@pytest.mark.parametrize("content", [b"", b"not a picture", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", bytes(5000)])
def test_a_file_that_is_no_picture_is_an_error(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "file.jpg").write_bytes(content)
    answer = see_file(tmp_path / "file.jpg")
    assert set(answer) == {"file", "error"}
    assert "file.jpg" in answer["error"]


def test_a_missing_file_or_a_folder_is_an_error(tmp_path: Path) -> None:
    assert "error" in see_file(tmp_path / "nothing.png")
    assert "error" in see_file(tmp_path)


def test_impossible_corners_are_an_error(scene: Scene, tmp_path: Path) -> None:
    path = written(tmp_path / "board.png", scene.image)
    assert "corners" in see_file(path, corners=((0.0, 0.0), (0.0, 9.0), (9.0, 9.0), (9.0, 0.0)))["error"]


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((1, 1, 3), np.uint8),
        np.zeros((720, 1280, 3), np.uint8),
        np.full((720, 1280, 3), 255, np.uint8),
        np.full((480, 640, 3), 127, np.uint8),
        np.random.default_rng(0).integers(0, 255, (480, 640, 3), np.uint8),
        np.zeros((2, 4000, 3), np.uint8),
        np.full((2160, 3840, 3), 90, np.uint8),
        np.full((300, 300), 90, np.uint8),
    ],
    ids=["one pixel", "black", "white", "grey", "noise", "a line", "4K", "one channel"],
)
@pytest.mark.parametrize("dice_only", [False, True])
def test_an_empty_picture_holds_nothing(image: NDArray[Any], dice_only: bool, tmp_path: Path) -> None:
    """It gives no board and no die."""
    answer = see_file(written(tmp_path / "nothing.png", image), dice_only=dice_only)
    assert answer["cases"] == []
    assert answer["dice"] == []
    assert dice_only or "no_board" in answer["troubles"]


def test_an_endless_file_is_an_error() -> None:
    assert "at most" in see_file("/dev/zero")["error"]


def bomb(side: int) -> bytes:
    """Return a PNG of a few kilobytes that holds a black picture of side x side pixels, one bit each."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes((side // 8 + 1) * side))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def test_a_small_file_does_not_unfold_to_gigabytes(tmp_path: Path) -> None:
    """The command refuses it by its header. It runs in a separate process, since OpenCV reads its limit when loaded."""
    (tmp_path / "bomb.png").write_bytes(bomb(16000))
    command = [str(Path(sys.executable).parent / "tablier"), "see", str(tmp_path / "bomb.png")]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 1
    assert "pixels expected" in json.loads(done.stdout)["error"]


@pytest.mark.parametrize("size", [(64, 64), (480, 640)])
def test_any_corners_are_answered(size: tuple[int, int], tmp_path: Path) -> None:
    """Corners that no floor can have are an error; corners far outside the picture are not."""
    path = written(tmp_path / "noise.png", np.random.default_rng(0).integers(0, 255, (*size, 3), np.uint8))
    assert "corners" in see_file(path, corners=((1e300, 0.0), (1e308, 1.0), (1e308, 1e308), (0.0, 1e308)))["error"]
    far = 65000.0
    answer = see_file(path, corners=((-far, -far), (far, -far), (far, far), (-far, far)))
    assert "partly_out_of_view" in answer["troubles"]


def test_corners_far_outside_the_picture_are_reported(tmp_path: Path) -> None:
    """The floor they give is larger than the picture, which shows only grey."""
    path = written(tmp_path / "grey.png", np.full((480, 640, 3), 127, np.uint8))
    answer = see_file(path, corners=((-900.0, -900.0), (1500.0, -900.0), (1500.0, 1400.0), (-900.0, 1400.0)))
    assert "partly_out_of_view" in answer["troubles"]


def test_corners_that_miss_the_picture_hold_no_board(scene: Scene, tmp_path: Path) -> None:
    """No dame and no hand is read there, though the picture shows a board elsewhere."""
    path = written(tmp_path / "board.png", scene.image)
    beside = ((5000.0, 5000.0), (6000.0, 5000.0), (6000.0, 6000.0), (5000.0, 6000.0))
    answer = see_file(path, corners=beside)
    assert "no_board" in answer["troubles"]
    assert (answer["corners"], answer["cases"], answer["hands"]) == (None, [], False)


def test_a_pipe_nobody_writes_into_is_an_error_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    assert "not an image" in see_file(tmp_path / "pipe.jpg")["error"]


def test_a_picture_is_read_from_a_pipe(scene: Scene) -> None:
    """A shell passes a program's output like this: `<(program)`. It may come late."""
    reading, writing = os.pipe()

    def write() -> None:
        time.sleep(0.2)
        with open(writing, "wb") as pipe:
            pipe.write(cv2.imencode(".png", scene.image)[1].tobytes())

    thread = threading.Thread(target=write)
    thread.start()
    answer = see_file(f"/dev/fd/{reading}", dice_only=True)
    thread.join()
    os.close(reading)
    assert set(answer) == KEYS
