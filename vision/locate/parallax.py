"""How high things lean in the flat view of a camera aslant: the sides of piles, and tops beyond the far edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from events.field import Field
from vision.locate.flat import FlatMaps, look
from vision.locate.pose import board_pose
from vision.locate.rectify import FlatView, further_out, transform, view_homography

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from events.field import Corners
    from vision.calibration import Lens

BEYOND: Final = 16
"""Pixels of the flat view: how much further out a second look goes where tall piles may lean out of the view. The
network learnt from views with 24 pixels beyond a floor; from 20 on it takes frames for dames."""
ROWS: Final = 96
"""Rows of that view that are looked at: a third of the work for all rows, and the first thirty depend on no others."""
EDGE: Final = 8.0
"""Pixels of the flat view: dames whose middles are this near to its far edge are read from the second look."""
TALL: Final = 6
"""Piles are hardly ever higher than this many dames: a talon is three piles of five."""
TOP: Final = 0.45
"""Peaks from this height on may be the top of a pile."""
ASIDE: Final = 5.0
"""Pixels of the flat view: what lies further from the line along which a pile leans is hardly its side."""
LEANS: Final = 0.5
"""Pixels of the flat view: piles that lean less from one dame's height to the next show no side."""


@dataclass(frozen=True, slots=True)
class Parallax:
    """How a camera aslant shows heights.

    raised: 3x3 homography in the flat view, from a point of the floor to the point one dame's height above it.
    further: the view that begins BEYOND pixels further out, with its maps; None where no pile leans out of the view.
    """

    raised: NDArray[np.float64]
    further: tuple[FlatView, FlatMaps] | None

    def feet(
        self, places: NDArray[np.float64], heights: NDArray[np.float64], raised: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """How surely each of n peaks (places in pixels of the view) is where a pile shows its side: 0..1.

        heights, raised: of each, P(a dame), P(it lies on another). Side and top of a pile lie along its lean.
        """
        if len(places) == 0:
            return np.zeros(0)
        lean = transform(self.raised, places) - places
        step = np.linalg.norm(lean, axis=1)
        across, up = (lean / np.maximum(step, LEANS)[:, None]).T
        apart = places - places[:, None]  # From each foot to each top.
        along = apart[..., 0] * across[:, None] + apart[..., 1] * up[:, None]
        aside = apart[..., 0] * up[:, None] - apart[..., 1] * across[:, None]
        tops = (heights >= TOP) & (along > 0) & (along < TALL * step[:, None])
        return np.asarray((tops * raised * np.exp(-((aside / ASIDE) ** 2))).max(axis=1), np.float64)


def parallax(image: NDArray[np.uint8], corners: Corners, field: Field | None, lens: Lens | None) -> Parallax | None:
    """How heights lean in the flat view of the floor between corners; field: its measures, the usual ones if None."""
    known = field or Field()
    pose = board_pose(corners, known, (image.shape[1], image.shape[0]), lens)
    if pose is None:
        return None
    to_view = view_homography(corners)

    def seen(places: NDArray[np.float64], high: float) -> NDArray[np.float32]:
        pixels = pose.project(np.column_stack([places, np.full(len(places), high)]))
        return transform(to_view, pixels).astype(np.float32)

    floor = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (known.width, known.height)
    raised = cv2.getPerspectiveTransform(seen(floor, 0.0), seen(floor, known.dame_height))
    at_rail = np.array([[share * known.width, known.dame / 2] for share in (0.05, 0.5, 0.95)])
    if seen(at_rail, TALL * known.dame_height)[:, 1].min() > EDGE:
        return Parallax(np.asarray(raised, np.float64), None)
    view = further_out(image, corners, BEYOND, ROWS)
    return Parallax(np.asarray(raised, np.float64), (view, look(view)))
