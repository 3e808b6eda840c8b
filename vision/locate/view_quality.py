"""Check how well a board is visible: camera too low, too dark, glaring, soft, blurred, or too small.

A blurred picture is not read, the others are. The limits of those are fitted by `training.calibrate_sight`.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from math import inf
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from events.board_reading import Trouble
from events.field import Corners, Field
from vision.calibration import Lens
from vision.locate.flat import FlatMaps
from vision.locate.pose import Pose, board_pose
from vision.locate.rectify import FLOOR, MARGIN, FlatView, flatten
from vision.models import numbers_of

DARK, GLARE, SOFT = numbers_of("sight")
"""Limits of a good picture: the level (0..255) that a tenth of the floor is brighter than, the share of a case that is
burnt out beside its dames, and millimetres of blur."""
VARIES = numbers_of("sight_varies")
"""How far (19 of 20) each of them is off the mean of its table when the pieces lie otherwise."""
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
SCALE: Final = 1.5
"""Size of the view compared with the flat view: a common board then has 1.1 pixels a millimetre. Twice that takes six
times as long and measures the blurs that matter hardly better."""
FINE, COARSE = 0.75, 1.5
"""The two further blurs, in pixels of the view."""
STEEP: Final = 0.01
"""The share of the floor that counts as edges: its steepest pixels."""
BLURRED = 2.2
"""Millimetres of blur from which nothing is read; pips are some 2.4 mm across and 3 mm apart.

Of 84 dice on fourteen rendered tables 54 were read at a blur of 1.8 mm, 21 at 2.2 and 4 at 3.0.
"""


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
    before: Container[Trouble] = (),
) -> Iterator[Trouble]:
    """Yield the troubles of a poor picture of the board; maps: of the view; blurred: how far, mm.

    before: the table's troubles so far. One begins or ends only when the pieces that moved do not explain it.
    """
    seen = measure(image, corners, view, maps, field, lens)
    troubles = (Trouble.TOO_DARK, Trouble.TOO_BRIGHT, Trouble.SOFT)
    excess = (DARK - seen.level, seen.burnt - GLARE, blurred - SOFT if blurred <= BLURRED else -inf)
    for trouble, over, varies in zip(troubles, excess, VARIES, strict=True):
        if over > (-varies if trouble in before else varies):
            yield trouble
    if seen.die is not None and seen.die < SMALLEST_DIE:
        yield Trouble.SMALL
    if seen.tilt is not None and seen.tilt > LOW:
        yield Trouble.CAMERA_LOW


def blur(image: NDArray[np.uint8], corners: Corners) -> float:
    """Return the blur (standard deviation) of the floor's sharpest edges, as a share of the floor's width.

    A step edge blurred by s and then by a is as steep as one blurred by sqrt(s² + a²). So the ratio of an edge's
    steepness after two further blurs gives s: S. Zhuo and T. Sim, "Defocus map estimation from a single image" (2011).

    image: (height, width, 3) BGR; corners: of the floor in it, pixels, clockwise from the top left.
    """
    left, top = (round(SCALE * margin) for margin in MARGIN)
    floor = flatten(image, corners, SCALE).image[top:-top, left:-left]
    grey = cv2.cvtColor(floor, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine, coarse = _steepness(grey, FINE), _steepness(grey, COARSE)
    # A ninth of the pixels gives the same steepness in a ninth of the time.
    some = fine[::3, ::3]
    flatter = round((1 - STEEP) * some.size)
    edges = fine >= np.partition(some, flatter, axis=None)[flatter]
    ratio = float(np.median(fine[edges] / np.maximum(coarse[edges], 1e-3)))
    ratio = min(max(ratio, 1.0 + 1e-3), COARSE / FINE)
    variance = (COARSE**2 - ratio**2 * FINE**2) / (ratio**2 - 1)
    return float(np.sqrt(max(variance, 0.0))) / (SCALE * FLOOR[0])


def _steepness(grey: NDArray[np.float32], further: float) -> NDArray[np.float32]:
    smooth = cv2.GaussianBlur(grey, (0, 0), further)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    return np.asarray(cv2.magnitude(across, down), np.float32)
