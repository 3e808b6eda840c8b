"""The rules as JSON lines: one question a line, one answer a line (contract 1; docs/rules-lines.md).

A question is `{"id", "position", "trait", "dice", "coup"?, "options"?, "game"?}`; other fields are let pass. A question
that cannot be answered gets `{"id", "error"}` whose message names the field, and never stops the others.
"""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rules.backgammon import plays as backgammon_plays
from rules.backgammon.position import Position as BackgammonPosition
from rules.code import CODES, LOIS_2013, OPTIONS
from rules.jans import jans
from rules.plays import legal_plays
from rules.position import Position, Side

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rules.code import Code
    from rules.jan import Jan
    from rules.position import Dice

Json = dict[str, Any]

LONGEST_LINE = 1 << 20
"""Bytes. A question takes a few hundred; a file that is no list of questions must not fill the memory."""
DEEPEST = 64
"""Lists in lists that a question may hold. Its own fields need four; what is echoed must not exhaust the stack."""
LONGEST_NUMBER = 64
"""Digits. No field needs three; Python refuses to write numbers of thousands of digits."""


class InvalidLine(ValueError):
    """A question that cannot be answered; the message names the field and what was expected there."""


def answer(line: str | bytes) -> Json:
    """The answer to one line, as the object to be written; `"error" in answer` when it could not be answered.

    Bytes are UTF-8, with or without a byte order mark.
    """
    name: object = None
    try:
        question = _parsed(line)
        name = question.get("id")
        game = question.get("game")
        if game is None or game == "trictrac":
            return {"id": name, **_trictrac(question)}
        if game == "backgammon":
            return {"id": name, **_backgammon(question)}
        raise InvalidLine(f"game: {_shown(game)}, expected trictrac or backgammon")
    except ValueError as error:
        return {"id": name, "error": str(error)}


def _shown(value: object) -> str:
    """A value as the message shows it: as JSON, cut short."""
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _refuse(constant: str) -> None:
    raise InvalidLine(f"line: {constant} is no JSON number")


def _whole(digits: str) -> int:
    count = len(digits.lstrip("-"))
    if count > LONGEST_NUMBER:
        raise InvalidLine(f"line: a number of {count} digits, expected at most {LONGEST_NUMBER}")
    return int(digits)


def _finite(digits: str) -> float:
    """A number with a point or an exponent; JSON has no word for one that is too large for a float."""
    number = float(digits)
    if math.isinf(number):
        raise InvalidLine(f"line: {digits[:LONGEST_NUMBER]} is too large a number")
    return number


