"""Files that take the place of older ones whole, or not at all."""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def replacing(path: Path, *, mode: int = 0o666, folder: bool = False) -> Iterator[BinaryIO]:
    """A file to be written, which stands at `path` once all of it is on disk: cut off before, what was there stays.

    mode: who may do what with it, less what the umask takes away; folder: make its folder when there is none, which is
    for files of the table's own. A device or a pipe, as /dev/stdout may be, is written to and stays.
    Raises OSError, also for a path that names no file.
    """
    if not path.name or path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not path.is_file():  # A file in the place of a device or a pipe would be the end of it.
        with path.open("wb") as device:
            yield device
        return
    path = path.resolve()  # What a link points to is replaced, not the link.
    if folder:
        path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    try:
        beside.unlink(missing_ok=True)
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except OSError as error:
        error.filename = str(path)  # The name that was given, not the one it has while it is written.
        raise
    with open(descriptor, "wb") as file:
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
