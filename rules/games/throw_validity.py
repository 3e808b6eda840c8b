"""Which throws count, as data: what a camera can judge and what only people can (Lois VI; Jeu 1, validité du coup)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.code import Code


class Rest(StrEnum):
    """What a die came to rest on."""

    FLOOR = "floor"
    DAMES = "dames"
    JETONS = "jetons"
    DIE = "die"
    RAIL = "rail"
    OUTSIDE = "outside"


class Judge(StrEnum):
    """Who can tell that a circumstance is given: the camera sees how the dice lie, not how they were thrown."""

    CAMERA = "camera"
    PEOPLE = "people"


class Verdict(StrEnum):
    """What becomes of a die. A tested one is bad until a player who holds the throw for good has made the test."""

    GOOD = "good"
    BAD = "bad"
    TEST = "test"


class Circumstance(StrEnum):
    """How a die was thrown, or lies."""

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

    on: what carries it; leaning: it does not lie flat; against_rail: it touches a rail; between_dames: it lies in the
    gap of four dames; crossed: it passed the middle bar; test: whether the test its circumstance calls for was passed,
    None before the test.
    """

    on: Rest
    leaning: bool = False
    against_rail: bool = False
    between_dames: bool = False
    crossed: bool = False
    test: bool | None = None


@dataclass(frozen=True, slots=True)
class ThrowRule:
    """What a code says of a circumstance: the verdict, who can see it, and the article."""

    circumstance: Circumstance
    verdict: Verdict
    judge: Judge
    article: str


def _jeu(circumstance: Circumstance, verdict: Verdict, case: int, judge: Judge = Judge.CAMERA) -> ThrowRule:
    return ThrowRule(circumstance, verdict, judge, f"Jeu 1, validité du coup de dés {case}")


def _lois(circumstance: Circumstance, verdict: Verdict, judge: Judge = Judge.CAMERA) -> ThrowRule:
    return ThrowRule(circumstance, verdict, judge, "Lois VI")


INCLINES: tuple[ThrowRule, ...] = (
    _jeu(Circumstance.NOT_SHAKEN, Verdict.BAD, 1, Judge.PEOPLE),
    _jeu(Circumstance.NOT_ROLLED, Verdict.BAD, 2, Judge.PEOPLE),
    _jeu(Circumstance.OUTSIDE, Verdict.BAD, 6),
    _jeu(Circumstance.ON_RAIL, Verdict.BAD, 6),
    _jeu(Circumstance.ON_OTHER_DIE, Verdict.BAD, 9),
    # On jetons, wholly or in part, a die is good however it lies, so this stands before leaning.
    _jeu(Circumstance.ON_JETONS, Verdict.GOOD, 8),
    # Leaning is bad; a third die that stays on it makes it good.
    _jeu(Circumstance.LEANING, Verdict.TEST, 4, Judge.PEOPLE),
    # Flat on a dame but touching a rail: good if it stays when the dame is eased away.
    _jeu(Circumstance.ON_DAME_AGAINST_RAIL, Verdict.TEST, 5, Judge.PEOPLE),
    _jeu(Circumstance.BETWEEN_DAMES, Verdict.GOOD, 10),
    _jeu(Circumstance.FLAT_ON_DAMES, Verdict.GOOD, 3),
    _jeu(Circumstance.IN_THE_OTHER_TABLE, Verdict.GOOD, 7),
    _jeu(Circumstance.FLAT_ON_FLOOR, Verdict.GOOD, 2),
)
"""The eleven cases of Jeu 1 in the order in which they prevail. The eleventh, a die in pieces, has no rule."""

A_PLAT: tuple[ThrowRule, ...] = (
    _lois(Circumstance.NOT_TOGETHER, Verdict.BAD, Judge.PEOPLE),
    _lois(Circumstance.BROKEN, Verdict.BAD, Judge.PEOPLE),
    _lois(Circumstance.OUTSIDE, Verdict.BAD),
    _lois(Circumstance.ON_RAIL, Verdict.BAD),
    # Lois VI requires a flat die, says nothing of one on the other or against a rail, and knows no test for leaning.
    _jeu(Circumstance.ON_OTHER_DIE, Verdict.BAD, 9),
    _lois(Circumstance.LEANING, Verdict.BAD),
    _jeu(Circumstance.ON_DAME_AGAINST_RAIL, Verdict.TEST, 5, Judge.PEOPLE),
    _lois(Circumstance.ON_JETONS, Verdict.GOOD),
    _lois(Circumstance.BETWEEN_DAMES, Verdict.GOOD),
    _lois(Circumstance.FLAT_ON_DAMES, Verdict.GOOD),
    _lois(Circumstance.IN_THE_OTHER_TABLE, Verdict.GOOD),
    _lois(Circumstance.FLAT_ON_FLOOR, Verdict.GOOD),
)
"""Lois VI, in the same order: dice are good that lie flat."""


def throw_rules(code: Code) -> tuple[ThrowRule, ...]:
    """The rules of a code, in the order in which they prevail."""
    return INCLINES if code.des_inclines else A_PLAT


def circumstances(die: Die) -> frozenset[Circumstance]:
    """Everything that can be said of how a die lies; how it was thrown is not among it."""
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
    """The rule that prevails over how a die lies."""
    holding = circumstances(die)
    return next(rule for rule in rules if rule.circumstance in holding)


def verdict(first: Die, second: Die, rules: tuple[ThrowRule, ...]) -> tuple[Verdict, ThrowRule]:
    """What becomes of a throw, with the rule it rests on: one bad die and both are thrown again.

    TEST: the test is still to be made (`Die.test`); the rule says which die's.
    """
    ruled = [(_tested(die, rule_for(die, rules)), rule_for(die, rules)) for die in (first, second)]
    for answer in (Verdict.BAD, Verdict.TEST):
        for found, rule in ruled:
            if found is answer:
                return answer, rule
    return ruled[0]


def _tested(die: Die, rule: ThrowRule) -> Verdict:
    if rule.verdict is not Verdict.TEST or die.test is None:
        return rule.verdict
    return Verdict.GOOD if die.test else Verdict.BAD
