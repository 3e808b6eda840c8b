"""The piece that each pixel of a picture shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

HANDS = -2
"""The value of `Owners.map` where a hand is."""


@dataclass(frozen=True, slots=True)
class Owners:
    """The piece that each pixel shows: `map` (H, W) holds the numbers in `keys`, 0 = none of them."""

    map: NDArray[np.int16]
    keys: dict[tuple[object, int], int]

    def share(self, key: tuple[object, int], outline: NDArray[np.float64]) -> float:
        """Return the share of a convex outline, (N, 2) pixels, that shows the piece `key`; 0 outside the frame."""
        # Slightly inside, where pixels belong wholly to the face.
        middle = outline.mean(axis=0)
        radius = max(float(np.linalg.norm(outline - middle, axis=1).min()), 1.0)
        outline = middle + (outline - middle) * max(1 - 1.0 / radius, 0.3)
        x0, y0 = np.floor(outline.min(axis=0)).astype(int)
        x1, y1 = np.ceil(outline.max(axis=0)).astype(int) + 1
        height, width = self.map.shape
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(mask, np.rint((outline - [x0, y0]) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        area = int(mask.sum())
        cx0, cy0, cx1, cy1 = max(x0, 0), max(y0, 0), min(x1, width), min(y1, height)
        if area == 0 or cx1 <= cx0 or cy1 <= cy0:
            return 0.0
        shown = self.map[cy0:cy1, cx0:cx1] == self.keys.get(key, -1)
        inside = mask[cy0 - y0 : cy1 - y0, cx0 - x0 : cx1 - x0].astype(bool)
        return min(round(float((shown & inside).sum()) / area, 3), 1.0)
