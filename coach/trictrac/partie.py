"""The stakes of one marqué: what winning it brings in the partie à écrire as it stands (Lois XIX)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import comb, erf, sqrt

import numpy as np

from coach.trictrac.stakes import Stakes
from rules.games.a_ecrire import SeatedPartie
from rules.games.paiement_a_ecrire import comptes, paris, prix_des_paris
from rules.position import Side


@dataclass(frozen=True, slots=True)
class Stake:
    """What a marqué is played for.

    Attributes:
        consolation: jetons of a simple win, after the refaits so far.
        beyond: jetons that a win brings beyond its price.
        first: who has the primauté.
        plafond: a trou at which it ends by itself, None for no limit.
    """

    consolation: float
    beyond: float
    first: Side
    plafond: int | None = None

    def batch(self, side: Side) -> Stakes:
        """Return it as a batch of one, as `side` sees it."""
        first = [[self.first is side, self.first is not side]]
        return Stakes(np.array([self.consolation]), np.array([self.beyond]), np.array(first))


@dataclass(frozen=True, slots=True)
class PartieStanding:
    """How a partie stands between the two camps at the board.

    Attributes:
        won: marqués that one of the two players won from the other.
        lost: those he lost to him.
        meetings: how often the two meet in all.
        played: marqués played by all.
        marques: how many are played in all.
        ahead: half of the difference of the two camps' accounts of marqués, in jetons.
        mise: jetons that the loser of a marqué puts in the queue.
    """

    won: int = 0
    lost: int = 0
    meetings: int = 1
    played: int = 0
    marques: int = 1
    ahead: float = 0.0
    mise: float = 0.0

    def beyond(self) -> float:
        """Return the jetons that winning the next marqué brings beyond its price, less a loss, halved.

        The marqués after it are taken to be won as often as lost, at the usual prices.
        """
        price, spread = prices()
        left = max(self.meetings - self.won - self.lost - 1, 0)
        of_paris = expected_paris(self.won + 1, self.lost, left) - expected_paris(self.won, self.lost + 1, left)
        after = spread * sqrt(2 * (self.marques - self.played - 1))
        up, down = (_ahead(self.ahead + step, after) for step in (price, -price))
        of_queue = self.mise * (1 + self.marques * (up - down) / 2)
        return (of_paris + of_queue) / 2


@cache
def expected_paris(won: int, lost: int, left: int) -> float:
    """Return the paris expected after `left` more marqués, won as often as lost, in jetons."""
    total = 0
    for more in range(left + 1):
        mine, his = won + more, lost + left - more
        total += comb(left, more) * (prix_des_paris(paris(mine, his)) - prix_des_paris(paris(his, mine)))
    return total / (1 << left)


def _ahead(jetons: float, spread: float) -> float:
    """Return how much likelier it is to end ahead than behind, -1..1."""
    return erf(jetons / spread) if spread else float(np.sign(jetons))


@cache
def prices() -> tuple[float, float]:
    """Return the mean price of a marqué and the root of its mean square, in jetons, as the coach plays."""
    found = tomllib.loads((resources.files("coach.trictrac") / "marques.toml").read_text("utf-8"))
    return float(found["mean"]), float(found["spread"])


def standing(seated: SeatedPartie) -> PartieStanding:
    """Return how a partie stands, as the player of the light dames sees it."""
    partie, both = seated.partie, (seated.blancs, seated.noirs)
    convention, played = partie.convention, partie.marques
    mine, his = (convention.camp(joueur) for joueur in both)
    accounts = comptes(convention, played)
    ahead = (len(mine) * accounts[both[0]].marques - len(his) * accounts[both[1]].marques) / 2
    pairs = sum(len(one) * len(other) for one in convention.camps for other in convention.camps if one < other)
    met = [marque.vainqueur for marque in played if {marque.vainqueur, marque.perdant} == set(both)]
    won = met.count(both[0])
    return PartieStanding(
        won, len(met) - won, convention.marques // pairs, len(played), convention.marques, float(ahead), convention.mise
    )


def stake(seated: SeatedPartie) -> Stake:
    """Return what the marqué being played is worth. Raises ValueError when all are played.

    Both accounts are taken to change by half of their difference. With three players, the loser pays a consolation to
    each of the others.
    """
    rencontre, first = seated.partie.rencontre, seated.first
    if rencontre is None or first is None:
        raise ValueError(f"all {seated.partie.convention.marques} marqués are played")
    convention = seated.partie.convention
    owed = (len(convention.camps) + 1) / 2 - 0.5
    consolation = convention.consolation * owed * 2**rencontre.refaits
    return Stake(consolation, standing(seated).beyond(), first, convention.plafond)
