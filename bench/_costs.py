"""What something costs each time it is done, in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench._machine import machine

if TYPE_CHECKING:
    from collections.abc import Sequence


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value that `share` (0..1) of the values, the least first, are under; 0 of none."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


def own_cost(each: str, seconds: Sequence[float]) -> str:
    """The median and the worst, but for one in a hundred and one in a thousand, and the machine."""
    ordered = sorted(seconds)
    middle, high, highest = (1e3 * quantile(ordered, share) for share in (0.5, 0.99, 0.999))
    return (
        f"own cost {each}: median {middle:.3f} ms, 99 % under {high:.2f} ms, 99.9 % under {highest:.2f} ms"
        f" ({machine()})"
    )
