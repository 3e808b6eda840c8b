"""Turn requests to a table of trictrac, by the page or the broker, into the referee's requests (docs/mqtt.md)."""

from __future__ import annotations

import msgspec

from events.a_ecrire import PlayersSeated
from events.acts import Claimed, Declaration, Declared, Request
from events.trictrac.acts import Corrected, TourStarted
from rules.marking import Holding, Score
from rules.position import Position, Side
from tablier.games.requests import RequestError, Values, by_of, dice_of, position_of, refuse, text, why_of


def _seat(values: Values, t: float) -> Request:
    return PlayersSeated(t, by_of(values), text(values["blancs"]), text(values["noirs"]))


def _tour(values: Values, t: float) -> Request:
    return TourStarted(t, Side(values["first"]), by_of(values))


def _claim(values: Values, t: float) -> Request:
    """Return a claim when a player calls a ruled fault, and a declaration for anything else said aloud."""
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
        position=None if position is None else position_of(position, Position, "position"),
        score=None if score is None else _score(score),
        trait=None if trait is None else Side(trait),
        dice=None if dice is None else dice_of(dice),
    )


def _score(value: Values) -> Score:
    blancs, noirs = _holding(value["blancs"]), _holding(value["noirs"])  # Raises TypeError unless it is an object.
    pavillon = value.get("pavillon")
    return Score(blancs, noirs, None if pavillon is None else Side(pavillon))


def _holding(value: object) -> Holding:
    holding = msgspec.convert(value, Holding)
    if not 0 <= holding.points <= 10 or holding.points % 2 or holding.trous < 0:
        raise RequestError(f"score: {holding.points} points and {holding.trous} trous", "points")
    return holding


OWN = {"claim": _claim, "correct": _correct, "tour": _tour}
SEATING = {**OWN, "seat": _seat}
"""The verbs of a tour, and those of a partie à écrire."""
