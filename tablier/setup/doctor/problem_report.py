"""A problem in one file, to send to somebody who can help: findings, settings without secrets, journal, versions."""

from __future__ import annotations

import re
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from tablier.runtime.crash_guard import KEPT, PROBLEMS
from tablier.runtime.export import File, evidence_files, versions, write_zip
from tablier.runtime.record import settings_to_keep
from tablier.setup.doctor.finding import Finding, json_of
from tablier.storage.journal import COPIES
from tablier.storage.paths import Site
from tablier.storage.second_copy import copies
from tablier.storage.settings_file import toml_of

_NUMBER: Final = re.compile(r"-([0-9]{1,9})$")
GAMES: Final = 20
"""How many game records to include, the newest ones."""


def write_report(path: Path, site: Site, findings: Iterable[Finding]) -> tuple[str, ...]:
    """Write the report as a zip file; return the names of the files in it.

    It leaves out the broker's address, the accounts and other private settings, and reads no other file.
    Raises OSError.
    """
    return write_zip(path, _files(site, findings))


def _files(site: Site, findings: Iterable[Finding]) -> Iterator[File]:
    yield "findings.jsonl", "".join(json_of(finding) + "\n" for finding in findings)
    yield versions()
    yield "table.toml", toml_of(settings_to_keep(site))
    journal = site.kept / "journal.db"
    beside = (*_newest(site.kept / "games", ".trictrac", GAMES), *_newest(site.kept / PROBLEMS, "", 2 * KEPT))
    for file in (site.calibration, site.calibration.with_suffix(".jpg"), *beside):
        if file.is_file():
            yield file.name, file.read_bytes()
    found = copies(journal.parent / COPIES)
    for game, copy in list(found.items())[-1:]:
        yield copy.name, copy.read_bytes()
        yield from evidence_files(site.kept, game)
    if journal.is_file():
        with tempfile.TemporaryDirectory(prefix="tablier-") as folder:
            yield journal.name, _copy(journal, Path(folder)).read_bytes()


def _newest(folder: Path, end: str, count: int) -> list[Path]:
    """Return the files with the highest numbers in their names; a clock may jump, so times do not count."""
    if not folder.is_dir():
        return []
    numbered = [(int(found[1]), path) for path in folder.iterdir() if (found := _NUMBER.search(path.stem))]
    return [path for _, path in sorted(numbered) if path.name.endswith(end)][-count:]


def _copy(journal: Path, folder: Path) -> Path:
    """Return a copy that is whole even while a table writes to the journal; for a damaged journal, its own path."""
    copy = folder / journal.name
    try:
        with (
            closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
    except sqlite3.Error:
        return journal
    return copy
