"""Find the board by the printed marker sheet: four ArUco markers (4x4_50, 0 to 3) where the rails meet.

On a table with markers they are much surer than the floor itself. They lie on the rails' tops, above the floor: the
camera's pose is computed from them, and the floor's corners from the pose.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Corners, Field
from vision.calibration import Lens
from vision.locate.pose import pose_of
from vision.locate.rectify import rectangle

LARGEST = 1600
"""Markers are searched for in an image no longer than this (pixels)."""


def marker_middles(image: NDArray[np.uint8]) -> dict[int, tuple[float, float]]:
    """Return the middles (pixels) of the markers 0 to 3 in an image (BGR)."""
    scale = min(1.0, LARGEST / max(image.shape[:2]))
    small = image if scale == 1.0 else cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    outlines, ids, _ = detector.detectMarkers(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY))
    if ids is None:
        return {}
    middles = {}
    for outline, number in zip(outlines, ids.ravel(), strict=True):
        if 0 <= number <= 3:
            # The middle of a square in perspective is where its diagonals meet.
            (ax, ay), (bx, by), (cx, cy), (dx, dy) = outline.reshape(4, 2).astype(np.float64) / scale
            across = np.array([[cx - ax, bx - dx], [cy - ay, by - dy]])
            along, _ = np.linalg.solve(across, np.array([bx - ax, by - ay]))
            middles[int(number)] = (float(ax + along * (cx - ax)), float(ay + along * (cy - ay)))
    return middles


def corners_by_markers(
    image: NDArray[np.uint8], field: Field | None = None, lens: Lens | None = None
) -> Corners | None:
    """Return the floor's corners (pixels) by the four markers; None unless all of them are visible.

    field: the board's measures, or None for the usual ones; only the rails' width and height matter. lens: the lens
    that the image was straightened with, if it was.
    """
    middles = marker_middles(image)
    if len(middles) < 4:
        return None
    measures = field or Field()
    w, h, out, up = measures.width, measures.height, measures.rail / 2, measures.rail_height
    places = np.column_stack([rectangle(-out, -out, w + out, h + out), np.full(4, up)])
    pixels = np.array([middles[number] for number in range(4)])
    pose = pose_of(places, pixels, (image.shape[1], image.shape[0]), lens)
    return None if pose is None else pose.corners(measures)
