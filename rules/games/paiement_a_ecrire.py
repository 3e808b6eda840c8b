"""The payments of a partie à écrire: marqués, consolations, queue, paris and fiches (Lois XIX)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product

from rules.games.a_ecrire import Camp, Convention, Joueur, Marque

PARI = 8
"""Jetons for each pari after the first."""
POSTILLON = 20 + PARI
"""Jetons for the first pari: eight, and twenty for the queue."""


@dataclass(frozen=True, slots=True)
class Prix:
    """What the loser of a marqué pays, in jetons: for the trous to the winner, a consolation to each camp owed one."""

    trous: int
    consolation: int


@dataclass(frozen=True, slots=True)
class Compte:
    """One player's account in jetons, positive when won; partners share their camp's account equally.

    Attributes:
        marques: from the marqués, including consolations.
        queue: his share of the queue less what he put in.
        paris: from the postillons and other paris.
        par_fiche: jetons in a fiche.
    """

    marques: Fraction
    queue: Fraction
    paris: Fraction
    par_fiche: int

    @property
    def total(self) -> Fraction:
        """The whole account, in jetons."""
        return self.marques + self.queue + self.paris

    @property
    def fiches(self) -> Fraction:
        """The whole account, in fiches."""
        return self.total / self.par_fiche


def prix(marque: Marque, convention: Convention) -> Prix:
    """Return the price of a marqué.

    Each trou of the winner counts one, two or four by bredouille. Each trou of the loser takes off one. The consolation
    is multiplied by bredouille too, and doubled by each refait before.
    """
    by = marque.bredouille
    consolation = convention.consolation * by * 2**marque.rencontre.refaits
    return Prix(marque.trous * by - marque.trous_adverses, consolation)


def paris(won: int, lost: int) -> int:
    """Return the paris of the winner of `won` marqués over an adversary who won `lost` of those they played together.

    A pari is a whole marqué won beyond half of them (the contingent) and lost by the other. When they met an odd number
    of times, the half marqué beyond the contingent does not count.
    """
    return max(0, (won - lost) // 2)


def prix_des_paris(count: int) -> int:
    """Return the price of `count` paris; the first of them is the postillon."""
    return POSTILLON + PARI * (count - 1) if count else 0


def comptes(convention: Convention, marques: tuple[Marque, ...]) -> dict[Joueur, Compte]:
    """Return the account of every player after these marqués, in the order of the convention; the sum is zero."""
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
    """Add up marqués and consolations. With three players, the player who sat out gets a consolation too."""
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
    """Pay the queue: every loser of a marqué puts in; the camp with the best marqués takes all; equal camps share."""
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
    """Add up the paris between every two adversaries."""
    won = Counter((marque.vainqueur, marque.perdant) for marque in marques)
    account: Counter[Camp] = Counter(dict.fromkeys(convention.camps, 0))
    for one, other in combinations(convention.camps, 2):
        for here, there in product(one, other):
            mine, his = won[here, there], won[there, here]
            owed = prix_des_paris(paris(mine, his)) - prix_des_paris(paris(his, mine))
            account[one] += owed
            account[other] -= owed
    return account
