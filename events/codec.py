"""Acts and rulings as lines of JSON: what the journal, a replay and a recording's truth hold. Acts are read back."""

from __future__ import annotations

import dataclasses
import json
from functools import cache
from typing import TYPE_CHECKING, Any, Final, get_type_hints

import msgspec

from events.a_ecrire import acts as a_ecrire
from events.backgammon import acts as backgammon
from events.trictrac import acts as trictrac

if TYPE_CHECKING:
    from events.acts import Act
    from events.rulings import Ruling

ACTS: Final[dict[str, type[Act]]] = {act.__name__: act for act in (*backgammon.ACTS, *trictrac.ACTS, *a_ecrire.ACTS)}
"""Every act of any game by the name it has in a line."""


class HistoryError(ValueError):
    """A line that holds no act; the message says what was expected."""


def line_of(happened: Act | Ruling) -> dict[str, Any]:
    """`{"t", "kind", ...}`: the time in seconds, the name of the act or ruling, then its fields."""
    return {"t": happened.t, "kind": type(happened).__name__, **msgspec.to_builtins(happened)}


def text_of(happened: Act | Ruling) -> str:
    """The same as one line of JSON text."""
    return json.dumps(line_of(happened), separators=(",", ":"))


def act_of(text: str) -> Act:
    """The act whose `text_of` this is.

    Raises HistoryError for anything else.
    """
    try:
        line = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise HistoryError(f"not a line of JSON: {error}") from None
    kind = line.pop("kind", None)
    act = ACTS.get(kind) if isinstance(kind, str) else None
    if act is None:
        raise HistoryError(f"kind: {kind!r}, expected one of {', '.join(ACTS)}")
    types = _fields_of(kind)
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
def _fields_of(kind: str) -> dict[str, Any]:
    act = ACTS[kind]
    hints = get_type_hints(act)
    return {field.name: hints[field.name] for field in dataclasses.fields(act)}
