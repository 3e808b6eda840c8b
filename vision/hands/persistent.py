"""Suppress persistent false hands: a window mirrored in a polished floor, or a skin-coloured fitting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
