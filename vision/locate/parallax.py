"""How what lies high leans in the flat view of a camera aslant: piles' sides, and tops beyond the view's far edge."""

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
"""Pixels of the flat view: so much further out is looked where tall piles may lean out of it. Not more, as the network
learnt from views that had 24 pixels beyond a floor: from 20 on it takes frames for dames."""
ROWS: Final = 96
"""So many rows of that view are looked at: a third of the work for all, and their first thirty hang on no others."""
EDGE: Final = 8.0
"""Pixels of the flat view: dames whose middles are so near to its far edge are told by the look from further out."""
TALL: Final = 6
"""So many dames piles are hardly ever higher than: a talon is three piles of five."""
TOP: Final = 0.45
"""Peaks from this height on may be the top of a pile."""
ASIDE: Final = 5.0
"""Pixels of the flat view: what is seen further aside of the line along which a pile leans is hardly its side."""
LEANS: Final = 0.5
"""Pixels of the flat view: piles that lean less from one dame's height to the next show no side."""


@dataclass(frozen=True, slots=True)
class Parallax:
    """What a camera aslant makes of heights.

    raised: 3x3, from where the flat view shows the floor to where it shows what is one dame's height above it;
    further: the view from BEYOND pixels further beyond the far side with its maps, where the tops of piles may be.
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
    """How heights lean in the flat view of the floor between corners, of these measures (usual ones, if not known)."""
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
