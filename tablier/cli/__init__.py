"""The command line, `tablier COMMAND`: each command is a module of `tablier.cli.commands`, loaded when needed."""

from __future__ import annotations

import argparse
import errno
import importlib
import io
import os
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import Protocol

COMMANDS: dict[str, str] = {
    "demo": "a table that plays itself: two simulated players, seen, refereed and announced",
    "play": "the real table",
    "see": "read boards or dice in pictures, one JSON object a line",
    "replay": "print the acts and rulings of a recording",
    "record": "record the table's frames, pegs and buttons",
    "simulate": "invent recordings with their truth",
    "score": "compare the replay of recordings with their truth",
    "report": "what a sitting taught, as HTML and PDF",
    "rules": "answer questions about positions, one JSON object a line",
    "coach": "value the plays of a position, one JSON object a line",
    "analyse": "what the plays of a game record lost, and what the dice gave",
    "calibrate": "teach the camera where the board is",
    "club": "all tables of a broker on one page, and a tournament",
    "account": "who may sign in, and as what",
    "doctor": "say what is wrong with the table and how to mend it",
    "export": "a game, or what helps to find a problem, in one file",
    "service": "run the table as a service of the system",
}


class Command(Protocol):
    """The functions of a module of `tablier.cli.commands`."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's options."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the command and return its exit status."""


def _command(name: str) -> Command:
    module: Command = importlib.import_module(f"tablier.cli.commands.{name}")
    return module


def _overview() -> str:
    lines = (f"  {name:<10} {summary}" for name, summary in COMMANDS.items())
    return "\n".join(["A companion for a real wooden trictrac board.", "", "commands:", *lines])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line; return its exit status (0 done, 1 something was wrong with the input, 2 wrong usage)."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Print characters that the terminal or file cannot hold, such as lone surrogates from JSON, by number.
        sys.stdout.reconfigure(errors="backslashreplace")
    # A picture that cannot be read is reported by the command, not by OpenCV as well.
    os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")
    try:
        status = _run(list(sys.argv[1:] if arguments is None else arguments))
        if sys.stdout is not None:  # The parent process may have closed it.
            sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # The reader of our output has closed the pipe.
        sys.stderr.close()
        return 0
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        print(f"tablier: {error.strerror}", file=sys.stderr)
        sys.stderr.close()  # Unwritten output is lost; otherwise Python would complain again at exit.
        return 1
    return status


def _parser() -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """Return the whole command line, and each command's part of it, without its options."""
    parser = argparse.ArgumentParser(
        prog="tablier",
        usage="tablier COMMAND [options]",
        description=_overview(),
        epilog="tablier COMMAND --help describes a command.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"tablier {metadata.version('tablier')}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, help=argparse.SUPPRESS)
    parts = {
        name: commands.add_parser(
            name, prog=f"tablier {name}", help=summary, description=summary[0].upper() + summary[1:] + "."
        )
        for name, summary in COMMANDS.items()
    }
    return parser, parts


def parser_of(name: str) -> argparse.ArgumentParser:
    """Return the command line of one command, for the reference."""
    part = _parser()[1][name]
    _command(name).add_arguments(part)
    return part


def _run(given: list[str]) -> int:
    """Load the command, which takes a second on a small machine, and run it."""
    name = next((word for word in given if not word.startswith("-")), None)
    parser, parts = _parser()
    if name in parts:  # Do not load the others: importing a camera or a broker to read a position costs a second.
        _command(name).add_arguments(parts[name])
        # A corner just outside the picture, such as -5,3, is a value; argparse would take it for an option.
        parts[name]._negative_number_matcher = re.compile(r"-[.\d]")  # noqa: SLF001 - it has no public word for that
    parsed = parser.parse_args(given)
    return _command(parsed.command).run(parsed)


@contextmanager
def ended_as_by_ctrl_c() -> Iterator[None]:
    """On SIGTERM, too, raise KeyboardInterrupt, so that everything is closed."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def complain(command: str, error: Exception, file: Path | None = None) -> int:
    """Report on standard error what was wrong and with which file; return 1, the exit status.

    file: the file being written, for errors without a file name (a full disk)
    Raises the error itself when the reader of our output has gone, which is no failure.
    """
    if isinstance(error, BrokenPipeError):
        raise error
    words = str(error)
    if isinstance(error, OSError) and error.strerror:
        named = error.filename or file
        words = f"{named}: {error.strerror}" if named else error.strerror
    print(f"tablier {command}: {words}", file=sys.stderr)
    return 1
