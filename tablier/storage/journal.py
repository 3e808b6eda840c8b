"""The journal: every act and ruling is on disk before it is announced (one SQLite file a table, and a second copy).

Each row is one act or ruling as JSON, in the order in which they were confirmed. One append is one transaction, synced
to disk, so a power cut loses at most what was not yet announced. The referee knows what the rows mean; here they are
plain text.
"""

from __future__ import annotations

import contextlib
import datetime
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, Self

from announce.closing import Closing
from tablier.storage.second_copy import BEGUN, ENDED, Copied, Entry, SecondCopy, copy_of

JOURNAL: Final = "journal.db"
"""The name of the journal, in the folder of everything a table keeps."""
COPIES: Final = "copies"
"""The folder of second copies, next to the journal."""
BUSY: Final = 1.0
"""Seconds to wait for another writer. There should be none; entries that fail now are written with the next ones."""
MOST_DUE: Final = 100_000
"""Transactions that may wait for a disk that cannot be written, some 30 MB. Above this the game is no longer kept."""


class JournalError(OSError):
    """The journal cannot be opened or written; the message names the file and what to do."""


class JournalDamaged(JournalError):
    """The file is another program's database, or damaged."""


class JournalNewer(JournalError):
    """A later version of the program wrote the journal."""


class Journal(Closing):
    """An open journal. `game` is the number of the game that entries are added to; `start` begins a new one.

    SQLite uses write-ahead logging with full synchronisation. An entry survives a power cut once `add` has returned,
    and SQLite rolls back a torn last write when it opens the file again. Every transaction is also written to the
    game's second copy (`tablier.storage.second_copy`); `tablier.storage.journal_repair` compares the two.

    Raises JournalError when the file cannot be opened, JournalNewer when a later program wrote it, JournalDamaged when
    it is no journal.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._copy: SecondCopy | None = None
        self._due_here: list[tuple[Entry, ...]] = []
        self._due_there: list[tuple[Entry, ...]] = []
        self._too_much = False
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=BUSY, isolation_level=None, check_same_thread=False)
        except OSError as error:
            raise JournalError(f"{error.filename or path}: {error.strerror}") from error
        except sqlite3.Error as error:
            raise JournalError(f"{path}: {error}") from error
        try:
            # An invalid character is damage; go on, as the entry's checksum will report it.
            self._db.text_factory = lambda data: data.decode(errors="replace")
            # One sync of one file for an act. A rollback journal needs three or four, and wears out an SD card faster.
            self._db.execute("PRAGMA journal_mode=WAL")
            # Not NORMAL: it syncs the log only now and then, so an announced act could be lost.
            self._db.execute("PRAGMA synchronous=FULL")
            self.version_found = _migrate(self._db, path)
            row = self._db.execute("SELECT id FROM game WHERE ended IS NULL ORDER BY id DESC LIMIT 1").fetchone()
        except JournalError:
            self._db.close()
            raise
        except sqlite3.Error as error:
            self._db.close()
            raise _kind_of(error)(f"{path}: {error}") from error
        self.game: int | None = None if row is None else row[0]
        """The game under way, None between games."""

    @classmethod
    def there(cls, path: Path) -> Self:
        """Open the journal at `path`, which must exist.

        Raises JournalError.
        """
        if not path.exists():
            raise JournalError(f"{path}: there is no journal: nothing was played here")
        return cls(path)

    @property
    def copies(self) -> Path:
        """The folder of second copies."""
        return self.path.parent / COPIES

    @property
    def due(self) -> bool:
        """Whether entries wait for a disk that could not be written."""
        return bool(self._due_here or self._due_there)

    def start(self, t: float, settings: str) -> int:
        """Begin a game at wall-clock time `t` (seconds since 1970) and return its number.

        Raises JournalError.
        """
        cursor = self._execute("INSERT INTO game (started, settings) VALUES (?, ?)", (t, settings))
        self.game = cursor.lastrowid
        assert self.game is not None  # noqa: S101 - SQLite numbers every inserted row
        self._close_copy()
        try:
            copy_of(self.copies, self.game).unlink(missing_ok=True)  # Left by a journal that no longer exists.
            self._second().append([(t, BEGUN, settings)])
        except OSError as error:
            raise JournalError(f"{self.copies}: {error.strerror}") from error
        return self.game

    def settings(self, game: int) -> str:
        """Return the settings that were given to `start` for a game."""
        row = self._execute("SELECT settings FROM game WHERE id = ?", (game,)).fetchone()
        return "" if row is None else str(row[0])

    def start_of(self, game: int) -> float:
        """Return when a game was begun, in seconds since 1970."""
        row = self._execute("SELECT started FROM game WHERE id = ?", (game,)).fetchone()
        return 0.0 if row is None else float(row[0])

    def begun(self, game: int) -> datetime.datetime:
        """Return when a game was begun, in the table's own time."""
        return datetime.datetime.fromtimestamp(self.start_of(game)).astimezone()

    def games(self) -> list[int]:
        """Return the numbers of all games, in order."""
        return [game for (game,) in self._execute("SELECT id FROM game ORDER BY id", ())]

    def end(self, t: float) -> None:
        """Finish the game under way, once all of it is written.

        Raises JournalError when some of it still waits for the disk; the game then goes on.
        """
        self.flush()
        self._execute("UPDATE game SET ended = ? WHERE id = ?", (t, self.game))
        try:
            self._second().append([(t, ENDED, "")])
        except OSError as error:
            raise JournalError(f"{self.copies}: {error.strerror}") from error
        finally:
            self._close_copy()
            self.game = None

    def add(self, entries: Iterable[tuple[float, str, str]]) -> None:
        """Append entries (t, kind, text) to the game under way, all or none; they are on disk when this returns.

        Entries that cannot be written wait, and the next `add` or `flush` writes them first, so no gap arises.
        Raises JournalError then.
        """
        self._too_much = self._too_much or max(len(self._due_here), len(self._due_there)) >= MOST_DUE
        if self._too_much:  # Final: the entries on disk have no gap, and end here.
            raise JournalError(f"{self.path}: could not be written for so long that this game is no longer kept")
        transaction = tuple((float(t), kind, text) for t, kind, text in entries)
        self._due_here.append(transaction)
        self._due_there.append(transaction)
        self.flush()

    def flush(self) -> None:
        """Write the entries that wait.

        Raises JournalError when some still cannot be written.
        """
        trouble: JournalError | None = None
        try:
            while self._due_there:
                self._second().append(self._due_there[0])
                del self._due_there[0]
        except OSError as error:
            trouble = JournalError(f"{self.copies}: {error.strerror}")
        try:
            self._insert([entry for transaction in self._due_here for entry in transaction], self.game)
            self._due_here.clear()
        except JournalError as error:
            trouble = error
        if trouble is not None:
            raise trouble

    def restore(self, game: int, copied: Copied, entries: Sequence[Entry]) -> None:
        """Put back what is missing of a game: the game itself if it is not there, then these entries.

        Raises JournalError.
        """
        self._execute(
            "INSERT INTO game (id, started, settings, ended) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET ended = excluded.ended",
            (game, copied.started, copied.settings, copied.ended),
        )
        self._insert(entries, game)
        if copied.ended is None:
            self.game = game
        elif self.game == game:
            self.game = None

    def copy(self) -> None:
        """Write the second copy of the game under way again, from this journal.

        Raises JournalError.
        """
        if self.game is None:
            return
        self._close_copy()
        entries = [[entry] for entry in self.entries(self.game)]
        try:
            copy_of(self.copies, self.game).unlink(missing_ok=True)
            second = self._second()
            second.append([(self.start_of(self.game), BEGUN, self.settings(self.game))], *entries)
        except OSError as error:
            raise JournalError(f"{self.copies}: {error.strerror}") from error

    def entries(self, game: int, kind: str | None = None) -> Iterator[tuple[float, str, str]]:
        """Yield the entries (t, kind, text) of a game in order, including those that still wait for the disk.

        kind: only these entries; None for all.
        Raises JournalDamaged at the first entry that is not as it was written.
        """
        wanted = "" if kind is None else " AND kind = ?"
        values = (game,) if kind is None else (game, kind)
        rows = self._execute(f"SELECT t, kind, text, sum FROM entry WHERE game = ?{wanted} ORDER BY id", values)  # noqa: S608 - no outside text in it
        try:
            for number, (t, what, text, kept) in enumerate(rows, 1):
                if sum_of(t, what, text) != kept:
                    raise JournalDamaged(f"{self.path}: game {game}, entry {number} is not as it was written")
                yield t, what, text
        except sqlite3.Error as error:
            raise _kind_of(error)(f"{self.path}: {error}") from error
        if game == self.game:
            waiting = (entry for transaction in self._due_here for entry in transaction)
            yield from (entry for entry in waiting if kind in (None, entry[1]))

    def close(self) -> None:
        """Close the files; may be called again."""
        self._close_copy()
        self._db.close()

    def _second(self) -> SecondCopy:
        """Return the second copy of the game under way."""
        if self._copy is None:
            if self.game is None:
                raise OSError(2, "no game is under way")
            self._copy = SecondCopy(copy_of(self.copies, self.game))
        return self._copy

    def _close_copy(self) -> None:
        if self._copy is not None:
            self._copy.close()
            self._copy = None

    def _insert(self, entries: Sequence[Entry], game: int | None) -> None:
        """Write entries of a game in one transaction.

        Raises JournalError.
        """
        rows = [(game, t, kind, text, sum_of(t, kind, text)) for t, kind, text in entries]
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany("INSERT INTO entry (game, t, kind, text, sum) VALUES (?, ?, ?, ?, ?)", rows)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):  # There is nothing to roll back when it never began.
                self._db.execute("ROLLBACK")
            raise JournalError(f"{self.path}: {error}") from error

    def _execute(self, statement: str, values: tuple[object, ...]) -> sqlite3.Cursor:
        try:
            return self._db.execute(statement, values)
        except sqlite3.Error as error:
            raise _kind_of(error)(f"{self.path}: {error}") from error


