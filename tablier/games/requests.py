"""The common part of all games' requests: check values, and name the field in errors (docs/mqtt.md lists the verbs)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, Protocol, TypeVar

import msgspec

from announce.phrases.refused import Refused
from events.acts import DoubtAnswered, ModeChanged, Request, Undone
from events.state import Mode
from rules.position import Dice

Values = dict[str, Any]
OWN: Final = frozenset({"pause", "volume", "guess", "solo", "course", "players"})
"""Verbs for the table itself, not the referee: whether it watches, how it speaks, asks and plays."""


class _Board(Protocol):
    def breaches(self) -> Sequence[str]: ...


PositionT = TypeVar("PositionT", bound=_Board)


class RequestError(Refused):
    """A request to this table cannot be carried out."""


@contextmanager
def naming(verb: str, why: str = "invalid") -> Iterator[None]:
    """Name the verb whose value is missing or wrong; `why` is the phrase for the person who asked.

    Raises RequestError for any KeyError, TypeError or ValueError raised in the block.
    """
    try:
        yield
    except Refused as wrong:
        raise RequestError(f"{verb}: {wrong}", wrong.why, **wrong.values) from None
    except KeyError as missing:
        raise RequestError(f"{verb}.{missing.args[0]}: missing") from None
    except (TypeError, ValueError) as wrong:
        raise RequestError(f"{verb}: {wrong}", why) from None


def request_of(
    verb: str,
    values: Values,
    t: float,
    throw: int,
    own: Mapping[str, Callable[[Values, float], Request]],
    *,
    first: int = 1,
) -> Request:
    """Return the referee's request for a verb and its values, asked at `t` seconds during throw `throw`.

    own: for each verb of the game, a function that makes the request from its values and the time.
    first: the first throw that can be undone.
    Raises RequestError for an unknown verb, a missing or a wrong value.
    """
    with naming(verb):
        if (shared := _shared_request(verb, values, t, throw, first)) is not None:
            return shared
        if verb in own:
            return own[verb](values, t)
    *others, last = dict.fromkeys((*own, "correct", "undo", "mode"))
    raise RequestError(f"request: {verb!r}, expected {', '.join(others)} or {last}")


def _shared_request(
    verb: str, values: Values, t: float, throw: int, first: int
) -> DoubtAnswered | ModeChanged | Undone | None:
    """Return a request that all games have in common; None for any other verb."""
    match verb:
        case "correct" if "doubt" in values:
            choice = whole(values["choice"])
            if choice < 0:
                raise ValueError(f"choice: {choice}, expected 0 or more")
            return DoubtAnswered(t, text(values["doubt"]), choice, by_of(values))
        case "undo":
            if throw < first:
                raise RequestError("throw: none was made yet, there is nothing to undo", "nothing_to_undo")
            wanted = whole(values.get("throw", throw))
            if wanted < first:
                raise ValueError(f"throw: {wanted}, expected {first} or more")
            if wanted > throw:
                raise RequestError(f"throw: {wanted}, of this tour there are {throw} so far", "undone")
            return Undone(t, by_of(values), wanted, why_of(values))
        case "mode":
            return ModeChanged(t, Mode(values["mode"]), by_of(values))
    return None


def by_of(values: Values) -> str:
    """Return the name that the person who asks has given; may be empty. Raises ValueError."""
    return text(values.get("by", ""))


def why_of(values: Values) -> str:
    """Return the reason given, for the record; may be empty. Raises ValueError."""
    return text(values.get("why", ""))


def whole(value: object) -> int:
    """Return a whole number. Raises ValueError."""
    return msgspec.convert(value, int)


def text(value: object) -> str:
    """Return a text. Raises ValueError."""
    return msgspec.convert(value, str)


def dice_of(value: object) -> Dice:
    """Return two dice. Raises ValueError."""
    dice = msgspec.convert(value, tuple[int, int])
    if not all(1 <= number <= 6 for number in dice):
        raise ValueError(f"dice: {dice}, expected two numbers from 1 to 6")
    return dice


def position_of(
    value: Values, make: Callable[[tuple[int, ...], tuple[int, ...]], PositionT], why: str = "invalid"
) -> PositionT:
    """Return a position of both sides.

    Raises KeyError without a side, and RequestError for one that breaks a law; `why` is its phrase.
    """
    position = make(*(msgspec.convert(value[side], tuple[int, ...]) for side in ("blancs", "noirs")))
    if breaches := position.breaches():
        raise RequestError("position: " + "; ".join(breaches), why)
    return position


def refuse(values: Values, *names: str) -> None:
    """Raise ValueError when `values` has a field that cannot be corrected in this game."""
    if (wrong := next((name for name in names if name in values), None)) is not None:
        raise ValueError(f"{wrong}: there is none in this game")
