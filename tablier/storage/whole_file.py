"""Write a file so that it replaces an older one whole, or not at all."""

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
    """Yield a file that replaces the one at `path` once all of it is on disk; if cut off before, the old file stays.

    mode: permissions, less what the umask takes away
    folder: create the folder when it is missing, as for the table's own files

    A device or a pipe, such as /dev/stdout, is written to and stays.

    Raises OSError, also for a path that names no file.
    """
    if not path.name or path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not path.is_file():  # Do not replace a device or a pipe by a file.
        with path.open("wb") as device:
            yield device
        return
    path = path.resolve()  # Replace what a link points to, not the link.
    if folder:
        path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    try:
        beside.unlink(missing_ok=True)
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except OSError as error:
        error.filename = str(path)  # Report the name that was given, not the temporary one.
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
