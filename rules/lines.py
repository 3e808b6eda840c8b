"""The rules as JSON lines: one question a line, one answer a line (contract 1; docs/rules-lines.md).

A question is `{"id", "position", "trait", "dice", "coup"?, "options"?, "game"?}`; other fields are let pass. A question
that cannot be answered gets `{"id", "error"}` whose message names the field, and never stops the others.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from rules.backgammon import plays as backgammon_plays
from rules.backgammon.position import Position as BackgammonPosition
from rules.jans import jans
from rules.plays import legal_plays
from rules.position import Position, Side
from rules.question import InvalidLine, Json, both_sides, parsed, required, shown, trait
from rules.question import code as code_of
from rules.question import coup as coup_of
from rules.question import dice as dice_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rules.jan import Jan


def answer(line: str | bytes) -> Json:
    """The answer to one line, as the object to be written; `"error" in answer` when it could not be answered.

    Bytes are UTF-8, with or without a byte order mark.
    """
    name: object = None
    try:
        question = parsed(line)
        name = question.get("id")
        game = question.get("game")
        game = "trictrac" if game is None else game
        if not isinstance(game, str) or game not in GAMES:
            raise InvalidLine(f"game: {shown(game)}, expected {' or '.join(GAMES)}")
        return {"id": name, **GAMES[game](question)}
    except ValueError as error:
        return {"id": name, "error": str(error)}


def _trictrac(question: Json) -> Json:
    position = Position(*both_sides(question, 24))
    side, dice = trait(question), dice_of(required(question, "dice"))
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
    position = BackgammonPosition(*both_sides(question, 26))
    side, dice = trait(question), dice_of(required(question, "dice"))
    if breaches := position.breaches():
        raise InvalidLine("position: " + "; ".join(breaches))
    legal = backgammon_plays.legal_plays(position, side, dice)
    return {
        "dice_playable": legal.dice_playable,
        "plays": [[[move.start, move.end] for move in play.moves] for play in legal.plays],
        "results": _distinct(_position_json(play.result) for play in legal.plays),
    }


GAMES: dict[str, Callable[[Json], Json]] = {"trictrac": _trictrac, "backgammon": _backgammon}
"""What answers a question of each game."""
