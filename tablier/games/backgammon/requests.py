"""Turn requests to a table of backgammon, by the page or the broker, into the referee's requests (docs/mqtt.md)."""

from __future__ import annotations

from events.acts import Claimed, Declaration, Declared, Request
from events.backgammon.acts import BoardSet, DoubleAnswered, Doubled, Resigned, SetRight
from rules.backgammon.match import Win
from rules.backgammon.position import Position
from rules.position import Side
from tablier.games.requests import Values, by_of, dice_of, position_of, refuse, whole, why_of

VALUES_OF_A_CUBE = tuple(2**times for times in range(13))


def _claim(values: Values, t: float) -> Request:
    """Return a claim when a player calls an illegal play, and a declaration for anything else said aloud."""
    side, what = Side(values["side"]), Declaration(values["what"])
    if what in (Declaration.ECOLE, Declaration.FAUSSE_CASE):
        return Claimed(t, side)
    return Declared(t, side, what)


def _cube(values: Values, t: float) -> Request:
    by = by_of(values)
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
        position=None if position is None else position_of(position, Position),
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


def _board_set(_values: Values, t: float) -> BoardSet:
    return BoardSet(t)


OWN = {"claim": _claim, "correct": _set_right, "tour": _board_set, "cube": _cube}
"""The verbs of a match."""
