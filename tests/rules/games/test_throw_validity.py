"""Which throws count (Lois VI; the eleven cases of Jeu 1, validité du coup de dés)."""

from __future__ import annotations

import pytest

from rules.code import CODES, JEU_DE_TRICTRAC, LOIS_2013
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
