"""Lines on the terminal, and the log: with the time on a terminal, with priorities under a service manager."""

from __future__ import annotations

import argparse
import faulthandler
import logging
import os
import sys
from collections.abc import Mapping
from typing import Final, TextIO

LEVELS: Final = ("error", "warning", "info", "debug")
"""Errors; also warnings; also what the devices do; everything."""
PRIORITIES: Final = {logging.CRITICAL: 2, logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6, logging.DEBUG: 7}
"""The priorities of syslog(3), which the service manager reads as `<3>` in front of a line (sd-daemon(3))."""


class LineFormatter(logging.Formatter):
    """`20:14:03 warning camera: USB camera 0: no picture for 5 s`; when `managed`, a priority instead of the time."""

    def __init__(self, *, managed: bool) -> None:
        super().__init__("%(message)s", datefmt="%H:%M:%S")
        self._managed = managed

    def format(self, record: logging.LogRecord) -> str:
        """Format one record as a line, with the traceback of an error below it."""
        words = super().format(record)
        name = record.name.removesuffix(".error").rpartition(".")[2]  # uvicorn logs everything under "uvicorn.error".
        if not self._managed:
            return f"{self.formatTime(record, self.datefmt)} {record.levelname.lower()} {name}: {words}"
        mark = f"<{PRIORITIES.get(record.levelno, 6)}>"
        return f"{mark}{name}: {words}".replace("\n", f"\n{mark}")


def add_level(parser: argparse.ArgumentParser) -> None:
    """Declare `--log LEVEL`."""
    parser.add_argument(
        "--log",
        choices=LEVELS,
        default="warning",
        help="how much is logged: info what the devices do as well, debug everything (%(default)s)",
    )


def log_to(stream: TextIO, level: str, environment: Mapping[str, str] = os.environ) -> None:
    """Log to a stream from `level` on; tracebacks of hangs and crashes go to standard error."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(LineFormatter(managed="JOURNAL_STREAM" in environment))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    try:
        faulthandler.enable(sys.stderr)  # So a watchdog's SIGABRT also shows in which line the program hung.
    except (ValueError, OSError):  # Standard error is no file, as in a test.
        logging.getLogger(__name__).debug("no trace of a crash can be written")


def write_line(words: str) -> None:
    """Write a line to the terminal; with a closed terminal or a full disk only this line is lost."""
    try:
        print(words, flush=True)
    except OSError as error:
        logging.getLogger(__name__).info("the terminal: %s", error.strerror)
