"""Find the jetons on the floor, and the points that each marks for its owner by its place."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from events.board_reading import DieReading, JetonReading
from events.field import JETONS, Field, Row
from vision.calibration import Talons
from vision.locate.flat import FlatMaps
from vision.locate.rectify import FLOOR, FlatView, fraction
from vision.models import numbers_of
from vision.models.network import logit, peaks, sigmoid

LEAST = 0.1
"""Lower peaks of the map are ignored."""
SURENESS = numbers_of("jetons")
"""P(jeton) = sigmoid of these weights times `witnesses`."""
FAINT = 0.01
"""Colours that differ by less than about this share of the light are alike."""
REPORTED = 0.5
"""Least probability of a jeton that is reported."""
APART = 1
"""Cells between two peaks of the map, along at least one axis: small jetons that touch are only two apart."""
NOBODYS = 0.05
"""Jetons this close to the middle between the two rows (share of the floor's height) are nobody's: at the talons.

With long flèches the marks are closer to the middle. Then jetons less than a quarter as far from it are nobody's.
"""
TALON = 1.2
"""A jeton nearer to the talons' rail than this many cases is at the talons."""
MARKS = ((2.0, 2), (4.0, 4), (5.5, 6), (6.5, 8), (11.5, 10))
"""The points that a place marks, by its distance from the talon's rail in cases.

2 is between cases 2 and 3, 4 between 4 and 5, 6 and 8 on either side of the bar, 10 at the far rail (Lois XV; Jeu 1).
"""
REACH = 0.75
"""A jeton further than this (cases) from every such place has no readable mark."""


def find_jetons(
    view: FlatView, maps: FlatMaps, field: Field, talons: Talons | None, dice: Sequence[DieReading] = ()
) -> tuple[JetonReading, ...]:
    """Return the jetons of a flat view, at most three, and what each marks and for whom if the talons' side is known.

    A peak in the middle of one of the `dice` is that die, since a jeton right under one cannot be seen.
    """
    found = peaks(maps.jeton, LEAST, APART)
    if len(found) == 0:
        return ()
    places = maps.to_view(found[:, :2])
    readings = []
    likely = sigmoid((witnesses(view, found[:, 2], places, field) @ SURENESS).astype(np.float32))
    for place, centre, sure in zip(places, view.to_image(places), likely, strict=True):
        across, down = fraction((float(place[0]), float(place[1])))
        if sure < REPORTED or not (0 <= across <= 1 and 0 <= down <= 1):
            continue
        x, y = across * field.width, down * field.height
        if any(math.dist((x, y), die.place) < field.de / 2 for die in dice):
            continue
        row, points = marked(x, y, field, talons)
        readings.append(JetonReading((float(centre[0]), float(centre[1])), row, points, float(sure)))
    return tuple(sorted(readings, key=lambda jeton: -jeton.confidence)[:JETONS])


def witnesses(
    view: FlatView, heights: NDArray[np.float64], places: NDArray[np.float64], field: Field
) -> NDArray[np.float64]:
    """Return the evidence (n, 3) for jetons at peaks of these heights and places (n, 2; pixels of the view).

    It is 1, the log odds of the height, and the logarithm of how much the colour differs from that of the floor around
    it. A shadow has the floor's colour with less light.
    """
    radius = field.jeton / 2 / field.width * FLOOR[0]
    apart = [_colours_apart(view.image, place, radius) for place in places]
    return np.column_stack([np.ones(len(places)), logit(heights), np.log(np.array(apart) + FAINT)])


def _colours_apart(image: NDArray[np.uint8], place: NDArray[np.float64], radius: float) -> float:
    """Return how far a place's colour is from that of the floor around it in any light, as a share of that light.

    place, radius: pixels.
    """
    reach = math.ceil(2.6 * radius)
    left, top = (max(round(float(at)) - reach, 0) for at in place)
    part = image[top : top + 2 * reach + 1, left : left + 2 * reach + 1].astype(np.float64)
    down, across = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]]
    away = np.hypot(across - place[0], down - place[1])
    inner, floor = (np.median(part[some], axis=0) for some in (away <= 0.6 * radius, away > 1.5 * radius))
    light = max(float(floor @ floor), 1.0)
    return float(np.linalg.norm(inner - (inner @ floor) / light * floor)) / math.sqrt(light)


def marked(x: float, y: float, field: Field, talons: Talons | None) -> tuple[Row | None, int | None]:
    """Return the row and points that a jeton at a place of the floor (mm) marks; None where they are unclear.

    >>> from events.field import Field
    >>> marked(70.0, 240.0, Field(), "left")
    ('near', 2)
    >>> marked(20.0, 200.0, Field(), "left")
    (None, 0)
    """
    if talons is None:
        return None, None
    from_talon = x if talons == "left" else field.width - x
    half = (field.width - field.bar) / 2
    cases = (from_talon if from_talon < field.width / 2 else from_talon - field.bar) / field.case_width
    if half <= from_talon <= half + field.bar:
        cases = 6.0
    down = y / field.height - 0.5
    marks = 0.5 - (field.fleche + field.jeton / 2) / field.height
    if abs(down) < min(NOBODYS, marks / 4) or cases < TALON:
        return None, 0 if cases < TALON else None
    row: Row = "near" if down > 0 else "far"
    place, points = min(MARKS, key=lambda mark: abs(mark[0] - cases))
    return row, points if abs(place - cases) <= REACH else None
