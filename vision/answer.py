"""The answer of `tablier see` for one image: the reading as plain values, one JSON object a file (contract 2)."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from events.board_reading import BoardReading, DieReading, Trouble
from events.field import Corners
from vision.calibration import Calibration, CalibrationError, check_corners
from vision.locate.rectify import as_corners
from vision.picture_file import UnreadableImageError, load_picture
from vision.pieces.dice import dice_anywhere
from vision.read import empty, in_view, read, unlike_a_board


def see_file(
    path: str | Path,
    *,
    game: Literal["trictrac", "backgammon"] = "trictrac",
    corners: Corners | None = None,
    dice_only: bool = False,
) -> dict[str, Any]:
    """Read one image file; return the answer of contract 2, or `{"file", "error"}`. Nothing is raised for any file.

    corners: the floor's, in pixels, clockwise from the image's top left; found in the image when not given. dice_only:
    read dice on any surface, without a board. game: on a backgammon board dames may also stand on the bar, which
    belongs to no case.
    """
    del game  # The bar belongs to no case in either game.
    name = str(path)
    began = time.perf_counter()
    try:
        picture = load_picture(Path(path))
        if corners is not None:
            check_corners(corners)
            corners = as_corners(np.array(corners) / picture.shrunk)
    except OSError as wrong:
        return {"file": name, "error": f"{name}: {wrong.strerror}"}
    except (UnreadableImageError, CalibrationError) as wrong:
        return {"file": name, "error": str(wrong)}
    image = picture.image
    if dice_only:
        reading = replace(empty(0.0), dice=dice_anywhere(image))
    else:
        known = None if corners is None else Calibration(corners=corners)
        if corners is not None and not in_view(image, corners):
            reading = empty(0.0, Trouble.NO_BOARD)
        elif corners is not None and unlike_a_board(image, corners):
            reading = read(image, known, under_hands=True, doubtful=True)
            reading = replace(reading, troubles=(*reading.troubles, Trouble.NO_BOARD))
        else:
            reading = read(image, known, under_hands=True)
            if known is not None and not reading.cases:  # Too dark or too bright: a guess is still an answer.
                reading = read(image, known, under_hands=True, doubtful=True)
    answer = reading_answer(reading, picture.shrunk)
    return {"file": name, **answer, "ms": round((time.perf_counter() - began) * 1000, 1)}


def reading_answer(reading: BoardReading, shrunk: int = 1) -> dict[str, Any]:
    """Return a board's reading in the shape of contract 2, with its troubles; corners begin at the image's top left.

    shrunk: how many pixels of the file, each way, make one of the reading's; the answer is in the file's pixels.
    """
    corners, turn = reading.corners, 0 if reading.corners is None else turn_of(reading.corners)
    first = turn // 90
    return {
        "corners": corners
        and [[round(x * shrunk, 1), round(y * shrunk, 1)] for x, y in (*corners[first:], *corners[:first])],
        "turned": turn,
        "cases": [
            {
                "row": case.row,
                "column": case.column,
                "colour": str(case.colour),
                "count": case.count,
                "at_least": case.piled,
                "confidence": round(case.confidence, 4),
            }
            for case in reading.cases
        ],
        "dice": [_die(die, shrunk) for die in reading.dice],
        "jetons": [
            {
                "centre": [round(value * shrunk, 1) for value in jeton.centre],
                "row": jeton.row,
                "points": jeton.points,
                "confidence": round(jeton.confidence, 4),
            }
            for jeton in reading.jetons
        ],
        "hands": reading.hands,
        "troubles": [str(trouble) for trouble in reading.troubles],
    }


def turn_of(corners: Corners) -> Literal[0, 90, 180, 270]:
    """Return the degrees, clockwise, by which to turn an image so that the far edge of these corners is at its top."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    across, down = bx - ax + cx - dx, by - ay + cy - dy
    if abs(across) >= abs(down):
        return 0 if across >= 0 else 180
    return 90 if down < 0 else 270


def _die(die: DieReading, shrunk: int) -> dict[str, Any]:
    return {
        "value": die.value,
        "flat": die.flat,
        "rest": str(die.rest),
        "centre": [round(value * shrunk, 1) for value in die.centre],
        "confidence": round(die.confidence, 4),
    }
