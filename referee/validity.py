"""Faults of dice, as a camera sees them lie: the law is in `rules.games.throw_validity`."""

from __future__ import annotations

from events.board_reading import DieReading
from events.rulings import DiceTrouble
from rules.code import Code
from rules.fault import FaultName
from rules.fault_table import article_of
from rules.games.throw_validity import Circumstance, Die, Rest, Validity, rule_for, throw_rules

TROUBLES: dict[Circumstance, DiceTrouble] = {
    Circumstance.LEANING: DiceTrouble.LEANING,
    Circumstance.ON_RAIL: DiceTrouble.ON_RAIL,
    Circumstance.OUTSIDE: DiceTrouble.OUTSIDE,
    Circumstance.ON_OTHER_DIE: DiceTrouble.STACKED,
}
"""The circumstances that a camera can see. Only people can find out whether a die would fall from its dame."""


def trouble_of(reading: DieReading, code: Code) -> DiceTrouble | None:
    """Return why a die is not good as it lies, before anybody tests it; None if it is good."""
    rule = rule_for(Die(Rest(reading.rest.value), leaning=not reading.flat), throw_rules(code))
    return None if rule.verdict is Validity.GOOD else TROUBLES[rule.circumstance]


def article_on(trouble: DiceTrouble, code: Code) -> str:
    """Return the article by which a throw with this trouble does not count."""
    if trouble is DiceTrouble.OUT_OF_TURN:
        return article_of(FaultName.HORS_TOUR)
    return next(rule.article for rule in throw_rules(code) if TROUBLES.get(rule.circumstance) is trouble)
