"""`tablier service`: install the table as a service that starts with the machine (docs/service.md)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tablier.cli import complain
from tablier.setup.service import NoService, files, install, this_program

SETTINGS = Path("/var/lib/tablier/table.toml")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.description = (
        "Print the systemd unit that runs this table, under a user of its own, watched and with few rights; or "
        "install it: sudo tablier service --install."
    )
    parser.add_argument(
        "--settings",
        type=Path,
        default=SETTINGS,
        metavar="FILE",
        help=f"the table's settings; all files are next to them ({SETTINGS})",
    )
    parser.add_argument("--install", action="store_true", help="write the files, create the user, register the service")
    parser.add_argument("--root", type=Path, default=Path("/"), metavar="DIR", help="install below another root (/)")


def run(arguments: argparse.Namespace) -> int:
    """Print or install the unit; return 1 when it cannot be done."""
    try:
        described = files(arguments.settings.absolute(), this_program())
        if arguments.install:
            install(described, arguments.root, print)
        else:
            sys.stdout.write("\n".join(f"# /{path}\n{text}" for path, text in described.items()))
    except (NoService, OSError) as error:
        return complain("service", error, arguments.root)
    return 0
