from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.scenes import draw_scene
from vision.geometry import as_corners
from vision.locate.distortion import Bend, bend_of
from vision.locate.floor import find_floor

SIZE = (640, 480)
bends = st.floats(-0.08, 0.2)


@given(bends, st.floats(0, 639), st.floats(0, 479))
def test_straightening_can_be_undone(k: float, x: float, y: float) -> None:
    bend = Bend(SIZE, k)
    assert bend.points(bend.straight(np.array([[x, y]]))) == pytest.approx(np.array([[x, y]]), abs=0.05)


@given(bends)
def test_the_straightened_picture_holds_the_whole_picture(k: float) -> None:
    rim = np.array([[0, 0], [639, 0], [639, 479], [0, 479], [320, 0], [0, 240]], np.float64)
    straight = Bend(SIZE, k).straight(rim)
    assert (straight >= -1).all()
    assert (straight <= np.array(SIZE)).all()


def bent(seed: int, k: float) -> tuple[np.ndarray, np.ndarray]:
    """Return a board drawn through a lens of bend k, and its corners. The drawing's own lens may bend a little."""
    scene = draw_scene(np.random.default_rng([6_000_000, seed]), fill=(0.6, 0.95))
    bend = Bend((scene.image.shape[1], scene.image.shape[0]), k)
    return bend.picture(scene.image), bend.points(scene.corners)


def test_a_barrel_distortion_is_found_from_the_sides_it_bends() -> None:
    """The median error is at most a few hundredths."""
    off = []
    for seed in range(6):
        image, corners = bent(seed, 0.12)
        bend = bend_of(image, as_corners(corners))
        off.append(0.12 if bend is None else abs(bend.k - 0.12))
    assert np.median(off) < 0.03


def test_a_lens_that_hardly_bends_is_left_alone() -> None:
    for seed in range(5):
        scene = draw_scene(np.random.default_rng([6_000_000, seed]), fill=(0.6, 0.95))
        bend = bend_of(scene.image, as_corners(scene.corners))
        assert bend is None or abs(bend.k) < 0.06


def test_an_empty_picture_shows_no_bend() -> None:
    plain = np.full((480, 640, 3), 90, np.uint8)
    assert bend_of(plain, as_corners(np.array([[100, 80], [540, 80], [540, 400], [100, 400.0]]))) is None


def test_a_board_is_found_through_a_lens_that_bends(monkeypatch: pytest.MonkeyPatch) -> None:
    """The median error of the corners is less than with straight sides."""

    def median_error() -> float:
        errors = []
        for seed in (0, 1, 4, 5):
            image, corners = bent(seed, 0.16)
            found = find_floor(image)
            off = 1.0 if found is None else np.linalg.norm(np.array(found.corners) - corners, axis=1).max()
            errors.append(off / np.linalg.norm(corners[1] - corners[0]))
        return float(np.median(errors))

    straightened = median_error()
    monkeypatch.setattr("vision.locate.floor.bend_of", lambda *_: None)
    assert straightened < median_error()
