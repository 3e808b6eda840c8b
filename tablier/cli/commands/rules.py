"""`tablier rules`: answer questions about positions, one JSON object a line (contract 1; docs/rules-lines.md)."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO

from rules.question import LONGEST_LINE, Json, answer
from tablier.game_packages import rules_answers


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.description = (
        "Answer questions about positions, one JSON object a line, in order: jans, points, lawful plays. "
        "docs/rules-lines.md describes the questions. A bad line is answered with an error and stops none of the "
        "others; the exit status is then 1."
    )
    parser.add_argument("file", nargs="*", metavar="FILE", help="files of questions; standard input when none is named")


def run(arguments: argparse.Namespace) -> int:
    """Answer every line in order; return 1 when any of them could not be answered."""
    return answer_files(arguments.file, partial(answer, games=rules_answers()))


def answer_files(files: Sequence[str], answering: Callable[[bytes], Json]) -> int:
    """Answer every line of these files, or of standard input; return 1 when any could not be answered."""
    status = 0
    for name in files or ["-"]:
        try:
            with _open(name) as source:
                for line in _lines(source):
                    status |= _put(answering(line))
        except OSError as error:
            status |= _put({"id": None, "error": f"file: {name}: {error.strerror}"})
    return status


def _open(name: str) -> BinaryIO:
    """Open a file of questions, or for `-` standard input, which stays open because it may be named again."""
    return open(0, "rb", closefd=False) if name == "-" else Path(name).open("rb")


def _put(answer: Json) -> int:
    """Write one answer; return 1 for an error, 0 for any other."""
    print(json.dumps(answer, separators=(",", ":")), flush=True)
    return int("error" in answer)


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Yield the lines that are not blank. A line that is too long is cut, but stays too long, so it gets an error."""
    longest = LONGEST_LINE + 1
    while raw := source.readline(longest):
        if not raw.endswith(b"\n") and len(raw) == longest:
            while (rest := source.readline(longest)) and not rest.endswith(b"\n"):
                pass
        if raw.strip():
            yield raw
