"""Files with secrets: read and written only where their owner alone has access."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from tablier.storage.whole_file import replacing

LARGEST: Final = 1 << 20
"""Bytes; two thousand accounts take half of it."""
CREDENTIALS: Final = "CREDENTIALS_DIRECTORY"
"""Where systemd puts a service's own, which it guards itself (systemd.exec, LoadCredential=)."""


class NotPrivate(OSError):
    """A file with secrets that cannot be used; the message names it, says why, and what to do."""


def read_private(path: Path, largest: int = LARGEST) -> bytes:
    """A file with secrets, of at most `largest` bytes.

    Raises NotPrivate: it is not there, others may read or write it, it is somebody else's, it is no file or too large.
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
    """Check a file with secrets that something else reads.

    Raises NotPrivate, as `read_private` does.
    """
    try:
        wrong = _wrong(path, path.stat())
    except OSError as error:
        raise NotPrivate(f"{path}: {error.strerror}") from None
    if wrong:
        raise NotPrivate(f"{path}: {wrong}")


def _wrong(path: Path, found: os.stat_result) -> str | None:
    """The reason a file is not private."""
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
    """Write a file with secrets in the place of the old one.

    Raises OSError.
    """
    with replacing(path, mode=0o600, folder=True) as file:
        file.write(text.encode())
