from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from events.field import Field
from simulation.render.camera import Camera
from vision.locate.markers import corners_by_markers, marker_middles
from vision.picture_file import load_image

FIELD = Field()
SIZE = (1280, 960)


def camera_at(tilt: float, azimuth: float) -> Camera:
    """Return a camera that looks at the middle of the board."""
    return Camera(width=SIZE[0], height=SIZE[1], focal=1250.0, distance=900.0, tilt=tilt, azimuth=azimuth)


def table(camera: Camera) -> NDArray[np.uint8]:
    """Return a grey table with the four markers on top of the rails' corners."""
    image = np.full((SIZE[1], SIZE[0], 3), 150, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    out, half = FIELD.rail / 2, 9.0
    middles = [
        (-out, -out),
        (FIELD.width + out, -out),
        (FIELD.width + out, FIELD.height + out),
        (-out, FIELD.height + out),
    ]
    for number, (x, y) in enumerate(middles):
        drawn = cv2.copyMakeBorder(cv2.aruco.generateImageMarker(dictionary, number, 60), 12, 12, 12, 12, 0, value=255)
        wide = half * 84 / 60
        quad = [[x - wide, y - wide], [x + wide, y - wide], [x + wide, y + wide], [x - wide, y + wide]]
        pixels = camera.project(np.array([[*corner, FIELD.rail_height] for corner in quad]))
        source = np.array([[0, 0], [84, 0], [84, 84], [0, 84]], np.float32)
        warp = cv2.getPerspectiveTransform(source, pixels.astype(np.float32))
        laid = cv2.warpPerspective(drawn, warp, SIZE)
        mask = cv2.warpPerspective(np.full_like(drawn, 255), warp, SIZE) > 127
        image[mask] = laid[mask][:, None]
    return image


@pytest.mark.parametrize(("tilt", "azimuth"), [(0.0, 0.0), (0.3, 0.2), (0.7, -0.2)])
def test_the_floor_is_found_below_the_markers(tilt: float, azimuth: float) -> None:
    """Its corners are right to about a hundredth of its width, although the markers lie 18 mm above the floor."""
    camera = camera_at(tilt, azimuth)
    corners = corners_by_markers(table(camera))
    assert corners is not None
    true = camera.project(np.array([[0, 0, 0], [440, 0, 0], [440, 400, 0], [0, 400, 0]], np.float64))
    error = np.linalg.norm(np.array(corners) - true, axis=1).max() / np.linalg.norm(true[1] - true[0])
    assert error < 0.012 if tilt == 0 else error < 0.008


def test_without_all_four_markers_no_corner_is_guessed() -> None:
    camera = camera_at(0.3, 0.0)
    image = table(camera)
    image[:, SIZE[0] // 2 :] = 150
    assert len(marker_middles(image)) == 2
    assert corners_by_markers(image) is None


@pytest.mark.shared
def test_real_markers_are_found(shared: Path) -> None:
    photographs = sorted((shared / "photos/markers").glob("*.jpg"))
    assert photographs
    for path in photographs:
        assert set(marker_middles(load_image(path))) == {0, 1, 2, 3}, path
