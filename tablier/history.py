"""Acts and rulings as lines of JSON: what the journal, a replay and a recording's truth hold."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from referee.acts import Act
    from referee.rulings import Ruling


def line_of(happened: Act | Ruling) -> dict[str, Any]:
    """`{"t", "kind", ...}`: the time in seconds, the name of the act or ruling, then its fields."""
    return {"t": happened.t, "kind": type(happened).__name__, **msgspec.to_builtins(happened)}


def text_of(happened: Act | Ruling) -> str:
    """The same as one line of JSON text."""
    return json.dumps(line_of(happened), separators=(",", ":"))
