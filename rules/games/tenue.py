"""Holding or going away after a trou: what binds (Lois XVI; Jeu 2, s'en aller, tenir; Jeu 3, jetons 9 and 10)."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class Tenue(StrEnum):
    """What a player does after a trou of his own throw."""

    TIENT = "tient"
    S_EN_VA = "s_en_va"


class Conduct(StrEnum):
    """What he says or does that binds him."""

    SAID_HOLDS = "said_holds"
    SAID_LEAVES = "said_leaves"
    RESTE_MARKED = "reste_marked"
    DAME_ADVANCED = "dame_advanced"
    DAME_TAKEN_BACK = "dame_taken_back"


_MEANS = {
    Conduct.SAID_HOLDS: Tenue.TIENT,
    Conduct.SAID_LEAVES: Tenue.S_EN_VA,
    Conduct.RESTE_MARKED: Tenue.TIENT,
    Conduct.DAME_ADVANCED: Tenue.TIENT,
    Conduct.DAME_TAKEN_BACK: Tenue.S_EN_VA,
}


def tenue(conduct: Iterable[Conduct], *, own_throw: bool) -> Tenue | None:
    """What binds a player who has won a trou; None while nothing has.

    The first thing he says or does decides: words bind when said before a dame is touched, marking points de reste
    binds to hold, and a dame moved in silence tells by its direction. own_throw: the trou came from his own throw;
    otherwise he holds by obligation.

    >>> tenue((Conduct.DAME_TAKEN_BACK, Conduct.SAID_HOLDS), own_throw=True)
    <Tenue.S_EN_VA: 's_en_va'>
    """
    if not own_throw:
        return Tenue.TIENT
    return next((_MEANS[act] for act in conduct), None)
