"""Place the last reading on its picture, for a player who checks what the camera sees."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import cv2
import numpy as np

from events.board_reading import BoardReading, CaseReading, Colour
from events.field import Field, Point, hole_place
from rules.position import Position, Side
from rules.seating import Seating
from vision.calibration import Lens
from vision.locate.rectify import field_to_image

Placed = list[list[float]]
DEPTH = 0.96
"""How far towards the middle line a case is drawn, to hold its flèche and the last dame of a long row."""


def overlay(
    reading: BoardReading,
    field: Field,
    lens: Lens | None,
    size: tuple[int, int],
    *,
    standing: Position | None,
    seating: Seating,
    light: Side,
) -> dict[str, Any]:
    """Return the reading as plain values; every place is in pixels of the camera's original picture.

    Args:
        size: the picture's width and height.
        standing: the present position, for `expected`: the count a case should have in the colour seen there. None
            means no comparison.
        light: the side with the light dames.

    Cases where no dame is seen or expected are left out.
    """
    answer: dict[str, Any] = {
        "size": list(size),
        "hands": reading.hands,
        "troubles": [str(trouble) for trouble in reading.troubles],
        "corners": [],
        "cases": [],
        "dice": [],
        "jetons": [],
        "pegs": [],
    }
    if reading.corners is None:
        return answer
    to_image = field_to_image(reading.corners, field)

    def places(points: Iterable[Point]) -> Placed:
        flat = cv2.perspectiveTransform(np.array([list(points)], np.float64), to_image)[0]
        return [[round(float(x), 1), round(float(y), 1)] for x, y in _in_original(flat, lens)]

    def pixels(points: Iterable[Point]) -> Placed:
        return [[round(float(x), 1), round(float(y), 1)] for x, y in _in_original(np.array(list(points)), lens)]

    answer["corners"] = pixels(reading.corners)
    for case in reading.cases:
        expected = case.count if standing is None else _expected_count(case, standing, seating, light)
        if case.count or expected:
            answer["cases"].append(_case(case, expected, places(_outline(case, field))))
    answer["dice"] = [
        {"at": pixels([die.centre])[0], "value": die.value, "flat": die.flat, "confidence": round(die.confidence, 3)}
        for die in reading.dice
    ]
    answer["jetons"] = [{"at": pixels([jeton.centre])[0], "points": jeton.points} for jeton in reading.jetons]
    answer["pegs"] = [{"at": places([hole_place(field, peg.hole)])[0], "hole": peg.hole} for peg in reading.pegs]
    return answer


def _case(case: CaseReading, expected: int, outline: Placed) -> dict[str, Any]:
    return {
        "outline": outline,
        "colour": str(case.colour),
        "count": case.count,
        "at_least": case.piled,
        "expected": expected,
        "confidence": round(case.confidence, 3),
    }


def _outline(case: CaseReading, field: Field) -> list[Point]:
    x, half = field.column_centre(case.column), field.case_width * 0.46
    deep = field.height / 2 * DEPTH
    near, far = (0.0, deep) if case.row == "far" else (field.height, field.height - deep)
    return [(x - half, near), (x + half, near), (x + half, far), (x - half, far)]


def _expected_count(case: CaseReading, standing: Position, seating: Seating, light: Side) -> int:
    """Return how many dames should be there, of the colour seen, or of either side when the case looks empty."""
    counts = {side: standing.on(side, seating.case(side, case.row, case.column)) for side in Side}
    if case.colour is Colour.NONE:
        return max(counts.values())
    return counts[light if case.colour is Colour.LIGHT else light.adversary]


def _in_original(points: np.ndarray[Any, Any], lens: Lens | None) -> np.ndarray[Any, Any]:
    """Return points of the straightened picture in the camera's original picture."""
    if lens is None:
        return points
    fx, fy, cx, cy = lens.camera
    rays = np.column_stack([(points[:, 0] - cx) / fx, (points[:, 1] - cy) / fy, np.ones(len(points))])
    none = np.zeros(3)
    return np.asarray(cv2.projectPoints(rays, none, none, lens.matrix, np.array(lens.distortion))[0].reshape(-1, 2))
