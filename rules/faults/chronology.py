"""The order in which the points of a throw count, whatever order they were marked in (Jeu 3, chronologie; Lois XVII).

A mark that is corrected later counts at its original place, and everything after it is computed again. So when points
marked par trop made a trou, that trou is taken back and the points it erased return.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from itertools import groupby

from rules.code import Code
from rules.marking import TROUS_DU_TOUR, Score, mark_in_order
from rules.position import Side


class On(IntEnum):
    """The points of a throw that are meant: the thrower's own, or those given to the adversary."""

    OWN = 0
    GIVEN = 1


@dataclass(frozen=True, slots=True)
class Amount:
    """Points that one side marks.

    Attributes:
        throw: the throw they belong to.
        on: whether they are for the thrower's own points or for given points.
        ecole: whether they are for an école made on those points.
    """

    side: Side
    points: int
    throw: int
    on: On
    ecole: bool = False


def place(amount: Amount, code: Code) -> tuple[int, int, int]:
    """Return what points are sorted by to be counted in order (see `in_order`)."""
    ecole, on = int(amount.ecole), int(amount.on)
    return (amount.throw, ecole, on) if code.ecoles_en_dernier else (amount.throw, on, ecole)


def in_order(amounts: Iterable[Amount], code: Code) -> tuple[tuple[Side, int], ...]:
    """Return who marks how much, in the order that decides bredouille, trous and the end of the game.

    By Jeu 3 the écoles follow the points they were made on. By the Lois they come after all other points of the throw
    (`ecoles_en_dernier`). Écoles on the same points count in the order given. Amounts of one side with none of the
    other side between are added up (Jeu 3, jetons 5). The result is an input of `marking.settled`.
    """
    ordered = sorted((amount for amount in amounts if amount.points), key=lambda one: place(one, code))
    return tuple((side, sum(one.points for one in goes)) for side, goes in groupby(ordered, lambda one: one.side))


def mark_amounts(before: Score, amounts: Iterable[Amount], code: Code, *, trous: int | None = TROUS_DU_TOUR) -> Score:
    """Return the score after these amounts are marked; amounts after the last trou do not count (Lois XX)."""
    return mark_in_order(before, in_order(amounts, code), trous=trous)[0]
