"""The parts of pages that are made from the code: commands, settings, messages, faults, parts.

Each is a function without arguments that returns Markdown; a page asks for it by the line
`<!-- generated: NAME -->`.
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hardware.board.measures import load
from hardware.circuit import BUILDS
from hardware.parts import as_markdown, bill
from referee.trictrac.judge.transitions import TABLE as JUDGE
from rules.code import CODES
from rules.fault_table import TABLE as FAULTS
from rules.faults.refusal import Reason
from tablier.cli import COMMANDS, parser_of
from tablier.setup.doctor.holes import FOUND

ROOT = Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "announce" / "table_api" / "schemas"
QUESTIONS = ROOT / "docs" / "schemas"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = [" | ".join(head), "|".join("---" for _ in head)]
    lines += [" | ".join(" ".join(str(cell).split()).replace("|", "\\|") for cell in row) for row in rows]
    return "\n".join(f"| {line} |" for line in lines)


def commands() -> str:
    """Every command with its options, from argparse."""
    return "\n\n".join(command(name) for name in COMMANDS)


def command(name: str) -> str:
    """One command: its description, how it is typed, its options."""
    parser = parser_of(name)
    formatter = argparse.HelpFormatter(prog=parser.prog, width=80)
    formatter.add_usage(parser.usage, parser._actions, parser._mutually_exclusive_groups, prefix="")  # noqa: SLF001 - no public word
    usage = formatter.format_help().strip()
    rows = []
    for action in parser._actions:  # noqa: SLF001 - nor for its options
        if isinstance(action, argparse._HelpAction) or action.help == argparse.SUPPRESS:  # noqa: SLF001 - as above
            continue
        named = ", ".join(f"`{option}`" for option in action.option_strings)
        if not named or action.nargs != 0:
            value = formatter._format_args(action, (action.metavar or action.dest).upper())  # type: ignore[union-attr] # noqa: SLF001 - as above
            named = f"{named} `{value}`".strip()
        rows.append((named, escape(formatter._expand_help(action) if action.help else "")))  # noqa: SLF001 - as above
    parts = [f"## tablier {name}", escape(parser.description or ""), f"```text\n{usage}\n```"]
    return "\n\n".join([*parts, table(("option", ""), rows)] if rows else parts)


def escape(text: str) -> str:
    """Words that Markdown and HTML would take for their own."""
    return text.replace("<", "&lt;").replace("*", "\\*")


KEY = re.compile(r"^(?P<off># )?(?P<key>\w+) = (?P<value>.*?)(?:\s+# (?P<words>.*))?$")
SECTION = re.compile(r"^\[(?P<name>[\w.]+)\](?:\s+# (?P<words>.*))?$")


def settings() -> str:
    """Every setting with what is used without it, from the commented example."""
    parts: list[str] = []
    rows: list[list[str]] = []

    def flush() -> None:
        if rows:
            parts.append(table(("setting", "without it", ""), rows))
            rows.clear()

    for line in (ROOT / "docs" / "table.example.toml").read_text(encoding="utf-8").splitlines():
        if section := SECTION.match(line):
            flush()
            parts.append(f"## [{section['name']}]")
            if section["words"]:
                parts.append(f"{section['words'][0].upper()}{section['words'][1:]}.")
        elif key := KEY.match(line):
            value = "not set" if key["off"] else f"`{key['value']}`"
            rows.append([f"`{key['key']}`", value, escape(key["words"] or "")])
        elif rows and line.lstrip().startswith("#"):
            rows[-1][2] += " " + escape(line.strip("# "))
    flush()
    return "\n\n".join(parts)


def mqtt() -> str:
    """Every message, from its schema."""
    return "\n\n".join(message(path) for path in sorted(SCHEMAS.glob("*.json")))


def message(path: Path) -> str:
    """One message: its schema's words and fields."""
    schema = json.loads(path.read_text(encoding="utf-8"))
    parts = [f"### {path.stem}", f"{schema['title']}. {schema.get('description', '')}".strip()]
    rows = list(fields(schema))
    return "\n\n".join([*parts, table(("field", "type", ""), rows)] if rows else parts)


