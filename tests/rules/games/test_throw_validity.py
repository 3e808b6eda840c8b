"""Which throws count (Lois VI; the eleven cases of Jeu 1, validité du coup de dés)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.code import CODES, JEU_DE_TRICTRAC, LOIS_2013
from rules.games.paiement_du_tour import PAIEMENTS, Tour
from rules.games.throw_validity import (
    Circumstance,
    Die,
    Judge,
    Rest,
    Validity,
    rule_for,
    throw_rules,
    verdict,
)
from rules.marking import Holding, Score
from rules.position import Side

JEU, LOIS = throw_rules(JEU_DE_TRICTRAC), throw_rules(LOIS_2013)
FLAT = Die(Rest.FLOOR)
GOOD, BAD, TEST = Validity


@pytest.mark.parametrize(
    ("case", "die", "jeu", "lois"),
    [
        (3, Die(Rest.DAMES), GOOD, GOOD),
        (4, Die(Rest.FLOOR, leaning=True), TEST, BAD),
        (4, Die(Rest.DAMES, leaning=True), TEST, BAD),
        (5, Die(Rest.DAMES, against_rail=True), TEST, TEST),
        (6, Die(Rest.RAIL), BAD, BAD),
        (6, Die(Rest.OUTSIDE), BAD, BAD),
        (7, Die(Rest.FLOOR, crossed=True), GOOD, GOOD),
        (8, Die(Rest.JETONS), GOOD, GOOD),
        (8, Die(Rest.JETONS, leaning=True), GOOD, BAD),
        (9, Die(Rest.DIE), BAD, BAD),
        (10, Die(Rest.FLOOR, between_dames=True), GOOD, GOOD),
        (10, Die(Rest.FLOOR, between_dames=True, leaning=True), TEST, BAD),
        (2, FLAT, GOOD, GOOD),
    ],
)
def test_how_a_die_lies(case: int, die: Die, jeu: Validity, lois: Validity) -> None:
    """Jeu 1's cases 2 to 10, and each by Lois VI: a flat die is good, and a leaning die has no test."""
    assert verdict(die, FLAT, JEU)[0] is jeu
    assert verdict(FLAT, die, LOIS)[0] is lois
    if not (case == 10 and die.leaning):
        assert rule_for(die, JEU).article == f"Jeu 1, validité du coup de dés {case}"


def test_the_test_decides() -> None:
    """Jeu 1, cases 4 and 5: what a third die, or easing the dame away, shows; until then the throw is open."""
    for die in (Die(Rest.DAMES, leaning=True, test=True), Die(Rest.DAMES, against_rail=True, test=True)):
        assert verdict(die, FLAT, JEU)[0] is GOOD
    assert verdict(Die(Rest.DAMES, leaning=True, test=False), FLAT, JEU)[0] is BAD
    # Lois VI knows no test: a leaning die stays bad.
    assert verdict(Die(Rest.DAMES, leaning=True, test=True), FLAT, LOIS)[0] is BAD


def test_one_bad_die_spoils_both() -> None:
    """Lois VI; Jeu 1: both dice are thrown again; a bad die needs no test of the other."""
    found, rule = verdict(Die(Rest.FLOOR, leaning=True), Die(Rest.RAIL), JEU)
    assert (found, rule.circumstance) == (BAD, Circumstance.ON_RAIL)


def test_tests_that_only_people_can_make() -> None:
    """People judge shaking, rolling and the two tests, and by Lois VI the cup and a broken die."""
    people = {
        name: {rule.circumstance.value for rule in throw_rules(code) if rule.judge is Judge.PEOPLE}
        for name, code in CODES.items()
    }
    assert people == {
        "jeu-de-trictrac": {"not_shaken", "not_rolled", "leaning", "on_dame_against_rail"},
        "lois-2013": {"not_together", "broken", "on_dame_against_rail"},
    }


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
