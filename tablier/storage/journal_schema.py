"""The journal's tables, version after version: an older file is brought to the present one when it is opened.

1. `PRAGMA user_version` says which version a file is; 0 with no table in it is a new one.
2. A change is one transaction, version and all: a power cut leaves the old version or the new one.
3. Rows are never dropped by a migration.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable


class NoJournal(ValueError):
    """A database that is none of ours, or of a version this program does not know; the message says which."""


class NewerJournal(NoJournal):
    """A journal that a later program wrote."""


def sum_of(t: float, kind: str, text: str) -> int:
    """The checksum of an entry: SQLite notices a damaged page, but not a damaged letter within one."""
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
"""The step from each version of a file to the next; appended to, never changed."""
VERSION: Final = len(MIGRATIONS)


def migrate(db: sqlite3.Connection) -> int:
    """Bring an open database to the present version; the version it had.

    Raises NoJournal for another program's database and NewerJournal for a later version, and sqlite3.Error.
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
