"""The coach as JSON lines: one question a line, one answer a line (contract 5; docs/coach.md)."""

from __future__ import annotations

import time
import tomllib
import zlib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from coach.trictrac.evaluator import Evaluator
from coach.trictrac.reasons import reasons
from coach.trictrac.search import hold_or_leave, options
from coach.trictrac.situations import Situations
from rules.batch import Marks, rows_of
from rules.position import DAMES, Position, Side
from rules.question import InvalidLine, Json, both_sides, is_whole, parsed, required, shown, trait
from rules.question import code as code_of
from rules.question import coup as coup_of
from rules.question import dice as dice_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from coach.trictrac.reasons import Reason
    from coach.trictrac.search import Option

    Say = Callable[[Reason], str]

STRONGEST: Final = "maitre"
LATE: Final = 4
"""The number of a throw at which no jan asks for it any more."""


@dataclass(frozen=True, slots=True)
class Level:
    """How well a level plays; see levels.toml."""

    look_ahead: bool
    blur: float


@cache
def levels() -> dict[str, Level]:
    """The levels by name, the weakest first."""
    text = (resources.files("coach.trictrac") / "levels.toml").read_text("utf-8")
    return {name: Level(**values) for name, values in tomllib.loads(text).items()}


@cache
def _evaluator() -> Evaluator:
    return Evaluator.load()


def answer(line: str | bytes, say: Say = str) -> Json:
    """The answer to one line; `"error" in answer` when it could not be answered.

    say: puts a reason into words.
    """
    name: object = None
    began = time.perf_counter()
    try:
        question = parsed(line)
        name = question.get("id")
        game = question.get("game")
        if game == "backgammon":
            raise InvalidLine("game: the coach does not play backgammon, expected trictrac")
        if game not in (None, "trictrac"):
            raise InvalidLine(f"game: {shown(game)}, expected trictrac")
        decision = question.get("decision")
        if decision not in (None, "leave"):
            raise InvalidLine(f"decision: {shown(decision)}, expected leave")
        given = _departure(question) if decision == "leave" else _plays(question, say)
    except ValueError as error:
        return {"id": name, "error": str(error)}
    return {"id": name, **given, "ms": round((time.perf_counter() - began) * 1000, 1)}


def _plays(question: Json, say: Say) -> Json:
    position, side, situation = _situation(question)
    dice, code = dice_of(required(question, "dice")), code_of(question)
    level = _level(question)
    found = options(situation, dice, _evaluator(), code, look_ahead=level.look_ahead)
    if level.blur:
        random = np.random.default_rng(_seed(question, position, side, dice))
        errors = random.normal(0.0, level.blur, len(found))
        found = [
            found[at] for at in np.argsort([error - each.equity for each, error in zip(found, errors, strict=True)])
        ]
    best = found[0]
    after = Situations(
        rows_of([(_result(position, side, best), side.adversary)]), situation.marks.turned(), situation.coup
    )
    return {
        "plays": [
            {
                "play": [[start, end] for start, end in each.moves],
                "result": _json(_result(position, side, each)),
                "equity": round(each.equity, 4),
                "win": round(each.win, 4),
            }
            for each in found
        ],
        "reasons": [say(reason) for reason in reasons(situation, after, code)],
    }


def _departure(question: Json) -> Json:
    _, _, situation = _situation(question)
    dice = question.get("dice")
    hold, leave = hold_or_leave(situation, None if dice is None else dice_of(dice), _evaluator(), code_of(question))
    return {"hold": round(hold, 4), "leave": round(leave, 4)}


def _situation(question: Json) -> tuple[Position, Side, Situations]:
    """The position, who throws, and what he sees."""
    position = Position(*both_sides(question, 24))
    side = trait(question)
    if breaches := position.breaches():
        raise InvalidLine("position: " + "; ".join(breaches))
    if not sum(position.counts(side)):
        raise InvalidLine(f"position.{side}: no dame on the board, expected one at least")
    held = [_held(question, each) for each in (side, side.adversary)]
    marks = Marks(
        np.array([[points for points, _, _ in held]], np.int64),
        np.array([[bredouille for _, bredouille, _ in held]], np.bool_),
        np.array([[trous for _, _, trous in held]], np.int64),
    )
    # A side with all its dames on the talon has not thrown, as far as can be known.
    coups = [1 if position.on(each, 1) == DAMES else LATE for each in (side, side.adversary)]
    coups[0] = coup_of(question) or coups[0]
    return position, side, Situations(rows_of([(position, side)]), marks, np.array([coups], np.int64))


def _held(question: Json, side: Side) -> tuple[int, bool, int]:
    """Points, bredouille and trous of a side; zeros when nothing is given."""
    score = question.get("score")
    if score is None:
        return 0, False, 0
    if not isinstance(score, dict):
        raise InvalidLine(f"score: {shown(score)}, expected an object with blancs and noirs")
    held: Any = score.get(side.value)
    if held is None:
        return 0, False, 0
    if not isinstance(held, dict):
        raise InvalidLine(f"score.{side}: {shown(held)}, expected an object")
    points, bredouille, trous = held.get("points", 0), held.get("bredouille", False), held.get("trous", 0)
    if not is_whole(points) or points % 2 or not 0 <= points <= 10:
        raise InvalidLine(f"score.{side}.points: {shown(points)}, expected 0, 2, 4, 6, 8 or 10")
    if not isinstance(bredouille, bool):
        raise InvalidLine(f"score.{side}.bredouille: {shown(bredouille)}, expected true or false")
    if not is_whole(trous) or not 0 <= trous <= 11:
        raise InvalidLine(f"score.{side}.trous: {shown(trous)}, expected a whole number from 0 to 11")
    return points, bredouille, trous


def _level(question: Json) -> Level:
    name = question.get("level", STRONGEST)
    if not isinstance(name, str) or name not in levels():
        raise InvalidLine(f"level: {shown(name)}, expected one of {', '.join(levels())}")
    return levels()[name]


def _seed(question: Json, *what: object) -> list[int]:
    """The same for the same question and seed."""
    seed = question.get("seed", 0)
    if not is_whole(seed) or not 0 <= seed < 2**63:
        raise InvalidLine(f"seed: {shown(seed)}, expected a whole number from 0")
    return [seed, zlib.crc32(repr(what).encode())]


def _result(position: Position, side: Side, option: Option) -> Position:
    return position.replaced(side, tuple(int(count) for count in option.counts[1:25]))


def _json(position: Position) -> Json:
    return {"blancs": list(position.blancs), "noirs": list(position.noirs)}
