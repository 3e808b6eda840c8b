"""Check how well a board of known measures is visible: camera too low, too dark, glaring, soft, or too small.

Such a picture is still read. The limits are fitted by `training.calibrate_sight`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from events.board_reading import Trouble
from events.field import Corners, Field
from vision.calibration import Lens
from vision.locate.flat import FlatMaps
from vision.locate.focus import BLURRED
from vision.locate.pose import Pose, board_pose
from vision.locate.rectify import FLOOR, MARGIN, FlatView
from vision.models.fitted import numbers_of

DARK, GLARE, SOFT = numbers_of("sight")
"""Limits of a good picture: the level (0..255) that a tenth of the floor is brighter than, the share of a case that is
burnt out beside its dames, and millimetres of blur."""
(LOW,) = numbers_of("tilt")
"""Degrees from straight above beyond which a camera is too low: rails and dames hide too much."""
SMALLEST_DIE: Final = 12.5
"""Least length of the edge of a die in the middle of the board, pixels, as the guide asks."""
BURNT: Final = 250
"""A pixel whose colours all have at least this level is burnt out."""
BRIGHT: Final = 90
"""Percentile at which the level is measured: the brightest parts of the floor show how much light there is."""
SURE: Final = 0.5
"""The least height of a peak that is taken for a dame."""
CASES: Final = (2, 12)


@dataclass(frozen=True, slots=True)
class ViewQuality:
    """The measured quality: level (0..255), burnt (share of the worst case), die (pixels) and tilt (degrees).

    Dames do not count as burnt. The last two are None when no camera sees a floor of these measures at these corners.
    """

    level: float
    burnt: float
    die: float | None
    tilt: float | None


def measure(
    image: NDArray[np.uint8], corners: Corners, view: FlatView, maps: FlatMaps, field: Field, lens: Lens | None = None
) -> ViewQuality:
    """Measure how a floor of these measures is seen between `corners` of an image (BGR); maps: of the view."""
    floor = view.image[MARGIN[1] : -MARGIN[1], MARGIN[0] : -MARGIN[0]]
    level = float(np.percentile(floor[::3, ::3].max(axis=2), BRIGHT))
    rows, columns = CASES
    burnt = (floor.min(axis=2) >= BURNT).astype(np.uint8)
    # White dames are burnt out in a good light, which hides nothing. A mirrored lamp burns the floor beside them too.
    for x, y in maps.to_view(maps.dames(SURE)[:, :2]) - MARGIN:
        cv2.circle(burnt, (round(x), round(y)), round(field.dame / 2 * FLOOR[0] / field.width), 0, -1)
    high, wide = FLOOR[1] // rows, FLOOR[0] // columns
    shares = burnt[: rows * high, : columns * wide].reshape(rows, high, columns, wide).mean(axis=(1, 3))
    pose = board_pose(corners, field, (image.shape[1], image.shape[0]), lens)
    die, tilt = (None, None) if pose is None else (_die(pose, field), pose.tilt(field))
    return ViewQuality(level, float(shares.max()), die, tilt)


def _die(pose: Pose, field: Field) -> float:
    """Return the edge (pixels) of a die in the middle of the floor: the root of its upper face's area."""
    x, y, edge = field.width / 2, field.height / 2, field.de
    corner, right, down = pose.project(np.array([[x, y, edge], [x + edge, y, edge], [x, y + edge, edge]]))
    (ax, ay), (bx, by) = right - corner, down - corner
    return float(np.sqrt(abs(ax * by - ay * bx)))


def poorly_seen(
    image: NDArray[np.uint8],
    corners: Corners,
    view: FlatView,
    maps: FlatMaps,
    field: Field,
    lens: Lens | None = None,
    blurred: float = 0.0,
) -> Iterator[Trouble]:
    """Yield the troubles of a poor picture of the board; maps: of the view; blurred: how far, mm."""
    seen = measure(image, corners, view, maps, field, lens)
    if seen.level < DARK:
        yield Trouble.TOO_DARK
    if seen.burnt > GLARE:
        yield Trouble.TOO_BRIGHT
    if seen.die is not None and seen.die < SMALLEST_DIE:
        yield Trouble.SMALL
    if seen.tilt is not None and seen.tilt > LOW:
        yield Trouble.CAMERA_LOW
    if SOFT < blurred <= BLURRED:
        yield Trouble.SOFT
