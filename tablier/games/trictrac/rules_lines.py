"""The answers of `tablier rules` about trictrac (contract 1; docs/rules-lines.md)."""

from __future__ import annotations

from rules.jan import Jan
from rules.jans import jans
from rules.plays import legal_plays
from rules.position import Position, Side
from rules.question import InvalidLine, Json, both_sides, plays_json, required_field, trait
from rules.question import code as code_of
from rules.question import coup as coup_of
from rules.question import dice as dice_of


def answer(question: Json) -> Json:
    """Answer with the jans of a throw, their points, and its lawful plays. Raises InvalidLine."""
    position = Position(*both_sides(question, 24))
    side, dice = trait(question), dice_of(required_field(question, "dice"))
    coup, code = coup_of(question), code_of(question)
    first = question.get("first_throw")
    first_throw = None if first is None else dice_of(first, "first_throw")
    if breaches := position.breaches():
        raise InvalidLine("position: " + "; ".join(breaches))
    found = jans(position, side, dice, code, coup=coup, first_throw=first_throw)
    legal = legal_plays(position, side, dice)
    return {
        "jans": [_jan_json(jan) for jan in found],
        "points": {side.value: sum(jan.points for jan in found if jan.side is side) for side in Side},
        **plays_json(legal.dice_playable, legal.plays),
    }


def _jan_json(jan: Jan) -> Json:
    place = {"table": jan.table.value, "case": jan.case} if jan.table is not None else {}
    return {"jan": jan.name.value, **place, "for": jan.side.value, "ways": jan.ways, "points": jan.points}


ANSWERS = {"trictrac": answer}
