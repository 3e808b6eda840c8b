"""What people ask by the page or the broker, as the referee's own requests (docs/mqtt.md names the verbs)."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import msgspec

from events.a_ecrire.acts import PlayersSeated
from events.acts import Claimed, Declaration, Declared, DoubtAnswered, ModeChanged, Undone
from events.state import Mode
from events.trictrac.acts import Corrected, TourStarted
from rules.marking import Holding, Score
from rules.position import Position, Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from events.acts import Request
    from rules.position import Dice

Values = dict[str, Any]
OWN: Final = frozenset({"pause", "volume", "guess", "solo"})
"""Verbs that are the table's own business, not the referee's: whether it watches, how it speaks, asks and plays."""


class RequestError(ValueError):
    """A request that cannot be carried out; the message names the field and what was expected."""


def request_of(verb: str, values: Values, t: float, throw: int) -> Request | PlayersSeated:
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


@contextmanager
def naming(verb: str) -> Iterator[None]:
    """Say of which verb a value is missing or wrong.

    Raises RequestError for the KeyError, TypeError or ValueError of what is done inside.
    """
    try:
        yield
    except KeyError as missing:
        raise RequestError(f"{verb}.{missing.args[0]}: missing") from None
    except (TypeError, ValueError) as wrong:
        raise RequestError(f"{verb}: {wrong}") from None


def shared_request(verb: str, values: Values, t: float, throw: int) -> DoubtAnswered | ModeChanged | Undone | None:
    """What is asked in every game alike; None for anything else.

    Raises KeyError, TypeError and ValueError.
    """
    match verb:
        case "correct" if "doubt" in values:
            choice = whole(values["choice"])
            if choice < 0:
                raise ValueError(f"choice: {choice}, expected 0 or more")
            return DoubtAnswered(t, text(values["doubt"]), choice, by_of(values))
        case "undo":
            wanted = whole(values.get("throw", throw))
            if wanted > throw:
                raise ValueError(f"throw: {wanted}, of this tour there are {throw} so far")
            return Undone(t, by_of(values), wanted, why_of(values))
        case "mode":
            return ModeChanged(t, Mode(values["mode"]), by_of(values))
    return None


def by_of(values: Values) -> str:
    """Who asks, in his own words; may be empty. Raises ValueError."""
    return text(values.get("by", ""))


def why_of(values: Values) -> str:
    """Why, for the record; may be empty. Raises ValueError."""
    return text(values.get("why", ""))


def whole(value: object) -> int:
    """A whole number. Raises ValueError."""
    return msgspec.convert(value, int)


def text(value: object) -> str:
    """A text. Raises ValueError."""
    return msgspec.convert(value, str)


def dice_of(value: object) -> Dice:
    """Two dice. Raises ValueError."""
    dice = msgspec.convert(value, tuple[int, int])
    if not all(1 <= number <= 6 for number in dice):
        raise ValueError(f"dice: {dice}, expected two numbers from 1 to 6")
    return dice


def _counts(value: object) -> tuple[int, ...]:
    return msgspec.convert(value, tuple[int, ...])


def _claim(values: Values, t: float) -> Request:
    """A fault called by its ruling is a claim; anything else a player says aloud is a declaration."""
    side, what = Side(values["side"]), Declaration(values["what"])
    fault = values.get("fault")
    if fault is None or what not in (Declaration.ECOLE, Declaration.FAUSSE_CASE):
        return Declared(t, side, what)
    return Claimed(t, side, text(fault))


def refuse(values: Values, *names: str) -> None:
    """Refuse what cannot be set right in this game. Raises ValueError."""
    if (wrong := next((name for name in names if name in values), None)) is not None:
        raise ValueError(f"{wrong}: there is none in this game")


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
