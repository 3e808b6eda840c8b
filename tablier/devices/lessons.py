"""Teach a calibration with lessons: pictures of the table whose readings a person corrected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from events.board_reading import BoardReading, CaseReading, Colour
from events.field import Column, Field, Row
from tablier.devices.calibrate import Learnt
from vision.locate.rectify import field_to_image, transform
from vision.pieces.cases import DAMES
from vision.read import read
from vision.table.learn import Lesson, Standing, teach


def standing(reading: BoardReading) -> Standing:
    """Return the cases of a reading that a person confirmed."""
    return {(case.row, case.column): (case.colour, case.count) for case in reading.cases}


def read_again(image: NDArray[np.uint8], learnt: Learnt) -> Learnt:
    """Read another picture of a table that was learnt."""
    return replace(learnt, reading=read(image, learnt.calibration, under_hands=True), remarks=())


def teach_lessons(learnt: Learnt, lessons: Sequence[Lesson]) -> Learnt:
    """Teach the calibration with lessons, and read the last lesson's picture again with it."""
    calibration = replace(learnt.calibration, taught=teach(learnt.calibration, lessons))
    return read_again(lessons[-1].image, replace(learnt, calibration=calibration))


def with_correction(learnt: Learnt, row: Row, column: Column, colour: Colour, count: int) -> Learnt:
    """Return the reading with one case as the person says it is: the set, and how many tops are seen."""
    colour = colour if count else Colour.NONE
    nothing = (0.0,) * (DAMES + 1)
    sure = tuple(float(number == count) for number in range(DAMES + 1))
    light = sure if colour is not Colour.DARK else nothing
    dark = sure if colour is not Colour.LIGHT else nothing
    case = CaseReading(row, column, colour, count, piled=False, confidence=1.0, light=light, dark=dark)
    reading = learnt.reading
    cases = tuple(case if (each.row, each.column) == (row, column) else each for each in reading.cases)
    return replace(learnt, reading=replace(reading, cases=cases))


def places_of(learnt: Learnt) -> list[dict[str, Any]]:
    """Return the cases read, and where in the straightened picture (pixels) the first dame of each would lie."""
    field = learnt.calibration.field or Field()
    places = [field.dame_place(case.row, case.column, 0) for case in learnt.reading.cases]
    pixels = transform(field_to_image(learnt.calibration.corners, field), np.array(places).reshape(-1, 2))
    return [
        {
            "row": case.row,
            "column": case.column,
            "colour": str(case.colour),
            "count": case.count,
            "place": [round(float(x), 1), round(float(y), 1)],
        }
        for case, (x, y) in zip(learnt.reading.cases, pixels, strict=True)
    ]
