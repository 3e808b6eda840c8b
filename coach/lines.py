"""The coach as JSON lines: one question a line, one answer a line (contract 5; docs/coach.md)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from coach.advice import Choice
from coach.levels import STRONGEST, levels
from rules.position import Side
from rules.question import InvalidLine, Json, is_whole, parse_line, shorten

Say = Callable[[Any, Side], str]
"""Puts a reason into words for the side that plays."""
Decisions = Mapping[str | None, Callable[[Json, Say], Json]]
"""A game's functions that answer, by the decision asked for; None is the key of the default."""


def answer(line: str | bytes, games: Mapping[str, Decisions], say: Say = lambda reason, _side: str(reason)) -> Json:
    """Answer one line; the answer has "error" when the question could not be answered.

    games: for each game by name, the functions that answer; a question without a game is about the first one
    say: puts a reason into words for the side that plays
    """
    name: object = None
    began = time.perf_counter()
    try:
        question = parse_line(line)
        name = question.get("id")
        game = question.get("game", next(iter(games)))
        if not isinstance(game, str) or game not in games:
            raise InvalidLine(f"game: {shorten(game)}, expected one of {', '.join(games)}")
        decision = question.get("decision")
        answers = games[game]
        if decision is not None and (not isinstance(decision, str) or decision not in answers):
            raise InvalidLine(f"decision: {shorten(decision)}, expected {', '.join(filter(None, answers))}")
        given = answers[decision](question, say)
    except ValueError as error:
        return {"id": name, "error": str(error)}
    return {"id": name, **given, "ms": round((time.perf_counter() - began) * 1000, 1)}


def choices_json(found: Iterable[Choice[Any]], reasons: Iterable[str]) -> Json:
    """Return the plays, the preferred one first, and the reasons for it."""
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


def level_of(question: Json, game: str) -> tuple[str, int]:
    """Return the level's name and the seed. Raises InvalidLine for an unknown level or an invalid seed."""
    name, seed = question.get("level", STRONGEST), question.get("seed", 0)
    if not isinstance(name, str) or name not in levels(game):
        raise InvalidLine(f"level: {shorten(name)}, expected one of {', '.join(levels(game))}")
    if not is_whole(seed) or not 0 <= seed < 2**63:
        raise InvalidLine(f"seed: {shorten(seed)}, expected a whole number from 0")
    return name, seed
