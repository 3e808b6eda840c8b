"""Find the hands over the board, and suppress persistent false ones: reflections, skin-coloured fittings.

A hand hides parts of the still board and is joined to one of its long sides.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from events.board_reading import HandReading
from events.field import Field, Row
from vision.calibration import Calibration

COVERED = 0.5
"""P(hand) above which a cell counts as under a hand."""
HAND_CELLS = 0.005
"""Share of the floor that a hand covers at least; a smaller part is a pattern of the board that looks like skin."""
LOOKS = 12
"""Number of looks in the running mean: an arm laid on a free board is suppressed after sixteen looks."""
LEAST_LOOKS = 5
LEAST_TIME = 20.0
"""Looks and seconds before anything is suppressed: the hands of players come and go in that time."""
ALWAYS = 0.75
"""A cell covered in more than this share of the looks belongs to the board."""


class HandsSeen:
    """The cells of one table that were covered in most looks. While a hand is reported, a rest is read only once."""

    def __init__(self) -> None:
        self._share: NDArray[np.float32] | None = None
        self._looks = 0
        self._began = 0.0

    def coming(self, t: float, hand: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Add the look of time `t` (s); return the cells under a hand that comes and goes.

        hand: P(hand) of each cell of the flat view (rows, columns).
        """
        covered = hand > COVERED
        if self._share is None:
            self._share, self._began = np.zeros(hand.shape, np.float32), t
        self._looks = min(self._looks + 1, LOOKS)
        self._share += (covered - self._share) / self._looks
        if self._looks < LEAST_LOOKS or t - self._began < LEAST_TIME:
            return covered
        # The edge of a permanent part wavers by a cell.
        always = cv2.dilate((self._share > ALWAYS).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        return covered & ~always


def over_board(t: float, hand: NDArray[np.float32], before: HandsSeen | None) -> bool:
    """Return whether a hand is over the board at time `t` (s), by P(hand) of each cell and the earlier looks."""
    covered = hand > COVERED if before is None else before.coming(t, hand)
    return float(covered.mean()) > HAND_CELLS


CELL = 4.0
"""Width of a cell of the comparison, in millimetres of the board."""
STRIP = 24.0
"""Width, in mm, of the strip beyond the floor, over its rails, in which arms are searched."""
OTHER = 22.0
"""A cell is hidden if its blue, green or red changes by more levels than this; most shadows stay below."""
ARM = 8
"""Least number of cells that an arm hides in the strip's outer half; dames at a rail lean into the inner half."""
WRIST = 10
"""Least width, in cells, of a hand that does not reach beyond the strip: more than a peg and its shadow."""
BULK = 250
"""Hidden cells of the floor, not joined to a long side, that only a hand can be.

Such a hand comes from a short side, or over a rail of its own colour. Five dames close together hide as many cells.
"""


class Reach:
    """Compares pictures with the last one of the still board."""

    def __init__(self, field: Field | None = None) -> None:
        self._field = field or Field()
        self._still: NDArray[np.float32] | None = None
        self._arms: dict[Row, NDArray[np.bool_]] = {}

    def still(self, image: NDArray[np.uint8], calibration: Calibration) -> None:
        """Take a picture of the board without hands over it: (height, width, 3) BGR."""
        self._still = self._view_from_above(image, calibration)
        self._arms = {}

    def hands(self, image: NDArray[np.uint8], calibration: Calibration) -> tuple[HandReading, ...] | None:
        """Return the hands in a picture; None when something is over the board and its side is not clear.

        An arm across the whole board belongs to the side it came from in the picture before.
        """
        if self._still is None:
            return None
        difference = self._view_from_above(image, calibration) - self._still
        difference -= np.median(difference, axis=(0, 1))
        hidden = (np.abs(difference).max(axis=2) > OTHER).astype(np.uint8)
        hidden = np.asarray(cv2.morphologyEx(hidden, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
        parts = np.asarray(cv2.connectedComponents(hidden)[1], np.int32)
        strip = round(STRIP / CELL)
        far, near = _along(parts[: strip // 2], ARM), _along(parts[-(strip // 2) :], ARM)
        before, self._arms = self._arms, {}
        found = []
        for part in sorted(far | near):
            cells = parts == part
            row: Row | None = "far" if part not in near else "near" if part not in far else _same(cells, before)
            if row is None:
                return None
            rows, columns = np.nonzero(cells)
            end = int(rows.max() if row == "far" else rows.min())
            if not strip <= end < len(parts) - strip and len(np.unique(columns)) < WRIST:
                continue
            self._arms[row] = cells | self._arms.get(row, np.zeros_like(cells))
            middle = float(columns[rows == end].mean())
            tip = ((middle + 0.5) * CELL, (end + 0.5) * CELL - STRIP)
            found.append(HandReading(row, tip))
        floor = np.where(np.isin(parts, list(far | near)), 0, parts)[strip:-strip]
        return None if _along(floor, BULK) else tuple(found)

    def _view_from_above(self, image: NDArray[np.uint8], calibration: Calibration) -> NDArray[np.float32]:
        """Return the floor and its long rails from above, in cells, (rows, columns, 3)."""
        if calibration.lens is not None:
            image = calibration.lens.straighten(image)
        field = calibration.field or self._field
        width, height = field.width / CELL, field.height / CELL
        top = STRIP / CELL
        corners = np.array([(0, top), (width, top), (width, top + height), (0, top + height)], np.float32)
        to_cells = cv2.getPerspectiveTransform(np.array(calibration.corners, np.float32), corners)
        size = (round(width), round(height + 2 * top))
        small = cv2.warpPerspective(image, to_cells, size, flags=cv2.INTER_AREA)
        return np.asarray(cv2.blur(small, (3, 3)), np.float32)


def _along(cells: NDArray[np.int32], least: int) -> set[int]:
    """Return the parts that hide at least `least` of these cells."""
    parts, counts = np.unique(cells, return_counts=True)
    return {int(part) for part, count in zip(parts, counts, strict=True) if part and count >= least}


def _same(cells: NDArray[np.bool_], before: dict[Row, NDArray[np.bool_]]) -> Row | None:
    """Return the side of the arm that covers these cells; None where two arms may meet."""
    rows = [row for row, arm in before.items() if (arm & cells).any()]
    return rows[0] if len(rows) == 1 else None
