"""The drilling template and the sensor strips, as sheets."""

from __future__ import annotations

from typing import Final

from events.field import HOLES, Rail, rail_of
from hardware.board.measures import BoardMeasures, marker_places, marker_square
from hardware.drawings.sheet import CUT, DRILL, HIDDEN, NOTE, Box, Circle, Shape, Sheet, Text
from hardware.firmware import layout

RAILS: Final[tuple[Rail, ...]] = ("near", "far", "left", "right")
EDGE = 10.0
"""Millimetres of paper around a drawing."""
STRIP_END = 12.0
"""Millimetres of strip beyond its last sensor, for wires and a screw."""


def drilling_template(board: BoardMeasures) -> Sheet:
    """Draw the board from above at 1:1: what to drill, and in dashed lines what to mill from below."""
    rail, (width, height) = board.field.rail, board.outer
    left = EDGE + rail
    shapes: list[Shape] = [
        Box(EDGE, EDGE, width, height),
        Box(left, left, board.field.width, board.field.height),
        Box(left + (board.field.width - board.field.bar) / 2, left, board.field.bar, board.field.height, NOTE),
    ]
    for hole, (x, y) in enumerate(board.holes):
        inward = {"near": (0, -1), "far": (0, 1), "left": (1, 0), "right": (-1, 0)}[rail_of(hole)]
        shapes.append(Circle(left + x, left + y, board.hole.diameter, DRILL, cross=True))
        shapes.append(Text(left + x + inward[0] * rail * 0.85, left + y + inward[1] * rail * 0.85, 4, str(hole)))
    shapes += [_groove(board, name, left) for name in RAILS]
    for number, (x, y) in enumerate(marker_places(board)):
        square = marker_square(board)
        shapes.append(Box(left + x - square / 2, left + y - square / 2, square, square, NOTE))
        shapes.append(Text(left + x, left + y, 4, f"M{number}"))
    notes = (
        f"{HOLES} holes {board.hole.diameter:g} mm, {board.hole.depth:g} mm deep, from above",
        f"dashed: grooves {board.wood.groove:g} mm wide, {board.groove_depth:g} mm deep, from below",
        f"{board.wood.web:g} mm of wood stay between hole and groove",
        "far side above, near side below; M0..M3: markers",
    )
    for number, note in enumerate(notes):
        shapes.append(Text(left + board.field.width / 4, left + board.field.height / 2 + (number - 2) * 8, 4, note))
    return Sheet("Drilling template", width + 2 * EDGE, height + 2 * EDGE, tuple(shapes))


def strip_plan(board: BoardMeasures) -> Sheet:
    """Draw the four sensor strips at 1:1 from above: the middle of each sensor, and its channel."""
    shapes: list[Shape] = []
    y = EDGE + 16
    for name in ("far", "near", "left", "right"):
        sensors = strip_sensors(board, name)
        length = strip_length(board, name)
        shapes.append(Text(EDGE + length / 2, y - 11, 4, f"{name} strip: {length:g} x {board.strip.width:g} mm"))
        shapes.append(Box(EDGE, y - board.strip.width / 2, length, board.strip.width, CUT))
        for hole, along in sensors:
            x = EDGE + along
            shapes += [
                Circle(x, y, 1.0, DRILL, cross=True),
                Box(x - 2.0, y - 1.5, 4.0, 3.0, NOTE),
                Text(x, y + board.strip.width / 2 + 4, 3.5, f"hole {hole}"),
                Text(x, y + board.strip.width / 2 + 9, 3.5, channel_name(hole)),
            ]
        y += 42
    longest = max(strip_length(board, name) for name in ("far", "near"))
    return Sheet("Sensor strips", longest + 2 * EDGE, y - 42 + 24 + EDGE, tuple(shapes))


def strip_sensors(board: BoardMeasures, name: Rail) -> tuple[tuple[int, float], ...]:
    """Return the holes of one rail with the distance of each sensor from the strip's left or far end."""
    holes = [hole for hole in range(HOLES) if rail_of(hole) == name]
    axis = 0 if name in ("near", "far") else 1
    first = board.holes[holes[0]][axis]
    return tuple((hole, round(board.holes[hole][axis] - first + STRIP_END, 3)) for hole in holes)


def strip_length(board: BoardMeasures, name: Rail) -> float:
    """Return the length of one rail's strip."""
    return round(strip_sensors(board, name)[-1][1] + STRIP_END, 3)


def channel_name(hole: int) -> str:
    """Return the multiplexer (A, B) and channel of a hole's sensor.

    >>> channel_name(0), channel_name(29)
    ('A0', 'B14')

    Raises ValueError for a hole that is on neither.
    """
    for mux, holes in enumerate(layout.MUX_HOLES):
        if hole in holes:
            return f"{'AB'[mux]}{holes.index(hole)}"
    raise ValueError(f"hole {hole} is on no multiplexer")


def _groove(board: BoardMeasures, name: Rail, left: float) -> Box:
    places = [board.holes[hole] for hole, _ in strip_sensors(board, name)]
    half = board.wood.groove / 2
    (x1, y1), (x2, y2) = places[0], places[-1]
    # The strip's end, and a millimetre of play.
    room = STRIP_END + 1.0
    if name in ("near", "far"):
        return Box(left + x1 - room, left + y1 - half, x2 - x1 + 2 * room, board.wood.groove, HIDDEN)
    return Box(left + x1 - half, left + y1 - room, board.wood.groove, y2 - y1 + 2 * room, HIDDEN)
