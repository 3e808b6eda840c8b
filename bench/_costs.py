"""The cost of something each time it is done, as a row of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

COSTS: Final = ("", "median, ms", "99 % under, ms", "99.9 % under, ms")
"""The columns of `costs_row`."""


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value that `share` (0..1) of the values, the least first, are under; 0 of none."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


def costs_row(each: str, seconds: Sequence[float]) -> tuple[str, float, float, float]:
    """The median and the worst, but for one in a hundred and one in a thousand."""
    ordered = sorted(seconds)
    middle, high, highest = (1e3 * quantile(ordered, share) for share in (0.5, 0.99, 0.999))
    return each, middle, high, highest
