"""Counts that every game with dames and dice needs: how many dames moved, and which throws there are."""

from __future__ import annotations

from rules.position import Case, Counts, Dice


def displaced(before: Counts, after: Counts) -> int:
    """Return how many dames must be moved, added or taken away to get from one set of counts to the other."""
    more = sum(max(0, b - a) for a, b in zip(before, after, strict=True))
    fewer = sum(max(0, a - b) for a, b in zip(before, after, strict=True))
    return max(more, fewer)


def throws_with(value: int | None) -> tuple[Dice, ...]:
    """Return every throw, the highest first; value: the value of one of its dice, if known."""
    throws = ((high, low) for high in range(6, 0, -1) for low in range(high, 0, -1))
    return tuple(dice for dice in throws if value is None or value in dice)


def left_and_reached(before: Counts, after: Counts) -> tuple[list[Case], list[Case]]:
    """Return the cases, from 1, that dames left and those that they reached, in order, each once for every dame."""
    return _cases_of_surplus(before, after), _cases_of_surplus(after, before)


def _cases_of_surplus(more: Counts, fewer: Counts) -> list[Case]:
    return [case for case, (a, b) in enumerate(zip(more, fewer, strict=True), 1) for _ in range(a - b)]
