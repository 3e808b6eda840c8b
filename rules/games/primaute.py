"""The first throw of a game: the four ways of the sources (Lois V; Jeu 1, priorité; Jeu 2, coup et dés)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.position import Dice, Side


class Methode(StrEnum):
    """The ways of settling the primauté before the first throw."""

    UN_DE_CHACUN = "un_de_chacun"  # Lois V: the higher die begins, and plays the two numbers
    PLUS_PRES_DU_FORT = "plus_pres_du_fort"  # Lois V: one player throws both; the player nearest the higher die begins
    UN_DE_CHACUN_ET_RELANCE = "un_de_chacun_et_relance"  # Jeu 1: the higher die begins, and throws both dice
    COUP_ET_DES = "coup_et_des"  # Jeu 2: one throws both; the higher die is nearer to the beginner's bande


@dataclass(frozen=True, slots=True)
class Primaute:
    """The side that begins; dice: the numbers it plays, None when it throws again (a doublet is then possible)."""

    side: Side
    dice: Dice | None


@dataclass(frozen=True, slots=True)
class DeTombe:
    """A die where it came to rest: its number, and its distance (mm) from the long bande of the Blancs' side."""

    number: int
    depth: float


def un_de_chacun(blancs: int, noirs: int) -> Primaute | None:
    """Return who begins when each threw one die: the higher plays both numbers. None when equal: throw again (Lois V).

    >>> un_de_chacun(2, 5)
    Primaute(side=<Side.NOIRS: 'noirs'>, dice=(5, 2))
    """
    if blancs == noirs:
        return None
    return Primaute(Side.BLANCS if blancs > noirs else Side.NOIRS, _dice(blancs, noirs))


def un_de_chacun_et_relance(blancs: int, noirs: int) -> Primaute | None:
    """Return who begins when each threw one die: the higher throws both dice. None when equal: throw again (Jeu 1)."""
    found = un_de_chacun(blancs, noirs)
    return None if found is None else Primaute(found.side, None)


def plus_pres_du_fort(first: DeTombe, second: DeTombe, width: float) -> Primaute | None:
    """Return who begins when one threw both dice: the player nearest to the higher one plays them (Lois V).

    width: distance (mm) between the two long bandes. None for a doublet, or when the higher die lies exactly in the
    middle.
    """
    if first.number == second.number:
        return None
    high = max(first, second, key=lambda die: die.number)
    if high.depth == width / 2:
        return None
    return Primaute(Side.BLANCS if high.depth < width / 2 else Side.NOIRS, _dice(first.number, second.number))


def coup_et_des(first: DeTombe, second: DeTombe) -> Primaute | None:
    """Return who begins after one player threw both dice at the far bande (Jeu 2).

    It is the player to whose bande the higher die is nearer than the other. None, for a new throw, when it is a doublet
    or both dice lie at the same depth. The players check that the dice struck the far bande (or the dames before it).
    """
    if first.number == second.number or first.depth == second.depth:
        return None
    high, low = (first, second) if first.number > second.number else (second, first)
    return Primaute(Side.BLANCS if high.depth < low.depth else Side.NOIRS, _dice(first.number, second.number))


def _dice(one: int, other: int) -> Dice:
    return (max(one, other), min(one, other))
