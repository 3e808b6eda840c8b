"""The reading, drawn over the camera's picture."""

from __future__ import annotations

import cv2
import numpy as np

from events.board_reading import BoardReading, Trouble
from events.field import Field
from rules.position import Position, Side
from rules.seating import Seating
from tablier.devices.simulated_source import InventedTable
from tablier.games.plan import Plan
from tablier.runtime.camera_overlay import overlay
from vision.calibration import Lens
from vision.read import read

SIZE = (1280, 720)


def test_every_pile_is_outlined_where_it_lies_with_what_should_be_there() -> None:
    """The talons of the start position, in the picture of a table invented for it."""
    invented = InventedTable(Plan(seed=1, mode="score"))
    reading = read(invented.picture(0.0, 0), invented.calibration, t=0.0)
    seating = invented.table.seating
    seen = overlay(
        reading, invented.table.field, None, SIZE, standing=Position.start(), seating=seating, light=Side.BLANCS
    )
    assert seen["size"] == [1280, 720]
    piles = [case for case in seen["cases"] if case["count"]]
    assert [case["expected"] for case in piles] == [15, 15]
    assert {case["colour"] for case in piles} == {"light", "dark"}
    dames = invented.table.scene_at(0.0).dames
    for case in piles:
        outline = np.array(case["outline"], np.float32)
        inside = [
            dame
            for dame in dames
            if cv2.pointPolygonTest(outline, _pixel(reading, invented.table.field, (dame.x, dame.y)), False) >= 0
        ]
        assert len(inside) == 15


def _pixel(reading: BoardReading, field: Field, place: tuple[float, float]) -> tuple[float, float]:
    assert reading.corners is not None
    floor = np.array([[0, 0], [field.width, 0], [field.width, field.height], [0, field.height]], np.float32)
    to_image = cv2.getPerspectiveTransform(floor, np.array(reading.corners, np.float32))
    x, y = cv2.perspectiveTransform(np.array([[place]], np.float64), to_image)[0, 0]
    return float(x), float(y)


def test_a_board_seen_through_a_bent_lens_is_drawn_in_the_bent_picture() -> None:
    lens = Lens((1000.0, 1000.0, 640.0, 360.0), (-0.2, 0.05, 0.0, 0.0, 0.0))
    corners = ((200.0, 100.0), (1080.0, 100.0), (1080.0, 620.0), (200.0, 620.0))
    reading = BoardReading(0.0, corners, (), (), (), (), hands=False, settled=True, troubles=())
    seen = overlay(reading, Field(), lens, SIZE, standing=Position.start(), seating=Seating(), light=Side.BLANCS)
    bent = np.array(seen["corners"])
    assert np.abs(bent - np.array(corners)).max() > 5
    assert np.abs(lens.straighten_points(bent) - np.array(corners)).max() < 0.5


def test_without_a_board_there_is_nothing_to_draw_but_why() -> None:
    reading = BoardReading(0.0, None, (), (), (), (), hands=False, settled=True, troubles=(Trouble.NO_BOARD,))
    seen = overlay(reading, Field(), None, SIZE, standing=Position.start(), seating=Seating(), light=Side.BLANCS)
    assert (seen["troubles"], seen["cases"], seen["corners"]) == (["no_board"], [], [])
