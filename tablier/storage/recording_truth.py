"""The fields of a recording's truth (docs/recordings.md): those that a comparison needs, and optional ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

import msgspec

Line: TypeAlias = dict[str, Any]
"""`{"t", "kind", ...}`: an act or a ruling."""


class _Named(msgspec.Struct, kw_only=True):
    kind: str
    throw: int | None = None


class _Sided(_Named, kw_only=True):
    side: str


class _Dice(_Sided, kw_only=True):
    dice: tuple[int, int]


class _Move(msgspec.Struct):
    start: int
    end: int


class _Play(_Sided, kw_only=True):
    moves: list[_Move]


class _Thrown(_Named, kw_only=True):
    side: str | None = None
    dice: tuple[int, int] | None = None


class _Mark(_Sided, kw_only=True):
    points: int
    trous: int | None = None
    reste: int | None = None
    total: int | None = None
    ecole: bool | None = None


class _Tour(_Sided, kw_only=True):
    trous: int
    trous_adverse: int


class _Bredouille(msgspec.Struct):
    bredouille: int


class _Marque(_Named, kw_only=True):
    numero: int
    issue: str
    side: str | None
    trous: tuple[int, int]
    marque: _Bredouille | None


class _Game(_Sided, kw_only=True):
    points: int
    blancs: int
    noirs: int


class _Fault(msgspec.Struct):
    name: str
    by: str
    points: int


class _Faulted(_Named, kw_only=True):
    fault: _Fault


FAULTS: Final = {"FaultRuled": _Faulted, "IllegalPlayRuled": _Faulted}
"""The fields that identify a fault of each game."""
READ: Final[dict[str, type[_Named]]] = {
    "ThrowWorth": _Dice,
    "Played": _Play,
    "Revised": _Play,
    "Marked": _Mark,
    "TourWon": _Tour,
    "GameWon": _Game,
    "MarqueRuled": _Marque,
    **FAULTS,
}
"""The fields read of each kind of line; any other line needs only a kind."""
THROWN: Final = "DiceThrown"
"""The kind of line that stands for a throw when no line says what throws were worth."""


def check(line: Line) -> None:
    """Check that a line can be compared with others.

    Raises ValueError naming what is missing or wrong.
    """
    named = msgspec.convert(line, _Named)
    msgspec.convert(line, _Thrown if named.kind == THROWN else READ.get(named.kind, _Named))


def complete(lines: Iterable[Line]) -> list[Line]:
    """Return the lines, in order of time as given; each line that is compared gets the number of its throw.

    When no line says what a throw was worth, the lines of thrown dice take their place. A line without a number belongs
    to the throw before it.
    """
    lines = list(lines)
    if not any(line["kind"] == "ThrowWorth" for line in lines):
        lines = [{**line, "kind": "ThrowWorth"} if _is_good_throw(line) else line for line in lines]
    found: list[Line] = []
    throw = 0
    for line in lines:
        if line["kind"] == "ThrowWorth":
            throw = line.get("throw") or throw + 1
        numbered = line.get("throw") is not None or line["kind"] not in READ
        found.append(line if numbered else {**line, "throw": throw})
    return found


def _is_good_throw(line: Line) -> bool:
    return bool(line["kind"] == THROWN and line.get("good", True) and line.get("side") and line.get("dice"))
