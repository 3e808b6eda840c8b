from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.locate.edges import edge_corners
from vision.models.network import CELL

SIZE = (384, 352)
corner = st.tuples(st.floats(-14, 14), st.floats(-14, 14))
MIDDLES = np.array([[40, 40], [344, 40], [344, 312], [40, 312]], np.float64)


def seen(corners: np.ndarray, gap: slice | None = None) -> np.ndarray:
    """What a perfect map of a floor between `corners` holds."""
    full = np.zeros((SIZE[1] * 4, SIZE[0] * 4), np.float32)
    cv2.fillPoly(full, [np.rint((corners + 0.5) * 4 * 16).astype(np.int32)], 1.0, cv2.LINE_8, 4)
    small = cv2.resize(full, (SIZE[0] // CELL, SIZE[1] // CELL), interpolation=cv2.INTER_AREA)
    if gap is not None:
        small[:, gap] = 0
    return small


@given(st.tuples(corner, corner, corner, corner), st.tuples(corner, corner, corner, corner))
def test_corners_come_back_from_their_map(
    shifts: tuple[tuple[float, float], ...], rough: tuple[tuple[float, float], ...]
) -> None:
    """Within a pixel, wherever they were thought to be."""
    true = MIDDLES + np.array(shifts)
    found = edge_corners(seen(true), MIDDLES + np.array(rough))
    assert np.abs(found - true).max() < 1.2


def test_what_hides_a_part_of_an_edge_does_not_move_it() -> None:
    found = edge_corners(seen(MIDDLES, slice(40, 52)), MIDDLES)
    assert np.abs(found - MIDDLES).max() < 1.2


def test_a_map_of_nothing_leaves_the_corners_where_they_were() -> None:
    assert edge_corners(np.zeros((88, 96), np.float32), MIDDLES) == pytest.approx(MIDDLES)