def fields(schema: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The fields of an object: name, type, what it is."""
    needed = set(schema.get("required", ()))
    for name, each in schema.get("properties", {}).items():
        optional = "" if name in needed else ", optional"
        yield f"`{name}`", kind(each) + optional, escape(each.get("description", ""))


def kind(schema: Mapping[str, Any]) -> str:
    """A type in a word or two."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{value if isinstance(value, str) else json.dumps(value)}`" for value in schema["enum"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(dict.fromkeys(kind(one) for one in schema[several]))
    named = schema.get("type", "anything")
    if named == "array":
        items = schema.get("items")
        return f"list of {kind(items)}" if isinstance(items, dict) else "list"
    return " or ".join(named) if isinstance(named, list) else str(named)


def questions() -> str:
    """The fields of a question to `tablier rules` and of its answer, from their schemas."""
    parts = []
    for name, heading in (("rules-request", "A question"), ("rules-answer", "An answer")):
        schema = json.loads((QUESTIONS / f"{name}.schema.json").read_text(encoding="utf-8"))
        found = {row[0]: row for part in alternatives(schema) for row in fields(part)}
        parts += [f"## {heading}", schema.get("description", ""), table(("field", "type", ""), found.values())]
    return "\n\n".join(part for part in parts if part)


def alternatives(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A schema and those it is made of."""
    yield schema
    for key in ("if", "then", "else"):
        if key in schema and key != "if":
            yield from alternatives(schema[key])
    for key in ("oneOf", "anyOf", "allOf"):
        for each in schema.get(key, ()):
            yield from alternatives(each)


def faults() -> str:
    """The table of faults."""
    rows = (
        (
            f"`{row.name}` {row.variant}".strip(),
            row.kind,
            row.by,
            row.opens,
            ", ".join(row.closes),
            ", ".join(f"`{name}`" for name in row.remedies) or "none",
            row.article,
            "" if row.rate is None else f"{row.rate:g}",
        )
        for row in FAULTS
    )
    return table(("fault", "costs", "by", "opens", "closes", "remedies", "article", "made"), rows)


def refusals() -> str:
    """Why a play is refused, from the comments of the code's own list."""
    source = inspect.getsource(Reason)
    rows = re.findall(r'^\s+\w+ = "(\w+)"\s+# (.*?)(?: \[(.*)\])?$', source, re.MULTILINE)
    return table(("reason", "what is wrong", "the cases named"), ((f"`{name}`", *words) for name, *words in rows))


def judge() -> str:
    """The judge's table: phases, act, when, what happens, next phase, law."""

    def words(text: str | None) -> str:
        return (text or "").strip().splitlines()[0].rstrip(".")

    every = {phase for row in JUDGE for phase in row.phases}
    rows = (
        (
            "any" if set(row.phases) == every else ", ".join(row.phases),
            row.act.__name__,
            words(row.guard.__doc__),
            "; ".join(effect.__name__.replace("_", " ") for effect in row.effects),
            row.to or "",
            row.law,
        )
        for row in JUDGE
    )
    return table(("in", "act", "when", "then", "next", "law"), rows)


def codes() -> str:
    """The options of the two rule codes."""
    names = list(CODES)
    options = [field for field in CODES[names[0]].__dataclass_fields__ if field != "name"]
    rows = []
    for option in options:
        values = [getattr(CODES[name], option) for name in names]
        rows.append((f"`{option}`", *({True: "yes", False: "no"}.get(value, value) for value in values)))
    return table(("option", *(f"`{name}`" for name in names)), rows)


def parts() -> str:
    """The bills of materials."""
    board = load()
    return "\n\n".join(f"### Parts, {build} build\n\n{as_markdown(bill(board, build))}" for build in BUILDS)


def holes() -> str:
    """What may be said of a hole, and what to do."""
    return table(("what it says", "what to do"), FOUND.values())


PARTS: dict[str, Callable[[], str]] = {
    "commands": commands,
    "settings": settings,
    "mqtt": mqtt,
    "questions": questions,
    "faults": faults,
    "refusals": refusals,
    "judge": judge,
    "codes": codes,
    "parts": parts,
    "holes": holes,
}
"""By the names that pages ask for."""
