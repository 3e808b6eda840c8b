"""The journal: every act and ruling on disk before anyone hears of it (SQLite, one file a table).

Each row is one reading's worth of acts and rulings, as JSON, in the order in which they were confirmed; appending is
one transaction, synchronous to the disk, so that a power cut loses at most what was not announced either. What the
rows mean is the referee's: here they are text.
"""

from __future__ import annotations

import contextlib
import itertools
import sqlite3
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from types import TracebackType

VERSION: Final = 1
TABLES: Final = """
CREATE TABLE IF NOT EXISTS game (
    id INTEGER PRIMARY KEY, started REAL NOT NULL, settings TEXT NOT NULL, ended REAL
);
CREATE TABLE IF NOT EXISTS entry (
    id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES game(id), t REAL NOT NULL,
    kind TEXT NOT NULL, text TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS entry_of_game ON entry (game, id);
"""


class JournalError(OSError):
    """The journal cannot be opened or written; the message names the file and what to do."""


class JournalDamaged(JournalError):
    """The file is no journal, or its pages are damaged: a disk's fault, or another file's name."""


class Journal:
    """An open journal. `game` numbers the game entries are added to; a new one begins with `start`.

    Write-ahead logging with full synchronisation: an entry that was returned from `add` survives a power cut, and a
    torn last write is rolled back by SQLite when the file is opened again.
    Raises JournalError when the file cannot be opened or is of a newer version, JournalDamaged when it is no journal.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        except (OSError, sqlite3.Error) as error:
            raise JournalError(f"{path}: {error}") from error
        try:
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._refuse_newer()
            self._db.executescript(TABLES)
            self._db.execute(f"PRAGMA user_version={VERSION}")
            row = self._db.execute("SELECT id FROM game WHERE ended IS NULL ORDER BY id DESC LIMIT 1").fetchone()
        except (JournalError, sqlite3.Error) as error:
            self._db.close()
            raise _kind_of(error)(f"{path}: {error}") from error
        self.game: int | None = None if row is None else row[0]
        """The game under way, None between games."""

    def _refuse_newer(self) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise JournalError(f"a journal of version {version}; this program knows {VERSION}")

    def start(self, t: float, settings: str) -> int:
        """Begin a game at wall-clock time `t` (seconds since 1970); its number."""
        cursor = self._execute("INSERT INTO game (started, settings) VALUES (?, ?)", (t, settings))
        self.game = cursor.lastrowid
        assert self.game is not None  # noqa: S101 - SQLite numbers every inserted row
        return self.game

    def settings(self, game: int) -> str:
        """The settings a game was begun with, as they were given to `start`."""
        row = self._execute("SELECT settings FROM game WHERE id = ?", (game,)).fetchone()
        return "" if row is None else str(row[0])

    def end(self, t: float) -> None:
        """Finish the game under way."""
        self._execute("UPDATE game SET ended = ? WHERE id = ?", (t, self.game))
        self.game = None

    def add(self, entries: Iterable[tuple[float, str, str]]) -> None:
        """Append entries (t, kind, text) to the game under way, all or none; on disk when it returns."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            rows = [(self.game, t, kind, text) for t, kind, text in entries]
            self._db.executemany("INSERT INTO entry (game, t, kind, text) VALUES (?, ?, ?, ?)", rows)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):  # Nothing to take back when it never began.
                self._db.execute("ROLLBACK")
            raise JournalError(f"{self.path}: {error}") from error

    def entries(self, game: int, kind: str | None = None) -> Iterator[tuple[float, str, str]]:
        """The entries (t, kind, text) of a game, in order; all kinds, or one."""
        wanted = "" if kind is None else " AND kind = ?"
        values = (game,) if kind is None else (game, kind)
        rows = self._execute(f"SELECT t, kind, text FROM entry WHERE game = ?{wanted} ORDER BY id", values)  # noqa: S608 - no outside text in it
        try:
            yield from rows
        except sqlite3.Error as error:
            raise _kind_of(error)(f"{self.path}: {error}") from error

    def close(self) -> None:
        """Close the file; may be called again."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _execute(self, statement: str, values: tuple[object, ...]) -> sqlite3.Cursor:
        try:
            return self._db.execute(statement, values)
        except sqlite3.Error as error:
            raise _kind_of(error)(f"{self.path}: {error}") from error


def _kind_of(error: Exception) -> type[JournalError]:
    """SQLite's DatabaseError itself means the file, every kind derived from it the circumstances."""
    return JournalDamaged if type(error) is sqlite3.DatabaseError else JournalError


def set_aside(path: Path) -> Path:
    """Give a damaged journal, with what belongs to it, a name nothing else has; that name.

    Raises OSError.
    """
    names = (path.with_name(f"{path.name}.damaged-{number}") for number in itertools.count(1))
    aside = next(name for name in names if not name.exists())
    for end in ("-wal", "-shm"):
        beside = path.with_name(path.name + end)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + end))
    path.rename(aside)
    return aside
