"""`tablier record DIR`: run the table, and write everything its devices give to disk (docs/recordings.md)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tablier.cli import complain
from tablier.runtime.logs import add_level, log_to
from tablier.runtime.play import play
from tablier.runtime.record import RecordingInbox
from tablier.storage.lock import TableRunning, is_running
from tablier.storage.paths import add_settings, site_of
from tablier.storage.recording import RecordingError
from tablier.storage.settings import SettingsError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.description = (
        "Record a table at work: pictures, the sensors' bytes and people's requests by page or broker, with the "
        "settings and the calibration, until Ctrl-C. The table plays from the beginning and keeps no journal "
        "meanwhile; tablier replay DIR plays it back."
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="where the recording goes; must hold none yet")
    add_settings(parser)
    add_level(parser)


def run(arguments: argparse.Namespace) -> int:
    """Record until Ctrl-C; return 1 when the recording cannot be written."""
    log_to(sys.stderr, arguments.log)
    try:
        site = site_of(arguments.settings)
        if is_running(site.kept):  # Check first, before anything is written to the folder.
            return complain("record", TableRunning(site.kept))
        with RecordingInbox(arguments.folder, site) as inbox:
            play(site, inbox=inbox, tap=inbox.tap, keep=False)
        print(f"{arguments.folder}: {inbox.frames} pictures.")
    except (SettingsError, RecordingError, OSError, TableRunning) as error:
        return complain("record", error, arguments.folder)
    return 0
