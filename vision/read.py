"""One image into one reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.cases import fit_bar, read_cases
from vision.dames import find_dames
from vision.dice import find_dice
from vision.reading import BoardReading, Trouble
from vision.rectify import flatten

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.calibration import Calibration
    from vision.geometry import Point

LEAST_WIDTH = 120.0
"""Floors narrower than this many pixels show no dame well enough to count."""


def read(image: NDArray[np.uint8], calibration: Calibration | None = None, *, t: float = 0.0) -> BoardReading:
    """Everything one image (height, width, 3; BGR) says of the board.

    calibration: where the board is and what is known of it; without one, the board is looked for. t: the frame's
    time, seconds. What cannot be read is left out and named in `troubles`; nothing is raised for a poor image.
    """
    if image.ndim != 3 or image.shape[2] != 3 or min(image.shape[:2]) < 32:
        return empty(t, Trouble.NO_BOARD, Trouble.SMALL)
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    troubles = [trouble for trouble in (exposure(grey),) if trouble is not None]
    if calibration is None or Trouble.TOO_DARK in troubles:
        return empty(t, Trouble.NO_BOARD, *troubles)
    if calibration.lens is not None:
        image = calibration.lens.straighten(image)
    corners = calibration.corners
    width = min(np.hypot(*np.subtract(corners[0], corners[1])), np.hypot(*np.subtract(corners[2], corners[3])))
    if width < LEAST_WIDTH:
        return empty(t, Trouble.SMALL, *troubles)
    if not all(_inside(corner, image) for corner in corners):
        troubles.append(Trouble.PARTLY_OUT_OF_VIEW)
    view = flatten(image, corners)
    dames = find_dames(view, calibration.light, calibration.dark)
    field = calibration.field
    bar = fit_bar(dames) if field is None else field.bar / field.width
    return BoardReading(
        t=t,
        corners=corners,
        cases=read_cases(dames, bar),
        dice=find_dice(image, corners, field),
        jetons=(),
        pegs=(),
        hands=False,
        settled=True,
        troubles=tuple(troubles),
    )


def empty(t: float, *troubles: Trouble) -> BoardReading:
    """A reading that holds nothing but the reasons why."""
    return BoardReading(t, None, (), (), (), (), hands=False, settled=False, troubles=troubles)


def exposure(grey: NDArray[np.uint8] | cv2.typing.MatLike) -> Trouble | None:
    """Whether an image (grey) is too dark or too bright to show anything."""
    low, high = np.percentile(grey[::4, ::4], (2, 98))
    if high < 30:
        return Trouble.TOO_DARK
    return Trouble.TOO_BRIGHT if low > 235 else None


def _inside(corner: Point, image: NDArray[np.uint8]) -> bool:
    slack = 0.02 * max(image.shape[:2])
    height, width = image.shape[:2]
    return bool(-slack <= corner[0] <= width + slack and -slack <= corner[1] <= height + slack)
