"""`tablier rules`: questions about positions, one JSON object a line (contract 1; docs/rules-lines.md)."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from rules import lines

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

LONGEST_LINE = 1 << 20
"""Bytes. A question takes a few hundred; a file that is no list of questions must not fill the memory."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("file", nargs="*", help="files of questions; standard input when none is named")


def run(arguments: argparse.Namespace) -> int:
    """Answer every line in order; 1 when any of them could not be answered."""
    status = 0
    for name in arguments.file or ["-"]:
        try:
            with sys.stdin.buffer if name == "-" else Path(name).open("rb") as source:
                for line in _lines(source):
                    status |= _put(lines.answer(line))
        except OSError as error:
            status |= _put({"id": None, "error": f"file: {name}: {error.strerror}"})
    return status


def _put(answer: lines.Json) -> int:
    """Write one answer; 1 for an error, 0 for any other."""
    print(json.dumps(answer, separators=(",", ":")), flush=True)
    return int("error" in answer)


def _lines(source: BinaryIO) -> Iterator[str]:
    """The lines that are not blank; one that is too long comes cut, so that it is answered with an error."""
    while raw := source.readline(LONGEST_LINE):
        if not raw.endswith(b"\n") and len(raw) == LONGEST_LINE:
            while (rest := source.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
        text = raw.decode("utf-8", errors="replace").strip()
        if text:
            yield text
