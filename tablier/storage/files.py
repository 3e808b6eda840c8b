"""Files replaced whole or not at all, and files with secrets, used only when nobody but their owner has access."""

from __future__ import annotations

import errno
import io
import itertools
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final


class _Device(io.FileIO):
    """A device or a pipe. The position in /dev/null is 0 after any write, and no zip file can be written by that."""

    def tell(self) -> int:
        """Refuse: there is no position."""
        raise io.UnsupportedOperation("tell")


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
        with io.BufferedWriter(_Device(path, "w")) as device:
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


def set_aside(path: Path, why: str = "damaged") -> Path:
    """Rename an unusable file or folder, with its log files, to a free name; return that name.

    Raises OSError.
    """
    names = (path.with_name(f"{path.name}.{why}-{number}") for number in itertools.count(1))
    aside = next(name for name in names if not name.exists())
    for end in ("-wal", "-shm"):
        beside = path.with_name(path.name + end)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + end))
    if path.exists():
        path.rename(aside)
    return aside


LARGEST: Final = 1 << 20
"""Bytes; two thousand accounts take half of it."""
CREDENTIALS: Final = "CREDENTIALS_DIRECTORY"
"""The environment variable that names a service's folder of credentials, which systemd guards (systemd.exec)."""


class NotPrivate(OSError):
    """A file with secrets cannot be used. The message names it, says why, and what to do."""


def read_private(path: Path, largest: int = LARGEST) -> bytes:
    """Read a file with secrets, of at most `largest` bytes.

    Raises NotPrivate when the file is missing, too large, not a regular file, another user's, or open to others.
    """
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            wrong = _wrong(path, os.fstat(file.fileno()))
            text = b"" if wrong else file.read(largest + 1)
    except FileNotFoundError:
        raise NotPrivate(f"{path}: there is no such file") from None
    except OSError as error:
        raise NotPrivate(f"{path}: {error.strerror}") from None
    if wrong:
        raise NotPrivate(f"{path}: {wrong}")
    if len(text) > largest:
        raise NotPrivate(f"{path}: larger than any such file")
    return text


def check_private(path: Path) -> None:
    """Check a file with secrets that another program reads.

    Raises NotPrivate, as `read_private` does.
    """
    try:
        wrong = _wrong(path, path.stat())
    except OSError as error:
        raise NotPrivate(f"{path}: {error.strerror}") from None
    if wrong:
        raise NotPrivate(f"{path}: {wrong}")


def _wrong(path: Path, found: os.stat_result) -> str | None:
    """Return the reason a file is not private; None when it is."""
    if not stat.S_ISREG(found.st_mode):
        return "is no file"
    given = os.environ.get(CREDENTIALS)
    if given and path.parent == Path(given):
        return None
    if found.st_uid not in (os.geteuid(), 0):
        return f"belongs to another user; as the table's user: chown $(id -u) {path}"
    if found.st_mode & 0o077:
        return f"others may read or change it (mode {found.st_mode & 0o777:03o}); mend it with: chmod 600 {path}"
    return None


def write_private(path: Path, text: str) -> None:
    """Replace the content of a file with secrets.

    Raises OSError.
    """
    with replacing(path, mode=0o600, folder=True) as file:
        file.write(text.encode())
