"""`tablier play`: run the real table."""

from __future__ import annotations

import argparse
import sys

from tablier.cli import complain
from tablier.runtime.logs import add_level, log_to
from tablier.runtime.play import play
from tablier.storage.lock import TableRunning
from tablier.storage.paths import add_settings, site_of
from tablier.storage.settings import SettingsError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.description = (
        "Run the real table until Ctrl-C: referee, announce, publish and keep what camera and sensors report. A "
        "game that was broken off goes on where it was. A missing part (camera, sensors, speaker, broker) is reported "
        "once; the rest works on. tablier doctor says what is wrong with each."
    )
    add_settings(parser)
    parser.add_argument("--new", action="store_true", help="begin another game, even if one was broken off")
    add_level(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the table until Ctrl-C; return 1 when the settings cannot be used."""
    log_to(sys.stderr, arguments.log)
    try:
        play(site_of(arguments.settings), fresh=arguments.new)
    except (SettingsError, OSError, TableRunning) as error:
        return complain("play", error)
    return 0
