"""`tablier export`: a game, or a problem, in one file."""

from __future__ import annotations

import argparse
from pathlib import Path

from tablier.cli import complain
from tablier.runtime.export import game_files, write_html, write_zip
from tablier.runtime.resume import CannotResume
from tablier.setup.doctor import examine
from tablier.setup.doctor.problem_report import write_report
from tablier.storage.journal import game_of
from tablier.storage.journal_open import open_to_read
from tablier.storage.paths import add_settings, site_of
from tablier.storage.settings import SettingsError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.description = (
        "Write one zip file: of a game, its record, journal, report and pictures of evidence; or, with --problem, what "
        "somebody who can help will ask for: what the doctor finds, settings without secrets, calibration, journal, "
        "the newest records and pictures, errors of the program, versions."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write")
    add_settings(parser)
    parser.add_argument(
        "--html", action="store_true", help="one HTML file to step through the game in a browser, instead of a zip"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--game", type=int, metavar="N", help="its number in the journal; without one, the last")
    what.add_argument("--problem", action="store_true", help="a problem report instead of a game")


def run(arguments: argparse.Namespace) -> int:
    """Write the file and print what is in it; return 1 when it cannot be written."""
    if arguments.html and arguments.problem:
        return complain("export", ValueError("--html shows a game, and --problem writes none"), arguments.file)
    try:
        site = site_of(arguments.settings)
        if arguments.problem:
            names = write_report(arguments.file, site, examine(site))
        else:
            path = site.kept / "journal.db"
            with open_to_read(path) as journal:
                game = game_of(journal, arguments.game)
                if arguments.html:
                    write_html(arguments.file, journal, game, site.kept, site.settings.table.language)
                    print(f"Written: {arguments.file}.")
                    return 0
                names = write_zip(arguments.file, game_files(journal, game, site.kept, site.settings.table.language))
    except (SettingsError, CannotResume, OSError) as error:
        return complain("export", error, arguments.file)
    print(f"Written: {arguments.file}, with {', '.join(names)}.")
    return 0
