"""Measure once how a camera's lens bends straight lines (OpenCV's model), with a printed chart held in front of it.

The chart is a ChArUco board (`hardware.drawings.markers` prints it): squares whose corners are found to a fraction of a
pixel, and markers between them that identify each corner, so that half a chart at the picture's edge counts too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import CalibrationError, Lens
from vision.locate.rectify import rectangle

DICTIONARY: Final = cv2.aruco.DICT_4X4_50
CHART: Final = (7, 5)
"""Squares of the chart, across and along; its markers follow the four of the board."""
SQUARE: Final = 34.0
MARKER: Final = 25.0
"""Sides of squares and markers, millimetres. Only their ratio matters: a chart printed smaller is as good."""
FIRST_ID: Final = 10
"""Number of the chart's first marker: those before are the board's own (`vision.locate.markers`)."""

FEWEST_CORNERS: Final = 8
"""Fewer of the chart's 24 inner corners are not enough to measure anything."""
FEWEST_VIEWS: Final = 8
MOST_VIEWS: Final = 30
"""Least and most views of the chart that are used: more take time and hardly help."""
CELLS: Final = (3, 3)
"""Parts of the picture, across and down; the chart must have been in each of them."""
APART: Final = 0.06
"""Views whose corners differ by less than this share of the picture's width are the same."""
STILL: Final = 0.003
"""A chart that moved by more than this share between two pictures is blurred by its movement."""
SPREAD: Final = 0.12
"""Least variation of the chart's tilt over the views: see `_leanings`."""
WORST: Final = 0.0012
"""Greatest error of the corners that the measured lens predicts (root mean square, share of the picture's width).

A larger error shows that the lens was not measured: the chart is bent, or the pictures are blurred.
"""


@dataclass(frozen=True, slots=True)
class ChartView:
    """The chart in one picture: the numbers of its visible corners (n,), and their places (n, 2; pixels)."""

    size: tuple[int, int]
    corners: tuple[int, ...]
    pixels: NDArray[np.float64]

    def shift(self, other: ChartView) -> float:
        """Return the mean distance of its corners from those of another view, as a share of the picture's width."""
        mine = dict(zip(self.corners, self.pixels, strict=True))
        theirs = dict(zip(other.corners, other.pixels, strict=True))
        both = [corner for corner in mine if corner in theirs]
        if not both:
            return 1.0
        return float(np.mean([np.linalg.norm(mine[each] - theirs[each]) for each in both])) / self.size[0]


