"""The four printed squares by which a camera finds the board, and the chart that calibrates its lens."""

from __future__ import annotations

from typing import Final

import cv2

from hardware.board.measures import BoardMeasures, marker_square
from hardware.drawings.sheet import CUT, FILL, NOTE, Box, Shape, Sheet, Text
from vision.table.lens import CHART, DICTIONARY, FIRST_ID, MARKER, SQUARE

IDS: Final = (0, 1, 2, 3)
"""Far left, far right, near right, near left: clockwise from the image's top left, like corners."""
MODULES: Final = 6
"""A 4x4 marker with its black border."""


def marker_sheet(board: BoardMeasures) -> Sheet:
    """Draw the four markers at 1:1, to be cut out and glued into the rails' corners with the number upright."""
    square = marker_square(board)
    pitch = square + 12
    shapes: list[Shape] = []
    names = ("far left", "far right", "near right", "near left")
    for number, name in zip(IDS, names, strict=True):
        x, y = 20 + number * pitch, 24.0
        shapes.append(Box(x, y, square, square, CUT))
        shapes += _marker(number, x + board.markers.quiet, y + board.markers.quiet, board.markers.size)
        shapes.append(Text(x + square / 2, y + square + 5, 4, f"M{number} {name}"))
    shapes.append(
        Text(
            20 + 2 * pitch,
            12,
            4,
            "Cut along the lines, glue flat where the rails meet, this way up seen from the near side.",
        )
    )
    return Sheet("Markers", 40 + 4 * pitch, 24 + square + 14, tuple(shapes))


def lens_chart() -> Sheet:
    """Draw a ChArUco chart for the camera's lens: print it, glue it on a flat surface, show it from twenty sides."""
    across, along = CHART
    shapes: list[Shape] = []
    number = FIRST_ID
    for row in range(along):
        for column in range(across):
            x, y = 10 + column * SQUARE, 8 + row * SQUARE
            if (row + column) % 2 == 0:
                shapes.append(Box(x, y, SQUARE, SQUARE, FILL))
            else:
                inset = (SQUARE - MARKER) / 2
                shapes += _marker(number, x + inset, y + inset, MARKER)
                number += 1
    note = f"{across} x {along} squares {SQUARE:g} mm, markers {MARKER:g} mm, 4X4_50 from {FIRST_ID}"
    shapes.append(Text(10 + across * SQUARE / 2, 8 + along * SQUARE + 4, 3, note, NOTE))
    return Sheet("Lens chart", 20 + across * SQUARE, 16 + along * SQUARE, tuple(shapes))


def _marker(number: int, x: float, y: float, size: float) -> list[Shape]:
    """Return the black modules of one marker."""
    bits = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(DICTIONARY), number, MODULES)
    side = size / MODULES
    return [
        Box(x + column * side, y + row * side, side, side, FILL)
        for row in range(MODULES)
        for column in range(MODULES)
        if not bits[row, column]
    ]
