"""The grain of a picture is measured."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.locate.flat import grain
from vision.locate.rectify import VIEW


def painted() -> NDArray[np.uint8]:
    """Return a board's pattern with points, edges and slow shades, but no grain."""
    width, height = VIEW
    shade = np.linspace(80, 120, width, dtype=np.float32)[None, :].repeat(height, axis=0)
    image = np.dstack([shade, shade * 0.9, shade * 0.8]).astype(np.uint8)
    for x in range(30, width - 30, 26):
        cv2.fillPoly(image, [np.array([[x, 20], [x + 24, 20], [x + 12, 130]])], (40, 60, 170), cv2.LINE_AA)
        cv2.circle(image, (x + 12, height - 40), 11, (30, 30, 30), -1, cv2.LINE_AA)
    return image


def grainy(image: NDArray[np.uint8], strength: float) -> NDArray[np.uint8]:
    """Return the image with grain of `strength` grey levels, the same in all colours."""
    noise = np.random.default_rng(5).normal(0, strength, image.shape[:2])[..., None]
    return np.clip(np.rint(image + noise), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("strength", [2.0, 4.0, 8.0, 14.0])
def test_grain_is_measured_and_a_pattern_is_not_taken_for_grain(strength: float) -> None:
    assert grain(painted()) < 0.8
    assert grain(grainy(painted(), strength)) == pytest.approx(strength, rel=0.15)
