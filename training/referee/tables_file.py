"""The data files of the referee as text: TOML, one table for each occasion, with its source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

HEADS = {
    "priors.toml": "# How often each kind of successor was the true one. Written by ./run train referee, or set by\n"
    "# judgement where the source says so.\n",
    "observation.toml": "# How vision errs. Written by ./run train referee, except where its source says otherwise.\n",
}
"""The first lines of each file."""


def text_of(name: str, tables: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the text of a file; tables: by dotted name, the value of each entry by its name, `source` first."""
    parts = [HEADS[name]]
    for table, entries in tables.items():
        lines = [f"[{table}]", *(f"{entry} = {_value(value)}" for entry, value in entries.items())]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def with_numbers(text: str, table: str, numbers: Mapping[str, float], source: str) -> str:
    """Return a file's text with other numbers in one table; everything else stays, including comments."""
    head, name, rest = text.partition(f"[{table}]\n")
    own, end, after = rest.partition("\n[")
    lines = []
    for line in own.splitlines():
        key = line.partition(" = ")[0]
        value = source if key == "source" else numbers.get(key)
        entry = line if value is None else f"{key} = {_value(value)}"
        comment = line.find("#") if key in numbers else -1
        lines.append(entry if comment < 0 else f"{entry + ' ':<{comment}}{line[comment:]}")
    return head + name + "\n".join(lines) + "\n" * own.endswith("\n") + end + after


def flat(tables: Mapping[str, Any], above: str = "") -> dict[str, dict[str, Any]]:
    """The tables of a file as `tomllib` reads it, by dotted name."""
    found: dict[str, dict[str, Any]] = {}
    own = {name: value for name, value in tables.items() if not isinstance(value, dict)}
    if own:
        found[above] = own
    for name, value in tables.items():
        if isinstance(value, dict):
            found |= flat(value, f"{above}.{name}" if above else name)
    return found


def _value(value: object) -> str:
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return f"{value:g}" if isinstance(value, float) else str(value)
