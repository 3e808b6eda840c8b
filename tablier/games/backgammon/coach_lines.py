"""The answers of `tablier coach` about backgammon (contract 5; docs/coach.md)."""

from __future__ import annotations

import announce.phrases.backgammon  # noqa: F401 - the words for its reasons
from coach.backgammon.advice import Situation, choices, doubling, warm_up, why
from coach.lines import Say, choices_json, level_of
from rules.backgammon.match import Cube
from rules.backgammon.position import Position
from rules.position import Side
from rules.question import InvalidLine, Json, both_sides, is_whole, required_field, shorten, trait
from rules.question import dice as dice_of


def _plays(question: Json, say: Say) -> Json:
    situation = _situation(question)
    found = choices(situation, dice_of(required_field(question, "dice")), *level_of(question, "backgammon"))
    return choices_json(found, (say(reason, situation.side) for reason in why(situation, found[0])))


def _doubling(question: Json, _: Say) -> Json:
    found = doubling(_situation(question), level_of(question, "backgammon")[0])
    worth = {"hold": found.hold, "double_taken": found.take, "double_refused": found.drop}
    return {key: round(value, 4) for key, value in worth.items()} | {"double": found.doubles, "take": found.taken}


def _situation(question: Json) -> Situation:
    return Situation(Position(*both_sides(question, 26)), trait(question), _cube(question))


def _cube(question: Json) -> Cube | None:
    """Parse the cube, `{"value": 2, "owner": "blancs"}`; without an owner it lies in the middle."""
    given = question.get("cube")
    if given is None:
        return None
    if not isinstance(given, dict):
        raise InvalidLine(f"cube: {shorten(given)}, expected an object with value and owner")
    value, owner = given.get("value", 1), given.get("owner")
    if not is_whole(value) or not 1 <= value <= 2**20 or value & (value - 1):
        raise InvalidLine(f"cube.value: {shorten(value)}, expected 1, 2, 4, 8 ...")
    if owner is not None and owner not in list(Side):
        raise InvalidLine(f"cube.owner: {shorten(owner)}, expected blancs, noirs or null")
    return Cube(value, None if owner is None else Side(owner).adversary)


WARM_UP = {"backgammon": warm_up}
ANSWERS = {"backgammon": {None: _plays, "double": _doubling}}
