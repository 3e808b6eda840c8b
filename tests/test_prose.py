"""The words that style leaves out stay out of docstrings, comments and messages (CONTRIBUTING.md)."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
ROOMS = (
    "announce", "bench", "coach", "docs/builder", "events", "firmware_bridge", "hardware", "referee", "rules",
    "simulation", "tablier", "tests", "training", "vision",
)  # fmt: skip
LEFT_OUT = re.compile(
    r"\b(anew|lest|whoever|whomever|whichever way|of which|so many|at most sooner|wants \w+ing"
    r"|(?<![#\"])told(?![:\"]))\b",
    re.IGNORECASE,
)
"""`told:` documents a field, `"told"` and `#told` are names in records and pages."""


def prose(source: str) -> Iterator[str]:
    """Yield every comment, and every literal of more than one word."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


@pytest.mark.parametrize("room", ROOMS)
def test_no_word_that_style_leaves_out_comes_back(room: str) -> None:
    found = []
    for path in sorted((PROJECT / room).rglob("*.py")):
        name = path.relative_to(PROJECT).as_posix()
        if name != "tests/test_prose.py":
            hits = (LEFT_OUT.search(text) for text in prose(path.read_text("utf-8")))
            found += [f"{name}: {hit.group()!r} in {hit.string.strip()[:80]!r}" for hit in hits if hit]
    assert not found


def test_a_docstring_a_comment_and_a_message_are_looked_at() -> None:
    source = '"""Say it anew."""\nprint("told so", 1)  # whoever asks\nbook = {"told": 2}\n'
    hits = [hit.group() for hit in map(LEFT_OUT.search, prose(source)) if hit]
    assert sorted(hits) == ["anew", "told", "whoever"]
