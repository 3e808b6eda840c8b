"""Only one table may run over one folder: two would write one journal, and compete for camera and sensors."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

NAME = "running"


class TableRunning(RuntimeError):
    """Another table runs over the folder that the message names."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"a table is running already over {folder}")


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold a table's folder. The system releases it, even if this process is killed.

    Holds nothing where no file can be made, as no table can write there. Raises TableRunning.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / NAME).open("a")
    except OSError:
        yield
        return
    with file:
        if not _take(file):
            raise TableRunning(folder)
        yield


def is_running(folder: Path) -> bool:
    """Return whether a table holds this folder now."""
    try:
        file = (folder / NAME).open("a" if (folder / NAME).exists() else "r")
    except OSError:
        return False
    with file:
        return not _take(file)


def _take(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
