"""The rules as JSON lines: one question a line, one answer a line (contract 1; docs/rules-lines.md).

A question is `{"id", "position", "trait", "dice", "coup"?, "options"?, "game"?}`; other fields are ignored. A question
that cannot be answered gets `{"id", "error"}`, whose message names the field. The other lines are still answered.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rules.question import InvalidLine, Json, parsed, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence


def answer(line: str | bytes, games: Mapping[str, Callable[[Json], Json]]) -> Json:
    """Return the answer to one line, as the object to be written; it has an `"error"` when there is no answer.

    Bytes are UTF-8, with or without a byte order mark. games: the function that answers for each game, by name. A
    question without a game means the first of them.
    """
    name: object = None
    try:
        question = parsed(line)
        name = question.get("id")
        game = question.get("game")
        game = next(iter(games)) if game is None else game
        if not isinstance(game, str) or game not in games:
            raise InvalidLine(f"game: {shown(game)}, expected {' or '.join(games)}")
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
