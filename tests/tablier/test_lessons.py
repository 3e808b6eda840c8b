"""Teaching a table through the wizard's steps: throws, corrections, the empty board."""

from __future__ import annotations

import io
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from events.board_reading import Colour
from events.field import Corners
from simulation.render.compositor import Compositor
from simulation.scene import Scene
from tablier.cli import main
from tablier.cli.commands.teaching import NoCorrectionError, correction
from tablier.devices.lessons import places_of, with_correction
from tablier.devices.simulated_source import InventedTable
from tablier.setup.calibration_wizard.page import Desk
from tablier.setup.calibration_wizard.steps import THROWS, Walk
from tablier.storage.calibration_file import load
from tablier.storage.settings import CameraSettings
from tablier.storage.settings_file import toml_of
from vision.calibration import CalibrationError

Image = NDArray[np.uint8]

BLACK = np.zeros((720, 1280, 3), np.uint8)


@pytest.fixture
def learnt(invented: InventedTable, start: Image, corners: Corners) -> Walk:
    """Return a wizard that has learnt the start position, with corners placed by hand."""
    person = Walk(invented.settings)
    person.look(start)
    person.place(corners)
    person.learn()
    return person


@pytest.fixture(scope="module")
def empty(invented: InventedTable) -> Image:
    board = Compositor(invented.style, invented.camera, quality="fast")
    return np.array(board.picture(Scene(), 0, compress=False))


@pytest.fixture(scope="module")
def throws(invented: InventedTable) -> list[Image]:
    """The first throws of a game, once the dice lie and no hand is over the board."""
    found: list[Image] = []
    dice: object = ()
    for t in range(int(invented.table.duration)):
        scenes = [invented.table.scene_at(t + late) for late in (-0.3, 0.0, 0.3)]
        if scenes[1].dice and scenes[1].dice != dice and not any(scene.hands for scene in scenes):
            dice = scenes[1].dice
            found.append(np.array(invented.picture(float(t), t)))
            if len(found) == THROWS:
                break
    return found


def test_three_throws_and_the_empty_board_teach_a_table(learnt: Walk, throws: list[Image], empty: Image) -> None:
    learnt.confirm()
    for number, throw in enumerate(throws):
        assert learnt.state()["step"] == "throw"
        assert learnt.state()["throw"] == number
        learnt.look(throw)
        learnt.read()
        assert learnt.state()["step"] == "check"
        assert len(learnt.state()["cases"]) == 24
        assert len(learnt.state()["dice"]) == 2
        learnt.confirm()
    assert learnt.state()["step"] == "empty"
    learnt.look(empty)
    learnt.read()
    assert learnt.state()["step"] == "taught"
    assert learnt.learnt is not None
    taught = learnt.learnt.calibration.taught
    assert taught is not None
    assert len(taught.light) > 0
    assert len(taught.dark) > 0
    assert learnt.state()["dames"]["light"] > 0, "the last throw is read again"


def test_a_correction_stands_until_the_picture_is_read_again(learnt: Walk, start: Image) -> None:
    learnt.correct("near", 6, Colour.DARK, 2)
    shown = {(case["row"], case["column"]): case for case in learnt.state()["cases"]}
    assert (shown["near", 6]["colour"], shown["near", 6]["count"]) == ("dark", 2)
    learnt.confirm()
    assert learnt.lessons[0].standing["near", 6] == (Colour.DARK, 2)
    learnt.look(start)
    learnt.read()
    shown = {(case["row"], case["column"]): case for case in learnt.state()["cases"]}
    assert shown["near", 6]["count"] == 0


def written(folder: Path, name: str, image: Image) -> str:
    assert cv2.imwrite(str(folder / name), image)
    return str(folder / name)


def test_the_command_teaches_from_pictures_and_takes_corrections(
    start: Image,
    throws: list[Image],
    empty: Image,
    corners: Corners,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The input corrects the first throw, has one invalid line, and accepts all other readings."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\nnear 6 2 dark\nnear 13 2 dark\n\n\n\n"))
    pictures = [written(tmp_path, f"{number}.png", throw) for number, throw in enumerate(throws)]
    output = tmp_path / "calibration.json"
    words = ["--image", written(tmp_path, "start.png", start), "--output", str(output)]
    words += ["--corners", *(f"{x:.1f},{y:.1f}" for x, y in corners)]
    words += ["--throws", *pictures, "--empty", written(tmp_path, "empty.png", empty)]
    assert main(["calibrate", *words]) == 0
    taught = load(output).calibration.taught
    assert taught is not None
    said = capsys.readouterr()
    assert "column 6: 2 dark" in said.out
    assert "The table was taught" in said.out
    assert "'near 13 2 dark': expected a row" in said.err