def game_of(journal: Journal, number: int | None) -> int:
    """Return the game of this number, or the last game for None.

    Raises JournalError when there is none.
    """
    games = journal.games()
    if not games:
        raise JournalError(f"{journal.path}: no game was played yet")
    if number is not None and number not in games:
        raise JournalError(f"{journal.path}: no game {number}; there are: {', '.join(map(str, games))}")
    return games[-1] if number is None else number


def _kind_of(error: sqlite3.Error) -> type[JournalError]:
    """Return the error to raise. Only SQLite's plain DatabaseError means a damaged file; its subclasses do not."""
    return JournalDamaged if type(error) is sqlite3.DatabaseError else JournalError


def sum_of(t: float, kind: str, text: str) -> int:
    """Return the checksum of an entry: SQLite notices a damaged page, but not a damaged character in it."""
    return zlib.crc32(f"{t!r} {kind} {text}".encode())


def _first(db: sqlite3.Connection) -> None:
    """Version 1: games and their entries."""
    db.execute("CREATE TABLE game (id INTEGER PRIMARY KEY, started REAL NOT NULL, settings TEXT NOT NULL, ended REAL)")
    db.execute(
        "CREATE TABLE entry (id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES game(id), t REAL NOT NULL, "
        "kind TEXT NOT NULL, text TEXT NOT NULL)"
    )
    db.execute("CREATE INDEX entry_of_game ON entry (game, id)")


