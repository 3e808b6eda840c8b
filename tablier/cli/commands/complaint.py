"""The message of a command that cannot go on."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def complain(command: str, error: Exception, file: Path | None = None) -> int:
    """Report on standard error what was wrong and with which file; return 1, the exit status.

    file: the file being written, for errors without a file name (a full disk)
    Raises the error itself when the reader of our output has gone, which is no failure.
    """
    if isinstance(error, BrokenPipeError):
        raise error
    words = str(error)
    if isinstance(error, OSError) and error.strerror:
        named = error.filename or file
        words = f"{named}: {error.strerror}" if named else error.strerror
    print(f"tablier {command}: {words}", file=sys.stderr)
    return 1
