"""Grain for pictures: windows onto one drawn field, since drawing a million numbers takes longer than reading them."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

PLACES = 101
"""How many places the window can have in each direction, enough that any two seeds of a test use different ones."""


@cache
def _field(shape: tuple[int, ...], blur: float) -> NDArray[np.float32]:
    height, width, *channels = shape
    size = (height + PLACES, width + PLACES, *channels)
    field = np.random.default_rng(0).standard_normal(size, np.float32)
    if blur:
        field = np.asarray(cv2.GaussianBlur(field, (0, 0), blur), np.float32)
    field /= field.std()
    return field


def grain(shape: tuple[int, ...], seed: int, blur: float = 0.0) -> NDArray[np.float32]:
    """Return numbers of mean 0 and standard deviation 1, alike within `blur` pixels. seed: below PLACES ** 2."""
    down, right = divmod(37 * seed % PLACES**2, PLACES)
    height, width = shape[:2]
    return _field(shape, blur)[down : down + height, right : right + width]
