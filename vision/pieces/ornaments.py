"""Recognise ornaments at every point's tip that look like a die or a jeton: roundels, rosettes, dots."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from events.field import Field, Point

EDGE = 16.0
"""Pixels of a die's edge at the size at which places are compared."""
AROUND = 0.45
"""How far around its middle, in edges, a place is compared."""
DEEPER = 0.35
"""How much closer to the rail, or further from it, an ornament may lie at another point, in edges."""
ASIDE = 0.3
"""How far to the side it may lie there, in widths of a case: the width of the bar may be unknown."""
ALIKE = 0.83
OTHERS = 3
"""An ornament is seen at OTHERS other points of its row at least, each time with a correlation of at least ALIKE.

Of 314 dice in every place on 269 boards by another renderer none has three others more like it than 0.79; of 289
ornaments read as dice 283 have three above ALIKE.
"""
ALIKE_SURELY = 0.9
"""This limit for a value above one that is surely read.

Of 251 ornaments read as dice on 310 other boards 247 are read as aces, and none of the other four surely. Of 429 dice
there and on our own renders two, a three and a four surely read, have three others like them by 0.84.
"""


def repeated(
    image: NDArray[np.uint8],
    to_floor: NDArray[np.float64],
    field: Field,
    place: Point,
    edge: float,
    alike: float = ALIKE,
    *,
    in_any_colour: bool = False,
) -> bool:
    """Return whether the other points of a row show the pattern at a place on the floor of an image (BGR).

    to_floor: 3x3, from pixels to millimetres on the floor. place, edge: millimetres. alike: least correlation of the
    others with the place. in_any_colour: compare without colours.
    """
    x, y = place
    scale, half = EDGE / edge, round(AROUND * EDGE)
    band = half + round(DEEPER * EDGE)
    width, middle = round(field.width * scale), round(x * scale)
    if not half <= middle < width - half:
        return False
    to_strip = np.array([[scale, 0, 0], [0, scale, band - y * scale], [0, 0, 1]]) @ to_floor
    strip = cv2.warpPerspective(image, to_strip, (width, 2 * band + 1), flags=cv2.INTER_LINEAR)
    seen = cv2.GaussianBlur(cv2.cvtColor(strip, cv2.COLOR_BGR2GRAY) if in_any_colour else strip, (0, 0), 1.0)
    itself = seen[band - half : band + half + 1, middle - half : middle + half + 1]
    if not itself.std():
        return False  # nothing is painted there
    like = cv2.matchTemplate(seen, itself, cv2.TM_CCOEFF_NORMED).max(axis=0)
    found = 0
    aside = ASIDE * field.case_width
    for step in (*range(-11, 0), *range(1, 12)):
        there = x + step * field.case_width
        if (there < field.width / 2) != (x < field.width / 2):
            there += math.copysign(field.bar, step)
        low, high = round((there - aside) * scale) - half, round((there + aside) * scale) - half
        if high > 0 and low < len(like):
            found += bool(like[max(low, 0) : high].max() >= alike)
    return found >= OTHERS