def test_the_command_teaches_through_the_camera(
    invented: InventedTable, start: Image, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, corners: Corners
) -> None:
    """A film of the start alone: each picture is taken once the person presses Enter."""
    (tmp_path / "frames").mkdir()
    written(tmp_path / "frames", "1.png", start)
    camera = CameraSettings(source="film", film="frames", frames_per_second=4)
    settings = msgspec.structs.replace(invented.settings, calibration={}, camera=camera)
    (tmp_path / "table.toml").write_text(toml_of(settings))
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 12))
    spoken = [f"{x:.1f},{y:.1f}" for x, y in corners]
    assert main(["calibrate", "--settings", str(tmp_path / "table.toml"), "--teach", "--corners", *spoken]) == 0
    assert load(tmp_path / "calibration.json").calibration.taught is not None


@pytest.mark.parametrize(
    ("line", "case"),
    [
        ("near 6 2 dark", ("near", 6, Colour.DARK, 2)),
        ("far 12 15 light", ("far", 12, Colour.LIGHT, 15)),
        (" far 3 0 ", ("far", 3, Colour.NONE, 0)),
    ],
)
def test_a_line_sets_a_case_right(line: str, case: tuple[object, ...]) -> None:
    assert correction(line) == case


@pytest.mark.parametrize(
    "line", ["near", "left 1 2 dark", "near 0 2 dark", "far 1 2", "far 1 2 none", "far 1 16 light"]
)
def test_a_line_that_sets_none_right_is_refused(line: str) -> None:
    with pytest.raises(NoCorrectionError, match="expected a row"):
        correction(line)


@pytest.mark.parametrize("words", [["--throws", "a.png"], ["--empty", "a.png"], ["--teach", "--page"]])
def test_pictures_to_teach_go_with_a_picture_of_the_start(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", *words]) == 2
    assert "go with --image" in capsys.readouterr().err


def test_a_case_without_dames_has_no_set(learnt: Walk) -> None:
    assert learnt.learnt is not None
    reading = with_correction(learnt.learnt, "far", 3, Colour.LIGHT, 0).reading
    (case,) = (case for case in reading.cases if (case.row, case.column) == ("far", 3))
    assert (case.colour, case.count) == (Colour.NONE, 0)


def test_every_case_is_shown_where_it_lies(learnt: Walk) -> None:
    assert learnt.learnt is not None
    places = {(case["row"], case["column"]): case["place"] for case in places_of(learnt.learnt)}
    assert len(places) == 24
    assert places["far", 1][0] < places["far", 12][0]
    assert places["far", 1][1] < places["near", 1][1]


def test_requests_out_of_turn_are_refused(learnt: Walk, start: Image) -> None:
    with pytest.raises(CalibrationError):
        learnt.read()
    learnt.confirm()
    with pytest.raises(CalibrationError):
        learnt.confirm()
    with pytest.raises(CalibrationError):
        learnt.correct("near", 1, Colour.LIGHT, 1)
    with pytest.raises(CalibrationError, match="no picture"):
        learnt.read()
    learnt.look(BLACK)
    with pytest.raises(CalibrationError, match="dark"):
        learnt.read()
    learnt.look(start)
    learnt.read()
    learnt.back()
    assert learnt.state()["step"] == "throw"
    learnt.back()
    assert (learnt.state()["step"], learnt.lessons) == ("board", [])


@pytest.mark.parametrize(
    "wish",
    [
        {"row": "left", "column": 1, "colour": "light", "count": 1},
        {"row": "near", "column": 13, "colour": "light", "count": 1},
        {"row": "near", "column": 1, "colour": "red", "count": 1},
        {"row": "near", "column": 1, "colour": "dark", "count": 16},
        {"row": "near", "column": "1", "colour": "dark", "count": 1},
        {"row": "near", "column": 1, "colour": "dark"},
    ],
)
def test_an_invalid_case_is_refused_by_the_page(wish: dict[str, object], learnt: Walk, tmp_path: Path) -> None:
    desk = Desk(learnt, lambda _image, _learnt: tmp_path)
    with pytest.raises(ValueError, match=r"\$|field|Expected|Invalid"):
        desk.wish({"wish": "correct", **wish})
