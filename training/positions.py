"""Where dames lie on a board: as in play, at the start, piled, pushed about, borne off into a tray."""

from __future__ import annotations

import math
from dataclasses import dataclass

from numpy.random import Generator

from training.boards import Make


@dataclass(slots=True)
class Piece:
    """A dame to be drawn.

    Attributes:
        x, y: Its place, mm.
        h: The height it lies on, mm.
        light: Whether it is of the light set.
        level: The number of dames under it.
        case: Its case, if any.
    """

    x: float
    y: float
    h: float
    light: bool = True
    level: int = 0
    case: tuple[str, int] | None = None


def _dames_of_case(
    rng: Generator, make: Make, row: str, column: int, count: int, sloppy: float, base: int = 0, *, light: bool
) -> list[Piece]:
    """Return the dames of one case; base: how many lie on the floor, 0 for any number that fits."""
    f = make.field
    room = max(2, int(f.height / 2 / f.dame * rng.uniform(0.7, 1.0)))
    if not base:
        base = int(rng.integers(2, room + 1)) if rng.random() < 0.3 else room
    base = min(count, base, room)
    gap = 1 + abs(rng.normal(0, 0.03)) + (rng.uniform(0, 0.15) if rng.random() < 0.1 else 0)
    x0 = f.column_centre(column)
    pieces: list[Piece] = []
    start = rng.uniform(0, 0.35) * f.dame if rng.random() < 0.2 else 0.0
    for index in range(count):
        level, rank = divmod(index, base)
        y = (
            start
            + (rank + 0.5 + (0.5 if level % 2 and rng.random() < 0.3 and base > 1 and rank < base - 1 else 0))
            * f.dame
            * gap
        )
        slack = max(0.5, sloppy * (1 if level == 0 else 0.5))
        x = x0 + rng.normal(0, slack)
        y = max(f.dame / 2, y + abs(rng.normal(0, slack)) * (0.3 if level == 0 else 1))
        pieces.append(Piece(x, y if row == "far" else f.height - y, level * f.dame_height, light, level, (row, column)))
    return pieces


def any_position(rng: Generator, make: Make) -> list[Piece]:
    """Where the dames lie: as in play, at the start, or piled."""
    sloppy = make.field.case_width * (rng.uniform(0, 0.03) if rng.random() < 0.7 else rng.uniform(0.03, 0.09))
    kind = rng.random()
    pieces: list[Piece] = []
    cases = [(row, column) for row in ("far", "near") for column in range(1, 13)]
    free = [cases[i] for i in rng.permutation(24)]
    other = rng.spawn(1)[0]
    talons = [("far", 1), ("near", 1)] if other.random() < 0.5 else [("far", 12), ("near", 12)]
    begun = other.random() < 0.3  # Trictrac begins with all fifteen of each side piled on its talon.
    if begun:
        free = [case for case in free if case not in talons]
    for light in (True, False):
        left = int(rng.integers(1, 16)) if rng.random() < 0.25 else 15
        if begun:
            row, column = talons[int(light)]
            count = min(left, int(other.integers(6, 16)))
            base = int(other.integers(2, 6))
            pieces += _dames_of_case(other, make, row, column, count, sloppy, base, light=light)
            left -= count
        while left and free:
            most = 15 if kind < 0.12 else 6
            count = min(left, int(min(1 + rng.geometric(0.42) - 1 + (rng.random() < 0.3), most)))
            if kind < 0.12 and rng.random() < 0.3:
                count = min(left, int(rng.integers(5, 16)))
            row, column = free.pop()
            pieces += _dames_of_case(rng, make, row, column, max(1, count), sloppy, light=light)
            left -= max(1, count)
            if rng.random() < 0.03:
                break
    pieces += _elsewhere(rng, make)
    return _apart(pieces, make.field.dame)


def _elsewhere(rng: Generator, make: Make) -> list[Piece]:
    """Sometimes return dames outside the cases: on the bar, astray between the rows, in the trays."""
    pieces: list[Piece] = []
    f = make.field
    if f.bar > f.dame * 0.5 and rng.random() < 0.2:
        pieces += [
            Piece(
                f.width / 2 + rng.normal(0, 2),
                rng.uniform(0.2, 0.8) * f.height,
                make.bar_height,
                bool(rng.random() < 0.5),
            )
            for _ in range(rng.integers(1, 4))
        ]
    if rng.random() < 0.1:  # a dame astray
        pieces.append(
            Piece(
                rng.uniform(0.1, 0.9) * f.width,
                rng.uniform(0.45, 0.55) * f.height,
                0.0,
                bool(rng.random() < 0.5),
            )
        )
    for side, wide in enumerate(make.trays):
        if wide > f.dame and rng.random() < 0.35:
            for rank in range(rng.integers(1, 8)):
                x = -f.rail - wide / 2 if side == 0 else f.width + f.rail + wide / 2
                pieces.append(Piece(x, f.height - (rank + 0.6) * f.dame, 0.0, bool(rng.random() < 0.5)))
    return pieces


def _apart(pieces: list[Piece], dame: float) -> list[Piece]:
    """Return the pieces without those that would intersect another dame at the same height."""
    kept: list[Piece] = []
    for piece in pieces:
        if all(
            abs(piece.h - other.h) > 0.1 or math.hypot(piece.x - other.x, piece.y - other.y) > dame * 0.93
            for other in kept
        ):
            kept.append(piece)
    return kept
