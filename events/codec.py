"""Acts and rulings as lines of JSON, for the journal, replays and a recording's truth. Acts can be read back."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, get_type_hints

import msgspec

from events.acts import Act
from events.rulings import Ruling

T = TypeVar("T")


class InvalidJson(ValueError):
    """Text that is not JSON of the expected type."""


def parse_json(text: bytes | str, kind: type[T]) -> T:
    """Return a JSON text as a value of a type.

    Raises InvalidJson for any other text, damaged or nested too deeply.
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise InvalidJson(f"{error}") from None


class HistoryError(ValueError):
    """A line that holds no valid act. The message says what was expected."""


def line_of(happened: Act | Ruling) -> dict[str, Any]:
    """Return `{"t", "kind", ...}`: the time in seconds, the name of the act or ruling, then its fields."""
    return {"t": happened.t, "kind": type(happened).__name__, **msgspec.to_builtins(happened)}


def text_of(happened: Act | Ruling) -> str:
    """Return the act or ruling as one line of JSON text."""
    return json.dumps(line_of(happened), separators=(",", ":"))


def act_of(text: str, acts: Mapping[str, type[Act]]) -> Act:
    """Return the act that `text_of` wrote as `text`. acts: the known acts, by name.

    Raises HistoryError for anything else.
    """
    try:
        line = parse_json(text, dict[str, Any])
    except InvalidJson as error:
        raise HistoryError(f"not a line of JSON: {error}") from None
    kind = line.pop("kind", None)
    act = acts.get(kind) if isinstance(kind, str) else None
    if act is None:
        raise HistoryError(f"kind: {kind!r}, expected one of {', '.join(acts)}")
    types = _fields_of(act)  # type: ignore[arg-type] # mypy asks whether its values can be hashed
    if strange := sorted(line.keys() - types.keys()):
        raise HistoryError(f"{kind}.{strange[0]}: unknown field")
    values: dict[str, Any] = {}
    for name, value in line.items():
        try:
            values[name] = msgspec.convert(value, types[name])
        except msgspec.ValidationError as error:
            raise HistoryError(f"{kind}.{name}: {error}") from None
    try:
        return act(**values)
    except TypeError as error:
        raise HistoryError(f"{kind}: {error}") from None


@cache
def _fields_of(act: type[Act]) -> dict[str, Any]:
    hints = get_type_hints(act)
    return {field.name: hints[field.name] for field in dataclasses.fields(act)}
