"""The lens chart as a camera with a bent lens would see it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Lens
from vision.table.lens import CHART, DICTIONARY, FIRST_ID, MARKER, SQUARE

PER_MM = 6
MARGIN = 12.0
"""The white border around the chart, mm."""


def printed() -> NDArray[np.uint8]:
    """The chart as it is printed, PER_MM pixels a millimetre."""
    numbers = np.arange(FIRST_ID, FIRST_ID + CHART[0] * CHART[1] // 2)
    board = cv2.aruco.CharucoBoard(CHART, SQUARE, MARKER, cv2.aruco.getPredefinedDictionary(DICTIONARY), numbers)
    size = (round(CHART[0] * SQUARE * PER_MM), round(CHART[1] * SQUARE * PER_MM))
    edge = round(MARGIN * PER_MM)
    return np.asarray(cv2.copyMakeBorder(board.generateImage(size), edge, edge, edge, edge, 0, value=255), np.uint8)


def shown(
    lens: Lens, size: tuple[int, int], turn: NDArray[np.float64], shift: NDArray[np.float64]
) -> NDArray[np.uint8]:
    """A picture of `size` of the chart held with its middle at `shift` (mm, before the camera), turned by `turn`."""
    width, height = size
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float64)
    rays = cv2.undistortPoints(np.dstack([xs, ys]).reshape(-1, 1, 2), lens.matrix, np.array(lens.distortion))
    rays = np.column_stack([rays.reshape(-1, 2), np.ones(width * height)])
    matrix, _ = cv2.Rodrigues(turn)
    along = matrix[:, 2] @ shift / (rays @ matrix[:, 2])
    on_chart = (rays * along[:, None] - shift) @ matrix[:, :2]
    half = np.array([CHART[0] * SQUARE, CHART[1] * SQUARE]) / 2 + MARGIN
    across, down = ((on_chart + half) * PER_MM - 0.5).astype(np.float32).T.reshape(2, height, width)
    paper = cv2.GaussianBlur(printed(), (0, 0), 2.0)
    grey = cv2.remap(paper, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=120)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)


def held_about(lens: Lens, size: tuple[int, int], seed: int, count: int = 11) -> Iterator[NDArray[np.uint8]]:
    """The chart in all parts of the picture, tilted to all sides."""
    random = Random(seed)  # noqa: S311 - pictures, not secrets
    fx, fy, cx, cy = lens.camera
    for number in range(count):
        away = random.uniform(330, 480)
        x = (0.2, 0.5, 0.8)[number % 3] * size[0] + random.uniform(-25, 25)
        y = (0.22, 0.5, 0.78)[number // 3 % 3] * size[1] + random.uniform(-25, 25)
        shift = np.array([(x - cx) / fx * away, (y - cy) / fy * away, away])
        turn = np.array([random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), random.uniform(-0.3, 0.3)])
        yield shown(lens, size, turn, shift)
