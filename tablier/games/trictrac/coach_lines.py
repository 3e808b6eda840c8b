"""The answers of `tablier coach` about trictrac (contract 5; docs/coach.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coach.lines import choices_json, level_of
from coach.trictrac.advice import Situation, choices, departure, warm_up, why
from rules.marking import Holding, Score
from rules.position import Position, Side
from rules.question import InvalidLine, Json, both_sides, is_whole, required, shown, trait
from rules.question import code as code_of
from rules.question import coup as coup_of
from rules.question import dice as dice_of

if TYPE_CHECKING:
    from coach.lines import Say


def _plays(question: Json, say: Say) -> Json:
    situation = _situation(question)
    found = choices(situation, dice_of(required(question, "dice")), *level_of(question, "trictrac"))
    return choices_json(found, (say(reason, situation.side) for reason in why(situation, found[0])))


def _departure(question: Json, _: Say) -> Json:
    dice = question.get("dice")
    found = departure(_situation(question), None if dice is None else dice_of(dice))
    return {"hold": round(found.hold, 4), "leave": round(found.leave, 4)}


def _situation(question: Json) -> Situation:
    position, side = Position(*both_sides(question, 24)), trait(question)
    given = coup_of(question)
    situation = Situation(position, side, _score(question), code=code_of(question))
    return situation if given is None else situation.at_throw(given)


def _score(question: Json) -> Score:
    """Parse points, bredouille and trous of both sides; zeros when nothing is given."""
    score = question.get("score")
    if score is None:
        return Score()
    if not isinstance(score, dict):
        raise InvalidLine(f"score: {shown(score)}, expected an object with blancs and noirs")
    blancs, noirs = (_holding(score.get(side.value), side) for side in Side)
    return Score(blancs, noirs)


def _holding(held: Any, side: Side) -> Holding:  # noqa: ANN401 - any JSON value may stand in a field
    if held is None:
        return Holding()
    if not isinstance(held, dict):
        raise InvalidLine(f"score.{side}: {shown(held)}, expected an object")
    points, bredouille, trous = held.get("points", 0), held.get("bredouille", False), held.get("trous", 0)
    if not is_whole(points) or points % 2 or not 0 <= points <= 10:
        raise InvalidLine(f"score.{side}.points: {shown(points)}, expected 0, 2, 4, 6, 8 or 10")
    if not isinstance(bredouille, bool):
        raise InvalidLine(f"score.{side}.bredouille: {shown(bredouille)}, expected true or false")
    if not is_whole(trous) or not 0 <= trous <= 11:
        raise InvalidLine(f"score.{side}.trous: {shown(trous)}, expected a whole number from 0 to 11")
    return Holding(points, bredouille, trous)


WARM_UP = {"trictrac": warm_up}
ANSWERS = {"trictrac": {None: _plays, "leave": _departure}}
