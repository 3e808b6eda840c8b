"""The rules as JSON lines: one question a line, one answer a line (contract 1; docs/rules-lines.md).

A question is `{"id", "position", "trait", "dice", "coup"?, "options"?, "game"?}`; other fields are ignored. Each field
is checked. A question that cannot be answered gets `{"id", "error"}`, whose message names the field. The other lines
are still answered.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.code import CODES, LOIS_2013, OPTIONS, Code
from rules.position import Dice, Side

Json = dict[str, Any]

LONGEST_LINE = 1 << 20
"""Bytes. A question takes a few hundred. The limit keeps other files from filling the memory."""
DEEPEST = 64
"""How deeply lists may nest in a question. Its own fields need four. Echoing deeper ones would exhaust the stack."""
LONGEST_NUMBER = 64
"""Digits. No field needs three; Python refuses to write numbers of thousands of digits."""


class InvalidLine(ValueError):
    """A question that cannot be answered. The message names the field and the expected value."""


def shorten(value: object) -> str:
    """Return a value as messages show it: as JSON, shortened."""
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _refuse(constant: str) -> None:
    raise InvalidLine(f"line: {constant} is not a JSON number")


def _whole(digits: str) -> int:
    count = len(digits.lstrip("-"))
    if count > LONGEST_NUMBER:
        raise InvalidLine(f"line: a number of {count} digits, expected at most {LONGEST_NUMBER}")
    return int(digits)


def _finite(digits: str) -> float:
    """Parse a number with a point or an exponent. JSON cannot express one that is too large for a float."""
    number = float(digits)
    if math.isinf(number):
        raise InvalidLine(f"line: the number {digits[:LONGEST_NUMBER]} is too large")
    return number


def parse_line(line: str | bytes) -> Json:
    """Return the object of one line. Raises InvalidLine."""
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
        raise InvalidLine(f"line: {shorten(question)}, expected an object")
    return question


def _check_depth(question: object) -> None:
    level: list[Any] = [[question]]
    for _ in range(DEEPEST):
        inner = (value.values() if isinstance(value, dict) else value for value in level)
        level = [value for values in inner for value in values if isinstance(value, (list, dict))]
        if not level:
            return
    raise InvalidLine("line: nested too deeply to be a question")


def required_field(question: Json, field: str) -> Any:  # noqa: ANN401 - any JSON value may stand in a field
    """Return a field that must be present. Raises InvalidLine."""
    if field not in question:
        raise InvalidLine(f"{field}: missing")
    return question[field]


def is_whole(value: object) -> bool:
    """Whether a JSON value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def counts(value: object, field: str, length: int) -> tuple[int, ...]:
    """Return `length` whole numbers. Raises InvalidLine."""
    if not isinstance(value, list) or len(value) != length or not all(map(is_whole, value)):
        raise InvalidLine(f"{field}: {shorten(value)}, expected {length} whole numbers")
    return tuple(value)


def both_sides(question: Json, length: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the counts of blancs and noirs in `position`. Raises InvalidLine."""
    value = required_field(question, "position")
    if not isinstance(value, dict):
        raise InvalidLine(f"position: {shorten(value)}, expected an object with blancs and noirs")
    for side in value:
        if side not in set(Side):
            raise InvalidLine(f"position.{side}: unknown, expected blancs and noirs")
    blancs, noirs = (required_key(value, "position", side) for side in Side)
    return counts(blancs, "position.blancs", length), counts(noirs, "position.noirs", length)


def required_key(value: Json, field: str, key: str) -> Any:  # noqa: ANN401 - any JSON value may stand in a field
    """Return the value of a key that must be in a field. Raises InvalidLine."""
    if key not in value:
        raise InvalidLine(f"{field}.{key}: missing")
    return value[key]


def dice(value: object, field: str = "dice") -> Dice:
    """Return two numbers from 1 to 6. Raises InvalidLine."""
    if not isinstance(value, list) or len(value) != 2 or not all(is_whole(die) and 1 <= die <= 6 for die in value):
        raise InvalidLine(f"{field}: {shorten(value)}, expected two numbers from 1 to 6")
    return value[0], value[1]


def trait(question: Json) -> Side:
    """Return the side that throws. Raises InvalidLine."""
    value = required_field(question, "trait")
    if value not in list(Side):
        raise InvalidLine(f"trait: {shorten(value)}, expected blancs or noirs")
    return Side(value)


def coup(question: Json) -> int | None:
    """Return the number of the thrower's throw, None when it is not given. Raises InvalidLine."""
    value = question.get("coup")
    if value is None:
        return None
    if not is_whole(value) or value < 1:
        raise InvalidLine(f"coup: {shorten(value)}, expected a whole number from 1")
    return int(value)


def code(question: Json) -> Code:
    """Return the preset named by `options.code`, or the default, with the other options applied to it."""
    options = question.get("options")
    if options is None:
        return LOIS_2013
    if not isinstance(options, dict):
        raise InvalidLine(f"options: {shorten(options)}, expected an object")
    preset = options.get("code", "lois-2013")
    if not isinstance(preset, str) or preset not in CODES:
        raise InvalidLine(f"options.code: {shorten(preset)}, expected one of {', '.join(CODES)}")
    changes = {key: value for key, value in options.items() if key != "code"}
    for key, value in changes.items():
        if key not in OPTIONS:
            raise InvalidLine(f"options.{key}: unknown, expected code or one of {', '.join(OPTIONS)}")
        if not isinstance(value, bool):
            raise InvalidLine(f"options.{key}: {shorten(value)}, expected true or false")
    return replace(CODES[preset], **changes)


def answer(line: str | bytes, games: Mapping[str, Callable[[Json], Json]]) -> Json:
    """Return the answer to one line, as the object to be written; it has an `"error"` when there is no answer.

    Bytes are UTF-8, with or without a byte order mark. games: the function that answers for each game, by name. A
    question without a game means the first of them.
    """
    name: object = None
    try:
        question = parse_line(line)
        name = question.get("id")
        game = question.get("game")
        game = next(iter(games)) if game is None else game
        if not isinstance(game, str) or game not in games:
            raise InvalidLine(f"game: {shorten(game)}, expected {' or '.join(games)}")
        return {"id": name, **games[game](question)}
    except ValueError as error:
        return {"id": name, "error": str(error)}


def plays_json(dice_playable: int, plays: Sequence[Any]) -> Json:
    """Return the legal plays of a throw and the distinct positions they lead to, in the order they first appear.

    plays: of any game, each with its `moves` and its `result`.
    """
    return {
        "dice_playable": dice_playable,
        "plays": [[[move.start, move.end] for move in play.moves] for play in plays],
        "results": _distinct(_position_json(play.result) for play in plays),
    }


def _position_json(position: Any) -> Json:  # noqa: ANN401 - of any game
    return {"blancs": list(position.blancs), "noirs": list(position.noirs)}


def _distinct(positions: Iterable[Json]) -> list[Json]:
    return list({json.dumps(position): position for position in positions}.values())
