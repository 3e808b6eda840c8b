"""What a command says when it cannot go on."""

from __future__ import annotations

import sys


def complain(command: str, error: Exception) -> int:
    """Say on standard error what was wrong, naming the file where the system does not; 1, the exit status."""
    words = str(error)
    if isinstance(error, OSError) and error.strerror and error.filename:
        words = f"{error.filename}: {error.strerror}"
    print(f"tablier {command}: {words}", file=sys.stderr)
    return 1
