"""The journal's tables in each version; opening an older file brings it to the present version.

1. `PRAGMA user_version` gives the version of a file; 0 without any table means a new file.
2. A migration is one transaction, including the version, so a power cut leaves either the old version or the new one.
3. Rows are never dropped by a migration.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable


class NoJournal(ValueError):
    """The database belongs to another program, or has a version unknown here. The message says which."""


class NewerJournal(NoJournal):
    """A later version of the program wrote the journal."""


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


def _summed(db: sqlite3.Connection) -> None:
    """Version 2: each entry has its checksum."""
    db.execute("ALTER TABLE entry ADD COLUMN sum INTEGER NOT NULL DEFAULT 0")
    db.create_function("sum_of", 3, sum_of, deterministic=True)
    db.execute("UPDATE entry SET sum = sum_of(t, kind, text)")


MIGRATIONS: Final[tuple[Callable[[sqlite3.Connection], None], ...]] = (_first, _summed)
"""The step from each version of a file to the next; append to it, never change a step."""
VERSION: Final = len(MIGRATIONS)


def migrate(db: sqlite3.Connection) -> int:
    """Bring an open database to the present version; return the version it had.

    Raises NoJournal for another program's database, NewerJournal for a later version, and sqlite3.Error.
    """
    found: int = db.execute("PRAGMA user_version").fetchone()[0]
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if found > VERSION:
        raise NewerJournal(f"a journal of version {found}; this program knows {VERSION}")
    if found < 0 or (found == 0 and tables):
        raise NoJournal("another program's database")
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
