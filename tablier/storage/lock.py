"""One table at a time over one folder: two would write one journal, and fight for camera and sensors."""

from __future__ import annotations

import fcntl
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME = "running"


class TableRunning(RuntimeError):
    """Another table is at work over the same folder, which the message names."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"a table is running already over {folder}")


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold a table's folder; let go by the system even if this process is killed.

    Where no file can be made there is nothing to fight over, and nothing is held. Raises TableRunning.
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
    """Whether a table holds this folder now."""
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
