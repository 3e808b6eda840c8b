"""Open a table's journal, whatever state the disk is in."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tablier.storage.journal import COPIES, Journal, JournalDamaged, JournalError, JournalNewer
from tablier.storage.journal_repair import open_whole

MEMORY: Final = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
"""A folder in memory: it has room when the disk is full."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """The journal a table writes to.

    journal: None when it cannot be written anywhere
    lost: why the journal ends with this run; empty when it does not
    """

    journal: Journal | None
    lost: str = ""


def open_to_write(path: Path, opened: ExitStack, say: Callable[[str], None]) -> Keeping:
    """Open the journal at `path`, repaired if needed; `opened` closes it.

    On a full or read-only disk, the journal is copied to memory or the temporary folder. A game that was broken off can
    then go on, and `say` reports that nothing of it is kept. Raises nothing.
    """
    try:
        return Keeping(opened.enter_context(open_whole(path, say)))
    except OSError as error:
        lost = f"{path}: {error.strerror}" if error.strerror else str(error)
    say(f"Nothing is kept of this game: {lost}")
    return Keeping(_copy(path, opened), lost)


@contextmanager
def open_to_read(path: Path) -> Iterator[Journal]:
    """Open the journal at `path` for reading; a copy of it when it is on a read-only disk or belongs to another user.

    SQLite must write next to a journal even to read it. Raises JournalError.
    """
    with ExitStack() as opened:
        try:
            journal = opened.enter_context(Journal.there(path))
        except (JournalDamaged, JournalNewer):
            raise
        except JournalError:
            copied = _copy(path, opened) if path.is_file() else None
            if copied is None:
                raise
            journal = copied
        yield journal


def _copy(path: Path, opened: ExitStack) -> Journal | None:
    """Copy the journal at `path` to memory or the temporary folder until `opened` closes it; None if neither works."""
    for place in MEMORY, None:
        try:
            return _copy_to(place, path, opened)
        except OSError:
            continue
    return None


def _copy_to(place: Path | None, path: Path, opened: ExitStack) -> Journal:
    """Copy the journal to a new folder in `place`; None is the system's temporary folder.

    Raises OSError.
    """
    elsewhere = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="tablier-", dir=place)))
    for name in (path.name, f"{path.name}-wal"):
        if path.with_name(name).is_file():
            shutil.copyfile(path.with_name(name), elsewhere / name)
    if (path.parent / COPIES).is_dir():
        shutil.copytree(path.parent / COPIES, elsewhere / COPIES)
    return opened.enter_context(open_whole(elsewhere / path.name, lambda _words: None))
