"""A problem in one file, to be sent to somebody who can help: findings, settings without secrets, journal, versions."""

from __future__ import annotations

import platform
import sqlite3
import tempfile
import zipfile
from contextlib import closing
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tablier.doctor.report import json_of
from tablier.record import settings_to_keep
from tablier.settings import toml_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tablier.doctor.finding import Finding
    from tablier.site import Site

GAMES: Final = 20
"""The newest game records that go along."""


def write_report(path: Path, site: Site, findings: Iterable[Finding]) -> tuple[str, ...]:
    """Write the report as a zip file; the names of what is in it.

    The broker's address, user and password file are left out, and nothing of any other file is read.
    Raises OSError.
    """
    beside = path.with_name(path.name + ".new")
    with zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED) as report:
        report.writestr("findings.jsonl", "".join(json_of(finding) + "\n" for finding in findings))
        report.writestr("versions.txt", "\n".join(_versions()) + "\n")
        report.writestr("table.toml", toml_of(settings_to_keep(site)))
        for file in (site.calibration, site.calibration.with_suffix(".jpg"), *_games(site.kept / "games")):
            if file.is_file():
                report.write(file, file.name)
        journal = site.kept / "journal.db"
        if journal.is_file():
            with tempfile.TemporaryDirectory(prefix="tablier-") as folder:
                report.write(_copied(journal, Path(folder)), journal.name)
        names = tuple(report.namelist())
    beside.replace(path)
    return names


def _versions() -> Iterator[str]:
    yield f"{platform.platform()}, Python {platform.python_version()}"
    yield from sorted({f"{each.name} {each.version}" for each in metadata.distributions()})


def _games(folder: Path) -> list[Path]:
    """The newest game records."""
    return sorted(folder.glob("*.trictrac"), key=lambda file: file.stat().st_mtime)[-GAMES:]


def _copied(journal: Path, folder: Path) -> Path:
    """A copy that is whole even while a table writes to the journal; of a damaged one, the file as it is."""
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
