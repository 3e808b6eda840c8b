"""Compute the camera's place from flat points at known places, so that heights above the floor can be projected."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Corners, Field
from vision.calibration import Lens
from vision.locate.rectify import as_corners, rectangle

FOCALS = tuple(0.6 * 1.12**step for step in range(12))
"""Focal lengths tried, as shares of the image's width: from wide phones to long lenses."""
USUAL_FOCAL = 0.9
"""The focal length of most webcams, phones and Pi cameras; used if the points do not decide, as from straight above."""
PLAIN = 0.002
"""Difference of reprojection error (a share of the image's width) that decides between two focal lengths."""


@dataclass(frozen=True, slots=True)
class Pose:
    """A camera over a board.

    Attributes:
        camera: 3x3, pixels.
        turn, shift: From field coordinates (mm, the third axis pointing down) to the camera's.
        error: Distance (pixels) between the points it was computed from and their projections.
    """

    camera: NDArray[np.float64]
    turn: NDArray[np.float64]
    shift: NDArray[np.float64]
    error: float

    @property
    def place(self) -> NDArray[np.float64]:
        """The camera's place, (3,) mm: field coordinates and its height above the floor."""
        turned = cv2.Rodrigues(self.turn)[0].T @ self.shift.reshape(3)
        return np.asarray(turned * np.array([-1.0, -1.0, 1.0]), np.float64)

    def tilt(self, field: Field) -> float:
        """Return the angle (degrees) of the camera from straight above the floor's middle."""
        x, y, height = self.place
        return float(np.degrees(np.arctan2(np.hypot(x - field.width / 2, y - field.height / 2), height)))

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Project points (n, 3) of field coordinates, the third their height above the floor (mm), to pixels (n, 2)."""
        below = points * np.array([1.0, 1.0, -1.0])
        return np.asarray(cv2.projectPoints(below, self.turn, self.shift, self.camera, None)[0].reshape(-1, 2))

    def corners(self, field: Field, high: float = 0.0) -> Corners:
        """Return the pixels where the corners of a floor would be if they were `high` millimetres higher."""
        return as_corners(self.project(_corner_places(field, high)))


def pose_of(
    places: NDArray[np.float64], pixels: NDArray[np.float64], size: tuple[int, int], lens: Lens | None = None
) -> Pose | None:
    """Return the camera that sees `places` (n, 3; mm, all at one height) at `pixels` (n, 2) of an image of `size`.

    lens: of the straightened image, if known. Otherwise the focal length that fits best is used, or the usual one when
    others fit hardly better. None when no camera sees the points there.
    """
    width, height = size
    if lens is not None:
        return _solve(places, pixels, lens.matrix)
    found: list[tuple[float, Pose]] = []
    for focal in FOCALS:
        camera = np.array([[focal * width, 0, width / 2], [0, focal * width, height / 2], [0, 0, 1.0]])
        pose = _solve(places, pixels, camera)
        if pose is not None:
            doubt = PLAIN * width * abs(np.log(focal / USUAL_FOCAL))
            found.append((pose.error + float(doubt), pose))
    return min(found, key=lambda each: each[0])[1] if found else None


@lru_cache(maxsize=4)
def board_pose(corners: Corners, field: Field, size: tuple[int, int], lens: Lens | None = None) -> Pose | None:
    """Return the camera that sees the corners of a board of these measures at these pixels."""
    return pose_of(_corner_places(field, 0.0), np.array(corners, np.float64), size, lens)


def _corner_places(field: Field, high: float) -> NDArray[np.float64]:
    """Return the corners of a floor, raised by `high` mm: (4, 3), mm."""
    return np.column_stack([rectangle(0, 0, field.width, field.height), np.full(4, high)])


def _solve(places: NDArray[np.float64], pixels: NDArray[np.float64], camera: NDArray[np.float64]) -> Pose | None:
    # OpenCV's third axis points away from the camera here: above the floor is negative.
    below = places * np.array([1.0, 1.0, -1.0])
    solved, turn, shift = cv2.solvePnP(below, pixels, camera, None, flags=cv2.SOLVEPNP_IPPE)
    if not solved:
        return None
    pose = Pose(camera, np.asarray(turn, np.float64), np.asarray(shift, np.float64), 0.0)
    error = float(np.linalg.norm(pose.project(places) - pixels))
    return Pose(pose.camera, pose.turn, pose.shift, error)
