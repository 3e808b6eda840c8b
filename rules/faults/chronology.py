"""The order in which the points of a throw count, whatever the order of the hands (Jeu 3, chronologie; Lois XVII).

A mark that is put right afterwards is put right where it counts, and everything after it follows: points marked too
many that made a trou take that trou back with them, and the points it effaced come back.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from itertools import groupby
from typing import TYPE_CHECKING

from rules.marking import TROUS_DU_TOUR, settled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rules.code import Code
    from rules.marking import Score
    from rules.position import Side


class On(IntEnum):
    """Which points of a throw are meant: the thrower's own, or what it gives the other."""

    OWN = 0
    GIVEN = 1


@dataclass(frozen=True, slots=True)
class Amount:
    """Points one side marks: for throw `throw`, on its own or given points; ecole: for an école made on those."""

    side: Side
    points: int
    throw: int
    on: On
    ecole: bool = False


def in_order(amounts: Iterable[Amount], code: Code) -> tuple[tuple[Side, int], ...]:
    """Who marks how much, in the order that decides bredouille, trous and the end of the game; for `marking.settled`.

    By Jeu 3 the écoles follow the points they were made on, by the Lois they come after all other points of the throw
    (`ecoles_en_dernier`). Écoles on the same points count in the order given. Points one side marks in several goes
    with nothing of the other's between are one amount (Jeu 3, jetons 5).
    """

    def place(amount: Amount) -> tuple[int, int, int]:
        ecole, on = int(amount.ecole), int(amount.on)
        return (amount.throw, ecole, on) if code.ecoles_en_dernier else (amount.throw, on, ecole)

    ordered = sorted((amount for amount in amounts if amount.points), key=place)
    return tuple((side, sum(one.points for one in goes)) for side, goes in groupby(ordered, lambda one: one.side))


def counted(before: Score, amounts: Iterable[Amount], code: Code, *, trous: int | None = TROUS_DU_TOUR) -> Score:
    """The score that marking these amounts leads to; nothing counts after the last trou (Lois XX)."""
    return settled(before, in_order(amounts, code), trous=trous)[0]
