"""`tablier calibrate`: learning from pictures and through a camera, and its messages when it cannot learn."""

from __future__ import annotations

from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from events.field import Corners
from tablier.cli import main
from tablier.devices.calibrate import NOT_AT_THE_START, annotate, calibrate
from tablier.devices.simulated_source import InventedTable
from tablier.storage.calibration_file import load
from tablier.storage.settings import CameraSettings
from tablier.storage.settings_file import toml_of
from vision.calibration import CalibrationError

Image = NDArray[np.uint8]


def spoken(corners: Corners) -> list[str]:
    return [f"{x:.1f},{y:.1f}" for x, y in corners]


def test_the_two_sets_and_the_bar_are_learnt(invented: InventedTable, start: Image, corners: Corners) -> None:
    settings = msgspec.structs.replace(invented.settings, board={})
    learnt = calibrate(start, settings, corners)
    known = learnt.calibration
    assert learnt.remarks == ()
    assert known.light is not None
    assert known.dark is not None
    assert known.light[0] > known.dark[0] + 20
    assert known.field is not None
    assert known.field.bar == pytest.approx(invented.table.field.bar, abs=6.0)
    assert known.talons == "left"


def test_the_boards_own_measures_are_kept(invented: InventedTable, start: Image, corners: Corners) -> None:
    assert calibrate(start, invented.settings, corners).calibration.field == invented.table.field


def test_seats_that_do_not_fit_the_settings_are_reported(
    invented: InventedTable, start: Image, corners: Corners
) -> None:
    def remarks(**changes: str) -> str:
        table = msgspec.structs.replace(invented.settings.table, **changes)
        learnt = calibrate(start, msgspec.structs.replace(invented.settings, table=table), corners)
        return " ".join(map(str, learnt.remarks))

    assert 'set table.talons = "left"' in remarks(talons="right")
    assert 'set table.blancs_row = "near", or table.light = "noirs"' in remarks(blancs_row="far")
    assert 'set table.blancs_row = "far", or table.light = "blancs"' in remarks(light="noirs")
    assert remarks(blancs_row="far", light="noirs") == ""


def test_dames_in_the_midst_of_a_game_are_announced(invented: InventedTable, corners: Corners) -> None:
    half = invented.table.duration / 2
    moments = (half + second for second in range(60))
    free = next(t for t in moments if not any(invented.table.scene_at(t + late).hands for late in (-0.5, 0.0, 0.5)))
    assert calibrate(invented.picture(free, 1), invented.settings, corners).remarks == (NOT_AT_THE_START,)


def test_poor_pictures_are_refused_with_what_to_do(invented: InventedTable, start: Image, corners: Corners) -> None:
    dark = (start * 0.05).astype(np.uint8)
    with pytest.raises(CalibrationError, match="dark"):
        calibrate(dark, invented.settings, corners)
    soft = np.asarray(cv2.GaussianBlur(start, (0, 0), 9), np.uint8)
    with pytest.raises(CalibrationError, match=r"sharp|dames"):
        calibrate(soft, invented.settings, corners)
    with pytest.raises(CalibrationError, match="not in the picture, which is 1280 x 720"):
        calibrate(start, invented.settings, ((0, 0), (5000, 0), (5000, 700), (0, 700)))
    with pytest.raises(CalibrationError, match="clockwise"):
        calibrate(start, invented.settings, corners[::-1])


def test_the_corners_found_are_drawn_where_they_are(invented: InventedTable, start: Image, corners: Corners) -> None:
    shown = annotate(start, calibrate(start, invented.settings, corners))
    assert shown.shape == start.shape
    changed = np.abs(shown.astype(int) - start).max(axis=2) > 30
    (left, top), (right, _), (_, bottom), _ = corners
    for x, y in corners:
        assert changed[int(y) - 3 : int(y) + 4, int(x) - 3 : int(x) + 4].any()
    assert not changed[: int(top) - 10, int(left) : int(right)].any()
    assert not changed[int(bottom) + 10 :].any()


