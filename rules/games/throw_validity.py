"""Which throws count, as data: what a camera can judge and what only people can (Lois VI; Jeu 1, validité du coup)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.code import Code


class Rest(StrEnum):
    """The thing on which a die came to rest."""

    FLOOR = "floor"
    DAMES = "dames"
    JETONS = "jetons"
    DIE = "die"
    RAIL = "rail"
    OUTSIDE = "outside"


class Judge(StrEnum):
    """Who can judge a circumstance: the camera sees how the dice lie, but not how they were thrown."""

    CAMERA = "camera"
    PEOPLE = "people"


class Validity(StrEnum):
    """Whether a die counts. TEST: the die is bad until a player who thinks it good has made the test."""

    GOOD = "good"
    BAD = "bad"
    TEST = "test"


class Circumstance(StrEnum):
    """How a die was thrown, or how it lies."""

    NOT_TOGETHER = "not_together"
    NOT_SHAKEN = "not_shaken"
    NOT_ROLLED = "not_rolled"
    BROKEN = "broken"
    OUTSIDE = "outside"
    ON_RAIL = "on_rail"
    ON_OTHER_DIE = "on_other_die"
    ON_JETONS = "on_jetons"
    ON_DAME_AGAINST_RAIL = "on_dame_against_rail"
    LEANING = "leaning"
    FLAT_ON_DAMES = "flat_on_dames"
    BETWEEN_DAMES = "between_dames"
    IN_THE_OTHER_TABLE = "in_the_other_table"
    FLAT_ON_FLOOR = "flat_on_floor"


@dataclass(frozen=True, slots=True)
class Die:
    """One die at rest, as far as it is known.

    Attributes:
        on: what the die lies on.
        leaning: it does not lie flat.
        against_rail: it touches a rail.
        between_dames: it lies in the gap of four dames.
        crossed: it passed the middle bar.
        test: whether it passed the test that its circumstance requires; None before the test.
    """

    on: Rest
    leaning: bool = False
    against_rail: bool = False
    between_dames: bool = False
    crossed: bool = False
    test: bool | None = None


@dataclass(frozen=True, slots=True)
class ThrowRule:
    """The rule of a code for one circumstance: the verdict, who can see it, and the article."""

    circumstance: Circumstance
    verdict: Validity
    judge: Judge
    article: str


def _jeu(circumstance: Circumstance, verdict: Validity, case: int, judge: Judge = Judge.CAMERA) -> ThrowRule:
    return ThrowRule(circumstance, verdict, judge, f"Jeu 1, validité du coup de dés {case}")


def _lois(circumstance: Circumstance, verdict: Validity, judge: Judge = Judge.CAMERA) -> ThrowRule:
    return ThrowRule(circumstance, verdict, judge, "Lois VI")


INCLINES: tuple[ThrowRule, ...] = (
    _jeu(Circumstance.NOT_SHAKEN, Validity.BAD, 1, Judge.PEOPLE),
    _jeu(Circumstance.NOT_ROLLED, Validity.BAD, 2, Judge.PEOPLE),
    _jeu(Circumstance.OUTSIDE, Validity.BAD, 6),
    _jeu(Circumstance.ON_RAIL, Validity.BAD, 6),
    _jeu(Circumstance.ON_OTHER_DIE, Validity.BAD, 9),
    # On jetons, wholly or in part, a die is good however it lies, so this rule comes before leaning.
    _jeu(Circumstance.ON_JETONS, Validity.GOOD, 8),
    # A leaning die is bad; it becomes good if a third die stays on top of it.
    _jeu(Circumstance.LEANING, Validity.TEST, 4, Judge.PEOPLE),
    # Flat on a dame but touching a rail: good if it stays when the dame is gently moved away.
    _jeu(Circumstance.ON_DAME_AGAINST_RAIL, Validity.TEST, 5, Judge.PEOPLE),
    _jeu(Circumstance.BETWEEN_DAMES, Validity.GOOD, 10),
    _jeu(Circumstance.FLAT_ON_DAMES, Validity.GOOD, 3),
    _jeu(Circumstance.IN_THE_OTHER_TABLE, Validity.GOOD, 7),
    _jeu(Circumstance.FLAT_ON_FLOOR, Validity.GOOD, 2),
)
"""The cases of Jeu 1 in order of precedence, ten of eleven. The eleventh, a die in pieces, has no rule."""

A_PLAT: tuple[ThrowRule, ...] = (
    _lois(Circumstance.NOT_TOGETHER, Validity.BAD, Judge.PEOPLE),
    _lois(Circumstance.BROKEN, Validity.BAD, Judge.PEOPLE),
    _lois(Circumstance.OUTSIDE, Validity.BAD),
    _lois(Circumstance.ON_RAIL, Validity.BAD),
    # Lois VI requires a flat die. It does not mention a die on the other or against a rail, nor a test for leaning.
    _jeu(Circumstance.ON_OTHER_DIE, Validity.BAD, 9),
    _lois(Circumstance.LEANING, Validity.BAD),
    _jeu(Circumstance.ON_DAME_AGAINST_RAIL, Validity.TEST, 5, Judge.PEOPLE),
    _lois(Circumstance.ON_JETONS, Validity.GOOD),
    _lois(Circumstance.BETWEEN_DAMES, Validity.GOOD),
    _lois(Circumstance.FLAT_ON_DAMES, Validity.GOOD),
    _lois(Circumstance.IN_THE_OTHER_TABLE, Validity.GOOD),
    _lois(Circumstance.FLAT_ON_FLOOR, Validity.GOOD),
)
"""Lois VI, in order of precedence: dice that lie flat are good."""


def throw_rules(code: Code) -> tuple[ThrowRule, ...]:
    """Return the rules of a code in order of precedence."""
    return INCLINES if code.des_inclines else A_PLAT


def circumstances(die: Die) -> frozenset[Circumstance]:
    """Return all circumstances of how a die lies, but not of how it was thrown."""
    found = {
        Rest.OUTSIDE: Circumstance.OUTSIDE,
        Rest.RAIL: Circumstance.ON_RAIL,
        Rest.DIE: Circumstance.ON_OTHER_DIE,
        Rest.JETONS: Circumstance.ON_JETONS,
        Rest.DAMES: Circumstance.FLAT_ON_DAMES,
        Rest.FLOOR: Circumstance.FLAT_ON_FLOOR,
    }
    holding = {found[die.on]}
    if die.leaning:
        holding -= {Circumstance.FLAT_ON_DAMES, Circumstance.FLAT_ON_FLOOR}
        holding.add(Circumstance.LEANING)
    elif die.between_dames:
        holding.add(Circumstance.BETWEEN_DAMES)
    if die.on is Rest.DAMES and die.against_rail:
        holding.add(Circumstance.ON_DAME_AGAINST_RAIL)
    if die.crossed:
        holding.add(Circumstance.IN_THE_OTHER_TABLE)
    return frozenset(holding)


def rule_for(die: Die, rules: tuple[ThrowRule, ...]) -> ThrowRule:
    """Return the first rule that applies to how a die lies."""
    holding = circumstances(die)
    return next(rule for rule in rules if rule.circumstance in holding)


def verdict(first: Die, second: Die, rules: tuple[ThrowRule, ...]) -> tuple[Validity, ThrowRule]:
    """Return the verdict on a throw and the rule that decides it: one bad die, and both are thrown again.

    TEST: the test is still to be made (`Die.test`); the rule says for which die.
    """
    ruled = [(_die_validity(die, rule_for(die, rules)), rule_for(die, rules)) for die in (first, second)]
    for answer in (Validity.BAD, Validity.TEST):
        for found, rule in ruled:
            if found is answer:
                return answer, rule
    return ruled[0]


def _die_validity(die: Die, rule: ThrowRule) -> Validity:
    if rule.verdict is not Validity.TEST or die.test is None:
        return rule.verdict
    return Validity.GOOD if die.test else Validity.BAD
