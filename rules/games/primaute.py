"""The first throw of a game: the four ways of the sources (Lois V; Jeu 1, priorité; Jeu 2, coup et dés)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.position import Dice, Side


class Methode(StrEnum):
    """The ways of settling the primauté before the first throw."""

    UN_DE_CHACUN = "un_de_chacun"  # Lois V: the higher die begins, and plays the two numbers
    PLUS_PRES_DU_FORT = "plus_pres_du_fort"  # Lois V: both thrown by one; the player nearest the higher die
    UN_DE_CHACUN_ET_RELANCE = "un_de_chacun_et_relance"  # Jeu 1: the higher die begins, with a throw of both
    COUP_ET_DES = "coup_et_des"  # Jeu 2: both thrown by one; whose bande the higher die lies nearer to than the other


@dataclass(frozen=True, slots=True)
class Primaute:
    """Who begins; dice: the numbers he plays, None when he throws afresh (and may then begin with a doublet)."""

    side: Side
    dice: Dice | None


@dataclass(frozen=True, slots=True)
class DeTombe:
    """A die where it came to rest: its number, and its distance (mm) from the long bande of the Blancs' side."""

    number: int
    depth: float


def un_de_chacun(blancs: int, noirs: int) -> Primaute | None:
    """Each threw one die; the higher begins by playing both numbers; None when equal: thrown again (Lois V).

    >>> un_de_chacun(2, 5)
    Primaute(side=<Side.NOIRS: 'noirs'>, dice=(5, 2))
    """
    if blancs == noirs:
        return None
    return Primaute(Side.BLANCS if blancs > noirs else Side.NOIRS, _dice(blancs, noirs))


def un_de_chacun_et_relance(blancs: int, noirs: int) -> Primaute | None:
    """Each threw one die; the higher takes up both and throws; None when equal: thrown again (Jeu 1, priorité)."""
    found = un_de_chacun(blancs, noirs)
    return None if found is None else Primaute(found.side, None)


def plus_pres_du_fort(first: DeTombe, second: DeTombe, width: float) -> Primaute | None:
    """One threw both dice; the player nearest to the higher one plays them; None for a doublet (Lois V).

    width: distance (mm) between the two long bandes. A higher die exactly in the middle settles nothing either: None.
    """
    if first.number == second.number:
        return None
    high = max(first, second, key=lambda die: die.number)
    if high.depth == width / 2:
        return None
    return Primaute(Side.BLANCS if high.depth < width / 2 else Side.NOIRS, _dice(first.number, second.number))


def coup_et_des(first: DeTombe, second: DeTombe) -> Primaute | None:
    """Thrown against the far bande; he begins who has the higher die nearer to his bande than the other die (Jeu 2).

    None, to be thrown again, for a doublet, or when both lie at the same depth. That the dice struck the far bande (or
    the dames before it) is for the players to see.
    """
    if first.number == second.number or first.depth == second.depth:
        return None
    high, low = (first, second) if first.number > second.number else (second, first)
    return Primaute(Side.BLANCS if high.depth < low.depth else Side.NOIRS, _dice(first.number, second.number))


def _dice(one: int, other: int) -> Dice:
    return (max(one, other), min(one, other))
