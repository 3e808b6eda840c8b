"""A position as the thrower sees it: both sides in the thrower's numbering."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rules.position import Position, Side

PETIT_JAN = range(1, 7)
GRAND_JAN = range(7, 13)
JAN_DE_RETOUR = range(19, 25)
TABLE_DES_GRANDS_JANS = range(7, 19)
FILLABLE = (PETIT_JAN, GRAND_JAN, JAN_DE_RETOUR)
"""The jans a player fills and keeps, in the order the dames reach them (Lois XIII)."""

ByCase: TypeAlias = tuple[int, ...]
"""Counts of one side, index 0 unused: `counts[k]` dames on case k = 1..24."""


@dataclass(frozen=True, slots=True)
class View:
    """The dames of both sides, each counted in the thrower's numbering."""

    own: ByCase
    adverse: ByCase

    @classmethod
    def of(cls, position: Position, side: Side) -> View:
        """Return the position as `side` sees it."""
        own = position.counts(side)
        adverse = position.counts(side.adversary)
        return cls((0, *own), (0, *reversed(adverse)))


def is_full(own: ByCase, jan: range) -> bool:
    """Whether each of the six cases of a jan holds at least two dames (Lois XIII, le plein)."""
    return min(own[jan.start : jan.stop]) >= 2


def missing(own: ByCase, jan: range) -> int:
    """Return how many dames a jan lacks."""
    return sum(max(0, 2 - own[case]) for case in jan)


def can_still_fill(counts: ByCase, jan: range) -> bool:
    """Whether a player can still materially fill one of his jans with dames that only move forward (Lois XIV).

    counts: his own, in his numbering; jan: `PETIT_JAN` or `GRAND_JAN`. For every case of the jan, count the jan's cases
    up to it. Twice that number of dames must stand at or before that case.
    """
    standing = sum(counts[1 : jan.start])
    for rank, case in enumerate(jan, 1):
        standing += counts[case]
        if standing < 2 * rank:
            return False
    return True


def forbidden_ends(adverse: ByCase) -> frozenset[int]:
    """Return the cases in jans the adversary can still fill, where no dame may end (Lois XIV); thrower's numbering.

    adverse: in the thrower's numbering, as in `View`. A dame may still rest there. A rest in the adversary's grand jan
    leads either to an end there, which is forbidden, or to the jan de retour, for which its own rule decides.
    """
    his = (0, *reversed(adverse[1:]))
    closed: set[int] = set()
    if can_still_fill(his, GRAND_JAN):
        closed.update(range(13, 19))
    if can_still_fill(his, PETIT_JAN):
        closed.update(JAN_DE_RETOUR)
    return frozenset(closed)
