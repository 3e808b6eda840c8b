"""The lens measured from rendered charts, and pictures straightened with it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.charts import held_about
from vision.calibration import CalibrationError, Lens
from vision.locate.rectify import transform
from vision.table.lens import FEWEST_VIEWS, ChartView, LensSession, cell_name, chart_in, measure, missing_cells

SIZE = (640, 360)
BARREL = Lens((520.0, 520.0, 327.0, 176.0), (-0.22, 0.05, 0.0008, -0.0006, 0.0))
LENSES = [BARREL, Lens((760.0, 760.0, 319.5, 179.5), (0.08, -0.02, 0.0, 0.0, 0.0))]


@pytest.fixture(scope="module")
def views() -> list[ChartView]:
    found = [chart_in(image) for image in held_about(BARREL, SIZE, 1)]
    return [view for view in found if view is not None]


@pytest.mark.parametrize("lens", LENSES)
def test_a_lens_is_measured_by_what_it_does(lens: Lens) -> None:
    """A flat board straightened with the measured lens looks as if seen through a straight lens, to half a pixel.

    Lenses that differ only in where they point show the same board under another homography.
    """
    found = [chart_in(image) for image in held_about(lens, SIZE, 2)]
    measured = measure([view for view in found if view is not None])
    assert measured.camera[0] == pytest.approx(lens.camera[0], rel=0.02)
    xs, ys = np.meshgrid(np.linspace(20, SIZE[0] - 20, 12), np.linspace(20, SIZE[1] - 20, 8))
    points = np.column_stack([xs.ravel(), ys.ravel()])
    true, mine = lens.straighten_points(points), measured.straighten_points(points)
    to_mine, _ = cv2.findHomography(true, mine)
    off = np.linalg.norm(transform(to_mine, true) - mine, axis=1)
    assert float(off.max()) < 0.5
    # Without straightening, the board would be bent by more than a pixel.
    bent, _ = cv2.findHomography(true, points)
    assert float(np.linalg.norm(transform(bent, true) - points, axis=1).max()) > 1.5


def test_charts_of_a_straight_lens_need_no_straightening() -> None:
    straight = Lens((600.0, 600.0, 319.5, 179.5), (0.0,) * 5)
    found = [chart_in(image) for image in held_about(straight, SIZE, 3)]
    measured = measure([view for view in found if view is not None])
    corners = np.array([[30.0, 20.0], [610.0, 20.0], [610.0, 340.0], [30.0, 340.0]])
    assert np.abs(measured.straighten_points(corners) - corners).max() < 1.5


def test_too_few_views_or_views_all_alike_measure_nothing(views: list[ChartView]) -> None:
    with pytest.raises(CalibrationError, match=f"at least {FEWEST_VIEWS}"):
        measure(views[: FEWEST_VIEWS - 1])
    with pytest.raises(CalibrationError, match=r"never .* of the picture"):
        measure([view for view in views if view.pixels[:, 0].mean() < 200] * 4)
    with pytest.raises(CalibrationError, match="2 sizes"):
        measure([*views, replace(views[0], size=(1280, 720))])


def test_a_crooked_chart_is_refused(views: list[ChartView]) -> None:
    """Its corners fit no lens, because the chart bends differently in each picture."""
    random = np.random.default_rng(0)
    crooked = [replace(view, pixels=view.pixels + random.normal(0, 4, view.pixels.shape)) for view in views]
    with pytest.raises(CalibrationError, match="glue it flat"):
        measure(crooked)


def test_a_picture_without_a_chart_gives_none() -> None:
    assert chart_in(np.full((360, 640, 3), 128, np.uint8)) is None
    assert chart_in(np.random.default_rng(0).integers(0, 255, (360, 640, 3), np.uint8)) is None


def test_a_session_takes_each_place_once_and_only_when_held_still(views: list[ChartView]) -> None:
    pictures = list(held_about(BARREL, SIZE, 1))
    session = LensSession()
    assert not session.look(pictures[0])
    assert session.look(pictures[0])
    assert not session.look(pictures[0])
    assert not session.look(pictures[1])  # It moved from there to here.
    assert not session.enough
    for picture in pictures[1:]:
        session.look(picture)
        session.look(picture)
    assert session.missing == ()
    assert session.enough
    assert measure(session.views).camera[0] == pytest.approx(BARREL.camera[0], rel=0.02)
    assert len(session.views) <= len(views)


def test_missing_parts_of_the_picture_have_names() -> None:
    view = ChartView((300, 300), (0,), np.array([[150.0, 150.0]]))
    names = [cell_name(cell) for cell in missing_cells([view])]
    assert len(names) == 8
    assert "in the middle" not in names
    assert names[0] == "at the top left"
