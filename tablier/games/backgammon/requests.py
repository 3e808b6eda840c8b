"""What people ask of a table of backgammon by the page or the broker, as the referee's own requests (docs/mqtt.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from events.acts import Claimed, Declaration, Declared
from events.backgammon.acts import BoardSet, DoubleAnswered, Doubled, Resigned, SetRight
from rules.backgammon.game import Win
from rules.backgammon.position import Position
from rules.position import Side
from tablier.games.requests import RequestError, by_of, dice_of, naming, refuse, shared_request, whole, why_of

if TYPE_CHECKING:
    from events.acts import Request
    from tablier.games.requests import Values

VALUES_OF_A_CUBE = tuple(2**times for times in range(13))


def backgammon_request_of(verb: str, values: Values, t: float, throw: int) -> Request:
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
                return _set_right(values, t)
            case "tour":
                return BoardSet(t)
            case "cube":
                return _cube(values, t, by_of(values))
    raise RequestError(f"request: {verb!r}, expected claim, correct, undo, mode, tour or cube")


def _claim(values: Values, t: float) -> Request:
    """An illegal play called is a claim; anything else a player says aloud is a declaration."""
    side, what = Side(values["side"]), Declaration(values["what"])
    if what in (Declaration.ECOLE, Declaration.FAUSSE_CASE):
        return Claimed(t, side)
    return Declared(t, side, what)


def _cube(values: Values, t: float, by: str) -> Request:
    side = Side(values["side"])
    match values["do"]:
        case "offer":
            return Doubled(t, side, by)
        case "take" | "refuse" as answer:
            return DoubleAnswered(t, side, answer == "take", by)
        case "resign":
            return Resigned(t, side, Win(whole(values.get("how", 1))), by)
        case other:
            raise ValueError(f"do: {other!r}, expected offer, take, refuse or resign")


def _set_right(values: Values, t: float) -> SetRight:
    refuse(values, "score")
    position, trait, dice, match, cube = (values.get(name) for name in ("position", "trait", "dice", "match", "cube"))
    value, doubled_by = (None, None) if cube is None else (_value_of_cube(cube["value"]), cube.get("doubled_by"))
    return SetRight(
        t,
        by_of(values),
        why_of(values),
        position=None if position is None else _position(position),
        trait=None if trait is None else Side(trait),
        dice=None if dice is None else dice_of(dice),
        points=None if match is None else (_points(match["blancs"]), _points(match["noirs"])),
        cube=value,
        doubled_by=None if doubled_by is None else Side(doubled_by),
    )


def _points(value: object) -> int:
    points = whole(value)
    if points < 0:
        raise ValueError(f"match: {points} points, expected 0 or more")
    return points


def _value_of_cube(value: object) -> int:
    if value not in VALUES_OF_A_CUBE:
        raise ValueError(f"cube: {value!r}, expected 1, 2, 4, 8, ...")
    return whole(value)


def _position(value: Values) -> Position:
    counts = [msgspec.convert(value[side], tuple[int, ...]) for side in ("blancs", "noirs")]
    position = Position(counts[0], counts[1])
    if breaches := position.breaches():
        raise ValueError("position: " + "; ".join(breaches))
    return position
