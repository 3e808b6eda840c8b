"""The partie ordinaire: how a tour was won and what each system pays for it (Lois XX; Jeu 1, gains)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rules.marking import TROUS_DU_TOUR, Score
from rules.position import Side


@dataclass(frozen=True, slots=True)
class Tour:
    """A tour that was won.

    Attributes:
        trous_adverses: how many trous the loser has (0..11).
        d_affilee: the loser marked none between the winner's trous: the grande bredouille.
        pavillon: the winner was the second to mark, and held the pavillon (or wore the cravate).
    """

    winner: Side
    trous_adverses: int
    d_affilee: bool
    pavillon: bool

    @classmethod
    def of(cls, score: Score) -> Tour:
        """Return the tour that these marks show. Raises ValueError before a side has twelve trous."""
        winner = score.winner()
        if winner is None:
            raise ValueError(
                f"blancs {score.blancs.trous}, noirs {score.noirs.trous} trous: neither side has {TROUS_DU_TOUR}"
            )
        return cls(winner, score.of(winner.adversary).trous, score.d_affilee(winner), score.pavillon is winner)


@dataclass(frozen=True, slots=True, kw_only=True)
class Paiement:
    """The payment for a tour, in stakes.

    Attributes:
        seul: for a grande bredouille when only the winner marked.
        pavillon: for a grande bredouille of the second to mark.
        sous_le_pont: for a simple win over an adversary with fewer than `pont` trous.
        simple: for a simple win over any other.
    """

    seul: Fraction
    pavillon: Fraction
    sous_le_pont: Fraction
    simple: Fraction
    pont: int = 6

    def due(self, tour: Tour) -> Fraction:
        """Return what the loser of `tour` pays, in stakes."""
        if tour.d_affilee:
            return self.pavillon if tour.pavillon else self.seul
        return self.sous_le_pont if tour.trous_adverses < self.pont else self.simple


def _paiement(seul: int, pavillon: int, sous_le_pont: int | str, simple: int, pont: int = 6) -> Paiement:
    return Paiement(
        seul=Fraction(seul),
        pavillon=Fraction(pavillon),
        sous_le_pont=Fraction(sous_le_pont),
        simple=Fraction(simple),
        pont=pont,
    )


SIMPLE = _paiement(1, 1, 1, 1)
SIMPLE_OU_DOUBLE = _paiement(2, 2, 1, 1)
QUADRUPLE = _paiement(4, 3, 2, 1)
CLASSIQUE_AMELIORE = _paiement(2, 2, "3/2", 1, pont=7)

PAIEMENTS: dict[str, Paiement] = {
    "simple": SIMPLE,  # Lois XX
    "simple_ou_double": SIMPLE_OU_DOUBLE,  # Lois XX
    "quadruple": QUADRUPLE,  # Lois XX, the other convention
    "avance": QUADRUPLE,  # Jeu 1, gains 1: the same amounts
    "classique": SIMPLE_OU_DOUBLE,  # Jeu 1, gains 2: the same amounts
    "classique_ameliore": CLASSIQUE_AMELIORE,  # Jeu 1, gains 3: the pont is passed with seven trous
}
"""All systems, by the names their sources give them."""
