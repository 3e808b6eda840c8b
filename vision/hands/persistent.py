"""What is told for a hand at every look is none: a window mirrored in a polished floor, a grip of painted skin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

TOLD = 0.5
"""A cell told with more than this is under a hand."""
HAND_CELLS = 0.005
"""A share of the floor under a hand above this is a hand, and no pattern of the board taken for skin."""
LOOKS = 12
"""Looks that the mean goes back over: an arm laid on a board that was free before is there for sixteen looks until
it is taken for the board's own."""
LEAST_LOOKS = 5
LEAST_TIME = 20.0
"""Until a table was watched for so many looks and seconds nothing is its own: hands that throw and play come and go."""
ALWAYS = 0.75
"""Told at more than this share of the looks, a cell is always told."""


class HandsSeen:
    """Where one table's looks tell a hand again and again; while one is told, a rest is looked at but once."""

    def __init__(self) -> None:
        self._share: NDArray[np.float32] | None = None
        self._looks = 0
        self._began = 0.0

    def coming(self, t: float, hand: NDArray[np.float32]) -> NDArray[np.bool_]:
        """The cells under a hand that comes and goes, at the look of time `t` (s).

        hand: P(hand) of each cell of the flat view (rows, columns).
        """
        told = hand > TOLD
        if self._share is None:
            self._share, self._began = np.zeros(hand.shape, np.float32), t
        self._looks = min(self._looks + 1, LOOKS)
        self._share += (told - self._share) / self._looks
        if self._looks < LEAST_LOOKS or t - self._began < LEAST_TIME:
            return told
        # The edge of what is always there wavers by a cell.
        always = cv2.dilate((self._share > ALWAYS).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        return told & ~always


def over_board(t: float, hand: NDArray[np.float32], before: HandsSeen | None) -> bool:
    """Whether a hand is over the board at time `t` (s), by P(hand) of each cell and what was seen of hands before."""
    told = hand > TOLD if before is None else before.coming(t, hand)
    return float(told.mean()) > HAND_CELLS