def _add_checksums(db: sqlite3.Connection) -> None:
    """Version 2: each entry has its checksum."""
    db.execute("ALTER TABLE entry ADD COLUMN sum INTEGER NOT NULL DEFAULT 0")
    db.create_function("sum_of", 3, sum_of, deterministic=True)
    db.execute("UPDATE entry SET sum = sum_of(t, kind, text)")


MIGRATIONS: Final[tuple[Callable[[sqlite3.Connection], None], ...]] = (_first, _add_checksums)
"""The step from each version of a file to the next; append to it, never change a step."""
VERSION: Final = len(MIGRATIONS)


def _migrate(db: sqlite3.Connection, path: Path) -> int:
    """Bring an open database to the present version; return the version it had.

    A migration is one transaction, including the version, so a power cut leaves either the old version or the new one.
    Rows are never dropped. Version 0 without any table means a new file.

    Raises JournalDamaged for another program's database, JournalNewer for a later version, and sqlite3.Error.
    """
    found: int = db.execute("PRAGMA user_version").fetchone()[0]
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if found > VERSION:
        raise JournalNewer(f"{path}: a journal of version {found}; this program knows {VERSION}")
    if found < 0 or (found == 0 and tables):
        raise JournalDamaged(f"{path}: another program's database")
    if found < VERSION:
        db.execute("BEGIN IMMEDIATE")
        try:
            for change in MIGRATIONS[found:]:
                change(db)
            db.execute(f"PRAGMA user_version={VERSION}")
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
    return found
