"""What people ask of a table of trictrac by the page or the broker, as the referee's own requests (docs/mqtt.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from events.a_ecrire.acts import PlayersSeated
from events.acts import Claimed, Declaration, Declared
from events.trictrac.acts import Corrected, TourStarted
from rules.marking import Holding, Score
from rules.position import Position, Side
from tablier.games.requests import RequestError, by_of, dice_of, naming, refuse, shared_request, text, why_of

if TYPE_CHECKING:
    from events.acts import Request
    from tablier.games.requests import Values


def request_of(verb: str, values: Values, t: float, throw: int) -> Request:
    """The request a verb and its values make, asked at `t` seconds while throw `throw` is under way.

    Raises RequestError for an unknown verb, a missing or a wrong value.
    """
    with naming(verb):
        if (shared := shared_request(verb, values, t, throw)) is not None:
            return shared
        match verb:
            case "claim":
                return _claim(values, t)
            case "correct":
                return _correct(values, t)
            case "seat":
                return PlayersSeated(t, text(values["blancs"]), text(values["noirs"]), by_of(values))
            case "tour":
                return TourStarted(t, Side(values["first"]), by_of(values))
    raise RequestError(f"request: {verb!r}, expected claim, correct, undo, mode, seat or tour")


def _counts(value: object) -> tuple[int, ...]:
    return msgspec.convert(value, tuple[int, ...])


def _claim(values: Values, t: float) -> Request:
    """A fault called by its ruling is a claim; anything else a player says aloud is a declaration."""
    side, what = Side(values["side"]), Declaration(values["what"])
    fault = values.get("fault")
    if fault is None or what not in (Declaration.ECOLE, Declaration.FAUSSE_CASE):
        return Declared(t, side, what)
    return Claimed(t, side, text(fault))


def _correct(values: Values, t: float) -> Request:
    refuse(values, "match", "cube")
    position, score, dice, trait = (values.get(name) for name in ("position", "score", "dice", "trait"))
    return Corrected(
        t,
        by_of(values),
        why_of(values),
        position=None if position is None else _position(position),
        score=None if score is None else _score(score),
        trait=None if trait is None else Side(trait),
        dice=None if dice is None else dice_of(dice),
    )


def _position(value: Values) -> Position:
    position = Position(_counts(value["blancs"]), _counts(value["noirs"]))
    if breaches := position.breaches():
        raise ValueError("position: " + "; ".join(breaches))
    return position


def _score(value: Values) -> Score:
    blancs, noirs = _holding(value["blancs"]), _holding(value["noirs"])  # A TypeError for what is no object.
    pavillon = value.get("pavillon")
    return Score(blancs, noirs, None if pavillon is None else Side(pavillon))


def _holding(value: object) -> Holding:
    holding = msgspec.convert(value, Holding)
    if not 0 <= holding.points <= 10 or holding.points % 2 or holding.trous < 0:
        raise ValueError(f"score: {holding.points} points and {holding.trous} trous")
    return holding