def _parsed(line: str | bytes) -> Json:
    if len(line) > LONGEST_LINE:
        raise InvalidLine(f"line: longer than {LONGEST_LINE} bytes")
    try:
        text = line.decode("utf-8-sig") if isinstance(line, bytes) else line
        question = json.loads(text, parse_constant=_refuse, parse_int=_whole, parse_float=_finite)
    except UnicodeDecodeError as error:
        raise InvalidLine(f"line: not UTF-8 at byte {error.start + 1}: {error.reason}") from None
    except json.JSONDecodeError as error:
        raise InvalidLine(f"line: not JSON at column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise InvalidLine("line: nested too deeply to be a question") from None
    _check_depth(question)
    if not isinstance(question, dict):
        raise InvalidLine(f"line: {_shown(question)}, expected an object")
    return question


def _check_depth(question: object) -> None:
    level: list[Any] = [[question]]
    for _ in range(DEEPEST):
        inner = (value.values() if isinstance(value, dict) else value for value in level)
        level = [value for values in inner for value in values if isinstance(value, (list, dict))]
        if not level:
            return
    raise InvalidLine("line: nested too deeply to be a question")


def _required(question: Json, field: str) -> Any:  # noqa: ANN401 - any JSON value may stand in a field
    if field not in question:
        raise InvalidLine(f"{field}: missing")
    return question[field]


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _counts(value: object, field: str, length: int) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != length or not all(map(_is_whole, value)):
        raise InvalidLine(f"{field}: {_shown(value)}, expected {length} whole numbers")
    return tuple(value)


def _both_sides(question: Json, length: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    value = _required(question, "position")
    if not isinstance(value, dict):
        raise InvalidLine(f"position: {_shown(value)}, expected an object with blancs and noirs")
    for side in value:
        if side not in set(Side):
            raise InvalidLine(f"position.{side}: unknown, expected blancs and noirs")
    blancs, noirs = (_required_in(value, "position", side) for side in Side)
    return _counts(blancs, "position.blancs", length), _counts(noirs, "position.noirs", length)


def _required_in(value: Json, field: str, key: str) -> Any:  # noqa: ANN401 - any JSON value may stand in a field
    if key not in value:
        raise InvalidLine(f"{field}.{key}: missing")
    return value[key]


def _dice(value: object, field: str = "dice") -> Dice:
    if not isinstance(value, list) or len(value) != 2 or not all(_is_whole(die) and 1 <= die <= 6 for die in value):
        raise InvalidLine(f"{field}: {_shown(value)}, expected two numbers from 1 to 6")
    return value[0], value[1]


def _trait(question: Json) -> Side:
    value = _required(question, "trait")
    if value not in list(Side):
        raise InvalidLine(f"trait: {_shown(value)}, expected blancs or noirs")
    return Side(value)


def _coup(question: Json) -> int | None:
    value = question.get("coup")
    if value is None:
        return None
    if not _is_whole(value) or value < 1:
        raise InvalidLine(f"coup: {_shown(value)}, expected a whole number from 1")
    return int(value)


def _code(question: Json) -> Code:
    """The preset named by `options.code`, or the default, with each other option put over it."""
    options = question.get("options")
    if options is None:
        return LOIS_2013
    if not isinstance(options, dict):
        raise InvalidLine(f"options: {_shown(options)}, expected an object")
    preset = options.get("code", "lois-2013")
    if not isinstance(preset, str) or preset not in CODES:
        raise InvalidLine(f"options.code: {_shown(preset)}, expected one of {', '.join(CODES)}")
    changes = {key: value for key, value in options.items() if key != "code"}
    for key, value in changes.items():
        if key not in OPTIONS:
            raise InvalidLine(f"options.{key}: unknown, expected code or one of {', '.join(OPTIONS)}")
        if not isinstance(value, bool):
            raise InvalidLine(f"options.{key}: {_shown(value)}, expected true or false")
    return replace(CODES[preset], **changes)


def _trictrac(question: Json) -> Json:
    position = Position(*_both_sides(question, 24))
    side, dice = _trait(question), _dice(_required(question, "dice"))
    coup, code = _coup(question), _code(question)
    first = question.get("first_throw")
    first_throw = None if first is None else _dice(first, "first_throw")
    if breaches := position.breaches():
        raise InvalidLine("position: " + "; ".join(breaches))
    found = jans(position, side, dice, code, coup=coup, first_throw=first_throw)
    legal = legal_plays(position, side, dice)
    return {
        "jans": [_jan_json(jan) for jan in found],
        "points": {side.value: sum(jan.points for jan in found if jan.side is side) for side in Side},
        "dice_playable": legal.dice_playable,
        "plays": [[[move.start, move.end] for move in play.moves] for play in legal.plays],
        "results": _distinct(_position_json(play.result) for play in legal.plays),
    }


def _jan_json(jan: Jan) -> Json:
    place = {"table": jan.table.value, "case": jan.case} if jan.table is not None else {}
    return {"jan": jan.name.value, **place, "for": jan.side.value, "ways": jan.ways, "points": jan.points}


def _position_json(position: Position | BackgammonPosition) -> Json:
    return {"blancs": list(position.blancs), "noirs": list(position.noirs)}


def _distinct(positions: Iterable[Json]) -> list[Json]:
    """The distinct positions, in the order in which they first appear."""
    return list({json.dumps(position): position for position in positions}.values())


def _backgammon(question: Json) -> Json:
    position = BackgammonPosition(*_both_sides(question, 26))
    side, dice = _trait(question), _dice(_required(question, "dice"))
    if breaches := position.breaches():
        raise InvalidLine("position: " + "; ".join(breaches))
    legal = backgammon_plays.legal_plays(position, side, dice)
    return {
        "dice_playable": legal.dice_playable,
        "plays": [[[move.start, move.end] for move in play.moves] for play in legal.plays],
        "results": _distinct(_position_json(play.result) for play in legal.plays),
    }
