"""The second copy of a game: one line of text for each transaction of the journal, written to disk at the same time.

SQLite cannot tell a torn end of its write-ahead log from one that was never written. A card that loses a sector could
lose acts that were announced. With this copy, every loss in one of the two files is noticed and repaired from the
other.

A line is a checksum, a space, and JSON: a list of entries `[t, kind, text]`. The checksum is the CRC-32 of the JSON,
started with the checksum of the line before, so a missing line is noticed. The first line holds the beginning of the
game (wall-clock time, "begun", settings); the last line of a finished game holds its end (time, "ended", ""). In copies
of older versions the first lines have checksums of their own.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

Entry: TypeAlias = tuple[float, str, str]
BEGUN: Final = "begun"
ENDED: Final = "ended"
_NAME: Final = re.compile(r"game-([0-9]{1,9})\.lines")


@dataclass(frozen=True, slots=True)
class Copied:
    """The contents of a copy: the intact lines before the first damaged one.

    started: seconds since 1970
    ended: None for a game under way
    torn: the last line is half written, as after a power cut
    damaged: a line before the last is not as it was written
    """

    started: float
    settings: str
    ended: float | None
    transactions: tuple[tuple[Entry, ...], ...]
    torn: bool
    damaged: bool

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries in order."""
        return tuple(entry for transaction in self.transactions for entry in transaction)


class SecondCopy:
    """An open copy, appended to. Raises OSError as files do; a line that could not be written whole is removed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        self._length, self._sum = _whole(path)
        self._cut()
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # Sync the file's name too.
        finally:
            os.close(folder)

    def append(self, *transactions: Sequence[Entry]) -> None:
        """Write transactions; when this returns all are on disk, and when it raises none is."""
        self._cut()
        each, before = [], self._sum
        for transaction in transactions:
            each.append(line_of(transaction, before))
            before = _sum_in(each[-1])
        lines = b"".join(each)
        try:
            self._write(lines)
        except OSError:
            with contextlib.suppress(OSError):
                self._cut()
            raise
        self._length += len(lines)
        self._sum = before

    def close(self) -> None:
        """Close the file; may be called again."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _write(self, lines: bytes) -> None:
        if os.write(self._file, lines) != len(lines):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
        os.fdatasync(self._file)

    def _cut(self) -> None:
        """Remove a line that was only half written."""
        if os.fstat(self._file).st_size != self._length:
            os.ftruncate(self._file, self._length)


def line_of(transaction: Sequence[Entry], before: int = 0) -> bytes:
    """Return a transaction as a line; `before` is the checksum of the line before, 0 for the first."""
    body = json.dumps([list(entry) for entry in transaction], ensure_ascii=True, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(body, before), body)


def copy_of(folder: Path, game: int) -> Path:
    """Return the path of a game's copy in the folder of copies."""
    return folder / f"game-{game}.lines"


def copies(folder: Path) -> dict[int, Path]:
    """Return the copies in a folder by the number of their game, in order; empty when the folder cannot be read."""
    try:
        found = {int(match[1]): path for path in folder.iterdir() if (match := _NAME.fullmatch(path.name))}
    except OSError:
        return {}
    return dict(sorted(found.items()))


def read(path: Path) -> Copied | None:
    """Read the contents of a copy; None when not even its beginning can be read. Raises OSError."""
    *lines, rest = path.read_bytes().split(b"\n")
    good: list[tuple[Entry, ...]] = []
    before, alone = 0, True
    for line in lines:
        head, _, body = line.partition(b" ")
        before = zlib.crc32(body, before)
        if head != b"%08x" % before:
            # The line is of an older version, or damaged.
            if not alone or head != b"%08x" % (before := zlib.crc32(body)):
                break
        elif good:
            alone = False
        transaction = _transaction(body)
        if transaction is None:
            break
        good.append(transaction)
    if not good or good[0][0][1] != BEGUN:
        return None
    started, _, settings = good[0][0]
    ended = good[-1][0][0] if good[-1] and good[-1][0][1] == ENDED else None
    transactions = tuple(good[1:] if ended is None else good[1:-1])
    return Copied(started, settings, ended, transactions, bool(rest), len(good) < len(lines))


def _transaction(body: bytes) -> tuple[Entry, ...] | None:
    """Return a line's entries; None when it holds anything else."""
    try:
        return tuple((float(t), str(kind), str(text)) for t, kind, text in json.loads(body))
    except (ValueError, TypeError):
        return None


def _whole(path: Path) -> tuple[int, int]:
    """Return the bytes up to the end of the last whole line, and the checksum of that line."""
    whole = path.read_bytes()
    whole = whole[: whole.rfind(b"\n") + 1]
    return len(whole), _sum_in(whole[whole.rfind(b"\n", 0, -1) + 1 :])


def _sum_in(line: bytes) -> int:
    """Return the checksum at the beginning of a line; 0 without one."""
    try:
        return int(line[:8], 16)
    except ValueError:
        return 0
