"""The payment of a tour, by every system (Lois XX; Jeu 1, gains)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.games.paiement_du_tour import PAIEMENTS, Tour
from rules.marking import Holding, Score
from rules.position import Side

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS
SEUL = Tour(BLANCS, 0, d_affilee=True, pavillon=False)
PAVILLON = Tour(BLANCS, 3, d_affilee=True, pavillon=True)
CINQ = Tour(BLANCS, 5, d_affilee=False, pavillon=False)
SIX = Tour(BLANCS, 6, d_affilee=False, pavillon=False)
SEPT = Tour(BLANCS, 7, d_affilee=False, pavillon=False)
DEMI = Fraction(3, 2)


@pytest.mark.parametrize(
    ("system", "due"),
    [
        ("simple", [1, 1, 1, 1, 1]),
        ("simple_ou_double", [2, 2, 1, 1, 1]),
        ("quadruple", [4, 3, 2, 1, 1]),
        ("avance", [4, 3, 2, 1, 1]),
        ("classique", [2, 2, 1, 1, 1]),
        ("classique_ameliore", [2, 2, DEMI, DEMI, 1]),
    ],
)
def test_payment_systems(system: str, due: list[Fraction]) -> None:
    """Alone to mark; second with the pavillon; simple over five, six, seven trous: the pont lies at six or seven."""
    assert [PAIEMENTS[system].due(tour) for tour in (SEUL, PAVILLON, CINQ, SIX, SEPT)] == due


def test_every_system_is_listed() -> None:
    """Lois XX names three, Jeu 1 three."""
    assert len(PAIEMENTS) == 6


@pytest.mark.parametrize(
    ("score", "tour"),
    [
        (Score(Holding(trous=12), Holding()), SEUL),
        (Score(Holding(trous=13), Holding(trous=3), BLANCS), PAVILLON),
        (Score(Holding(trous=12), Holding(trous=6), None), SIX),
        # The loser holds the pavillon: the winner was interrupted (Jeu 1, le pavillon, interprétation c).
        (Score(Holding(trous=12), Holding(trous=7), NOIRS), SEPT),
    ],
)
def test_the_marks_tell_how_it_was_won(score: Score, tour: Tour) -> None:
    """Lois XX; Jeu 1, le pavillon: the other side did not mark, or the pavillon is on the winner's side."""
    assert Tour.of(score) == tour


def test_a_tour_under_way_pays_nothing() -> None:
    with pytest.raises(ValueError, match="blancs 11, noirs 3 trous: neither side has 12"):
        Tour.of(Score(Holding(trous=11), Holding(trous=3)))