def chart_in(image: NDArray[np.uint8]) -> ChartView | None:
    """Return the chart in a picture (BGR); None when too little of it is visible."""
    detector = cv2.aruco.CharucoDetector(_board())
    pixels, corners, _, _ = detector.detectBoard(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    if corners is None or len(corners) < FEWEST_CORNERS:
        return None
    numbers = tuple(int(number) for number in corners.ravel())
    return ChartView((image.shape[1], image.shape[0]), numbers, np.asarray(pixels, np.float64).reshape(-1, 2))


@dataclass(slots=True)
class LensSession:
    """Collects charts from a stream of pictures of one size, until the lens can be measured.

    A view counts when the chart was held still and is in another place than in all views before.
    """

    views: tuple[ChartView, ...] = ()
    _last: ChartView | None = None

    def look(self, image: NDArray[np.uint8]) -> bool:
        """Take a picture (BGR); return whether it counts."""
        view = chart_in(image)
        before, self._last = self._last, view
        if view is None or len(self.views) >= MOST_VIEWS:
            return False
        if self.views and view.size != self.views[0].size:
            self.views = ()
        if before is None or before.size != view.size or view.shift(before) > STILL:
            return False
        return self.add(view)

    def add(self, view: ChartView) -> bool:
        """Take a view; return whether it differs from all before."""
        if any(view.shift(other) < APART for other in self.views):
            return False
        self.views = (*self.views, view)
        return True

    @property
    def seen(self) -> bool:
        """Whether the chart was in the last picture."""
        return self._last is not None

    @property
    def missing(self) -> tuple[tuple[int, int], ...]:
        """The parts of the picture (column, row of CELLS) where the chart has not been yet."""
        return missing_cells(self.views)

    @property
    def enough(self) -> bool:
        """Whether there are enough views to measure the lens."""
        return len(self.views) >= FEWEST_VIEWS and not self.missing and _leanings(self.views) >= SPREAD


def missing_cells(views: Sequence[ChartView]) -> tuple[tuple[int, int], ...]:
    """Return the parts of the picture (column, row of CELLS) where no corner of any chart was."""
    columns, rows = CELLS
    cells = {(column, row) for row in range(rows) for column in range(columns)}
    for view in views:
        width, height = view.size
        for x, y in view.pixels:
            cells.discard((min(int(x / width * columns), columns - 1), min(int(y / height * rows), rows - 1)))
    return tuple(sorted(cells, key=lambda cell: cell[::-1]))


def measure(views: Sequence[ChartView]) -> Lens:
    """Return the lens that gives these views of the chart.

    Raises CalibrationError when there are too few views, when they have different sizes or are all alike, or when no
    one lens fits them.
    """
    if len(views) < FEWEST_VIEWS:
        raise CalibrationError(
            f"the chart was seen {len(views)} times, at least {FEWEST_VIEWS} views are needed",
            "chart.few",
            views=len(views),
            wanted=FEWEST_VIEWS,
        )
    sizes = {view.size for view in views}
    if len(sizes) > 1:
        raise CalibrationError(f"the pictures of the chart have {len(sizes)} sizes, expected one")
    missing = missing_cells(views)
    if missing:
        raise CalibrationError(
            f"the chart was never {', '.join(cell_name(cell) for cell in missing)} of the picture",
            "chart.missing",
            cells=missing,
        )
    if _leanings(views) < SPREAD:
        raise CalibrationError(
            "the chart was always held alike: tilt it to each side, towards you and away", "chart.alike"
        )
    (size,) = sizes
    places = np.array(_board().getChessboardCorners(), np.float32)
    error, camera, distortion, _, _ = cv2.calibrateCamera(
        [places[list(view.corners)] for view in views],
        [view.pixels.astype(np.float32) for view in views],
        size,
        np.eye(3),
        np.zeros(5),
        flags=cv2.CALIB_FIX_K3,
    )
    if not np.isfinite(camera).all() or error > WORST * size[0]:
        raise CalibrationError(
            f"no lens fits these views of the chart (corners {error:.1f} pixels off): glue it flat, and hold it still",
            "chart.bent",
            pixels=round(float(error), 1),
        )
    fx, fy, cx, cy = (float(camera[each]) for each in ((0, 0), (1, 1), (0, 2), (1, 2)))
    k1, k2, p1, p2, k3 = (float(value) for value in np.ravel(distortion)[:5])
    return Lens((fx, fy, cx, cy), (k1, k2, p1, p2, k3))


def cell_name(cell: tuple[int, int]) -> str:
    """Return the name of a part of the picture, in words.

    >>> cell_name((0, 0)), cell_name((1, 1)), cell_name((2, 1))
    ('at the top left', 'in the middle', 'at the right')
    """
    column, row = ("left", "", "right")[cell[0]], ("top", "", "bottom")[cell[1]]
    return f"at the {' '.join(word for word in (row, column) if word)}" if row or column else "in the middle"


def _leanings(views: Sequence[ChartView]) -> float:
    """Return how much the chart's perspective varies over the views.

    For each pair of opposite sides, it is the range of the logarithm of their ratio. The pair with the smaller range
    counts.
    """
    leans = []
    across, along = CHART[0] - 1, CHART[1] - 1
    corner = rectangle(0, 0, across - 1, along - 1)
    for view in views:
        numbers = np.array(view.corners)
        places = np.column_stack([numbers % across, numbers // across]).astype(np.float64)
        to_image, _ = cv2.findHomography(places, view.pixels)
        if to_image is None:
            continue
        outline = cv2.perspectiveTransform(corner.reshape(-1, 1, 2), to_image).reshape(-1, 2)
        top, right, bottom, left = (float(np.linalg.norm(b - a)) for a, b in pairwise([*outline, outline[0]]))
        if min(top, right, bottom, left) > 0:
            leans.append((np.log(top / bottom), np.log(left / right)))
    return float(np.ptp(np.array(leans), axis=0).min()) if leans else 0.0


@lru_cache(maxsize=1)
def _board() -> cv2.aruco.CharucoBoard:
    count = CHART[0] * CHART[1] // 2
    ids = np.arange(FIRST_ID, FIRST_ID + count)
    return cv2.aruco.CharucoBoard(CHART, SQUARE, MARKER, cv2.aruco.getPredefinedDictionary(DICTIONARY), ids)
