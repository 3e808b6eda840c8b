"""`tablier demo`: a table that plays itself, with all the parts of a real one: vision, sensors, referee, voice."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from announce.phrases.catalogue import languages
from simulation.devices.virtual_board import VirtualBoardFailed
from tablier.cli import complain, ended_as_by_ctrl_c
from tablier.cli.commands.simulate import add_invention, plan_of
from tablier.devices.simulated_camera import CameraFailed
from tablier.runtime.demo import Demo
from tablier.storage.lock import TableRunning, alone
from tablier.storage.paths import site_of

LAST_PORT = 65535


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.description = (
        "A table that plays itself, until Ctrl-C: two simulated players, seen by the real vision, refereed and "
        "announced. Watch it on the page whose address it prints; without a sound card the speech goes to files."
    )
    add_invention(parser, mode="lesson", faults=1.0)
    parser.add_argument(
        "--tours", type=int, default=0, help="stop after this many tours (0, the default: go on until Ctrl-C)"
    )
    parser.add_argument(
        "--language",
        choices=languages(),
        default="fr",
        help="of the voice, and of a page whose browser asks for neither (%(default)s)",
    )
    parser.add_argument("--port", type=int, default=8080, help="of the page (%(default)s); 0 takes a free one")
    parser.add_argument(
        "--folder", type=Path, default=Path("var/demo"), help="the folder of journal, voice and records (%(default)s)"
    )
    parser.add_argument(
        "--settings",
        type=Path,
        metavar="FILE",
        help="settings from which to take a pupil's [lesson], and a club's [mqtt], [access] and table.id",
    )
    parser.add_argument("--mute", action="store_true", help="say nothing aloud")


def run(arguments: argparse.Namespace) -> int:
    """Play until the tours are over or Ctrl-C; return 1 when a record was not right."""
    if not 0 <= arguments.port <= LAST_PORT:
        return complain("demo", ValueError(f"--port: {arguments.port}, expected 0 to {LAST_PORT}"))
    if arguments.tours < 0:
        return complain("demo", ValueError(f"--tours: {arguments.tours}, expected 0 or more"))
    tours = 0
    try:
        joined = None if arguments.settings is None else site_of(arguments.settings).settings
        demo = Demo(
            plan_of(arguments),
            arguments.folder,
            language=arguments.language,
            port=arguments.port,
            mute=arguments.mute,
            joined=joined,
        )
        with ended_as_by_ctrl_c(), alone(arguments.folder):
            while True:
                right = demo.play()
                tours += 1
                if not right and arguments.tours:
                    return 1
                if tours == arguments.tours:
                    return 0
    except (OSError, ValueError, VirtualBoardFailed, CameraFailed, TableRunning) as error:
        return complain("demo", error)
    except KeyboardInterrupt:
        print("\nOver.", file=sys.stderr)
        return 0
