"""The answers of `tablier rules` about backgammon (contract 1; docs/rules-lines.md)."""

from __future__ import annotations

from rules.backgammon.plays import legal_plays
from rules.backgammon.position import Position
from rules.question import InvalidLine, Json, both_sides, plays_json, required_field, trait
from rules.question import dice as dice_of


def answer(question: Json) -> Json:
    """Answer with the lawful plays of a throw. Raises InvalidLine."""
    position = Position(*both_sides(question, 26))
    side, dice = trait(question), dice_of(required_field(question, "dice"))
    if breaches := position.breaches():
        raise InvalidLine("position: " + "; ".join(breaches))
    legal = legal_plays(position, side, dice)
    return plays_json(legal.dice_playable, legal.plays)


ANSWERS = {"backgammon": answer}
