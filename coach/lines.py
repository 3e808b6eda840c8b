"""The coach as JSON lines: one question a line, one answer a line (contract 5; docs/coach.md)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from coach.backgammon import advice as backgammon
from coach.levels import STRONGEST, levels
from coach.trictrac import advice as trictrac
from rules.backgammon.match import Cube
from rules.backgammon.position import Position as BackgammonPosition
from rules.marking import Holding, Score
from rules.position import Position, Side
from rules.question import InvalidLine, Json, both_sides, is_whole, parsed, required, shown, trait
from rules.question import code as code_of
from rules.question import coup as coup_of
from rules.question import dice as dice_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from coach.advice import Choice

    Say = Callable[[Any, Side], str]


def plain(reason: Any, _: Side) -> str:  # noqa: ANN401 - a reason of either game
    """A reason as it is."""
    return str(reason)


def answer(line: str | bytes, say: Say = plain) -> Json:
    """The answer to one line; `"error" in answer` when it could not be answered.

    say: puts a reason into words for the side that plays.
    """
    name: object = None
    began = time.perf_counter()
    try:
        question = parsed(line)
        name = question.get("id")
        game = question.get("game", "trictrac")
        if not isinstance(game, str) or game not in ANSWERS:
            raise InvalidLine(f"game: {shown(game)}, expected one of {', '.join(ANSWERS)}")
        decision = question.get("decision")
        answers = ANSWERS[game]
        if decision is not None and (not isinstance(decision, str) or decision not in answers):
            raise InvalidLine(f"decision: {shown(decision)}, expected {', '.join(filter(None, answers))}")
        given = answers[decision](question, say)
    except ValueError as error:
        return {"id": name, "error": str(error)}
    return {"id": name, **given, "ms": round((time.perf_counter() - began) * 1000, 1)}


def _plays(question: Json, say: Say) -> Json:
    situation = _trictrac(question)
    found = trictrac.choices(situation, dice_of(required(question, "dice")), *_level(question, "trictrac"))
    return _listed(found, (say(reason, situation.side) for reason in trictrac.why(situation, found[0])))


def _departure(question: Json, _: Say) -> Json:
    dice = question.get("dice")
    found = trictrac.departure(_trictrac(question), None if dice is None else dice_of(dice))
    return {"hold": round(found.hold, 4), "leave": round(found.leave, 4)}


def _backgammon_plays(question: Json, say: Say) -> Json:
    situation = _backgammon(question)
    found = backgammon.choices(situation, dice_of(required(question, "dice")), *_level(question, "backgammon"))
    return _listed(found, (say(reason, situation.side) for reason in backgammon.why(situation, found[0])))


def _doubling(question: Json, _: Say) -> Json:
    found = backgammon.doubling(_backgammon(question), _level(question, "backgammon")[0])
    worth = {"hold": found.hold, "double_taken": found.take, "double_refused": found.drop}
    return {key: round(value, 4) for key, value in worth.items()} | {"double": found.doubles, "take": found.taken}


def _listed(found: Iterable[Choice[Any]], reasons: Iterable[str]) -> Json:
    plays = [
        {
            "play": [list(move) for move in choice.moves],
            "result": {"blancs": list(choice.result.blancs), "noirs": list(choice.result.noirs)},
            "equity": round(choice.equity, 4),
            "win": round(choice.win, 4),
        }
        for choice in found
    ]
    return {"plays": plays, "reasons": list(reasons)}


def _trictrac(question: Json) -> trictrac.Situation:
    position, side = Position(*both_sides(question, 24)), trait(question)
    given = coup_of(question)
    situation = trictrac.Situation(position, side, _score(question), code=code_of(question))
    return situation if given is None else situation.at_throw(given)


def _backgammon(question: Json) -> backgammon.Situation:
    return backgammon.Situation(BackgammonPosition(*both_sides(question, 26)), trait(question), _cube(question))


def _cube(question: Json) -> Cube | None:
    """The cube as `{"value": 2, "owner": "blancs"}`; without an owner it lies in the middle."""
    given = question.get("cube")
    if given is None:
        return None
    if not isinstance(given, dict):
        raise InvalidLine(f"cube: {shown(given)}, expected an object with value and owner")
    value, owner = given.get("value", 1), given.get("owner")
    if not is_whole(value) or not 1 <= value <= 2**20 or value & (value - 1):
        raise InvalidLine(f"cube.value: {shown(value)}, expected 1, 2, 4, 8 ...")
    if owner is not None and owner not in list(Side):
        raise InvalidLine(f"cube.owner: {shown(owner)}, expected blancs, noirs or null")
    return Cube(value, None if owner is None else Side(owner).adversary)


def _score(question: Json) -> Score:
    """Points, bredouille and trous of both sides; zeros when nothing is given."""
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


def _level(question: Json, game: str) -> tuple[str, int]:
    """The level's name and the seed."""
    name, seed = question.get("level", STRONGEST), question.get("seed", 0)
    if not isinstance(name, str) or name not in levels(game):
        raise InvalidLine(f"level: {shown(name)}, expected one of {', '.join(levels(game))}")
    if not is_whole(seed) or not 0 <= seed < 2**63:
        raise InvalidLine(f"seed: {shown(seed)}, expected a whole number from 0")
    return name, seed


ANSWERS: dict[str, dict[str | None, Callable[[Json, Say], Json]]] = {
    "trictrac": {None: _plays, "leave": _departure},
    "backgammon": {None: _backgammon_plays, "double": _doubling},
}
"""What each game answers, by the decision asked for."""
