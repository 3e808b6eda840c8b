"""Which hands reach over the board: what hides it since it lay still, as far as that is joined to one long side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import Field
from vision.reading import HandReading

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.calibration import Calibration

CELL = 4.0
"""Millimetres of the board a cell of the comparison is wide."""
STRIP = 24.0
"""Millimetres beyond the floor, over its rails, in which an arm is looked for."""
OTHER = 22.0
"""Grey levels by which a cell must differ to be hidden: more than shadows mostly do."""
ARM = 5
"""Cells of the strip an arm hides at least."""


class Reach:
    """Compares pictures with the last one of the still board."""

    def __init__(self, field: Field | None = None) -> None:
        self._field = field or Field()
        self._still: NDArray[np.float32] | None = None

    def still(self, image: NDArray[np.uint8], calibration: Calibration) -> None:
        """The board as it lies, no hand over it: (height, width, 3) BGR."""
        self._still = self._seen(image, calibration)

    def hands(self, image: NDArray[np.uint8], calibration: Calibration) -> tuple[HandReading, ...]:
        """The hands in a picture; none where it cannot be told from which side they come."""
        if self._still is None:
            return ()
        difference = self._seen(image, calibration) - self._still
        difference -= np.median(difference)
        hidden = (np.abs(difference) > OTHER).astype(np.uint8)
        hidden = np.asarray(cv2.morphologyEx(hidden, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
        parts = np.asarray(cv2.connectedComponents(hidden)[1], np.int32)
        strip = round(STRIP / CELL)
        far, near = self._arms(parts[:strip]), self._arms(parts[-strip:])
        found = []
        for part in sorted(far ^ near):
            rows, columns = np.nonzero(parts == part)
            at = int(rows.argmax() if part in far else rows.argmin())
            tip = (float(columns[at] + 0.5) * CELL, float(rows[at] + 0.5) * CELL - STRIP)
            found.append(HandReading("far" if part in far else "near", tip))
        return tuple(found)

    @staticmethod
    def _arms(strip: NDArray[np.int32]) -> set[int]:
        """The parts that hide enough of a strip along a long side to be an arm."""
        parts, cells = np.unique(strip, return_counts=True)
        return {int(part) for part, count in zip(parts, cells, strict=True) if part and count >= ARM}

    def _seen(self, image: NDArray[np.uint8], calibration: Calibration) -> NDArray[np.float32]:
        """The floor and its long rails from above, in cells of grey."""
        if calibration.lens is not None:
            image = calibration.lens.straighten(image)
        field = calibration.field or self._field
        width, height = field.width / CELL, field.height / CELL
        top = STRIP / CELL
        corners = np.array([(0, top), (width, top), (width, top + height), (0, top + height)], np.float32)
        to_cells = cv2.getPerspectiveTransform(np.array(calibration.corners, np.float32), corners)
        size = (round(width), round(height + 2 * top))
        small = cv2.warpPerspective(image[:, :, 1], to_cells, size, flags=cv2.INTER_AREA)
        return np.asarray(cv2.blur(small, (3, 3)), np.float32)
