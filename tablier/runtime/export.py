"""Write a game, or a problem report, to one zip file, which anybody can inspect before sending it."""

from __future__ import annotations

import platform
import zipfile
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

from announce.page.standalone_page import single_file
from tablier.games import game_played
from tablier.games.game import PlayedGame
from tablier.runtime.analysis import CannotAnalyse, analyse, tours_judged_of
from tablier.runtime.past_games import analysis_shown, game_document
from tablier.runtime.report import report_of, small
from tablier.runtime.resume import acts_of, rebuilt
from tablier.storage import evidence
from tablier.storage.files import replacing
from tablier.storage.journal import Journal

File = tuple[str, str | bytes]


def write_zip(path: Path, files: Iterable[File]) -> tuple[str, ...]:
    """Write files, each (name, contents), to one zip file; return their names.

    An existing file is replaced whole, or not at all. Raises OSError.
    """
    with replacing(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as into:
        for name, contents in files:
            # A name alone would take the clock's time: zip holds none before 1980, where a Pi without a network begins.
            into.writestr(zipfile.ZipInfo(name), contents, zipfile.ZIP_DEFLATED)
        return tuple(into.namelist())


def write_html(path: Path, journal: Journal, game: int, kept: Path, language: str) -> None:
    """Write one HTML file that steps through a game up to now, with its pictures of evidence, as large as in a report.

    Raises CannotResume for a game this program cannot read, JournalError and OSError.
    """
    names = evidence.names_of(kept / evidence.EVIDENCE, game)
    pictures = {
        name: small(data)
        for ruling in names.values()
        for name in ruling
        if (data := evidence.picture(kept / evidence.EVIDENCE, name)) is not None
    }
    try:
        analysis = analysis_shown(analyse(journal, kept / "games", game))
    except CannotAnalyse:
        analysis = None
    document = game_document(journal, game, names, whole=True)
    text = single_file(document, pictures, language=language, analysis=analysis)
    with replacing(path) as file:
        file.write(text.encode())


def game_files(journal: Journal, game: int, kept: Path, language: str) -> Iterator[File]:
    """Yield everything of one game: record, acts, rulings and spoken words from the journal, report, pictures.

    kept: the folder of everything the table writes
    Raises CannotResume for a game this program cannot read, and JournalError.
    """
    found = rebuilt(journal, game)
    played = PlayedGame(found.settings, game, found.rulings, journal.begun(game).date(), found.corrections)
    yield game_played(found.settings).record(played)
    for kind, name in (("act", "acts"), ("ruling", "rulings"), ("said", "said")):
        yield f"{name}.jsonl", "".join(text + "\n" for _, _, text in journal.entries(game, kind))
    yield "table.toml", journal.settings(game)
    proofs = evidence.pictures(kept / evidence.EVIDENCE, game)
    if game_played(found.settings).reported:
        tours = tours_judged_of(journal, kept / "games", game)
        yield f"game-{game}.html", report_of(found.settings, acts_of(journal, game), language, game, proofs, tours)
    yield from evidence_files(kept, game)
    yield versions()


def evidence_files(kept: Path, game: int) -> Iterator[File]:
    """Yield the pictures of evidence of a game."""
    for path in sorted((kept / evidence.EVIDENCE).glob(f"{game}-*.jpg")):
        yield f"{evidence.EVIDENCE}/{path.name}", path.read_bytes()


def versions() -> File:
    """Return the versions of the system and every package."""
    packages = sorted({f"{each.name} {each.version}" for each in metadata.distributions()})
    return "versions.txt", "\n".join([f"{platform.platform()}, Python {platform.python_version()}", *packages]) + "\n"
