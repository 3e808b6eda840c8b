"""The payments of a partie à écrire: marqués, consolations, queue, paris and fiches (Lois XIX)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.games.a_ecrire import Camp, Convention, Joueur, Marque

PARI = 8
"""Jetons for each pari after the first."""
POSTILLON = 20 + PARI
"""Jetons for the first pari: eight, and twenty of queue."""


@dataclass(frozen=True, slots=True)
class Prix:
    """What the loser of a marqué pays, in jetons: to the winner for the trous, and a consolation to all owed one."""

    trous: int
    consolation: int


@dataclass(frozen=True, slots=True)
class Compte:
    """One player's account in jetons, won positive and lost negative; partners have halves of their camp's.

    marques: of the marqués, consolations included; queue: his part of it less what he put in; paris: the postillons
    and other paris; par_fiche: jetons to the fiche.
    """

    marques: Fraction
    queue: Fraction
    paris: Fraction
    par_fiche: int

    @property
    def total(self) -> Fraction:
        """All of it, in jetons."""
        return self.marques + self.queue + self.paris

    @property
    def fiches(self) -> Fraction:
        """All of it, in fiches."""
        return self.total / self.par_fiche


def prix(marque: Marque, convention: Convention) -> Prix:
    """The price of a marqué.

    Each trou of the winner counts one, two or four by bredouille, each of the loser's always one, taken off; the
    consolation is multiplied alike, and doubled by each refait before.
    """
    by = marque.bredouille
    consolation = convention.consolation * by * 2**marque.rencontre.refaits
    return Prix(marque.trous * by - marque.trous_adverses, consolation)


def paris(won: int, lost: int) -> int:
    """How many paris the winner of `won` marqués has over an adversary who won `lost` of those they played together.

    A pari is a whole marqué won beyond half of them, the contingent, and one lost to the other. When they met an odd
    number of times, the half marqué beyond the contingent is none.
    """
    return max(0, (won - lost) // 2)


def prix_des_paris(count: int) -> int:
    """What `count` paris are paid: the first is the postillon."""
    return POSTILLON + PARI * (count - 1) if count else 0


def comptes(convention: Convention, marques: tuple[Marque, ...]) -> dict[Joueur, Compte]:
    """The account of every player after these marqués, in the order of the convention; they add up to nothing."""
    played = _marques(convention, marques)
    queue = _queue(convention, marques, played)
    bets = _paris(convention, marques)
    found: dict[Joueur, Compte] = {}
    for camp in convention.camps:
        share = Fraction(1, len(camp))
        compte = Compte(played[camp] * share, queue[camp] * share, bets[camp] * share, convention.jetons_par_fiche)
        found.update(dict.fromkeys(camp, compte))
    return found


def _marques(convention: Convention, marques: tuple[Marque, ...]) -> Counter[Camp]:
    """Marqués and consolations. Of three players the one who sat out is consoled as well."""
    account: Counter[Camp] = Counter(dict.fromkeys(convention.camps, 0))
    for marque in marques:
        price = prix(marque, convention)
        winner, loser = convention.camp(marque.vainqueur), convention.camp(marque.perdant)
        for camp in convention.camps:
            if camp != loser:
                owed = price.consolation + (price.trous if camp == winner else 0)
                account[camp] += owed
                account[loser] -= owed
    return account


def _queue(convention: Convention, marques: tuple[Marque, ...], played: Counter[Camp]) -> Mapping[Camp, Fraction]:
    """Every loser of a marqué puts in; the winner of most in the marqués takes all; equals share."""
    account: dict[Camp, Fraction] = dict.fromkeys(convention.camps, Fraction())
    if not marques:
        return account
    for marque in marques:
        account[convention.camp(marque.perdant)] -= convention.mise
    best = [camp for camp in convention.camps if played[camp] == max(played.values())]
    for camp in best:
        account[camp] += Fraction(convention.mise * len(marques), len(best))
    return account


def _paris(convention: Convention, marques: tuple[Marque, ...]) -> Counter[Camp]:
    """Paris between every two adversaries, settled two by two."""
    won = Counter((marque.vainqueur, marque.perdant) for marque in marques)
    account: Counter[Camp] = Counter(dict.fromkeys(convention.camps, 0))
    for one, other in combinations(convention.camps, 2):
        for here, there in product(one, other):
            mine, his = won[here, there], won[there, here]
            owed = prix_des_paris(paris(mine, his)) - prix_des_paris(paris(his, mine))
            account[one] += owed
            account[other] -= owed
    return account
