"""Rectangles of pixels that something covers or changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

Rect: TypeAlias = tuple[int, int, int, int]
"""x, y, width, height in pixels."""

HARDLY_MORE = 1.1
"""Two rectangles are drawn as one when that is at most this many times the work."""


def area(rect: Rect) -> int:
    """Return the number of pixels in a rectangle."""
    return max(rect[2], 0) * max(rect[3], 0)


def joined(one: Rect | None, other: Rect) -> Rect:
    """Return the rectangle around both."""
    if one is None:
        return other
    x, y = min(one[0], other[0]), min(one[1], other[1])
    right = max(one[0] + one[2], other[0] + other[2])
    bottom = max(one[1] + one[3], other[1] + other[3])
    return x, y, right - x, bottom - y


def meet(one: Rect, other: Rect) -> bool:
    """Return whether two rectangles have a pixel in common."""
    across = one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
    return across and one[1] < other[1] + other[3] and other[1] < one[1] + one[3]


def clipped(rect: Rect, margin: int, width: int, height: int) -> Rect:
    """Return the rectangle with a margin on all sides, cut at the picture's edge; its area may be zero."""
    x0, y0 = max(rect[0] - margin, 0), max(rect[1] - margin, 0)
    x1 = min(rect[0] + rect[2] + margin, width)
    y1 = min(rect[1] + rect[3] + margin, height)
    return x0, y0, x1 - x0, y1 - y0


def merged(rects: Iterable[Rect]) -> list[Rect]:
    """Return a few rectangles that hold all of `rects`."""
    left = list(rects)
    done: list[Rect] = []
    while left:
        one = left.pop()
        for other in left:
            together = joined(one, other)
            if area(together) < HARDLY_MORE * (area(one) + area(other)):
                left.remove(other)
                left.append(together)
                break
        else:
            done.append(one)
    return done
