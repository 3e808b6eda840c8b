"""A table's journal, opened whatever state the disk is in."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tablier.storage.journal import COPIES, Journal, JournalDamaged, JournalError, JournalNewer
from tablier.storage.journal_repair import open_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Say = Callable[[str], None]


MEMORY: Final = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
"""Where files are in memory: it has room when the disk has not."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """The journal a table writes to, None when there is nowhere at all; lost: why it ends with this run, else empty."""

    journal: Journal | None
    lost: str = ""


def keeping(path: Path, opened: ExitStack, say: Say) -> Keeping:
    """Open the journal at `path`, mended if need be; `opened` closes it.

    Where it cannot be written (a full or read-only disk), what it holds is copied to memory or the temporary folder, so
    that a game broken off goes on all the same; it is said that nothing is kept of it. Nothing is raised.
    """
    try:
        return Keeping(opened.enter_context(open_whole(path, say)))
    except OSError as error:
        lost = f"{path}: {error.strerror}" if error.strerror else str(error)
    say(f"Nothing is kept of this game: {lost}")
    return Keeping(_copied(path, opened), lost)


@contextmanager
def kept(path: Path) -> Iterator[Journal]:
    """The journal at `path` to be read from; a copy where it cannot be opened: on a read-only disk, or another user's.

    SQLite must write next to a journal even to read it. Raises JournalError.
    """
    with ExitStack() as opened:
        try:
            journal = opened.enter_context(Journal.there(path))
        except (JournalDamaged, JournalNewer):
            raise
        except JournalError:
            copied = _copied(path, opened) if path.is_file() else None
            if copied is None:
                raise
            journal = copied
        yield journal


def _copied(path: Path, opened: ExitStack) -> Journal | None:
    """A journal like the one at `path`, in memory or the temporary folder until `opened` closes it; None: nowhere."""
    for place in MEMORY, None:
        try:
            return _copied_to(place, path, opened)
        except OSError:
            continue
    return None


def _copied_to(place: Path | None, path: Path, opened: ExitStack) -> Journal:
    """It in a folder of its own in `place`, None for the system's temporary one.

    Raises OSError.
    """
    elsewhere = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="tablier-", dir=place)))
    for name in (path.name, f"{path.name}-wal"):
        if path.with_name(name).is_file():
            shutil.copyfile(path.with_name(name), elsewhere / name)
    if (path.parent / COPIES).is_dir():
        shutil.copytree(path.parent / COPIES, elsewhere / COPIES)
    return opened.enter_context(open_whole(elsewhere / path.name, lambda _words: None))
