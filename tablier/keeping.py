"""What a table keeps, whatever state the disk is in."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tablier.journal import COPIES
from tablier.journal_repair import open_whole

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import ExitStack

    from tablier.journal import Journal

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
    for place in MEMORY, None:
        try:
            return Keeping(_copied(path, place, opened), lost)
        except OSError:
            continue
    return Keeping(None, lost)


def _copied(path: Path, place: Path | None, opened: ExitStack) -> Journal:
    """A journal like the one at `path`, in a folder of its own in `place`, None for the system's temporary one.

    Raises OSError.
    """
    elsewhere = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="tablier-", dir=place)))
    for name in (path.name, f"{path.name}-wal"):
        if path.with_name(name).is_file():
            shutil.copyfile(path.with_name(name), elsewhere / name)
    if (path.parent / COPIES).is_dir():
        shutil.copytree(path.parent / COPIES, elsewhere / COPIES)
    return opened.enter_context(open_whole(elsewhere / path.name, lambda _words: None))
