"""`tablier report`: write what a sitting taught, as HTML and PDF."""

from __future__ import annotations

import argparse
from pathlib import Path

from announce.phrases.catalogue import languages
from announce.report.paper import PdfUnavailable, write_pdf
from events.acts import Act
from events.codec import HistoryError
from tablier.cli import complain
from tablier.games import game_played
from tablier.runtime.analysis import tours_judged_of
from tablier.runtime.replay import replay
from tablier.runtime.report import report_of
from tablier.runtime.resume import CannotResume, acts_of, settings_of
from tablier.storage import evidence
from tablier.storage.files import replacing
from tablier.storage.journal import game_of
from tablier.storage.journal_open import open_to_read
from tablier.storage.paths import Site, add_settings, site_of
from tablier.storage.recording import Recording, RecordingError
from tablier.storage.settings import Settings, SettingsError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.description = (
        "Write what a sitting taught: advice for each player, every point missed, every école and fausse case with the "
        "board and its pictures, what the trous were made of, and the jans that came; the chance of winning as the "
        "coach sees it, luck and play apart, and the plays that lost most. It is about the last game in the journal, "
        "another of its games, or a recording."
    )
    parser.add_argument("recording", nargs="?", type=Path, metavar="DIR", help="a recording, instead of the journal")
    add_settings(parser)
    parser.add_argument("--game", type=int, metavar="N", help="its number in the journal; without one, the last")
    parser.add_argument("--language", choices=languages(), help="without one, the table's")
    parser.add_argument("--to", type=Path, metavar="FILE", help="where the HTML goes; games/game-N.html without it")
    parser.add_argument("--pdf", action="store_true", help="print it to a PDF next to it as well (needs Chromium)")


def run(arguments: argparse.Namespace) -> int:
    """Write the report and print its path; return 1 when there is nothing to read."""
    try:
        if arguments.recording is not None:
            html, path = _of_recording(arguments.recording, arguments.language)
        else:
            html, path = _of_journal(site_of(arguments.settings), arguments.game, arguments.language)
        path = arguments.to or path
        with replacing(path, folder=arguments.to is None) as file:
            file.write(html.encode())
        print(path)
        if arguments.pdf:
            write_pdf(html, path.with_suffix(".pdf"))
            print(path.with_suffix(".pdf"))
    except (SettingsError, RecordingError, CannotResume, HistoryError, PdfUnavailable, OSError) as error:
        return complain("report", error, arguments.to)
    return 0


def _of_recording(folder: Path, language: str | None) -> tuple[str, Path]:
    recording = Recording(folder)
    _check_game(recording.settings, str(folder))
    acts = [happened for happened in replay(recording) if isinstance(happened, Act)]
    html = report_of(recording.settings, acts, language or recording.settings.table.language, 1, analysed=True)
    return html, folder / "report.html"


def _of_journal(site: Site, game: int | None, language: str | None) -> tuple[str, Path]:
    folder = site.kept / "games"
    with open_to_read(site.kept / "journal.db") as journal:
        number = game_of(journal, game)
        settings, acts = settings_of(journal, number), acts_of(journal, number)
        _check_game(settings, f"game {number}")
        tours = tours_judged_of(journal, folder, number)
    proofs = evidence.pictures(site.kept / evidence.EVIDENCE, number)
    html = report_of(settings, acts, language or site.settings.table.language, number, proofs, tours)
    return html, folder / f"game-{number}.html"


def _check_game(settings: Settings, what: str) -> None:
    """Check that the game has a report. Raises CannotResume when it has none."""
    game = game_played(settings)
    if not game.reported:
        raise CannotResume(f"{what} is {game.name}: no report is made of it, only its record (docs/{game.name}.md)")
