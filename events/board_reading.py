"""Vision's reading of the board: values only, with a probability for every case. The rules never adjust it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from events.field import Column, Corners, Point, Row


class Colour(StrEnum):
    """The set a dame belongs to. The seating tells which player has it."""

    LIGHT = "light"
    DARK = "dark"
    NONE = "none"


class DieRest(StrEnum):
    """The surface a die rests on. Only people can judge a leaning die (Jeu 1, validité du coup de dés)."""

    FLOOR = "floor"
    DAMES = "dames"
    JETONS = "jetons"
    DIE = "die"
    RAIL = "rail"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class CaseReading:
    """One case as seen.

    Attributes:
        colour: the likeliest colour.
        count: the likeliest number of dames that can be seen.
        piled: dames lie on other dames here, so more may be hidden.
        confidence: probability (0..1) that colour and count are right, hidden dames aside.
        light: P(exactly k light dames are here), k = 0..15. Hidden dames are spread over the higher counts.
        dark: likewise for dark dames.

    Index 0 of both holds P(empty), and light[0] + sum(light[1:]) + sum(dark[1:]) = 1. The exception is a case that may
    hold dames of both sets: that chance counts in both.
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
    """One die: its upper face (1..6), whether it lies flat, its centre in pixels, and its place on the field (mm)."""

    value: int
    flat: bool
    rest: DieRest
    centre: Point
    place: Point
    confidence: float


@dataclass(frozen=True, slots=True)
class JetonReading:
    """One jeton: its centre in pixels, its owner's row, and the points (0, 2, .. 10) that its place marks, if any."""

    centre: Point
    row: Row | None
    points: int | None
    confidence: float


@dataclass(frozen=True, slots=True)
class PegSeen:
    """A peg that the camera sees in hole 0..29 (events.field.hole_place), as a second source besides the sensors."""

    hole: int
    confidence: float


@dataclass(frozen=True, slots=True)
class HandReading:
    """A hand over the board: the long side it reaches in from, and its furthest point on the field (mm)."""

    row: Row
    tip: Point


class Trouble(StrEnum):
    """Why a reading cannot be trusted, or holds nothing.

    A picture that is too dark, too bright or too small may still be read, but poorly. So may a soft one; a blurred one
    shows nothing.
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
    """One image, read.

    Attributes:
        t: seconds on the frames' own clock.
        corners: of the board; None if no board was found.
        hands: something is over the board. Then `cases`, `dice`, `jetons` and `pegs` are empty, unless they could be
            read all the same.
        settled: nothing moved between this frame and the ones just before it.
        reaching: the hands, as far as vision can tell them apart.
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
