"""`tablier replay DIR`: print the acts and rulings of a recording, one JSON object a line."""

from __future__ import annotations

import argparse
from pathlib import Path

from events.codec import text_of
from tablier.cli import complain
from tablier.runtime.replay import replay
from tablier.storage.recording import Recording, RecordingError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.description = (
        "Print the acts and rulings a recording leads to, one JSON object a line (docs/recordings.md). Missing and "
        "damaged parts are skipped, with a warning on standard error."
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="the recording")


def run(arguments: argparse.Namespace) -> int:
    """Print the acts and rulings; return 1 when the recording cannot be read to its end."""
    try:
        for happened in replay(Recording(arguments.folder)):
            print(text_of(happened), flush=True)
    except RecordingError as error:
        return complain("replay", error)
    return 0
