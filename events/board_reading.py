"""Vision's report: values only, with a probability for every case. Never snapped to the rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from events.field import Column, Corners, Point, Row


class Colour(StrEnum):
    """Which of the two sets a dame belongs to; which player has it is the seating's business."""

    LIGHT = "light"
    DARK = "dark"
    NONE = "none"


class DieRest(StrEnum):
    """What a die rests on: only people can judge a leaning one (Jeu 1, validité du coup de dés)."""

    FLOOR = "floor"
    DAMES = "dames"
    JETONS = "jetons"
    DIE = "die"
    RAIL = "rail"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class CaseReading:
    """One case as seen.

    colour and count: the likeliest, `count` being how many dames are seen at least; piled: dames lie on dames here,
    so more may be hidden; confidence: probability (0..1) that colour and count are right, hidden ones apart.
    light and dark: P(exactly k dames of that colour are really there), k = 0..15; P(empty) is index 0 of both, and
    light[0] + sum(light[1:]) + sum(dark[1:]) = 1, but for the chance that dames of both sets lie there, which counts in
    both. Hidden dames are spread over the higher counts.
    """

    row: Row
    column: Column
    colour: Colour
    count: int
    piled: bool
    confidence: float
    light: tuple[float, ...]
    dark: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die: its upper face (1..6), whether it lies flat, its centre in pixels and on the field (mm)."""

    value: int
    flat: bool
    rest: DieRest
    centre: Point
    place: Point
    confidence: float


@dataclass(frozen=True, slots=True)
class JetonReading:
    """One jeton: its centre in pixels, the row of its owner, and the points (0, 2, .. 10) its place marks, if any."""

    centre: Point
    row: Row | None
    points: int | None
    confidence: float


@dataclass(frozen=True, slots=True)
class PegSeen:
    """A peg the camera sees in hole 0..29 (events.holes.hole_place); a second witness to the sensors."""

    hole: int
    confidence: float


@dataclass(frozen=True, slots=True)
class HandReading:
    """A hand over the board: the long side it reaches in from, and its furthest point, on the field (mm)."""

    row: Row
    tip: Point


class Trouble(StrEnum):
    """Why a reading cannot be trusted, or holds nothing.

    A picture that is too dark, too bright or small may still be read: then it is poor. A soft one is only that, a
    blurred one shows nothing.
    """

    NO_BOARD = "no_board"
    PARTLY_OUT_OF_VIEW = "partly_out_of_view"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    BLURRED = "blurred"
    BOARD_MOVED = "board_moved"
    SMALL = "small"
    CAMERA_LOW = "camera_low"
    SOFT = "soft"


@dataclass(frozen=True, slots=True)
class BoardReading:
    """One image read.

    t: seconds on the frames' own clock; settled: nothing moved between this frame and the ones just before it;
    hands: something is over the board, then `cases`, `dice`, `jetons` and `pegs` are empty, unless it was read under
    them all the same; reaching: which hands, as far as vision can say. `corners` None: no board found.
    """

    t: float
    corners: Corners | None
    cases: tuple[CaseReading, ...]
    dice: tuple[DieReading, ...]
    jetons: tuple[JetonReading, ...]
    pegs: tuple[PegSeen, ...]
    hands: bool
    settled: bool
    troubles: tuple[Trouble, ...]
    reaching: tuple[HandReading, ...] = ()
