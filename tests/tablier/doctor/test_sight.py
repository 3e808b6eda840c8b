"""The doctor on the camera's picture: light, focus, and whether the board has moved."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from events.field import Corners, Field
from simulation.render.camera import Camera
from tablier.devices.simulated_source import InventedTable
from tablier.setup.doctor import sight
from tablier.setup.doctor.finding import Finding, Health
from tablier.storage.calibration_file import CalibrationFileError, Kept, save
from tablier.storage.paths import Site
from tablier.storage.recording import Frame
from tablier.storage.settings import CameraSettings, Settings
from tests.tablier.doctor.findings import by_subject, only
from vision.locate.view_quality import SOFT, blur

Image = NDArray[np.uint8]

FIELD = Field()


def seen(kept: Kept | CalibrationFileError, *images: Image) -> dict[str, Finding]:
    return by_subject(sight.findings([Frame(number / 15, image) for number, image in enumerate(images)], kept))


def test_a_good_picture_of_a_board_where_it_was(kept: Kept, start: Image) -> None:
    found = seen(kept, start)
    assert [(name, finding.health) for name, finding in found.items()] == [
        ("light", Health.GOOD),
        ("focus", Health.GOOD),
        ("place", Health.GOOD),
        ("calibration", Health.GOOD),
    ]


def test_a_camera_too_low_or_too_far(start: Image) -> None:
    """The corners alone decide; `start` was not taken from there."""
    upright = Camera().framing(FIELD, 0.9)
    far = replace(upright, distance=2.2 * upright.distance)
    low = replace(upright, tilt=math.radians(60)).framing(FIELD, 0.9)
    found = [sight._place(start, camera.corners(FIELD), FIELD, None) for camera in (upright, far, low)]
    assert [finding.health for finding in found] == [Health.GOOD, Health.WRONG, Health.WRONG]
    assert "nearer" in found[1].mend
    assert "above the board" in found[2].mend


def test_too_dark_and_too_bright(kept: Kept, start: Image) -> None:
    dark = seen(kept, (start * 0.05).astype(np.uint8))
    assert "too dark" in dark["light"].said
    assert dark["calibration"].health is Health.NOTE
    bright = seen(CalibrationFileError("there is none"), np.full_like(start, 250))
    assert "too bright" in bright["light"].said
    assert bright["calibration"].said == "there is none"


def test_glare_is_reported_with_its_place(kept: Kept, start: Image, corners: Corners) -> None:
    _, _, (right, bottom), _ = corners
    shining = start.copy()
    cv2.circle(shining, (int(right) - 120, int(bottom) - 100), 70, (255, 255, 255), cv2.FILLED)
    found = seen(kept, shining)["light"]
    assert found.health is Health.NOTE
    assert found.said.endswith("most of it near right")


def test_flicker(kept: Kept, start: Image) -> None:
    frames = [(start * share).astype(np.uint8) for share in (1.0, 0.8) * 8]
    assert "wanders" in seen(kept, *frames)["light"].said


@pytest.mark.parametrize("pixels", [2.0, 3.0, 5.0])
def test_blur_is_measured_as_it_was_made(
    invented: InventedTable, start: Image, corners: Corners, pixels: float
) -> None:
    """The blur measured at edges is within a third of the known Gaussian blur, in pixels."""
    soft = np.asarray(cv2.GaussianBlur(start, (0, 0), pixels), np.uint8)
    width = invented.table.field.width
    pixels_per_mm = (corners[1][0] - corners[0][0]) / width
    assert blur(soft, corners) * width == pytest.approx(pixels / pixels_per_mm, rel=0.33)


@pytest.mark.shared
def test_photographs_are_sharp(shared: Path) -> None:
    """Every photograph of a board in the reference material is good enough to read, and none is called blurred."""
    boards = json.loads((shared / "photos" / "boards.json").read_text())["boards"]
    assert boards
    for board in boards:
        image = np.asarray(cv2.imread(str(shared / "photos" / board["file"])), np.uint8)
        assert blur(image, board["corners_TL_TR_BR_BL"]) * 440 < SOFT, board["file"]


def test_out_of_focus(kept: Kept, start: Image) -> None:
    def focus(pixels: float) -> Health:
        return seen(kept, np.asarray(cv2.GaussianBlur(start, (0, 0), pixels), np.uint8))["focus"].health

    assert [focus(1.0), focus(2.0), focus(4.0), focus(12.0)] == [Health.GOOD, Health.NOTE, Health.WRONG, Health.WRONG]


def test_a_board_that_moved(invented: InventedTable, start: Image, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept(invented.calibration, (1280, 720))
    moved = tuple((x + 40, y) for x, y in invented.calibration.corners)
    monkeypatch.setattr(sight, "locate", lambda _image, _field, _lens: moved)
    found = seen(kept, start)["calibration"]
    assert found.health is Health.WRONG
    assert "has moved: a corner by 6% of the width" in found.said
    monkeypatch.setattr(sight, "locate", lambda _image, _field, _lens: None)
    assert seen(kept, start)["calibration"].health is Health.NOTE


def test_a_calibration_for_other_pictures(kept: Kept, start: Image) -> None:
    half = np.asarray(cv2.resize(start, (640, 360)), np.uint8)
    assert seen(kept, half)["calibration"].said == "made for pictures of 1280 x 720, but the camera gives 640 x 360"


def test_a_camera_that_gives_less_than_was_asked(start: Image) -> None:
    frames = [Frame(number / 5, start) for number in range(10)]
    asked = CameraSettings(width=1280, height=720, frames_per_second=15)
    assert sight.camera_finding(frames, asked).said == "1280 x 720, 5 pictures a second, of 15"
    other = sight.camera_finding(frames, CameraSettings(width=1920, height=1080))
    assert other.mend == "set camera.width = 1280 and camera.height = 720, and calibrate again"
    assert sight.camera_finding(frames[:1], CameraSettings(source="film", film="x")).health is Health.GOOD


def test_looking_through_a_real_camera_program(tmp_path: Path, start: Image, kept: Kept) -> None:
    cv2.imwrite(str(tmp_path / "start.png"), start)
    site = Site(Settings(camera=CameraSettings(source="film", film="start.png")), tmp_path)
    save(site.calibration, kept)
    found = by_subject(sight.sight(site))
    assert set(found) == {"camera", "light", "focus", "place", "calibration"}
    assert all(finding.health is Health.GOOD for finding in found.values())


def test_no_camera(tmp_path: Path) -> None:
    found = by_subject(sight.sight(Site(Settings(camera=CameraSettings(device=63)), tmp_path)))
    assert found["camera"].said == "USB camera 63: there is no /dev/video63"
    assert "there is no" in found["calibration"].said
    assert "tablier calibrate" in found["calibration"].mend
    assert only(sight.sight(Site(Settings(camera=CameraSettings(source="none")), tmp_path))).health is Health.OFF
