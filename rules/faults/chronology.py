"""The order in which the points of a throw count, whatever the order of the hands (Jeu 3, chronologie; Lois XVII)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.code import Code
    from rules.position import Side


@dataclass(frozen=True, slots=True)
class Dues:
    """The points of one throw by `thrower`, in what each side marks.

    own: his throw's points to him; ecoles_on_own: what the other marks for his écoles; given: what his throw gives the
    other; ecoles_on_given: what he marks for the other's écoles on that.
    """

    thrower: Side
    own: int = 0
    ecoles_on_own: int = 0
    given: int = 0
    ecoles_on_given: int = 0


def in_order(dues: Dues, code: Code) -> tuple[tuple[Side, int], ...]:
    """Who marks how much, in the order that decides bredouille, trous and the end of the game; for `marking.settled`.

    By the Lois écoles count after all other points (`ecoles_en_dernier`); by Jeu 3 each follows the points it is on.
    """
    j, a = dues.thrower, dues.thrower.adversary
    own, on_own = (j, dues.own), (a, dues.ecoles_on_own)
    given, on_given = (a, dues.given), (j, dues.ecoles_on_given)
    order = (own, given, on_own, on_given) if code.ecoles_en_dernier else (own, on_own, given, on_given)
    return tuple((side, points) for side, points in order if points)
