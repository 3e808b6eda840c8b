"""The preparation of a flat view before the network looks at it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.locate import flat
from vision.locate.flat import GRAINY, grain, lightened, look
from vision.locate.rectify import VIEW, FlatView


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


@pytest.mark.parametrize(("strength", "softened"), [(0.0, False), (1.0, False), (4.0, True), (10.0, True)])
def test_only_a_grainy_view_is_softened(strength: float, softened: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[NDArray[np.uint8]] = []

    def network(_: str, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        seen.extend(images)
        return np.zeros((1, 7, 4, 4), np.float32)

    monkeypatch.setattr(flat, "maps", network)
    image = grainy(painted(), strength)
    look(FlatView(image, np.eye(3)))
    assert np.array_equal(seen[0], image) is not softened
    assert grain(seen[0]) < max(GRAINY, 0.6 * strength)


@given(st.integers(0, 255), st.integers(0, 255), st.integers(20, 200))
def test_a_light_picture_stays_and_a_dark_one_gets_lighter_in_order(one: int, other: int, least: int) -> None:
    image = np.full((4, 4, 3), one, np.uint8)
    image[:2] = other
    seen = lightened(image, least)
    if image.mean() >= least:
        assert seen is image
        return
    assert (seen >= image).all()
    assert (int(seen[0, 0, 0]) - int(seen[3, 0, 0])) * (other - one) >= 0


@given(st.integers(3, 80))
def test_an_even_picture_is_brought_to_the_level(grey: int) -> None:
    assert abs(float(lightened(np.full((4, 4, 3), grey, np.uint8), 80.0).mean()) - 80.0) <= 1.0


def test_a_black_picture_stays_black() -> None:
    assert lightened(np.zeros((4, 4, 3), np.uint8), 80.0).max() == 0
