"""How blurred a board is, and whether it is too blurred to be read."""

from __future__ import annotations

import cv2
import numpy as np

from vision.locate.focus import BLURRED, blur, too_blurred

CORNERS = ((40.0, 40.0), (760.0, 40.0), (760.0, 700.0), (40.0, 700.0))
WIDTH = 500.0
"""The width of the floor, mm."""


def test_the_blur_measured_is_the_blur_made_and_is_too_much_above_the_limit() -> None:
    rng = np.random.default_rng(1)
    sharp = np.full((740, 800, 3), 90, np.uint8)
    for x, y, size, grey in zip(*rng.integers(0, (740, 680, 60, 256), (300, 4)).T, strict=True):
        cv2.rectangle(sharp, (int(x), int(y)), (int(x + 20 + size), int(y + 20 + size)), [int(grey)] * 3, -1)
    millimetres = WIDTH / (CORNERS[1][0] - CORNERS[0][0])
    made = np.array([1.4, 1.9, 2.6, 3.2])
    pictures = [np.asarray(cv2.GaussianBlur(sharp, (0, 0), each / millimetres), np.uint8) for each in made]
    reported = np.array([blur(picture, CORNERS) * WIDTH for picture in pictures])
    assert np.allclose(reported, made, rtol=0.12)
    assert [too_blurred(picture, CORNERS, WIDTH) for picture in pictures] == (made > BLURRED).tolist()