def test_the_command_writes_calibration_and_picture(
    start: Image, corners: Corners, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "start.png"), start)
    (tmp_path / "table.toml").write_text('[camera]\ncalibration = "over/board.json"\n')
    settings = ["--settings", str(tmp_path / "table.toml")]
    assert main(["calibrate", *settings, "--image", str(tmp_path / "start.png"), "--corners", *spoken(corners)]) == 0
    kept = load(tmp_path / "over" / "board.json")
    assert kept.size == (1280, 720)
    assert np.allclose(kept.calibration.corners, corners, atol=0.1)
    drawn = cv2.imread(str(tmp_path / "over" / "board.jpg"))
    assert drawn is not None
    assert drawn.shape == start.shape
    assert "The light dames: " in (announced := capsys.readouterr().out)
    assert f"Look at {tmp_path / 'over' / 'board.jpg'}" in announced
    odd = tmp_path / "board.jpg"
    again = ["--image", str(tmp_path / "start.png"), "--corners", *spoken(corners), "--output"]
    assert main(["calibrate", *settings, *again, str(odd)]) == 0
    assert load(odd).size == (1280, 720), "the picture of it is not written over it"
    assert f"Look at {tmp_path / 'board.seen.jpg'}" in capsys.readouterr().out
    again.append("/")
    assert main(["calibrate", *settings, *again]) == 1
    assert "tablier calibrate: /: Is a directory" in capsys.readouterr().err


def test_the_command_looks_through_the_camera(
    invented: InventedTable, start: Image, corners: Corners, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A real camera program on a film: dark at first, as a camera just opened may be, then the board."""
    frames = tmp_path / "frames"
    frames.mkdir()
    cv2.imwrite(str(frames / "1.png"), np.zeros_like(start))
    cv2.imwrite(str(frames / "2.png"), start)
    settings = msgspec.structs.replace(
        invented.settings, calibration={}, camera=CameraSettings(source="film", film="frames", frames_per_second=2)
    )
    (tmp_path / "table.toml").write_text(toml_of(settings))
    assert main(["calibrate", "--settings", str(tmp_path / "table.toml"), "--corners", *spoken(corners)]) == 0
    assert load(tmp_path / "calibration.json").calibration.light is not None
    assert "Looking through the film" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--image", "none.png"], "tablier calibrate: none.png: No such file"),
        (["--image", "text.png"], "tablier calibrate: text.png: not an image"),
        (["--image", "grey.png"], "tablier calibrate: nothing was learnt: "),
        (["--settings", "none.toml"], "tablier calibrate: none.toml: No such file"),
        (["--settings", "off.toml"], 'camera.source is "none": name the camera'),
        (["--image", "grey.png", "--corners", "1,1", "9,1", "9,9", "1,9"], "nothing was learnt: "),
    ],
)
def test_a_failed_calibration_is_reported_and_nothing_written(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.png").write_text("no picture")
    (tmp_path / "off.toml").write_text('[camera]\nsource = "none"\n')
    cv2.imwrite("grey.png", np.full((480, 640, 3), 128, np.uint8))
    assert main(["calibrate", *arguments]) == 1
    assert message in capsys.readouterr().err
    assert not (tmp_path / "calibration.json").exists()


def test_without_any_picture_nobody_is_asked_where_the_board_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tablier.cli.commands.calibrate.PATIENCE", 1.5)
    (tmp_path / "table.toml").write_text("[camera]\ndevice = 63\n")
    assert main(["calibrate", "--settings", str(tmp_path / "table.toml")]) == 1
    *_, last = capsys.readouterr().err.splitlines()
    assert last == "tablier calibrate: USB camera 63: there is no /dev/video63"


def test_options_that_the_page_would_ignore_are_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "--page", "--image", "start.png"]) == 2
    assert main(["calibrate", "--page", "--corners", "1,1", "9,1", "9,9", "1,9"]) == 2
    assert "without --image and --corners" in capsys.readouterr().err


def test_wrong_corners_are_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["calibrate", "--corners", "1,1", "9,1", "9,9", "here"])
    assert ended.value.code == 2
    assert "'here' is not X,Y in pixels" in capsys.readouterr().err
